import type { Operation } from '../../openapi/operation-table.ts';
import { defineKind } from '../kind.ts';
import { exchangeFault } from './exchange-fault.ts';
import { waitAfter } from './retries.ts';

// Seconds: a client may refuse to wait for longer.
const shortWait = 2;

/** What is refused because of the rate limit is sent again, once the time has passed that it asks to wait for. */
export const retryFollows = defineKind({
  id: '{operationId}.retry.follows',
  section: () => 'Retries',
  list: (_, operation) => {
    const pointer = operation === null ? undefined : refusalOf(operation);
    return operation === null || pointer === undefined
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer,
            statement: 'What is refused with 429 and a short Retry-After must be sent again after that time.',
          },
        ];
  },
  contractAdvice: () => null,
  server: null,
  client: {
    callerValue: () => null,
    reach: {
      by: 'retries',
      judge: ({ arrivals: [first, next] }) => {
        if (first.response.status !== 429 || (waitAfter(first) ?? Infinity) > shortWait) return [];
        if (next !== undefined) return [{ kept: [next] }];
        const violation = {
          documented: `Sent again once Retry-After has passed, which is at most ${shortWait} seconds.`,
          received: 'not sent again',
        };
        return [{ violation, by: first }];
      },
    },
    faults: (context, { subject: { operationId } }) => [
      exchangeFault(context, operationId, 'takes a refusal by the rate limit for the end', async (request, respond) => {
        const response = await respond(request);
        return response.status === 429 ? { ...response, status: 400 } : response;
      }),
    ],
    advice: () => 'Wait for the time in Retry-After, then send the request again.',
  },
});

/** The pointer of the response that asks to wait; undefined where none is documented. */
function refusalOf({ responses }: Operation): string | undefined {
  const refusal = responses['429'];
  return refusal?.headers.find(({ name }) => name.toLowerCase() === 'retry-after') === undefined
    ? undefined
    : refusal.pointer;
}
