import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readContract, resolvePart } from '../contract/contract.ts';
import { projectFolder } from '../testing.ts';
import { openReferenceServer, type ReferenceServer } from '../verify/reference-server.ts';
import { prepare, type Proof } from '../verify/run.ts';
import { viewSchema } from '../verify/schema-view.ts';
import { equivalentOf, unseenFaults, withoutFaults } from './equivalent-mutants.ts';
import { heldFacts, serverFaults } from './server-faults.ts';
import { outcomeOf, tryWrapped } from './trial.ts';

const proof: Proof = prepare(await readContract(join(projectFolder, 'spec', 'openapi.yaml')));
const faults = serverFaults(proof);
const held = heldFacts(proof);
let server: ReferenceServer;

beforeAll(async () => {
  server = await openReferenceServer();
});

afterAll(() => server.stop());

test('every fact that is held has a fault, or is told why not', () => {
  const known = new Set(faults.map(({ factId }) => factId));
  const without = held.filter(({ draft }) => !known.has(draft.id));
  expect(without.filter(({ draft }) => equivalentOf(draft.id, withoutFaults) === undefined).map(({ draft }) => draft.id)).toEqual([]);
  expect(without.length).toBeGreaterThan(0);
  for (const { draft } of without) {
    const { contract } = proof.description;
    const { types, keywords } = viewSchema(contract, `${resolvePart(contract, draft.pointer).pointer}/schema`);
    expect({ id: draft.id, types, keywords: [...keywords.keys()].filter((key) => !/^(type|description|examples?)$/.test(key)) }).toEqual({ id: draft.id, types: ['string'], keywords: [] });
  }
});

test('each fault has an id of its own, and a fact that is there', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  const ids = new Set(held.map(({ draft }) => draft.id));
  expect(faults.filter(({ factId }) => !ids.has(factId))).toEqual([]);
});

test('every equivalent mutant is one that is made', () => {
  expect(unseenFaults.filter(({ pattern }) => !faults.some(({ id }) => pattern.test(id)))).toEqual([]);
});

/** Some faults of each kind of fact: the first, the last, and one between. */
function sample(): typeof faults {
  const seen = faults.filter(({ id }) => equivalentOf(id, unseenFaults) === undefined);
  const kinds = Map.groupBy(seen, ({ factId }) => held.find(({ draft }) => draft.id === factId)?.draft.subject.kind);
  return [...kinds.values()].flatMap((own) => [...new Set([0, Math.floor(own.length / 2), own.length - 1])].flatMap((index) => own[index] ?? []));
}

describe('a departure from one fact is told', () => {
  test.each(sample().map((fault) => [fault.id, fault] as const))('%s', async (id, { wrap }) => {
    const outcome = outcomeOf(id, await tryWrapped(proof, server, wrap, { seed: 424_242_424, isBrief: true }));
    expect(outcome).toMatchObject({ id, verdict: 'caught' });
    expect(outcome.broken).toHaveLength(1);
  });
});

test('a server that departs in nothing is not told of', async () => {
  const outcome = outcomeOf('none', await tryWrapped(proof, server, (send) => send, { seed: 424_242_424, isBrief: true }));
  expect(outcome).toMatchObject({ verdict: 'survived', broken: [], unproven: [] });
});
