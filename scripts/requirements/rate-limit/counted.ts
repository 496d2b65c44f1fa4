import { faultDraft, type Wrap } from '../fault.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { hasLimitedKey, withAnnounced } from './limit-faults.ts';
import { isCounted } from './limited-operations.ts';
import type { RateLimitState } from './rate-limit-headers.ts';

/** Each request to an operation counts. */
export const rateLimitCounted = defineKind({
  id: '{operationId}.rateLimit.counted',
  section: () => 'Rate limit',
  list: (_, operation) =>
    operation !== null && isCounted(operation)
      ? [
          {
            subject: { operationId: operation.id },
            pointer: operation.pointer,
            statement: 'Each request must take one from the requests that are left.',
          },
        ]
      : [],
  contractAdvice: () => 'change what is said of the limit',
  server: {
    reach: {
      by: 'limits',
      spends: 'a few',
      judge: (seen, { operationId }) => {
        if (seen.of !== 'request' || seen.operation.id !== operationId) return undefined;
        const { before, answer } = seen;
        const isRefused = before.response.status === 429 || answer.response.status === 429;
        const [last, left] = [before.state.remaining, answer.state.remaining];
        if (isRefused) return isOneAtATime(before.state) ? { outOfReach: oneAtATime } : undefined;
        if (last === undefined || left === undefined || !isSameWindow(before.state, answer.state)) return undefined;
        if (left === last - 1) return { kept: [before, answer] };
        const violation = {
          documented: `${last - 1} requests left, after ${last}.`,
          received: `${left} requests left`,
        };
        return { violation, by: answer };
      },
    },
    faults: (context, { subject: { operationId } }) => [
      faultDraft('not counted', miscounted(context, operationId, 1)),
      faultDraft('counted twice', miscounted(context, operationId, -1)),
      faultDraft('what another key sends is counted too', sharedBetweenKeys(context, operationId)),
    ],
    advice: () => 'Count each request once, and say in the headers how many are left.',
  },
  client: null,
});

const oneAtATime = 'The limit is one request: what is left never goes down by one between two that are served.';

function isOneAtATime({ limit }: RateLimitState): boolean {
  return limit === 1;
}

/** A reset that is announced in seconds from now may differ by one within a window. */
function isSameWindow(before: RateLimitState, now: RateLimitState): boolean {
  if (before.limit !== now.limit && before.limit !== undefined) return false;
  if (before.resetsAt === undefined || now.resetsAt === undefined || before.resetsAt === now.resetsAt) return true;
  const isFirst = now.limit !== undefined && now.remaining === now.limit - 1;
  return !isFirst && Math.abs(before.resetsAt - now.resetsAt) <= 1500;
}

/** With each request to an operation, one more is left than should be; or one less. */
function miscounted(context: MessageContext, operationId: string, by: number): Wrap {
  return (send, harness) => {
    const isTo = context.isTo(context.operation(operationId));
    const counts = new Map<boolean, number>();
    return async (request) => {
      const own = hasLimitedKey(request, harness);
      if (isTo(request)) counts.set(own, (counts.get(own) ?? 0) + by);
      const shift = counts.get(own) ?? 0;
      return withAnnounced(context, request, await send(request), 'remaining', (left) => left + shift);
    };
  };
}

/** What other keys send to any operation takes from what this one announces to the limited key. */
function sharedBetweenKeys(context: MessageContext, operationId: string): Wrap {
  return (send, harness) => {
    const isTo = context.isTo(context.operation(operationId));
    let others = 0;
    return async (request) => {
      const response = await send(request);
      if (!hasLimitedKey(request, harness)) others += 1;
      else if (isTo(request)) return withAnnounced(context, request, response, 'remaining', (left) => left - others);
      return response;
    };
  };
}
