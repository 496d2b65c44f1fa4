import { type HttpRequest, headerOf } from '../../http/exchange.ts';
import type { Delivery, ScriptedResponse } from '../../http/scripted-response.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { retryAfterOf } from '../rate-limit/rate-limit-headers.ts';

/** A request as it came, and what it was answered; `at` in milliseconds since the epoch, by the clock of both sides. */
export interface Arrival {
  request: HttpRequest;
  response: ScriptedResponse;
  at: number;
}

/** More tries than this are one after the other without end. */
export const mostTries = 10;

/** Methods that may be repeated (RFC 9110 section 9.2.2). */
export function isIdempotent({ method }: Operation): boolean {
  return ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'].includes(method);
}

/** Seconds to wait after a response, as it asks; a date counts from when the response was given. */
export function waitAfter({ response, at }: Arrival): number | undefined {
  return retryAfterOf({ ...response, receivedAt: at });
}

/** True when the same request may follow: it was refused before it was processed, or failed and may be repeated. */
export function mayFollow(operation: Operation, arrival: Arrival): boolean {
  const { status, delivery } = arrival.response;
  if (status === 429 || (status === 503 && headerOf(arrival.response, 'Retry-After') !== undefined)) return true;
  return isIdempotent(operation) && (status >= 500 || status === 408 || isBroken(delivery));
}

/** True when no whole response came. */
export function isBroken(delivery: Delivery | undefined): boolean {
  return delivery?.kind === 'cut' || delivery?.kind === 'none';
}
