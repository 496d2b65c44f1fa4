import type { HttpRequest } from '../http/exchange.ts';
import type { ScriptedResponse } from '../http/scripted-response.ts';

/** Lets a page of any origin read a response with all its headers (Fetch Standard, CORS protocol). */
export const corsHeaders = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', '*'],
] as const;

/** The response to a browser that asks beforehand; undefined for every other request. */
export function preflightResponse({ method, headers }: HttpRequest): ScriptedResponse | undefined {
  const valueOf = (name: string) => headers.find(([own]) => own.toLowerCase() === name)?.[1];
  const asked = valueOf('access-control-request-method');
  if (method !== 'OPTIONS' || asked === undefined) return undefined;
  // `*` would not allow Authorization.
  const names = valueOf('access-control-request-headers');
  const allowed = [
    ['Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE'],
    ...(names === undefined ? [] : [['Access-Control-Allow-Headers', names] as const]),
    ['Access-Control-Max-Age', '600'],
  ] as const;
  return { status: 204, headers: allowed, body: Buffer.alloc(0), receivedAt: 0 };
}
