import type { service } from '../generated/operations.ts';
import type { Send } from './retry.ts';

/** The scheme of the contract, as `Authorization` has it. */
const scheme: Capitalize<(typeof service)['securitySchemes']['apiKey']['scheme']> = 'Bearer';

/** Visible ASCII (RFC 9110, section 5.5); a key read from a file often ends in a line break, which is none. */
const sendable = /^[\x21-\x7e]+$/;

/** Refuses a key that could not be sent, without showing it. */
export function checkApiKey(apiKey: unknown): asserts apiKey is string {
  if (typeof apiKey !== 'string' || !sendable.test(apiKey))
    throw new TypeError('apiKey must be a text of visible ASCII characters.');
}

/**
 * Adds the key to a request for this origin; a request for another one goes without.
 * Changes the request that it is given.
 */
export function authorised(send: Send, apiKey: string, origin: string): Send {
  return (request) => {
    if (new URL(request.url).origin === origin) request.headers.set('Authorization', `${scheme} ${apiKey}`);
    return send(request);
  };
}
