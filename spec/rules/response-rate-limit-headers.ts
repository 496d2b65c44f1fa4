import type { Rule } from './support/redocly.ts';
import { requireHeaders } from './support/required-headers.ts';

const rateLimitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** Every response, to unmatched requests too, announces the rate limit in force. */
export const responseRateLimitHeaders: Rule = () => ({
  Root: (root, context) => requireHeaders(root, context, () => rateLimitHeaders),
});
