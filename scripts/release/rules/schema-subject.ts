import { ContractError } from '../../cli/problem.ts';
import { isSame } from '../../http/exact-json.ts';
import { type Contract, partAt } from '../../openapi/contract.ts';
import { childOf, type Json, segmentsOf } from '../../openapi/json.ts';
import type { Contracts } from './found.ts';

/** The schema that says what stands at a pointer: a keyword, or one value of its list. */
export function sayerOf(pointer: string): string {
  return pointer.replace(/\/[^/]+(?:\/\d+)?$/, '');
}

/**
 * The schema that no longer says what the released contract has at a pointer. Where that one is gone, or says it still,
 * it is the one at `place`, which is made of others now.
 */
export function formerSayerOf(contracts: Contracts, pointer: string, place: string): string {
  const schema = sayerOf(pointer);
  const value = valueAt(contracts.now, schema);
  const [keyword = '', index] = segmentsOf(pointer.slice(schema.length));
  const said = valueAt(contracts.before, pointer);
  const now = value === undefined ? undefined : childOf(value, keyword);
  const all = index !== undefined && Array.isArray(now) ? now : [now];
  const isSaid = said !== undefined && all.some((one) => one !== undefined && isSame(one, said));
  return value === undefined || isSaid ? place : schema;
}

function valueAt(contract: Contract, pointer: string): Json | undefined {
  try {
    return partAt(contract, pointer).value;
  } catch (error) {
    if (error instanceof ContractError) return undefined;
    throw error;
  }
}
