import type { FactResult } from '../verify/result.ts';
import type { MutantResult } from './results.ts';

/** Facts that were told as broken; where there are none, `told` names those that could not be held against a side. */
export function toldBy(facts: readonly FactResult[]): Pick<MutantResult, 'caughtBy' | 'told'> {
  const broken = facts.flatMap((result) => (result.verdict === 'broken' ? [result] : []));
  const unproven = facts.filter(({ verdict }) => verdict === 'unproven').map(({ fact }) => fact.id);
  const [first] = broken;
  if (first !== undefined) return { caughtBy: broken.map(({ fact }) => fact.id), told: `${first.breach.documented} Received: ${first.breach.received}` };
  return { caughtBy: [], told: unproven.length > 0 ? `unproven: ${unproven.slice(0, 3).join(', ')}` : undefined };
}
