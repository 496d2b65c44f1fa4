import { type Contract, partAt, referenceOf } from '../openapi/contract.ts';
import { childOf, type Json, pointerTo, segmentsOf, stringOf } from '../openapi/json.ts';

/**
 * The reason that `x-unverifiable` gives at one of these parts of the contract,
 * or at one that they belong to; the first counts.
 */
export function waiverAt(contract: Contract, ...pointers: readonly (string | undefined)[]): string | null {
  for (const pointer of pointers) {
    const reason = pointer === undefined ? null : reasonAt(contract, pointer);
    if (reason !== null) return reason;
  }
  return null;
}

function reasonAt(contract: Contract, pointer: string): string | null {
  let found: string | null = null;
  let value: Json | undefined = contract.document;
  for (const segment of ['', ...segmentsOf(pointer)]) {
    if (segment !== '') value = childOf(value, segment);
    for (let reference = referenceOf(value ?? null); reference !== undefined; reference = referenceOf(value ?? null)) {
      value = partAt(contract, pointerTo(...segmentsOf(reference))).value;
    }
    found = stringOf(childOf(value, 'x-unverifiable')) ?? found;
  }
  return found;
}
