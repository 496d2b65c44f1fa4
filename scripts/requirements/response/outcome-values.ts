import { type Exact, parseExact } from '../../http/exact-json.ts';
import { headerOf } from '../../http/exchange.ts';
import { isJson } from '../../http/media-types.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';

/**
 * A value that a client gives to its caller, with the numbers that JavaScript has:
 * -2^63 is one, though it is written with other digits.
 */
export function givenValue(json: string): Exact {
  return JSON.parse(json) as Exact;
}

/** The JSON of a response; undefined where it has no body, or another media type. */
export function sentValue(response: ScriptedResponse): Exact | undefined {
  return response.body.length === 0 || !isJson(headerOf(response, 'Content-Type') ?? '')
    ? undefined
    : parseExact(response.body);
}

/** Whether a caller that tests `if (error)` sees the value. */
export function isTruthy(json: string | undefined): boolean {
  return json !== undefined && !['null', 'false', '0', '""'].includes(json);
}
