import { excerpt } from '../../http/excerpt.ts';
import { faultDraft, type Wrap } from '../fault.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { announcedAs } from './limit-faults.ts';
import { isEnforced } from './limited-operations.ts';

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
