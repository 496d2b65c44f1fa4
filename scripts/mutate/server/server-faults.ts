import { verifiableRequirements } from '../../requirements/catalogue.ts';
import { faultOf, type ServerFault } from '../../requirements/fault.ts';
import { MessageContext } from '../../requirements/message-context.ts';
import { kindOf } from '../../requirements/registry.ts';
import type { Specification } from '../../requirements/specification.ts';

/** Servers that violate the contract of a specification, each in one requirement that is not waived. */
export function serverFaults(specification: Specification): ServerFault[] {
  const context = new MessageContext(specification);
  return verifiableRequirements(specification).flatMap((requirement) =>
    (kindOf(requirement).server?.faults(context, requirement) ?? []).map((draft) => faultOf(requirement, draft)),
  );
}
