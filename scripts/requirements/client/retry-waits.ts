import { headerOf } from '../../http/exchange.ts';
import { withHeader } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Judgement } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import { exchangeFault, repeatingFault } from './exchange-fault.ts';
import type { Arrival } from './observed-call.ts';
import { repetitionsOf, retryAdvice, waitAfter } from './retries.ts';

// Milliseconds: timers may fire early, a date has whole seconds, and clocks are read in whole milliseconds.
const leeway = 10;

/** What is refused with `Retry-After` (RFC 9110 section 10.2.3) is not sent again before that time. */
export const retryWaits = defineKind({
  id: '{operationId}.retry.waits',
  section: () => 'Retries',
  list: (_, operation) => {
    const header = operation === null ? undefined : retryAfterIn(operation);
    return operation === null || header === undefined
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: header.pointer,
            statement: 'What is refused with Retry-After must not be sent again before that time.',
          },
        ];
  },
  contractAdvice: () => null,
  server: null,
  client: {
    callerValue: () => null,
    reach: {
      by: 'retries',
      judge: (call) =>
        repetitionsOf(call).map(({ before, next }) => {
          const judgement = judgeWait(before, next.at);
          if (judgement === undefined) return undefined;
          return judgement === 'kept' ? { kept: [next] } : { violation: judgement, by: next };
        }),
    },
    faults: (context, { subject: { operationId } }) => [
      exchangeFault(context, operationId, 'waits no second', async (request, respond) => {
        const response = await respond(request);
        return Number(headerOf(response, 'Retry-After')) > 1 ? withHeader(response, 'Retry-After', '1') : response;
      }),
      exchangeFault(context, operationId, 'waits as long as it likes', async (request, respond) => {
        const response = await respond(request);
        return headerOf(response, 'Retry-After') === undefined
          ? response
          : withHeader(response, 'Retry-After', undefined);
      }),
      repeatingFault(
        context,
        operationId,
        'sends again at once',
        (response) => headerOf(response, 'Retry-After') !== undefined,
      ),
    ],
    advice: retryAdvice,
  },
});

/** What it shows that a request came again at a moment; undefined where its response did not ask to wait. */
export function judgeWait(before: Arrival, at: number): Judgement {
  const wait = waitAfter(before);
  if (wait === undefined) return undefined;
  const waited = at - before.at;
  if (waited + leeway >= wait * 1000) return 'kept';
  return {
    documented: `Not sent again before ${wait.toFixed(1)} seconds have passed, as Retry-After says.`,
    received: `sent again after ${(waited / 1000).toFixed(3)} seconds`,
  };
}

function retryAfterIn({ responses }: Operation): { pointer: string } | undefined {
  return Object.values(responses)
    .flatMap(({ headers }) => headers)
    .find(({ name }) => name.toLowerCase() === 'retry-after');
}
