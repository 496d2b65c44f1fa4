import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readContract, resolvePart } from '../../contract/contract.ts';
import { projectFolder } from '../../testing.ts';
import { prepare, type Proof } from '../../verify/run.ts';
import { viewSchema } from '../../verify/schema-view.ts';
import { entryOf } from '../equivalents.ts';
import { equivalentMutants, factsWithoutMutants } from '../equivalent-mutants.ts';
import type { Trial } from '../kind.ts';
import type { MutantResult } from '../results.ts';
import { heldFacts, serverFaults } from './server-faults.ts';
import { type Candidate, openServerTrial } from './server-trial.ts';

const proof: Proof = prepare(await readContract(join(projectFolder, 'spec', 'openapi.yaml')));
const faults = serverFaults(proof);
const held = heldFacts(proof);

const unchanged = (id: string, factId: string): Candidate => ({ id, factIds: [factId], what: 'is as it was', wrap: (send) => send });
// One fact of each kind: what a run looks at first is another thing for each.
const firsts = [...Map.groupBy(held, ({ draft: { subject } }) => `${subject.kind} ${'status' in subject && subject.status === '429'} ${subject.kind === 'header' && subject.aspect}`).values()].flatMap(([first]) => first?.draft.id ?? []);
const candidates: Candidate[] = [
  ...faults.map(({ factId, ...fault }) => ({ ...fault, factIds: [factId] })),
  ...firsts.map((id) => ({ ...unchanged(`unchanged ${id}`, id), isUnseen: true })),
  unchanged('idle', 'none'),
  { ...unchanged('broken', 'none'), wrap: () => () => Promise.reject(new Error('It cannot be made.')) },
];
let trial: Trial;

beforeAll(async () => {
  trial = await openServerTrial(proof, candidates);
});

afterAll(() => trial.close());

async function resultOf(id: string, isFull = false): Promise<MutantResult> {
  for await (const result of trial.run([id], { seed: 424_242_424, isFull })) return result;
  return expect.fail(`There is no result of ${id}.`);
}

test('every fact that is held has a fault, or is told why not', () => {
  const known = new Set(faults.map(({ factId }) => factId));
  const without = held.filter(({ draft }) => !known.has(draft.id));
  expect(without.filter(({ draft }) => entryOf('server', draft.id, factsWithoutMutants) === undefined).map(({ draft }) => draft.id)).toEqual([]);
  expect(without.length).toBeGreaterThan(0);
  for (const { draft } of without) {
    const { contract } = proof.description;
    const { types, keywords } = viewSchema(contract, `${resolvePart(contract, draft.pointer).pointer}/schema`);
    expect({ id: draft.id, types, keywords: [...keywords.keys()].filter((key) => !/^(type|description|examples?)$/.test(key)) }).toEqual({ id: draft.id, types: ['string'], keywords: [] });
  }
});

/** Some faults of each kind of fact: the first, the last, and one between. */
function sample(): typeof faults {
  const seen = faults.filter(({ id }) => entryOf('server', id, equivalentMutants) === undefined);
  const kinds = Map.groupBy(seen, ({ factId }) => held.find(({ draft }) => draft.id === factId)?.draft.subject.kind);
  return [...kinds.values()].flatMap((own) => [...new Set([0, Math.floor(own.length / 2), own.length - 1])].flatMap((index) => own[index] ?? []));
}

describe('a departure from one fact is told', () => {
  test.each(sample().map(({ id }) => id))('%s', async (id) => {
    const result = await resultOf(id);
    expect(result).toMatchObject({ kind: 'server', id, verdict: 'caught' });
    expect(result.caughtBy).toHaveLength(1);
  });
});

test('a full run goes on after the first breach', async () => {
  const [{ id, factId } = expect.fail('There is no fault.')] = faults;
  const { caughtBy } = await resultOf(id, true);
  expect(caughtBy).toContain(factId);
  expect(caughtBy.length).toBeGreaterThan(1);
});

describe('a server that departs in nothing is not told of, whatever a run looks at first', () => {
  test.each(firsts)('%s', async (id) => {
    expect(await resultOf(`unchanged ${id}`)).toMatchObject({ verdict: 'survived', caughtBy: [], told: undefined });
  });
});

test.each([
  ['idle', 'nothing that it could change came by'],
  ['broken', 'It cannot be made.'],
])('a mutant that is %s was not tried', async (id, told) => {
  expect(await resultOf(id)).toMatchObject({ verdict: 'failed', told: expect.stringContaining(told) as string });
});
