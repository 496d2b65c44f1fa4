import type { FactDraft } from '../verify/facts.ts';
import type { Fact } from '../verify/result.ts';
import { equivalentOf, unseenFaults, withoutFaults } from './equivalent-mutants.ts';
import type { ServerFault } from './fault.ts';
import type { Outcome } from './trial.ts';

interface Held {
  draft: FactDraft;
  fact: Fact;
}

/** What a fault that was not caught, or should not have been, says of a fact. */
export interface Finding {
  id: string;
  factId: string;
  /** File and line of the contract. */
  place: string;
  statement: string;
  problem: string;
}

export interface FaultReport {
  isGood: boolean;
  caught: number;
  total: number;
  /** By kind of fact: faults caught, and all. */
  kinds: { kind: string; caught: number; total: number; facts: number }[];
  findings: Finding[];
  equivalents: number;
  /** Of full runs: how often the first fact reported, or any, was the one departed from. */
  attributed: { first: number; among: number; total: number };
}

/** Puts the outcomes of faults together with the facts that they are about. */
export function faultReport(held: readonly Held[], faults: readonly ServerFault[], outcomes: readonly Outcome[]): FaultReport {
  const kindOf = new Map(held.map(({ draft }) => [draft.id, draft.subject.kind]));
  const results = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  const findings = [...held.flatMap((one) => missing(one, faults)), ...faults.flatMap((fault) => findingOf(fault, results.get(fault.id), held))];
  const counted = faults.filter(({ id }) => equivalentOf(id, unseenFaults) === undefined);
  const isCaught = ({ id }: ServerFault) => results.get(id)?.verdict === 'caught';
  const kinds = [...Map.groupBy(counted, ({ factId }) => kindOf.get(factId) ?? 'other')].map(([kind, own]) => ({ kind, caught: own.filter(isCaught).length, total: own.length, facts: new Set(own.map(({ factId }) => factId)).size }));
  const told = counted.filter(isCaught);
  const first = told.filter(({ id, factId }) => results.get(id)?.broken[0] === factId).length;
  const among = told.filter(({ id, factId }) => results.get(id)?.broken.includes(factId) === true).length;
  return { isGood: findings.length === 0, caught: told.length, total: counted.length, kinds, findings, equivalents: faults.length - counted.length, attributed: { first, among, total: told.length } };
}

function missing({ draft, fact }: Held, faults: readonly ServerFault[]): Finding[] {
  if (faults.some(({ factId }) => factId === draft.id) || equivalentOf(draft.id, withoutFaults) !== undefined) return [];
  return [{ ...placeOf(fact), id: draft.id, problem: 'no fault is made of it' }];
}

function findingOf({ id, factId }: ServerFault, outcome: Outcome | undefined, held: readonly Held[]): Finding[] {
  const fact = held.find(({ draft }) => draft.id === factId)?.fact;
  const isListed = equivalentOf(id, unseenFaults) !== undefined;
  const isCaught = outcome?.verdict === 'caught';
  if (fact === undefined || isCaught !== isListed) return [];
  const survived = outcome === undefined ? 'not run' : outcome.verdict === 'idle' ? 'nothing that it could change came by' : outcome.verdict === 'unproven' ? `not caught; unproven: ${outcome.unproven.slice(0, 3).join(', ')}` : outcome.verdict === 'refused' ? `refused to run: ${outcome.message ?? ''}` : 'not caught';
  return [{ ...placeOf(fact), id, problem: isListed ? 'caught, though it is listed among the equivalent mutants' : survived }];
}

function placeOf({ id, location, statement }: Fact): Pick<Finding, 'factId' | 'place' | 'statement'> {
  return { factId: id, place: `${location.file}:${location.line}`, statement };
}

export function describeFaults({ kinds, findings, equivalents, attributed }: FaultReport): string {
  const rows = kinds.map(({ kind, caught, total, facts }) => `${caught === total ? '✓' : '✗'} ${kind.padEnd(13)} ${String(caught).padStart(4)} / ${String(total).padStart(4)} faults of ${facts} facts`);
  const listed = equivalents === 0 ? [] : [`- ${equivalents} equivalent mutants, which no run can see`];
  const reported = [`- the fact departed from is the first that is reported for ${attributed.first} of ${attributed.total}, and among those reported for ${attributed.among}`];
  const lines = findings.map(({ id, place, statement, problem }) => `✗ ${id}\n  ${problem}\n  ${place} ${statement}`);
  return [...rows, ...listed, ...reported, '', ...lines].join('\n');
}

export function describeControls(alarms: readonly { seed: number; outcome: Outcome }[]): string {
  return alarms.map(({ seed, outcome }) => `✗ ${outcome.id} (seed ${seed}): ${describeAlarm(outcome)}`).join('\n');
}

function describeAlarm({ verdict, broken, unproven, message = '' }: Outcome): string {
  if (verdict === 'caught') return `${broken.join(', ')}\n  ${message}`;
  if (verdict === 'unproven') return `unproven: ${unproven.join(', ')}`;
  return verdict === 'idle' ? 'nothing that it could change came by' : `refused to run: ${message}`;
}
