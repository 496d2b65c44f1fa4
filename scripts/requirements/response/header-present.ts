import { headerOf } from '../../http/exchange.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { Requirement } from '../requirement.ts';
import { headerFault } from './header-fault.ts';
import { isShownHeader, nearnessOfHeader } from './header-outcome.ts';
import { listForResponses, sectionOf } from './listed-responses.ts';
import { seenByClient } from './response-fault.ts';

const id = '{set}.responses.{status}.headers.{name}.present';

/** A required header is in every response. */
export const headerPresent = defineKind({
  id,
  section: sectionOf,
  list: (context, operation) =>
    listForResponses(context, operation, ({ set, status, response }) =>
      response.headers
        .filter(({ required }) => required)
        .map(({ name, pointer }) => ({
          subject: { set: set.name, status, name },
          pointer,
          statement: `Every ${status} response must have the header ${name}.`,
        })),
    ),
  contractAdvice: () => 'change the header',
  server: {
    reach: {
      by: 'responses',
      judge: (seen, { status, name }) => {
        if (seen.status !== status) return undefined;
        return headerOf(seen.response, name) === undefined
          ? { documented: `The header ${name}.`, received: `${seen.response.status} without it` }
          : 'kept';
      },
    },
    faults: missing,
    advice: ({ name }) => `Send the header ${name} as documented.`,
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'documented responses',
      isShownBy: isShownHeader,
      nearness: nearnessOfHeader,
    },
    faults: (context, requirement) => missing(context, requirement).map(seenByClient),
    advice: ({ name }) => `Let the caller read ${name} as it came.`,
  },
});

function missing(context: MessageContext, requirement: Requirement<typeof id>) {
  return [
    headerFault(context, requirement, requirement.subject, 'missing', () => undefined),
    headerFault(context, requirement, requirement.subject, 'missing in every other response', (text, { before }) =>
      before % 2 === 0 ? undefined : text,
    ),
  ];
}
