import type { Rule } from './support/redocly.ts';
import { requireHeaders } from './support/required-headers.ts';

const headersOfStatus: Partial<Record<string, string[]>> = {
  '401': ['WWW-Authenticate'], // RFC 9110, 15.5.2
  '405': ['Allow'], // RFC 9110, 15.5.6
  '429': ['Retry-After'], // optional in RFC 6585, 4, but a caller that is to back off needs it
  '503': ['Retry-After'], // optional in RFC 9110, 15.6.4; needed for the same reason
};

/** A response whose status asks the caller to do something documents the header that says what. */
export const responseStatusHeaders: Rule = () => ({
  Root: (root, context) => requireHeaders(root, context, (status) => headersOfStatus[status] ?? []),
});
