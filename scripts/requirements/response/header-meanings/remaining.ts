import { rateLimitStateOf } from '../../rate-limit/rate-limit-headers.ts';
import { type MeaningOf, type Untruth, untruth } from './header-meaning.ts';

/** `X-RateLimit-Remaining`: how many requests are left in the window. */
export const remainingMeaning: MeaningOf = ({ contract }) => ({
  statement: 'be the number of requests left, which goes down with each',
  whyWrong: (_, { response, documented }) => {
    const { limit, remaining } = rateLimitStateOf(contract, documented, response);
    if (remaining === undefined) return undefined;
    if (response.status === 429) return remaining > 0 ? `${remaining} in a 429, where no request is left` : undefined;
    if (limit === undefined) return undefined;
    if (isRefusedCredential(response.status)) return remaining > limit ? `${remaining} of ${limit}` : undefined;
    return remaining >= limit ? `${remaining} of ${limit} after a request that counts` : undefined;
  },
  untruths: ({ status }) => {
    if (status === '429') return [untruth('says that some are left', () => '3')];
    const allOf = (text: string | undefined, { response, documented }: Parameters<Untruth['instead']>[1]) =>
      rateLimitStateOf(contract, documented, response).limit ?? text;
    if (isRefusedCredential(Number(status)))
      return [untruth('more than the limit', (text, seen) => `${allOf(text, seen)}0`)];
    return [
      untruth('all of them, whatever was used', (text, seen) => String(allOf(text, seen))),
      untruth('never goes down', (_, { first }) => first),
    ];
  },
});

/** Whose requests are refused for their credential is not known, so they need not be counted. */
function isRefusedCredential(status: number): boolean {
  return status === 401 || status === 403;
}
