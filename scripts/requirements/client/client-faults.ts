import { MessageContext } from '../message-context.ts';
import { kindOf } from '../registry.ts';
import type { RequirementDraft } from '../requirement.ts';
import type { Specification } from '../specification.ts';
import type { ClientChange, ClientFault } from './client-fault.ts';
import { bodyFaults } from './client-request-faults.ts';

/** Clients that violate the contract, each in one of these requirements. */
export function clientFaults(specification: Specification, requirements: readonly RequirementDraft[]): ClientFault[] {
  const context = new MessageContext(specification);
  return requirements.flatMap((requirement) =>
    changesFor(context, requirement).map((change) => ({
      ...change,
      id: `${requirement.id}: ${change.what}`,
      requirementId: requirement.id,
    })),
  );
}

function changesFor(context: MessageContext, requirement: RequirementDraft): ClientChange[] {
  const { subject } = requirement;
  switch (subject.kind) {
    case 'registered':
      return kindOf(subject.of).client?.faults(context, subject.of) ?? [];
    case 'requestBody':
      return bodyFaults(context, requirement, subject);
    case 'request':
      return bodyFaults(context, requirement, { kind: 'requestBody', path: '', keyword: 'none' });
  }
}
