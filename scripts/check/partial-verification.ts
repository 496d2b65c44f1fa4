import type { PublicVerification } from '../report/redact.ts';
import type { Requirement } from '../requirements/requirement.ts';
import type { Side } from '../requirements/side.ts';
import { isShownByResponses } from '../verify/client/reached-requirements.ts';
import type { RequirementResult } from '../verify/result.ts';
import type { OperationDigests } from './contract-parts.ts';

type Operations = Readonly<Record<string, OperationDigests>>;

/** What a verification found that passed, with the digests of each operation then. */
export interface KeptVerification {
  verified: PublicVerification;
  operations: Operations;
}

/** What is to be verified again where a verification was kept. */
export interface Changes {
  /** Ids of the operations that differ now, with null for what is about none. */
  selection: ReadonlySet<string | null>;
  /**
   * Those of them whose requests alone differ, where a client is verified: what it makes of a response is the same.
   * A server makes its responses of requests.
   */
  requestsOnly: ReadonlySet<string>;
}

/** What differs now from where a side was verified. Undefined where that is everything. */
export function changedSince(
  { verified, operations }: KeptVerification,
  now: Operations,
  catalogue: readonly Requirement[],
  side: Side,
): Changes | undefined {
  const ids = Object.keys(now);
  const selection = new Set<string | null>(ids.filter((id) => !isUnchanged(operations[id], now[id])));
  const whole = new Set<string | null>(ids.filter((id) => operations[id]?.others !== now[id]?.others));
  // What is required of an operation may follow from another one, and be shown by it.
  const known = resultsById(verified);
  const changed = new Set(selection);
  for (const requirement of catalogue) {
    const isShownByOther = changed.has(requirement.subject['other'] ?? null);
    if (!isShownByOther && isSame(known.get(requirement.id)?.requirement, requirement)) continue;
    selection.add(requirement.operationId);
    if (isShownByResponses(requirement)) whole.add(requirement.operationId);
  }
  const requestsOnly = new Set(ids.filter((id) => side === 'client' && selection.has(id) && !whole.has(id)));
  if (ids.every((id) => selection.has(id)) && requestsOnly.size === 0) return undefined;
  selection.add(null);
  return { selection, requestsOnly };
}

/** True for an operation that is what it was. */
export function isUnchanged(before: OperationDigests | undefined, now: OperationDigests | undefined): boolean {
  return before?.request === now?.request && before?.others === now?.others;
}

/**
 * Both results as one: what was not verified again is as it was kept, and so is what this run waives since it leaves
 * out an operation that shows it, or did not reach as it is about no operation.
 */
export function mergeVerifications(
  kept: PublicVerification,
  fresh: PublicVerification,
  catalogue: readonly Requirement[],
): PublicVerification {
  const [before, after] = [resultsById(kept), resultsById(fresh)];
  const requirements = catalogue.flatMap((requirement): RequirementResult[] => {
    const own = after.get(requirement.id);
    const known = before.get(requirement.id);
    const isLeftOut = own?.verdict === 'waived' && requirement.waiver === null;
    const isReached =
      own !== undefined && !isLeftOut && !(own.verdict === 'unproven' && requirement.operationId === null);
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
