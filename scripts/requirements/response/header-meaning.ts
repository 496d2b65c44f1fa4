import { headerOf } from '../../http/exchange.ts';
import type { Judgement, OutOfReach } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import { headerFault } from './header-fault.ts';
import { meaningOf } from './header-meanings/header-meanings.ts';
import { neverSent } from './header-outcome.ts';
import { listForResponses, sectionOf } from './listed-responses.ts';
import type { SeenResponse } from './seen-response.ts';

/** What a header says is true. Only the server knows whether it is. */
export const headerMeaning = defineKind({
  id: '{set}.responses.{status}.headers.{name}.meaning',
  section: sectionOf,
  list: (context, operation) =>
    listForResponses(context, operation, ({ set, status, response }) =>
      response.headers.flatMap((header) => {
        const meaning = meaningOf(context.description, operation, header);
        if (meaning === undefined) return [];
        const { name, pointer } = header;
        return [
          {
            subject: { set: set.name, status, name },
            pointer: meaning.pointer ?? pointer,
            statement: `The header ${name} of a ${status} response must ${meaning.statement}.`,
          },
        ];
      }),
    ),
  contractAdvice: () => 'change the header',
  server: {
    reach: {
      by: 'responses',
      judge: (seen, { status, name }) => (seen.status === status ? judge(seen, name) : undefined),
    },
    faults: (context, requirement) => {
      const { status, name } = requirement.subject;
      const operation = context.operation(requirement.operationId) ?? null;
      const response = context.responseOf(requirement, status);
      const header = response?.headers.find((one) => one.name === name);
      const meaning = header === undefined ? undefined : meaningOf(context.description, operation, header);
      if (meaning === undefined || response === undefined) return [];
      return meaning
        .untruths({ status, response })
        .map(({ what, instead }) => headerFault(context, requirement, requirement.subject, what, instead));
    },
    advice: ({ name }) => `Send the header ${name} as documented.`,
  },
  client: null,
});

function judge(seen: SeenResponse, name: string): Judgement | OutOfReach {
  const { description, set, documented, response, path, request } = seen;
  const header = seen.header(name);
  const meaning = header === undefined ? undefined : meaningOf(description, set.operation, header);
  if (documented === undefined || header === undefined || meaning === undefined) return undefined;
  const text = headerOf(response, name);
  if (text === undefined) return header.required ? undefined : neverSent(name);
  // What does not match its schema says nothing.
  if (seen.headerViolation(header, text) !== undefined) return undefined;
  const wrong = meaning.whyWrong(text, { response, documented, path, method: request.method });
  return wrong === undefined
    ? 'kept'
    : { documented: `${name} must ${meaning.statement}.`, received: `${name}: ${wrong}` };
}
