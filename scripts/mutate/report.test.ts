import { expect, test } from 'vitest';
import type { FactDraft } from '../verify/facts.ts';
import { unseenFaults } from './equivalent-mutants.ts';
import { departing, faultOf } from './fault.ts';
import { describeControls, describeFaults, faultReport } from './report.ts';
import type { Outcome } from './trial.ts';

const draft = (id: string): FactDraft => ({ id, operationId: null, pointer: '', statement: 'It is so.', subject: { kind: 'operation' } });
const heldAs = (id: string) => ({ draft: draft(id), fact: { id, operationId: null, pointer: '', location: { file: 'a.yaml', line: 7, column: 1 }, statement: 'It is so.', waiver: null } });
const faultAs = (id: string, what = 'is not so') => faultOf(draft(id), departing(what, (send) => send));
const outcomeAs = (id: string, verdict: Outcome['verdict'], broken: string[] = []): Outcome => ({ id, verdict, broken, unproven: verdict === 'unproven' ? ['c'] : [], message: 'Why.', seconds: 1, requests: 10 });

test('counts what was caught, and which fact was told', () => {
  const faults = [faultAs('a'), faultAs('b'), faultAs('c')];
  const outcomes = [outcomeAs('a: is not so', 'caught', ['a']), outcomeAs('b: is not so', 'caught', ['x', 'b']), outcomeAs('c: is not so', 'caught', ['x'])];
  const report = faultReport(['a', 'b', 'c'].map(heldAs), faults, outcomes);
  expect(report).toMatchObject({ isGood: true, caught: 3, total: 3, findings: [], attributed: { first: 1, among: 2, total: 3 } });
});

test.each<[Outcome['verdict'], string]>([
  ['survived', 'not caught'],
  ['unproven', 'not caught; unproven: c'],
  ['refused', 'refused to run: Why.'],
  ['idle', 'nothing that it could change came by'],
])('a fault that %s is told with the line of its fact', (verdict, problem) => {
  const report = faultReport([heldAs('a')], [faultAs('a')], [outcomeAs('a: is not so', verdict)]);
  expect(report).toMatchObject({ isGood: false, caught: 0, total: 1 });
  expect(describeFaults(report)).toContain(`✗ a: is not so\n  ${problem}\n  a.yaml:7 It is so.`);
});

test('a fault that was not run, and a fact of which no fault is made, are told', () => {
  const report = faultReport([heldAs('a'), heldAs('b')], [faultAs('a')], []);
  expect(report.findings.map(({ id, problem }) => [id, problem])).toEqual([['b', 'no fault is made of it'], ['a: is not so', 'not run']]);
});

test('an equivalent mutant need not be caught, and is told when it is', () => {
  expect(unseenFaults.length).toBeGreaterThan(0);
  const fact = 'any.responses.401.headers.Any.meaning';
  const run = (verdict: Outcome['verdict']) => faultReport([heldAs(fact)], [faultAs(fact, 'doubled')], [outcomeAs(`${fact}: doubled`, verdict, verdict === 'caught' ? [fact] : [])]);
  expect(run('survived')).toMatchObject({ isGood: true, total: 0, equivalents: 1 });
  expect(run('caught').findings).toMatchObject([{ problem: 'caught, though it is listed among the equivalent mutants' }]);
});

test('a false alarm is told with its seed', () => {
  const alarms = [{ seed: 5, outcome: outcomeAs('slow', 'caught', ['a', 'b']) }, { seed: 6, outcome: outcomeAs('large', 'idle') }];
  expect(describeControls(alarms)).toBe('✗ slow (seed 5): a, b\n  Why.\n✗ large (seed 6): nothing that it could change came by');
});
