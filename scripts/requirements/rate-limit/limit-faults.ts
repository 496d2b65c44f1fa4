import { type HttpRequest, type HttpResponse, headerOf } from '../../http/exchange.ts';
import { withHeader } from '../../http/message-changes.ts';
import type { FaultHarness, Wrap } from '../fault.ts';
import type { MessageContext } from '../message-context.ts';
import { joinedNumbersIn, withJoinedNumber } from './joined-limits.ts';
import {
  type RateLimitHeader,
  type RateLimitState,
  rateLimitHeaderOf,
  rateLimitPartsOf,
  rateLimitStateOf,
} from './rate-limit-headers.ts';

/** True for a request with the key whose limit is spent on purpose. */
export function hasLimitedKey(request: HttpRequest, { limitedKey }: FaultHarness): boolean {
  return hasKey(request, limitedKey);
}

/** True for a request with this key, wherever its security scheme has it. */
export function hasKey({ headers, target }: HttpRequest, key: string): boolean {
  return key !== '' && (target.includes(key) || headers.some(([, value]) => value.includes(key)));
}

/** What the rate-limit headers of a response say; undefined for a response that is not documented. */
export function announcedBy(
  context: MessageContext,
  request: HttpRequest,
  response: HttpResponse,
): RateLimitState | undefined {
  const documented = context.documentedFor(request, response);
  return documented === undefined ? undefined : rateLimitStateOf(context.description.contract, documented, response);
}

/** The response with another number in one of its rate-limit headers. */
export function withAnnounced(
  context: MessageContext,
  request: HttpRequest,
  response: HttpResponse,
  part: RateLimitHeader,
  change: (value: number) => number,
): HttpResponse {
  const documented = context.documentedFor(request, response);
  const name = documented?.headers.find((header) => rateLimitPartsOf(header.name).includes(part))?.name;
  const text = name === undefined ? undefined : headerOf(response, name);
  if (name === undefined || text === undefined) return response;
  const changed = (value: number) => Math.max(0, change(value));
  if (rateLimitHeaderOf(name) === part) return withHeader(response, name, String(changed(Number(text))));
  const joined = joinedNumbersIn(name, text)[part];
  return joined === undefined
    ? response
    : withHeader(response, name, withJoinedNumber(name, text, part, changed(joined)));
}

/** A response with the rate-limit headers of another one. */
export function announcedAs(
  context: MessageContext,
  request: HttpRequest,
  response: HttpResponse,
  other: HttpResponse,
): HttpResponse {
  const headers = context.documentedFor(request, response)?.headers ?? [];
  return headers
    .filter(({ name }) => rateLimitPartsOf(name).length > 0)
    .reduce((made, { name }) => withHeader(made, name, headerOf(other, name)), response);
}

/** A documented 429 instead of a response. */
export function refusalInstead(
  context: MessageContext,
  request: HttpRequest,
  response: HttpResponse,
  { now }: FaultHarness,
): HttpResponse {
  const resetsAt = announcedBy(context, request, response)?.resetsAt ?? now() + 60_000;
  const seconds = Math.max(1, Math.ceil((resetsAt - now()) / 1000));
  return withHeader(context.madeUp(request, 429, response), 'Retry-After', String(seconds));
}

/** Changes what the limited key is served after its first refusal. */
export function onceRefused(
  change: (request: HttpRequest, response: HttpResponse, harness: FaultHarness) => HttpResponse,
): Wrap {
  return (send, harness) => {
    let isSpent = false;
    return async (request) => {
      const response = await send(request);
      if (!hasLimitedKey(request, harness)) return response;
      isSpent ||= response.status === 429;
      return isSpent && response.status !== 429 ? change(request, response, harness) : response;
    };
  };
}
