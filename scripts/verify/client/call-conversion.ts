import type { CheckedRequest } from '../../stub/request/request-check.ts';
import { isPlain, writeExact } from '../exact-json.ts';
import type { RequestParts } from '../request-parts.ts';
import { isJson } from '../response-facts.ts';
import type { Call } from './calls.ts';

/**
 * The call that makes the request of a case; undefined where no call of a typed client can: for what is no value (JSON that
 * is cut, a parameter given twice, another media type) or none that JavaScript holds exactly.
 */
export function callFor({ operation, body }: RequestParts, { sent, operation: found, breaches }: CheckedRequest): Call | undefined {
  if (sent === undefined || found !== operation) return undefined;
  const unsaid = /\.(repeated|wellFormed|contentType|given|shape|none)$|\.parameters\.query\.unknown$|\.request\.encoding$/;
  if (breaches.some(({ factId }) => unsaid.test(factId) && (body !== null || !/requestBody\.given$/.test(factId)))) return undefined;
  if (body !== null && (sent.body === undefined || !isJson(sent.mediaType ?? '') || body.bytes.toString() !== writeExact(sent.body))) return undefined;
  const values = [...sent.parameters.values(), ...(sent.body === undefined ? [] : [sent.body])];
  return values.every(isPlain) ? { operation, parameters: sent.parameters, body: sent.body } : undefined;
}
