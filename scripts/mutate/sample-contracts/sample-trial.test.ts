import { describe, expect, test } from 'vitest';
import { newSeed } from '../../verify/server/connect.ts';
import { describeDetection, isReported } from '../detection.ts';
import type { MutantResult } from '../results.ts';
import { sampleContracts } from './contracts.ts';
import { openSampleTrial, type SampleServer, sampleServers } from './sample-trial.ts';

// `npm run mutate -- samples` tries all of them, which takes many minutes.
const everyFault = 20;
const everyControl = 13;

const seed = newSeed();
const trial = openSampleTrial();

async function resultOf({ id }: SampleServer): Promise<MutantResult> {
  for await (const result of trial.run([id], { seed, isFull: false })) return result;
  throw new Error(`There is no result of ${id}.`);
}

test('each server has an id of its own', () => {
  expect(new Set(sampleServers.map(({ id }) => id)).size).toBe(sampleServers.length);
});

// Mostly they wait for a window of the limit to pass.
describe.concurrent.each(sampleContracts.map((contract) => [contract.name, contract] as const))('%s', (_, contract) => {
  const servers = sampleServers.filter((server) => server.contract === contract);
  const every = (count: number, isFault: boolean) =>
    servers
      .filter((server) => server.isFault === isFault)
      .filter((__, index) => index % count === 0)
      .map((server) => [server.id, server] as const);

  test.each(every(everyControl, false))(`%s: no requirement is reported, seed ${seed}`, async (__, server) => {
    const result = await resultOf(server);
    expect(isReported(result), describeDetection(result)).toBe(false);
  });

  test.each(every(everyFault, true))(`%s: is detected, seed ${seed}`, async (__, server) => {
    const result = await resultOf(server);
    expect(result.verdict).not.toBe('failed');
    expect(isReported(result)).toBe(true);
  });
});

test('a server that is not there is refused', async () => {
  const results = trial.run(['tasks listTasks: is away'], { seed, isFull: false });
  await expect(results[Symbol.asyncIterator]().next()).rejects.toThrow('There is no server tasks listTasks: is away');
});
