import { headerOf } from '../../http/exchange.ts';
import { withHeader } from '../../http/message-changes.ts';
import type { Respond } from '../../http/scripted-response.ts';
import { altering, type FaultDraft, faultDraft, type Wrap } from '../fault.ts';
import { MessageContext } from '../message-context.ts';
import { kindOf } from '../registry.ts';
import type { RequirementDraft } from '../requirement.ts';
import { headerFaults } from '../response/header-faults.ts';
import { responseBodyFaults } from '../response/response-body-faults.ts';
import { contentFaults, statusFaults } from '../response/status-faults.ts';
import type { Specification } from '../specification.ts';
import { outcomeFaults } from './client-behaviour-faults.ts';
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
    case 'status':
      return subject.status === 'undocumented' || subject.status === 'failure'
        ? outcomeFaults(context, requirement, subject.status)
        : statusFaults(context, requirement, subject.status)
            .filter(({ what }) => !(what === 'a failure' && subject.status === '500'))
            .map(seen);
    case 'content':
      return contentFaults(context, requirement, subject.status)
        .filter(({ what }) => isToBeTold(what))
        .map(seen);
    case 'header':
      return subject.aspect === 'present'
        ? headerFaults(context, requirement, subject).map(seen)
        : [
            seen(
              faultDraft(
                'another value',
                altering((response, request) =>
                  context.isOf(requirement, subject.status)(request, response) &&
                  headerOf(response, subject.name) !== undefined
                    ? withHeader(response, subject.name, `${headerOf(response, subject.name)}1`)
                    : response,
                ),
              ),
            ),
          ];
    case 'responseBody':
      return responseBodyFaults(context, requirement, subject).map(seen);
  }
}

/** A charset and a byte order mark change nothing of what a client makes of JSON (RFC 8259 section 8.1). */
function isToBeTold(what: string): boolean {
  return what !== 'another charset' && what !== 'a byte order mark';
}

/** A violation of a server, as what the client sees of one that keeps the contract. */
function seen({ what, wrap }: FaultDraft): ClientChange {
  return { what, between: (respond, { key }) => asRespond(wrap, respond, key) };
}

function asRespond(wrap: Wrap, respond: Respond, key: string): Respond {
  return wrap(respond, { key, limitedKey: key, now: Date.now, doing: () => '' });
}
