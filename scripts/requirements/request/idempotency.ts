import { descriptionAt } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';

/** True for the header by which a request that is sent again is known (draft-ietf-httpapi-idempotency-key-header). */
export function isIdempotencyKey({ in: place, name }: Pick<Parameter, 'in' | 'name'>): boolean {
  return place === 'header' && /^(x-)?idempotency-(key|token)$/i.test(name);
}

export function idempotencyKeyOf({ parameters }: Operation): Parameter | undefined {
  return parameters.find(isIdempotencyKey);
}

const another =
  /other|different|differs|mismatch|not match|re-?used?|already used|(?:has|have) (?:already )?been used/i;
const anotherBody = /(other|different) (request |json )?(body|payload|request|parameters|content|data)/i;

/** True where a description says what comes of a key with another body. A key may also be a property of a thing. */
function isOfAnotherBody(text: string): boolean {
  return (/idempoten/i.test(text) && another.test(text)) || (/\bkey\b/i.test(text) && anotherBody.test(text));
}

/**
 * The key of an operation, and the statuses by which one that comes again with another body is refused, as their
 * descriptions say, or that of the parameter or of the operation; undefined where none does.
 */
export function reuseRefusalOf(
  { contract }: Description,
  operation: Operation,
): { parameter: Parameter; statuses: string[] } | undefined {
  const parameter = idempotencyKeyOf(operation);
  if (parameter === undefined || operation.requestBody === null) return undefined;
  const own = descriptionAt(contract, parameter.pointer);
  const sentences = descriptionAt(contract, operation.pointer).split(/[.;](?:\s|$)/);
  const statuses = ['409', '422'].filter((status) => {
    const response = operation.responses[status];
    if (response === undefined) return false;
    const isSaid = sentences.some((one) => one.includes(status) && isOfAnotherBody(one));
    return (
      isSaid ||
      isOfAnotherBody(descriptionAt(contract, response.pointer)) ||
      (own.includes(status) && another.test(own))
    );
  });
  return statuses.length === 0 ? undefined : { parameter, statuses };
}
