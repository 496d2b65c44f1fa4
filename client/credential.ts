import { service } from '../generated/operations.ts';
import type { Send } from './retry.ts';

service.securitySchemes.apiKey.scheme satisfies 'bearer';

/** Visible ASCII (RFC 9110, section 5.5); a key read from a file often ends in a line break, which is none. */
const sendable = /^[\x21-\x7e]+$/;

/** Refuses a key that could not be sent, without showing it. */
export function checkApiKey(apiKey: unknown): asserts apiKey is string {
  if (typeof apiKey !== 'string' || apiKey.trim() === '') throw new TypeError('apiKey is missing or blank.');
  if (!sendable.test(apiKey)) {
    throw new TypeError(
      'apiKey holds a character that cannot be sent in a header: a space, a line break or one outside ASCII.',
    );
  }
}

/** Adds the key to a request for this origin; a request for another one goes without. Changes the request that it is given. */
export function authorised(send: Send, apiKey: string, origin: string): Send {
  return (request) => {
    if (new URL(request.url).origin === origin) request.headers.set('Authorization', `Bearer ${apiKey}`);
    return send(request);
  };
}
