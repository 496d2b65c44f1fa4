import type { Breach, Fact, FactResult, Verification } from '../result.ts';
import { countOf } from './text.ts';

export type Counts = Record<FactResult['verdict'], number>;

/** The facts of one operation, or of what is none. */
export interface Group {
  name: string;
  facts: FactResult[];
}

/** A fact that is broken, and how. */
export interface Broken {
  fact: Fact;
  cases: number;
  breach: Breach;
}

/** A fact that is unproven or waived, and why. */
export interface Reasoned {
  fact: Fact;
  reason: string;
}

/** The facts by operation in the order of the contract, then those of requests that reach none, then the rules. */
export function groupsOf({ facts }: Verification): Group[] {
  const others = 'other requests';
  const rules = 'rules';
  const groups = Map.groupBy(facts, ({ fact: { id, operationId } }) => (id.startsWith('rules.') ? rules : (operationId ?? others)));
  const last = [others, rules];
  const names = [...[...groups.keys()].filter((name) => !last.includes(name)), ...last];
  return names.flatMap((name) => ({ name, facts: groups.get(name) ?? [] })).filter((group) => group.facts.length > 0);
}

export function countsOf(facts: readonly Pick<FactResult, 'verdict'>[]): Counts {
  const counts: Counts = { kept: 0, broken: 0, unproven: 0, waived: 0 };
  for (const { verdict } of facts) counts[verdict] += 1;
  return counts;
}

export function brokenOf(facts: FactResult[]): Broken[] {
  return facts.flatMap((result) => (result.verdict === 'broken' ? [result] : []));
}

export function unprovenOf(facts: FactResult[]): Reasoned[] {
  return facts.flatMap((result) => (result.verdict === 'unproven' ? [result] : []));
}

export function waivedOf(facts: FactResult[]): Reasoned[] {
  return facts.flatMap((result) => (result.verdict === 'waived' ? [result] : []));
}

/** Without those that belong to another one of the list: a response that was never seen takes all that it promises with it. */
export function withoutParts(reasoned: Reasoned[]): (Reasoned & { parts: number })[] {
  const ids = new Set(reasoned.map(({ fact }) => fact.id));
  const ownerOf = (id: string): string => [...id.matchAll(/\./g)].map(({ index }) => id.slice(0, index)).find((prefix) => ids.has(prefix)) ?? id;
  const byOwner = Map.groupBy(reasoned, ({ fact }) => ownerOf(fact.id));
  return reasoned.flatMap((one) => (ownerOf(one.fact.id) === one.fact.id ? [{ ...one, parts: (byOwner.get(one.fact.id)?.length ?? 1) - 1 }] : []));
}

/** What a run says of the contract as a whole; without any fact it has shown nothing. */
export function verdictOf({ facts }: Verification): 'kept' | 'broken' | 'unproven' {
  const counts = countsOf(facts);
  if (counts.broken > 0) return 'broken';
  return counts.unproven > 0 || counts.kept === 0 ? 'unproven' : 'kept';
}

/** The verdict in one line. */
export function verdictLine(verification: Verification): string {
  const { facts, requests, seed, seconds } = verification;
  const { kept, broken, unproven, waived } = countsOf(facts);
  const run = [...(waived > 0 ? [`${waived} waived`] : []), countOf(requests, 'request'), `seed ${seed} (${seconds.toFixed(1)} s)`];
  const verdict = verdictOf(verification);
  if (verdict === 'kept') return [`The contract is kept: ${countOf(kept, 'fact')} proven`, ...run].join(', ');
  if (verdict === 'unproven') return [`The contract is not proven: ${countOf(unproven, 'fact')} of ${facts.length} unproven`, ...run].join(', ');
  return [`The contract is broken: ${countOf(broken, 'fact')} of ${facts.length}`, ...(unproven > 0 ? [`${unproven} unproven`] : []), ...run].join(', ');
}
