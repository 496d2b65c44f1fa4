import { expect, test } from 'vitest';
import type { PublicVerification } from '../report/redact.ts';
import { retryStops } from '../requirements/client/retry-stops.ts';
import { operationExists } from '../requirements/operation/exists.ts';
import type { Requirement } from '../requirements/requirement.ts';
import type { RequirementResult } from '../verify/result.ts';
import { changedSince, mergeVerifications } from './partial-verification.ts';

const requirementOf = (id: string, others: Partial<Requirement> = {}): Requirement => ({
  id,
  kind: operationExists.id,
  subject: {},
  operationId: id.startsWith('none') ? null : (id.split('.')[0] ?? null),
  pointer: '',
  location: { file: 'a.yaml', line: 1, column: 1 },
  statement: `${id} must hold.`,
  section: '',
  alsoAt: [],
  waiver: null,
  ...others,
});
const catalogue = ['one.a', 'one.b', 'two.a', 'none.a'].map((id) => requirementOf(id));
const resultOf = (requirement: Requirement, verdict: 'kept' | 'unproven', cases: number): RequirementResult =>
  verdict === 'kept'
    ? { requirement, verdict, cases, samples: [] }
    : { requirement, verdict, reason: 'not reached', cases, samples: [] };
const verificationOf = (requirements: RequirementResult[]): PublicVerification => ({
  contract: { file: 'a.yaml', title: '', version: '' },
  baseUrl: '',
  seed: 1,
  seconds: 1,
  requests: 1,
  unreached: 0,
  requirements,
  variables: [],
  curls: new Map(),
});
const digestsOf = (request: string, others = '') => ({ request, others });
const operations = { one: digestsOf('1'), two: digestsOf('2') };
const answering = requirementOf('two.retry', { kind: retryStops.id });
const kept = { verified: verificationOf(catalogue.map((one) => resultOf(one, 'kept', 7))), operations };

const changes = (selected: (string | null)[], requestsOnly: string[] = []) => ({
  selection: new Set(selected),
  requestsOnly: new Set(requestsOnly),
});
const otherwise = digestsOf('2', 'another response');

test.each<[what: string, now: typeof operations, requirements: Requirement[], server: unknown, client: unknown]>([
  [
    'what an operation is sent',
    { ...operations, two: digestsOf('3') },
    catalogue,
    changes(['two', null]),
    changes(['two', null], ['two']),
  ],
  ['a response', { ...operations, two: otherwise }, catalogue, changes(['two', null]), changes(['two', null])],
  ['every operation', { one: otherwise, two: otherwise }, catalogue, undefined, undefined],
  [
    'what every operation is sent',
    { one: digestsOf('2'), two: digestsOf('3') },
    catalogue,
    undefined,
    changes(['one', 'two', null], ['one', 'two']),
  ],
  [
    'what a client makes of responses, beside what it sends',
    { ...operations, two: digestsOf('3') },
    [...catalogue, answering],
    changes(['two', null]),
    changes(['two', null]),
  ],
  [
    'what is required of another operation',
    { ...operations, two: otherwise },
    [...catalogue, requirementOf('one.c')],
    undefined,
    changes(['two', 'one', null], ['one']),
  ],
  [
    'the words of a requirement',
    operations,
    catalogue.map((one) => (one.id === 'one.b' ? { ...one, statement: 'Otherwise.' } : one)),
    changes(['one', null]),
    changes(['one', null], ['one']),
  ],
  [
    'what is waived',
    operations,
    catalogue.map((one) => (one.id === 'two.a' ? { ...one, waiver: 'no' } : one)),
    changes(['two', null]),
    changes(['two', null], ['two']),
  ],
])('a change of %s says what is verified again', (_, now, requirements, server, client) => {
  expect(changedSince(kept, now, requirements, 'server')).toEqual(server);
  expect(changedSince(kept, now, requirements, 'client')).toEqual(client);
});

test('what an operation shows of another one is verified again where it has changed itself', () => {
  const all = [...catalogue, requirementOf('one.lists', { subject: { other: 'two' } })];
  const before = { ...kept, verified: verificationOf(all.map((one) => resultOf(one, 'kept', 7))) };
  const three = { ...operations, three: digestsOf('3') };
  const selectionOf = (now: typeof three) =>
    changedSince({ ...before, operations: three }, now, all, 'server')?.selection;
  expect(selectionOf({ ...three, two: otherwise })).toEqual(new Set(['two', 'one', null]));
  expect(selectionOf({ ...three, one: otherwise })).toEqual(new Set(['one', null]));
});

test('what a run waives as it leaves out an operation is as it was kept; what the contract waives is not', () => {
  const [open, waived] = [requirementOf('two.a'), requirementOf('two.b', { waiver: 'It says so.' })];
  const before = verificationOf([resultOf(open, 'kept', 7), resultOf(waived, 'kept', 7)]);
  const fresh = verificationOf(
    [open, waived].map((requirement) => ({
      requirement,
      verdict: 'waived',
      reason: 'It takes one, which this run leaves out.',
      cases: 0,
      samples: [],
    })),
  );
  const { requirements } = mergeVerifications(before, fresh, [open, waived]);
  expect(requirements.map(({ verdict }) => verdict)).toEqual(['kept', 'waived']);
});

test('what is not verified again stays as it was kept, at the line where it stands now', () => {
  const moved = catalogue.map((one) => ({ ...one, location: { ...one.location, line: 9 } }));
  const fresh = verificationOf(
    moved.filter(({ operationId }) => operationId !== 'one').map((one) => resultOf(one, 'kept', 2)),
  );
  const { requirements } = mergeVerifications(kept.verified, fresh, moved);
  expect(requirements.map(({ requirement: { id, location }, cases }) => [id, location.line, cases])).toEqual([
    ['one.a', 9, 7],
    ['one.b', 9, 7],
    ['two.a', 9, 2],
    ['none.a', 9, 2],
  ]);
});

test('the curl lines are those of the samples that are shown', () => {
  const withSample = (requirement: Requirement, target: string): [RequirementResult, PublicVerification['curls']] => {
    const request = { method: 'GET', target, headers: [], body: null };
    const sample = { title: undefined, isKept: true, request, response: null };
    return [{ requirement, verdict: 'kept', cases: 1, samples: [sample] }, new Map([[request, target]])];
  };
  const [one, two] = [requirementOf('one.a'), requirementOf('two.a')];
  const [oneResult, oneCurls] = withSample(one, '/one');
  const [oldResult, oldCurls] = withSample(two, '/old');
  const [newResult, newCurls] = withSample(two, '/new');
  const before = { ...verificationOf([oneResult, oldResult]), curls: new Map([...oneCurls, ...oldCurls]) };
  const { curls } = mergeVerifications(before, { ...verificationOf([newResult]), curls: newCurls }, [one, two]);
  expect([...curls.values()]).toEqual(['/one', '/new']);
});

test.each<[id: string, verdict: string]>([
  ['none.a', 'kept'],
  ['two.a', 'unproven'],
])('%s, that a part of a verification does not reach, is %s', (id, verdict) => {
  const fresh = verificationOf(catalogue.filter((one) => one.id === id).map((one) => resultOf(one, 'unproven', 0)));
  const { requirements } = mergeVerifications(kept.verified, fresh, catalogue);
  expect(requirements.find(({ requirement }) => requirement.id === id)?.verdict).toBe(verdict);
});
