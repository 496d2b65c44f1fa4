import { excerpt } from '../../http/excerpt.ts';
import { type HttpRequest, type HttpResponse, headerOf } from '../../http/exchange.ts';
import { withHeader } from '../../http/message-changes.ts';
import { faultDraft, type Wrap } from '../fault.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { isEnforced } from './limited-operations.ts';
import { rateLimitHeaderOf } from './rate-limit-headers.ts';

/** The limit is enforced on each operation. */
export const rateLimitEnforced = defineKind({
  id: '{operationId}.rateLimit.enforced',
  section: () => 'Rate limit',
  list: (_, operation) =>
    operation !== null && isEnforced(operation)
      ? [
          {
            subject: { operationId: operation.id },
            pointer: `${operation.pointer}/responses/429`,
            statement: 'A request beyond the limit must be answered with 429.',
          },
        ]
      : [],
  contractAdvice: () => 'change what is said of the limit',
  server: {
    reach: {
      by: 'limits',
      spends: 'all',
      judge: (seen, { operationId }) => {
        if (seen.of !== 'excess' || seen.operation.id !== operationId) return undefined;
        const { answer } = seen;
        if (answer.response.status === 429) return { kept: [answer] };
        const received = `${answer.response.status}, ${excerpt(answer)}`;
        return { violation: { documented: '429, once no request is left.', received }, by: answer };
      },
    },
    faults: (context, { subject: { operationId } }) => [
      faultDraft('never refused', servedWithAnotherKey(context, operationId)),
    ],
    advice: () => 'Refuse each request beyond the limit until the reset.',
  },
  client: null,
});

/** A request beyond the limit is served with another key, and says that none is left. */
function servedWithAnotherKey(context: MessageContext, operationId: string): Wrap {
  return (send, harness) => {
    const operation = context.operation(operationId);
    const isTo = context.isTo(operation);
    return async (request) => {
      const refusal = await send(request);
      if (refusal.status !== 429 || !isTo(request)) return refusal;
      const served = await send(context.withKey(request, operation, harness.key));
      return announcedAs(context, request, served, refusal);
    };
  };
}

/** A response with the rate-limit headers of another one. */
function announcedAs(
  context: MessageContext,
  request: HttpRequest,
  response: HttpResponse,
  other: HttpResponse,
): HttpResponse {
  const headers = context.documentedFor(request, response)?.headers ?? [];
  return headers
    .filter(({ name }) => rateLimitHeaderOf(name) !== undefined)
    .reduce((made, { name }) => withHeader(made, name, headerOf(other, name)), response);
}
