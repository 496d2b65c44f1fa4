import type { ClientFault } from '../../requirements/client/client-fault.ts';
import { MessageContext } from '../../requirements/message-context.ts';
import { kindOf } from '../../requirements/registry.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import type { Specification } from '../../requirements/specification.ts';

/** Clients that violate the contract, each in one of these requirements. */
export function clientFaults(specification: Specification, requirements: readonly Requirement[]): ClientFault[] {
  const context = new MessageContext(specification);
  return requirements.flatMap((requirement) =>
    (kindOf(requirement).client?.faults(context, requirement) ?? []).map((change) => ({
      ...change,
      id: `${requirement.id}: ${change.what}`,
      requirementId: requirement.id,
    })),
  );
}
