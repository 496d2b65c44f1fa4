import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';
import { foreignContracts } from '../fixtures/verify/contracts.ts';
import { projectFolder } from '../testing.ts';
import { newSeed } from '../verify/connect.ts';
import { NoResponse } from '../verify/exchange.ts';
import { unprovenOf, withoutParts } from '../verify/report/summary.ts';
import { prepare, verify } from '../verify/run.ts';
import { Stub } from './stub.ts';

const key = 'a-key-that-is-right-4711';

// What a server of these contracts does and the stub does not: it refuses nobody for a limit, and what is a conflict only prose says.
const omitted = /\.responses\.429$|\.rateLimit\.enforced$|^rateLimit\.(limit|resets)$|\.responses\.409$/;

const contracts = [...foreignContracts.map(({ name, document }) => ({ name, document })), { name: 'this project', document: join(projectFolder, 'spec/openapi.yaml') }];

test.each(contracts.map(({ name, document }) => [name, document] as const))('a stub of %s is verified as a server of it', async (_, document) => {
  // The rules are for real servers: some are of limits.
  const proof = { ...prepare(await readContract(document)), rules: undefined };
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const stub = new Stub(proof, { now, seed: 1, key, choice: { kind: 'state' } });
  const verification = await verify(proof, {
    baseUrl: 'http://localhost',
    keys: { key, limitedKey: undefined },
    clock: { now, wait: async (milliseconds) => void (ahead += milliseconds) },
    seed: newSeed(),
    send: async (request) => {
      const response = await stub.respond(request);
      if (response.delivery !== undefined) throw new NoResponse(request, `delivered as ${response.delivery.kind}`);
      return { ...response, receivedAt: now() };
    },
  });
  const broken = verification.facts.flatMap((result) => (result.verdict === 'broken' ? [`${result.fact.id}, seed ${verification.seed}: ${result.breach.received}`] : []));
  const unproven = withoutParts(unprovenOf(verification.facts)).map(({ fact }) => fact.id);
  expect(broken).toEqual([]);
  expect(unproven).toEqual(verification.facts.map(({ fact }) => fact.id).filter((id) => omitted.test(id)));
});
