import type { Operation, Parameter } from '../../openapi/operation-table.ts';

/** True for the header by which a request that is sent again is known (draft-ietf-httpapi-idempotency-key-header). */
export function isIdempotencyKey({ in: place, name }: Pick<Parameter, 'in' | 'name'>): boolean {
  return place === 'header' && /^(x-)?idempotency-(key|token)$/i.test(name);
}

export function idempotencyKeyOf({ parameters }: Operation): Parameter | undefined {
  return parameters.find(isIdempotencyKey);
}
