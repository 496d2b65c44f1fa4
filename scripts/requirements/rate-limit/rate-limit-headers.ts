import { type HttpResponse, headerOf } from '../../http/exchange.ts';
import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { objectOf } from '../../openapi/json.ts';
import type { DocumentedResponse } from '../../openapi/operation-table.ts';
import { joinedNumbersIn, joinedPartsOf } from './joined-limits.ts';

/**
 * Which of the rate-limit headers one is, by the names in use:
 * `X-RateLimit-Limit`, `RateLimit-Limit`, `X-Rate-Limit-Limit`.
 */
export type RateLimitHeader = 'limit' | 'remaining' | 'reset';

/** What a header of one number says by its name: `X-RateLimit-Limit`, `RateLimit-Reset`. */
export function rateLimitHeaderOf(name: string): RateLimitHeader | undefined {
  const [, part] = /^(?:x-)?rate-?limit-(limit|remaining|reset)$/i.exec(name) ?? [];
  return (['limit', 'remaining', 'reset'] as const).find((one) => one === part?.toLowerCase());
}

/** What a header says of a limit, where it may be more than one thing. */
export function rateLimitPartsOf(name: string): RateLimitHeader[] {
  const part = rateLimitHeaderOf(name);
  return part === undefined ? joinedPartsOf(name) : [part];
}

/** How the moment of a reset is written: as a Unix timestamp in seconds, or as seconds from now. */
export type ResetForm = 'unix-timestamp' | 'seconds-from-now';

type Header = DocumentedResponse['headers'][number];

/** What the extension `x-rate-limit-reset` of a header says; undefined where a server may choose. */
export function requiredResetForm(contract: Contract, { pointer }: Header): ResetForm | undefined {
  const form = objectOf(resolvePart(contract, pointer).value)['x-rate-limit-reset'];
  return (['unix-timestamp', 'seconds-from-now'] as const).find((one) => one === form);
}

/**
 * How a reset is written for a contract: as it says; else by the draft of the IETF for `RateLimit-Reset`, and by custom
 * for `X-RateLimit-Reset`.
 */
export function usualResetForm(contract: Contract, header: Header): ResetForm {
  const isCustom = /^x-/i.test(header.name);
  return requiredResetForm(contract, header) ?? (isCustom ? 'unix-timestamp' : 'seconds-from-now');
}

// In seconds: as a timestamp this is in 2001, and it is 31 years from now.
const leastTimestamp = 1_000_000_000;

/** How a value is meant where the contract does not say it: no window lasts for decades. */
function resetFormOf(contract: Contract, header: Header, seconds: number): ResetForm {
  return requiredResetForm(contract, header) ?? (seconds < leastTimestamp ? 'seconds-from-now' : 'unix-timestamp');
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
    if (text === undefined) continue;
    const { reset, ...joined } = joinedNumbersIn(header.name, text);
    Object.assign(state, joined, reset === undefined ? {} : { resetsAt: response.receivedAt + reset * 1000 });
    if (part === undefined || !/^\d{1,15}$/.test(text)) continue;
    if (part !== 'reset') state[part] = Number(text);
    else {
      const isTimestamp = resetFormOf(contract, header, Number(text)) === 'unix-timestamp';
      state.resetsAt = (isTimestamp ? 0 : response.receivedAt) + Number(text) * 1000;
    }
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

/** Milliseconds by which two announcements of the same moment may differ: either is rounded. */
const rounding = 2500;

/** Whether a refusal says that some requests come back before the reset, as those of a sliding window do. */
export function returnsBeforeReset(response: HttpResponse, { resetsAt }: RateLimitState): boolean {
  const seconds = response.status === 429 ? retryAfterOf(response) : undefined;
  return seconds !== undefined && resetsAt !== undefined && response.receivedAt + seconds * 1000 < resetsAt - rounding;
}
