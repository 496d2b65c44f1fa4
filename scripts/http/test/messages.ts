import type { HttpRequest, HttpResponse } from '../exchange.ts';
import { noon } from './still-clock.ts';

export interface ResponseParts {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** A response: its body is a text as it is, all else as JSON. */
export function responseOf({ status = 200, headers = {}, body }: ResponseParts, receivedAt = noon): HttpResponse {
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
  const hasType = body === undefined || Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    status,
    headers: [...(hasType ? [] : [['Content-Type', 'application/json'] as const]), ...Object.entries(headers)],
    body: bytes,
    receivedAt,
  };
}

export function requestOf(method: string, target: string, headers: HttpRequest['headers'] = []): HttpRequest {
  return { method, target, headers, body: null };
}
