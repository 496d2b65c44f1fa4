import { expect, test } from 'vitest';
import { paths } from '../../cli/project.ts';
import { openHttpClient } from '../../http/http-client.ts';
import { readContract } from '../../openapi/read-contract.ts';
import { specificationOf } from '../specification.ts';
import { clockOf } from './connect.ts';
import { openReferenceServer } from './reference-server.ts';
import { verify } from './run.ts';

/** The requests of a run at a new server, in any order, without the keys, which are another server's. */
async function requestsOf(seed: number): Promise<string[]> {
  const specification = specificationOf(await readContract(paths.contract));
  const server = await openReferenceServer();
  const harness = await server.open();
  const clock = clockOf(harness);
  const client = openHttpClient(harness.baseUrl, 64, clock.now);
  const sent: string[] = [];
  await verify(specification, {
    seed,
    baseUrl: harness.baseUrl,
    keys: harness,
    clock,
    send: (request) => {
      const { method, target, body } = request;
      sent.push(`${method} ${target} ${body?.toString('latin1') ?? ''}`);
      return client.send(request);
    },
  });
  client.close();
  await server.stop();
  const { key, limitedKey } = harness;
  return sent.map((text) => text.replaceAll(key, 'KEY').replaceAll(limitedKey, 'LIMITED')).sort();
}

test('a seed replays each request of a run, and another one gives others', { timeout: 120_000 }, async () => {
  const [one, again, other] = [await requestsOf(5), await requestsOf(5), await requestsOf(6)];
  expect(again).toEqual(one);
  const unknown = (requests: string[]) => requests.filter((text) => /\/8123\d{12} $/.test(text));
  expect(unknown(one).length).toBeGreaterThan(0);
  expect(unknown(other).filter((text) => unknown(one).includes(text))).toEqual([]);
});
