import { resolvePart } from '../../openapi/contract.ts';
import { objectOf, stringOf } from '../../openapi/json.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement } from '../requirement.ts';
import { listForResponses, sectionOf } from './listed-responses.ts';
import { responseFault, seenByClient } from './response-fault.ts';

/** A documented status: some request gets it from a server, and a client hands it on. */
export const responseStatus = defineKind({
  id: '{set}.responses.{status}',
  section: sectionOf,
  list: (context, operation) =>
    listForResponses(context, operation, ({ set, status, response }) => {
      const { value } = resolvePart(context.description.contract, response.pointer);
      const text = (stringOf(objectOf(value)['description']) ?? '').trim().replaceAll(/\s+/g, ' ');
      return [
        {
          subject: { set: set.name, status },
          pointer: response.pointer,
          statement: `Status ${status} must be used as documented${text === '' ? '.' : `: ${text}`}`,
        },
      ];
    }),
  contractAdvice: () => 'change the response',
  server: {
    reach: { by: 'responses', judge: (seen, { status }) => (seen.status === status ? 'kept' : undefined) },
    faults: otherStatuses,
    advice: () => 'Answer with the documented status.',
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'documented responses',
      isShownBy: (shown, { status }) => shown.status === status,
      // What is about no other part of a response is about this.
      nearness: () => 0,
    },
    faults: (context, requirement) =>
      otherStatuses(context, requirement)
        .filter(({ what }) => what !== 'a failure' || requirement.subject.status !== '500')
        .map(seenByClient),
    advice: () => 'Hand the response on with its status and its body.',
  },
});

function otherStatuses(context: MessageContext, requirement: Requirement<'{set}.responses.{status}'>) {
  const { status } = requirement.subject;
  const as = (what: string, other: number) =>
    responseFault(context, requirement, status, what, (response) => ({ ...response, status: other }));
  return status.startsWith('2')
    ? [as('another of its class', Number(status) === 202 ? 203 : 202), as('a redirect', 302)]
    : [as('another of its class', 418), as('a success with the body of a refusal', 200), as('a failure', 500)];
}
