import { headerOf } from '../../http/exchange.ts';
import { withHeader } from '../../http/message-changes.ts';
import { altering, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import { hasLimitedKey } from './limit-faults.ts';
import { isEnforced } from './limited-operations.ts';

/** Whoever waits as long as a refusal says is served. */
export const rateLimitRetryAfter = defineKind({
  id: 'rateLimit.retryAfter',
  section: () => 'Rate limit',
  list: ({ description }, operation) => {
    if (operation !== null) return [];
    const headers = description.operations
      .filter(isEnforced)
      .flatMap(({ responses }) => responses['429']?.headers ?? []);
    const header = headers.find(({ name }) => name.toLowerCase() === 'retry-after');
    if (header === undefined) return [];
    const statement = 'A request after the seconds of Retry-After must be served: they are rounded up.';
    return [{ subject: {}, pointer: header.pointer, statement }];
  },
  contractAdvice: () => 'change what is said of the limit',
  server: {
    reach: {
      by: 'limits',
      spends: 'all',
      judge: (seen) => {
        if (seen.of !== 'request after the wait') return undefined;
        const { refused, answer } = seen;
        if (answer.response.status !== 429) return { kept: [refused, answer] };
        const seconds = headerOf(refused.response, 'Retry-After');
        const violation = {
          documented: `A request is served ${seconds} seconds after the refusal that asked to wait so long.`,
          received: '429 once more',
        };
        return { violation, by: answer };
      },
    },
    faults: () => [
      faultDraft(
        'two seconds too short',
        altering((response, request, harness) => {
          const text = headerOf(response, 'Retry-After');
          if (response.status !== 429 || text === undefined || !hasLimitedKey(request, harness)) return response;
          return withHeader(response, 'Retry-After', String(Math.max(1, Number(text) - 2)));
        }),
      ),
    ],
    advice: () => 'Round the seconds of Retry-After up, and serve each request after them.',
  },
  client: null,
});
