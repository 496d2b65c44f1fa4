import { rateLimitStateOf } from '../../rate-limit/rate-limit-headers.ts';
import { type MeaningOf, untruth } from './header-meaning.ts';

/** `X-RateLimit-Limit`: how many requests are allowed in a window. */
export const limitMeaning: MeaningOf = ({ contract }) => ({
  statement: 'be the limit in force',
  whyWrong: (_, { response, documented }) => {
    const { limit, remaining } = rateLimitStateOf(contract, documented, response);
    return limit !== undefined && remaining !== undefined && remaining > limit
      ? `${limit}, with ${remaining} requests left`
      : undefined;
  },
  untruths: () => [
    untruth('doubled', (text) => String(Number(text) * 2)),
    untruth('less than what is left', (_, { response, documented }) => {
      const { remaining = 2 } = rateLimitStateOf(contract, documented, response);
      return String(Math.max(1, remaining - 1));
    }),
  ],
});
