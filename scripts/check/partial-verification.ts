import type { PublicVerification } from '../report/redact.ts';
import type { Requirement } from '../requirements/requirement.ts';
import type { RequirementResult } from '../verify/result.ts';

/** What a verification found that passed, with the digest of each operation then. */
export interface KeptVerification {
  verified: PublicVerification;
  operations: Readonly<Record<string, string>>;
}

/**
 * What is to be verified again where a verification was kept: the operations that differ now, with null for what is
 * about none. Undefined where that is everything.
 */
export function changedSince(
  { verified, operations }: KeptVerification,
  now: Readonly<Record<string, string>>,
  catalogue: readonly Requirement[],
): ReadonlySet<string | null> | undefined {
  const changed = new Set<string | null>(Object.keys(now).filter((id) => now[id] !== operations[id]));
  // What is required of an operation may follow from another one.
  const known = resultsById(verified);
  for (const requirement of catalogue)
    if (!isSame(known.get(requirement.id)?.requirement, requirement)) changed.add(requirement.operationId);
  changed.add(null);
  return Object.keys(now).every((id) => changed.has(id)) ? undefined : changed;
}

/** Both results as one: what was not verified again, or not reached as it is about no operation, is as it was kept. */
export function mergeVerifications(
  kept: PublicVerification,
  fresh: PublicVerification,
  catalogue: readonly Requirement[],
): PublicVerification {
  const [before, after] = [resultsById(kept), resultsById(fresh)];
  const requirements = catalogue.flatMap((requirement): RequirementResult[] => {
    const own = after.get(requirement.id);
    const known = before.get(requirement.id);
    const isReached = own !== undefined && !(own.verdict === 'unproven' && requirement.operationId === null);
    if (isReached || known === undefined) return own === undefined ? [] : [own];
    // The lines of the contract may have moved.
    return [{ ...known, requirement }];
  });
  // What no result shows any more would be kept from one change to the next.
  const shown = new Set(requirements.flatMap(({ samples }) => samples.map(({ request }) => request)));
  const curls = [...kept.curls, ...fresh.curls].filter(([request]) => shown.has(request));
  return { ...fresh, requirements, curls: new Map(curls) };
}

function resultsById({ requirements }: PublicVerification): Map<string, RequirementResult> {
  return new Map(requirements.map((result) => [result.requirement.id, result]));
}

function isSame(one: Requirement | undefined, other: Requirement): boolean {
  return one !== undefined && one.statement === other.statement && one.waiver === other.waiver;
}
