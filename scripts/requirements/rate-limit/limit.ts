import { faultDraft, type Wrap } from '../fault.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { announcedBy, hasLimitedKey, refusalInstead } from './limit-faults.ts';
import { isCounted, limitPointer } from './limited-operations.ts';

/** The limit is the one that is announced, also when all requests come at once. */
export const rateLimitLimit = defineKind({
  id: 'rateLimit.limit',
  section: () => 'Rate limit',
  list: ({ description }, operation) =>
    operation === null && description.operations.some(isCounted)
      ? [
          {
            subject: {},
            pointer: limitPointer(description),
            statement: 'As many requests must be served as were announced to be left.',
          },
        ]
      : [],
  contractAdvice: () => 'change what is said of the limit',
  server: {
    reach: {
      by: 'limits',
      spends: 'all',
      judge: (seen) => {
        if (seen.of !== 'spending' || seen.first.response.status === 429) return undefined;
        const { answers, first } = seen;
        const left = first.state.remaining;
        const served = answers.filter(({ response }) => response.status !== 429);
        const refused = answers.find(({ response }) => response.status === 429);
        const example = left !== undefined && served.length < left ? refused : (served.at(-1) ?? refused);
        if (left === undefined || example === undefined) return undefined;
        if (served.length === left) return { kept: [...new Set([example, refused ?? example])] };
        const violation = {
          documented: `${left} more requests, as announced.`,
          received: `${served.length} of ${answers.length} were served, sent at the same time`,
        };
        return { violation, by: example };
      },
    },
    faults: (context) => [
      faultDraft('refused with some left', refusedEarly(context, 5)),
      faultDraft('refused with many left', refusedEarly(context, 30)),
    ],
    advice: () => 'Serve as many requests as the headers announce, also when they come at once, and no more.',
  },
  client: null,
});

function refusedEarly(context: MessageContext, left: number): Wrap {
  return (send, harness) => async (request) => {
    const response = await send(request);
    const remaining = announcedBy(context, request, response)?.remaining;
    return hasLimitedKey(request, harness) && response.status < 300 && remaining !== undefined && remaining < left
      ? refusalInstead(context, request, response, harness)
      : response;
  };
}
