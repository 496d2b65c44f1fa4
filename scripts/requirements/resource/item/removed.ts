import { excerpt } from '../../../http/excerpt.ts';
import type { HttpResponse } from '../../../http/exchange.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';

/** What was removed, which is then read no more. */
export const itemRemoved = defineKind({
  id: '{operationId}.removed.{other}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    resources.flatMap(({ remove, read }) =>
      operation === null || remove !== operation || read === undefined || !saysOfNothing(read)
        ? []
        : [
            {
              subject: { operationId: operation.id, other: read.id },
              pointer: partAt(contract, operation.pointer).pointer,
              statement: `${read.id} must not return what was removed.`,
            },
          ],
    ),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: {
      by: 'items',
      check: (_, seen, judge) => {
        if (seen.of !== 'removal') return;
        const { status } = seen.answer.response;
        const violation = {
          documented: '404 for what was removed.',
          received: `${status}, ${excerpt(seen.answer)}`,
        };
        const subject = { operationId: seen.remove.id, other: seen.read.id };
        judge(subject, seen.answer, status === 404 || status === 410 ? 'kept' : violation);
      },
    },
    faults: (context, { subject: { other } }) => [faultDraft('is still there', stillThere(context, other))],
    advice: ({ other }) => `Let ${other} answer 404 for what was removed.`,
  },
  client: null,
});

/** True where the contract says what is answered when nothing is there: without that, it is for the server to say. */
function saysOfNothing({ responses }: Operation): boolean {
  return ['404', '410', '4XX', 'default'].some((status) => Object.hasOwn(responses, status));
}

/** Answers with what was read before, where there is nothing now. */
function stillThere(context: MessageContext, readId: string): Wrap {
  const isRead = context.isTo(context.operation(readId));
  return (send) => {
    const served = new Map<string, HttpResponse>();
    return async (request) => {
      const response = await send(request);
      if (!isRead(request)) return response;
      if (response.status < 300) served.set(request.target, response);
      return response.status === 404 || response.status === 410 ? (served.get(request.target) ?? response) : response;
    };
  };
}
