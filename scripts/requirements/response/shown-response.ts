import { type Exact, parseExact } from '../../http/exact-json.ts';
import { headerOf } from '../../http/exchange.ts';
import { isJson } from '../../http/media-types.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { KeyedResponse } from './response-sets.ts';

/** A response that keeps the contract, as a client is given it. */
export interface ShownResponse extends KeyedResponse {
  sent: ScriptedResponse;
  /** Its body, if that is JSON. */
  json: Exact | undefined;
}

/**
 * Reads a response that is documented under `keyed.status`.
 * Throws SyntaxError for a body that should be JSON and is not.
 */
export function shownResponse(keyed: KeyedResponse, sent: ScriptedResponse): ShownResponse {
  const isOfJson = isJson(headerOf(sent, 'Content-Type') ?? '') && sent.body.length > 0;
  return { ...keyed, sent, json: isOfJson ? parseExact(sent.body) : undefined };
}
