import { createQuerySerializer } from 'openapi-fetch';
import type { CallDescription } from '../generated/calls.ts';
import { checkSent, refusal } from './sent-values.ts';

/** What a call gives: parameters by place and name, a body, and what else `fetch` takes. */
export interface Given extends Omit<RequestInit, 'method' | 'body'> {
  params?: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
  body?: unknown;
}

const querySerializer = createQuerySerializer();

/**
 * The request of a call. Redirects are handed on unless the call asks for something else.
 *
 * @throws TypeError that names what would be sent as something else: a parameter, or a field of the body by its JSON
 * pointer.
 */
export function requestOf(
  base: string,
  { method, path }: CallDescription,
  { params = {}, body, headers: own, ...init }: Given,
): Request {
  for (const [place, values = {}] of Object.entries(params))
    for (const [name, value] of Object.entries(values)) checkSent(value, `${place} parameter ${name}`);
  checkSent(body, 'body', true);

  const headers = new Headers(own);
  for (const [name, value] of Object.entries(params['header'] ?? {}))
    if (value !== undefined) headers.set(name, String(value));
  if (body !== undefined && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  const filled = path.replaceAll(/\{(.+?)\}/g, (_, name: string) => segmentOf(name, params['path']?.[name]));
  const query = querySerializer(params['query'] ?? {});
  const url = base + filled + (query && `?${query}`);
  return new Request(url, { redirect: 'manual', ...init, method, headers, body: JSON.stringify(body) });
}

/** A URL resolves the segments `.` and `..`, and an empty one makes another path. */
function segmentOf(name: string, value: unknown): string {
  if (value === undefined || /^\.{0,2}$/.test(String(value))) throw refusal(`path parameter ${name}`, value);
  return encodeURIComponent(String(value));
}
