import { type HttpResponse, headerOf } from '../../http/exchange.ts';
import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { objectOf, stringOf } from '../../openapi/json.ts';
import type { DocumentedResponse } from '../../openapi/operation-table.ts';

/**
 * Which of the rate-limit headers one is, by the names in use:
 * `X-RateLimit-Limit`, `RateLimit-Limit`, `X-Rate-Limit-Limit`.
 */
export type RateLimitHeader = 'limit' | 'remaining' | 'reset';

export function rateLimitHeaderOf(name: string): RateLimitHeader | undefined {
  const [, part] = /^(?:x-)?rate-?limit-(limit|remaining|reset)$/i.exec(name) ?? [];
  return (['limit', 'remaining', 'reset'] as const).find((one) => one === part?.toLowerCase());
}

/** How a contract writes the moment of a reset: as a Unix timestamp in seconds, or as seconds from now. */
export type ResetForm = 'timestamp' | 'delta';

/**
 * What the description says; else the draft of the IETF for `RateLimit-Reset`, and the custom for `X-RateLimit-Reset`.
 */
export function resetFormOf(contract: Contract, { name, pointer }: DocumentedResponse['headers'][number]): ResetForm {
  const text = stringOf(objectOf(resolvePart(contract, pointer).value)['description']) ?? '';
  if (/unix|epoch|timestamp/i.test(text)) return 'timestamp';
  if (/seconds (un)?till?|seconds (left|remaining|to)|in (how many )?seconds|delta/i.test(text)) return 'delta';
  return /^x-/i.test(name) ? 'timestamp' : 'delta';
}

/** What the rate-limit headers of a response say; `resetsAt` in milliseconds since the epoch. */
export interface RateLimitState {
  limit: number | undefined;
  remaining: number | undefined;
  resetsAt: number | undefined;
}

/** The headers of a response as one state; what is missing or no whole number is undefined. */
export function rateLimitStateOf(
  contract: Contract,
  documented: DocumentedResponse,
  response: HttpResponse,
): RateLimitState {
  const state: RateLimitState = { limit: undefined, remaining: undefined, resetsAt: undefined };
  for (const header of documented.headers) {
    const part = rateLimitHeaderOf(header.name);
    const text = headerOf(response, header.name);
    if (part === undefined || text === undefined || !/^\d{1,15}$/.test(text)) continue;
    if (part !== 'reset') state[part] = Number(text);
    else
      state.resetsAt =
        resetFormOf(contract, header) === 'timestamp' ? Number(text) * 1000 : response.receivedAt + Number(text) * 1000;
  }
  return state;
}

/** The seconds of a `Retry-After` (RFC 9110 section 10.2.3), also where it is a date; undefined for anything else. */
export function retryAfterOf(response: HttpResponse): number | undefined {
  const text = headerOf(response, 'Retry-After');
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const moment = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  return Number.isNaN(moment) ? undefined : (moment - response.receivedAt) / 1000;
}
