import { headerOf } from '../../http/exchange.ts';
import type { Delivery } from '../../http/scripted-response.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { retryAfterOf } from '../rate-limit/rate-limit-headers.ts';
import type { Arrival, ObservedCall } from './observed-call.ts';

/** What to do about each requirement of retries, on the client's side. */
export const retryAdvice = () => 'Send again only what was not processed, after Retry-After, and not for ever.';

/** A client that sends more requests than these for one call never stops. */
export const mostTries = 10;

/** Methods that may be repeated (RFC 9110 section 9.2.2). */
export function isIdempotent({ method }: Operation): boolean {
  return ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'].includes(method);
}

/** Each request of a call that is sent again, with the one before it. */
export function repetitionsOf({ arrivals }: Pick<ObservedCall, 'arrivals'>): { before: Arrival; next: Arrival }[] {
  return arrivals.slice(1).flatMap((next, index) => {
    const before = arrivals[index];
    return before === undefined ? [] : [{ before, next }];
  });
}

/** The last request of a call. */
export function lastOf({ arrivals }: Pick<ObservedCall, 'arrivals'>): Arrival {
  return arrivals.at(-1) ?? arrivals[0];
}

/** Seconds to wait after a response, as it asks; a date counts from when the response was given. */
export function waitAfter({ response, at }: Arrival): number | undefined {
  return retryAfterOf({ ...response, receivedAt: at });
}

/** True when the same request may follow: it was refused before it was processed, or failed and may be repeated. */
export function mayFollow(operation: Operation, { response }: Pick<Arrival, 'response'>): boolean {
  const { status, delivery } = response;
  if (status === 429 || (status === 503 && headerOf(response, 'Retry-After') !== undefined)) return true;
  return isIdempotent(operation) && (status >= 500 || status === 408 || isBroken(delivery));
}

/** True when no whole response came. */
export function isBroken(delivery: Delivery | undefined): boolean {
  return delivery?.kind === 'cut' || delivery?.kind === 'none';
}
