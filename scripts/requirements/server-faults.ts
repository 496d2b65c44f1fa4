import { Ledger } from '../verify/ledger.ts';
import type { Requirement } from '../verify/result.ts';
import { requirementsOf, type Specification } from '../verify/server/run.ts';
import { faultOf, type ServerFault } from './fault.ts';
import { MessageContext } from './message-context.ts';
import { kindOf } from './registry.ts';
import type { RequirementDraft } from './requirement.ts';

/** Servers that violate the contract of a specification, each in one requirement: what is waived is left out. */
export function serverFaults(specification: Specification): ServerFault[] {
  const context = new MessageContext(specification);
  return heldRequirements(specification).flatMap(({ draft }) => {
    const { of } = draft.subject;
    const faults = kindOf(of).server?.faults(context, of) ?? [];
    return faults.map((one) => faultOf(draft, one));
  });
}

/** The requirements that a server is held to, as they are known before a run and with their place in the file. */
export function heldRequirements(
  specification: Specification,
): { draft: RequirementDraft; requirement: Requirement }[] {
  const drafts = requirementsOf(specification);
  const ledger = new Ledger(specification.description.contract);
  for (const draft of drafts) ledger.add(draft);
  const requirements = new Map(
    ledger.results('http://localhost').map(({ requirement }) => [requirement.id, requirement]),
  );
  return drafts.flatMap((draft) => {
    const requirement = requirements.get(draft.id);
    return requirement === undefined || requirement.waiver !== null ? [] : [{ draft, requirement }];
  });
}
