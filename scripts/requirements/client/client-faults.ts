import { MessageContext } from '../message-context.ts';
import { kindOf } from '../registry.ts';
import type { RequirementDraft } from '../requirement.ts';
import type { Specification } from '../specification.ts';
import type { ClientFault } from './client-fault.ts';

/** Clients that violate the contract, each in one of these requirements. */
export function clientFaults(specification: Specification, requirements: readonly RequirementDraft[]): ClientFault[] {
  const context = new MessageContext(specification);
  return requirements.flatMap(({ subject: { of } }) => {
    const changes = kindOf(of).client?.faults(context, of) ?? [];
    return changes.map((change) => ({ ...change, id: `${of.id}: ${change.what}`, requirementId: of.id }));
  });
}
