import { type Answer, isSuccess } from '../../http/exchange.ts';
import { faultDraft, type Wrap } from '../fault.ts';
import type { Shown } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { announcedBy, hasLimitedKey, onceRefused, refusalInstead, withAnnounced } from './limit-faults.ts';
import type { LimitObservation } from './limit-observation.ts';
import { isEnforced, limitPointer } from './limited-operations.ts';

/** The limit resets when it was announced to. */
export const rateLimitResets = defineKind({
  id: 'rateLimit.resets',
  section: () => 'Rate limit',
  list: ({ description }, operation) =>
    operation === null && description.operations.some(isEnforced)
      ? [
          {
            subject: {},
            pointer: limitPointer(description),
            statement:
              'From the announced time on, and not before, requests must be served again, with all of them left.',
          },
        ]
      : [],
  contractAdvice: () => 'change what is said of the limit',
  server: {
    reach: {
      by: 'limits',
      spends: 'all',
      judge: (seen) => {
        if (seen.of === 'request before the reset') return beforeReset(seen);
        return seen.of === 'request after the reset' ? afterReset(seen) : undefined;
      },
    },
    faults: (context) => [
      faultDraft('never', neverReset(context)),
      faultDraft('ten seconds too early', resetEarly(context, 10_000)),
      faultDraft('as soon as it is reached', resetEarly(context, 130_000)),
      faultDraft('with some of them left only', halfReset(context)),
    ],
    advice: () => 'Announce the time at which all requests are left again: serve them from then on, and not before.',
  },
  client: null,
});

/** Milliseconds by which an announced reset may be rounded. */
const rounding = 1000;

/** True where an answer came so late that the reset may have come before it. */
export function isFromAfterReset({ response }: Answer, resetsAt: number): boolean {
  return isSuccess(response) && response.receivedAt > resetsAt - rounding;
}

/** A refusal shows nothing: whether the reset comes in time, the request after it shows. */
function beforeReset({ answer, resetsAt }: Extract<LimitObservation, { of: 'request before the reset' }>): Shown {
  const { response } = answer;
  if (!isSuccess(response) || isFromAfterReset(answer, resetsAt)) return undefined;
  const seconds = Math.round((resetsAt - response.receivedAt) / 1000);
  const violation = {
    documented: `429 until the reset, ${seconds} seconds later.`,
    received: `${response.status}, before the announced reset`,
  };
  return { violation, by: answer };
}

function afterReset({ refused, answer }: Extract<LimitObservation, { of: 'request after the reset' }>): Shown {
  const { response, state } = answer;
  const isUnknown = state.remaining === undefined || state.limit === undefined;
  // Another limit than before is that of another window: what is left of it says nothing.
  const isFull = isUnknown || state.limit !== refused.state.limit || state.remaining === (state.limit ?? 0) - 1;
  if (isSuccess(response) && isFull) return { kept: [refused, answer] };
  const violation = {
    documented: 'A request after the reset is served, with all others left.',
    received: isSuccess(response) ? `${state.remaining} of ${state.limit} left` : `${response.status} after the reset`,
  };
  return { violation, by: answer };
}

/** Once a key has been refused, it is refused for ever; each time a minute more is announced. */
function neverReset(context: MessageContext): Wrap {
  return onceRefused((request, response, harness) =>
    withAnnounced(context, request, refusalInstead(context, request, response, harness), 'remaining', () => 0),
  );
}

function resetEarly(context: MessageContext, milliseconds: number): Wrap {
  return (send, harness) => {
    let refusals = 0;
    return async (request) => {
      const response = await send(request);
      if (response.status !== 429 || !hasLimitedKey(request, harness)) return response;
      refusals += 1;
      const resetsAt = announcedBy(context, request, response)?.resetsAt ?? 0;
      const isEarly = resetsAt - harness.now() < milliseconds && refusals > context.description.operations.length + 1;
      return isEarly ? send(context.withKey(request, context.operationOf(request), harness.key)) : response;
    };
  };
}

/** After a refusal, the next window begins with requests that are spent already. */
function halfReset(context: MessageContext): Wrap {
  return onceRefused((request, response) =>
    withAnnounced(context, request, response, 'remaining', (left) => left - 10),
  );
}
