import { rateLimitStateOf } from '../../rate-limit/rate-limit-headers.ts';
import { type MeaningOf, untruth } from './header-meaning.ts';

/** `X-RateLimit-Remaining`: how many requests are left in the window. */
export const remainingMeaning: MeaningOf = ({ contract }) => ({
  statement: 'be the number of requests left, which goes down with each',
  whyWrong: (_, { response, documented }) => {
    const { limit, remaining } = rateLimitStateOf(contract, documented, response);
    if (remaining === undefined) return undefined;
    if (response.status === 429) return remaining > 0 ? `${remaining} in a 429, where no request is left` : undefined;
    return limit !== undefined && remaining >= limit
      ? `${remaining} of ${limit} after a request that counts`
      : undefined;
  },
  untruths: ({ status }) => {
    if (status === '429') return [untruth('says that some are left', () => '3')];
    const constant = untruth('never goes down', (_, { first }) => first);
    return [
      untruth('all of them, whatever was used', (text, { response, documented }) =>
        String(rateLimitStateOf(contract, documented, response).limit ?? text),
      ),
      // Whose requests are refused for their credential is not known, so they need not be counted.
      ...(/^40[13]$/.test(status) ? [] : [constant]),
    ];
  },
});
