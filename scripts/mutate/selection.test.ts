import { expect, test } from 'vitest';
import { contractOf } from '../test/contracts.ts';
import { specificationOf } from '../verify/specification.ts';
import type { Equivalent } from './equivalent.ts';
import { judged } from './equivalents.ts';
import type { Kind, Subject } from './kind.ts';
import type { MutantResult } from './results.ts';
import { sampleOf } from './sample.ts';
import { requirementScores } from './score.ts';
import { reportOf, type Selection, select } from './selection.ts';

const location = { file: 'a.yaml', line: 7, column: 1 };
const mutantOf = (id: string) => ({ id, requirementIds: [id.slice(0, 1)], what: 'it is not so' });
const resultOf = (id: string, own: Partial<MutantResult> = {}): MutantResult => ({
  kind: 'server',
  ...mutantOf(id),
  location: undefined,
  verdict: 'detected',
  detectedBy: ['a'],
  message: undefined,
  distances: {},
  ...own,
});
const listed = (pattern: RegExp): Equivalent => ({ kind: 'server', pattern, reason: 'Nobody can see it.' });

const all = Array.from({ length: 40 }, (_, index) => mutantOf(`${index % 2 === 0 ? 'a' : 'b'}${index}`));
const kind: Kind = {
  name: 'server',
  list: async () => all,
  open: () => Promise.reject(new Error('Nothing is tried.')),
  batch: 1,
  seconds: 1,
  requirements: async () => ['a', 'b', 'c'].map((id) => ({ id, location })),
  mustReachAll: true,
  reports: 'requirements',
  advice: '',
};
const contract = contractOf('openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\npaths: {}\n');
const subject: Subject = { file: contract.file, contract, specification: specificationOf(contract) };
const selection = (chosen = all): Selection => ({
  kind,
  all,
  chosen,
  requirements: [{ id: 'c', location }],
  leftOut: [],
});
const nothing = { mutants: [], requirements: [] };

test('a seed draws the same mutants again, in their order; another one draws others', async () => {
  const ids = async (seed: number, only = /^/) =>
    (await select(kind, subject, { only, sample: 10, seed })).chosen.map(({ id }) => id);
  expect(await ids(1)).toHaveLength(10);
  expect(await ids(1)).toEqual(await ids(1));
  expect(await ids(1)).not.toEqual(await ids(2));
  expect(all.map(({ id }) => id).filter((id) => new Set(sampleOf(all, 10, 1).map((one) => one.id)).has(id))).toEqual(
    await ids(1),
  );
  expect((await ids(1, /^b/)).every((id) => id.startsWith('b'))).toBe(true);
});

test('without a sample, all that are asked for', async () => {
  expect((await select(kind, subject, { only: /^a/, sample: null, seed: 1 })).chosen).toHaveLength(20);
});

test('without a sample, as many as the kind tries at most, and how many are left out', async () => {
  const bounded = { ...kind, most: 30, leftOut: async () => ['half of each left out'] };
  const chosenOf = async (sample: number | null) => select(bounded, subject, { only: /^/, sample, seed: 1 });
  const { chosen, leftOut } = await chosenOf(null);
  expect(chosen).toHaveLength(30);
  expect(leftOut).toEqual(['10 mutants left out: --sample NUMBER tries more', 'half of each left out']);
  expect((await chosenOf(35)).chosen).toHaveLength(35);
  expect((await chosenOf(35)).leftOut).toEqual(['half of each left out']);
});

test.each<[verdict: MutantResult['verdict'], judgement: MutantResult['verdict'], message: string | undefined]>([
  ['survived', 'equivalent', 'Nobody can see it.'],
  ['detected', 'listed but detected', undefined],
  ['failed', 'failed', undefined],
])('of those that are listed, one that is %s is %s', (verdict, judgement, message) => {
  expect(judged(resultOf('a1', { verdict }), [listed(/^a1$/)])).toMatchObject({ verdict: judgement, message });
  expect(judged(resultOf('b1', { verdict }), [listed(/^a1$/)])).toMatchObject({ verdict });
  expect(judged(resultOf('a1', { verdict, kind: 'client' }), [listed(/^a1$/)])).toMatchObject({ verdict });
});

test('a mutant of which no result came was not tried', () => {
  const { mutants } = reportOf(
    selection(all.slice(0, 2)),
    [resultOf('a0'), resultOf('b1', { kind: 'client' })],
    nothing,
  );
  expect(mutants.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['a0', 'detected'],
    ['b1', 'failed'],
  ]);
});

test('a requirement that no mutant is about is reported, unless it is listed', () => {
  expect(reportOf(selection(), [], nothing).unreached.map(({ id }) => id)).toEqual(['c']);
  expect(reportOf(selection(), [], { mutants: [], requirements: [listed(/^c$/)] })).toMatchObject({
    unreached: [],
    unused: [],
  });
});

test.each([
  ['mutants', /^z/],
  // It has mutants: it need not be listed.
  ['requirements', /^a$/],
])('a pattern in the list of %s that matches nothing is reported', (name, pattern) => {
  expect(reportOf(selection(), [], { ...nothing, [name]: [listed(pattern)] }).unused).toEqual([listed(pattern)]);
  expect(reportOf(selection(), [], { ...nothing, [name]: [{ ...listed(pattern), kind: 'client' }] }).unused).toEqual(
    [],
  );
});

test('each requirement has a score of its own, in which what is equivalent does not count', () => {
  const results = [
    resultOf('a1'),
    resultOf('a2', { verdict: 'survived' }),
    resultOf('b1'),
    resultOf('b2', { verdict: 'equivalent' }),
    resultOf('b3', { kind: 'client', verdict: 'failed' }),
  ];
  expect([...requirementScores(results)]).toEqual([
    ['a', { detected: 1, total: 2 }],
    ['b', { detected: 1, total: 2 }],
  ]);
});
