import { sample } from 'fast-check';
import type { Case } from '../../requirements/cases.ts';
import { assemble } from '../../requirements/request/request-parts.ts';
import { callFor } from './call-conversion.ts';
import { type ClientOperation, type ClientSpecification, successOf } from './client-specification.ts';
import type { ClientTrial, PlannedTrial } from './client-trial.ts';

const generatedRuns = 15;

/** Calls with the values of each case that servers are verified with, then with generated ones. */
export function caseTrials(own: ClientSpecification, operation: ClientOperation): PlannedTrial[] {
  const planned = (one: Case): PlannedTrial => ({
    requirementIds: [one.requirement.id],
    make: () => caseTrial(own, operation, one),
  });
  const generated = operation.generated.flatMap(({ values, caseFor }) =>
    sample(values, { seed: own.seed, numRuns: generatedRuns }).flatMap((value) => caseFor(value) ?? []),
  );
  return [...operation.cases, ...generated].map(planned);
}

async function caseTrial(
  { session, check, callerRequirements }: ClientSpecification,
  { documented }: ClientOperation,
  { requirement, title, expectation, build }: Case,
): Promise<ClientTrial | undefined> {
  const parts = await build(session, expectation.kind !== 'refused');
  const checked = check.check(assemble(parts));
  const call = callFor(parts, checked);
  if (call === undefined) return undefined;
  const isAllowed = !checked.violations.some(({ requirementId }) => callerRequirements.has(requirementId));
  const refusal =
    documented.find(({ status }) => status === (checked.refusal ?? 400)) ??
    documented.find(({ status }) => status >= 400 && status < 500);
  const ending = isAllowed || refusal === undefined ? documented.find(({ status }) => status < 300) : refusal;
  return {
    title,
    call,
    script: () => ending?.response ?? successOf(documented),
    ending: 'documented',
    isAllowed,
    requirement,
    requirementIds: ending?.requirementIds ?? [],
    besides: [],
  };
}
