import { isPlain, writeExact } from '../../http/exact-json.ts';
import { isJson } from '../../http/media-types.ts';
import type { Call } from '../../requirements/client/calls.ts';
import type { CheckedRequest } from '../../requirements/request-check.ts';
import type { RequestParts } from '../../requirements/request-parts.ts';

/**
 * The call that makes the request of a case; undefined where no call of a typed client can: for what is no value (JSON
 * that is cut, a parameter given twice, another media type) or none that JavaScript holds exactly.
 */
export function callFor(
  { operation, body }: RequestParts,
  { sent, operation: found, violations }: CheckedRequest,
): Call | undefined {
  if (sent === undefined || found !== operation) return undefined;
  const unsaid =
    /\.(repeated|wellFormed|contentType|given|shape|none)$|\.parameters\.query\.unknown$|\.request\.encoding$/;
  if (
    violations.some(
      ({ requirementId }) =>
        unsaid.test(requirementId) && (body !== null || !/requestBody\.given$/.test(requirementId)),
    )
  )
    return undefined;
  if (
    body !== null &&
    (sent.body === undefined || !isJson(sent.mediaType ?? '') || body.bytes.toString() !== writeExact(sent.body))
  )
    return undefined;
  const values = [...sent.parameters.values(), ...(sent.body === undefined ? [] : [sent.body])];
  return values.every(isPlain) ? { operation, parameters: sent.parameters, body: sent.body } : undefined;
}
