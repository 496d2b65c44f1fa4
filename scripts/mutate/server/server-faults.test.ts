import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectFolder } from '../../cli/project.ts';
import { resolvePart } from '../../openapi/contract.ts';
import { readContract } from '../../openapi/read-contract.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { verifiableRequirements } from '../../requirements/catalogue.ts';
import { kindOf } from '../../requirements/registry.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import { firstLookAt } from '../../verify/server/cases/first-look.ts';
import { type RunnableSpecification, specificationOf } from '../../verify/specification.ts';
import { equivalentMutants, requirementsWithoutMutants } from '../equivalent-mutants.ts';
import { entryOf } from '../equivalents.ts';
import type { Trial } from '../kind.ts';
import type { MutantResult } from '../results.ts';
import { serverFaults } from './server-faults.ts';
import { type Candidate, openServerTrial } from './server-trial.ts';

const specification: RunnableSpecification = specificationOf(
  await readContract(join(projectFolder, 'spec', 'openapi.yaml')),
);
const faults = serverFaults(specification);
const verified = verifiableRequirements(specification);

const unchanged = (id: string, requirementId: string): Candidate => ({
  id,
  requirementIds: [requirementId],
  what: 'is as it was',
  wrap: (send) => send,
});
// One requirement for each thing that a run may do first: each is followed by the whole run, which takes seconds.
const noCases = { cases: [], rawCases: [] };
const looksOtherwise = ['workflows', 'raw requests'];
const beginningOf = (requirement: Requirement) => {
  const by = kindOf(requirement).server?.reach.by ?? '';
  return `${looksOtherwise.includes(by) ? by : 'cases'}, spends ${firstLookAt(requirement, noCases).spends}`;
};
const firsts = [...Map.groupBy(verified, beginningOf).values()].flatMap(([first]) => first?.id ?? []);
const candidates: Candidate[] = [
  ...faults.map(({ requirementId, ...fault }) => ({ ...fault, requirementIds: [requirementId] })),
  ...firsts.map((id) => ({ ...unchanged(`unchanged ${id}`, id), isUnseen: true })),
  { ...unchanged('broken', 'none'), wrap: () => () => Promise.reject(new Error('It cannot be made.')) },
];
let trial: Trial;

beforeAll(async () => {
  trial = await openServerTrial(specification, candidates);
});

afterAll(() => trial.close());

async function resultOf(id: string, isFull = false): Promise<MutantResult> {
  for await (const result of trial.run([id], { seed: 424_242_424, isFull })) return result;
  return expect.fail(`There is no result of ${id}.`);
}

test('every requirement that is verified has a fault, or is listed with the reason why not', () => {
  const known = new Set(faults.map(({ requirementId }) => requirementId));
  const without = verified.filter(({ id }) => !known.has(id));
  expect(
    without.filter(({ id }) => entryOf('server', { id }, requirementsWithoutMutants) === undefined).map(({ id }) => id),
  ).toEqual([]);
  expect(without.length).toBeGreaterThan(0);
  for (const { id, pointer } of without) {
    const { contract } = specification.description;
    const { types, keywords } = viewSchema(contract, `${resolvePart(contract, pointer).pointer}/schema`);
    expect({
      id,
      types,
      keywords: [...keywords.keys()].filter((key) => !/^(type|description|examples?)$/.test(key)),
    }).toEqual({ id, types: ['string'], keywords: [] });
  }
});

/** Some faults of each kind of requirement: the first, the last, and one between. */
function sample(): typeof faults {
  const seen = faults.filter(({ id }) => entryOf('server', { id }, equivalentMutants) === undefined);
  const kindOf = new Map(verified.map(({ id, kind }) => [id, kind]));
  const kinds = Map.groupBy(seen, ({ requirementId }) => kindOf.get(requirementId));
  return [...kinds.values()].flatMap((own) =>
    [...new Set([0, Math.floor(own.length / 2), own.length - 1])].flatMap((index) => own[index] ?? []),
  );
}

describe('a violation of one requirement is detected', () => {
  test.each(sample().map(({ id }) => id))('%s', async (id) => {
    const result = await resultOf(id);
    expect(result).toMatchObject({ kind: 'server', id, verdict: 'detected' });
    expect(result.detectedBy).toHaveLength(1);
  });
});

test('a full run goes on after the first violation', async () => {
  const [{ id, requirementId } = expect.fail('There is no fault.')] = faults;
  const { detectedBy } = await resultOf(id, true);
  expect(detectedBy).toContain(requirementId);
  expect(detectedBy.length).toBeGreaterThan(1);
});

describe('no violation is reported of a server that differs in nothing, whatever a run looks at first', () => {
  test.each(firsts)('%s', async (id) => {
    expect(await resultOf(`unchanged ${id}`)).toMatchObject({
      verdict: 'survived',
      detectedBy: [],
      message: undefined,
    });
  });
});

test('a mutant that cannot be made was not tried', async () => {
  const message = expect.stringContaining('It cannot be made.') as string;
  expect(await resultOf('broken')).toMatchObject({ verdict: 'failed', message });
});
