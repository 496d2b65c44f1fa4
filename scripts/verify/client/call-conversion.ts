import { isPlain, writeExact } from '../../http/exact-json.ts';
import { isJson } from '../../http/media-types.ts';
import type { Call } from '../../requirements/client/calls.ts';
import { requestEncoding } from '../../requirements/operation/request-encoding.ts';
import { parameterRepeated } from '../../requirements/parameter/repeated.ts';
import { undescribedQuery } from '../../requirements/parameter/undescribed-query.ts';
import type { CheckedRequest } from '../../requirements/request/request-check.ts';
import type { RequestParts } from '../../requirements/request/request-parts.ts';
import { bodyContentType } from '../../requirements/request-body/content-type.ts';
import { noBody } from '../../requirements/request-body/none.ts';
import { bodyShape } from '../../requirements/request-body/shape.ts';
import { bodyWellFormed } from '../../requirements/request-body/well-formed.ts';

// What these require, no value of a typed call can violate.
const unsaid: ReadonlySet<string> = new Set(
  [requestEncoding, parameterRepeated, undescribedQuery, noBody, bodyContentType, bodyWellFormed, bodyShape].map(
    ({ id }) => id,
  ),
);

/**
 * The call that makes the request of a case; undefined where no call of a typed client can: for what is no value (JSON
 * that is cut, a parameter given twice, another media type) or none that JavaScript holds exactly.
 */
export function callFor(
  { operation, body }: RequestParts,
  { sent, operation: found, violations }: CheckedRequest,
): Call | undefined {
  if (sent === undefined || found !== operation) return undefined;
  if (violations.some(({ kind }) => unsaid.has(kind))) return undefined;
  if (
    body !== null &&
    (sent.body === undefined || !isJson(sent.mediaType ?? '') || body.bytes.toString() !== writeExact(sent.body))
  )
    return undefined;
  const values = [...sent.parameters.values(), ...(sent.body === undefined ? [] : [sent.body])];
  return values.every(isPlain) ? { operation, parameters: sent.parameters, body: sent.body } : undefined;
}
