import { type Exact, isExactObject } from '../../../http/exact-json.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { isDecimal, rankOf } from '../../../openapi/values/value-rank.ts';

/** A value with each amount that is a text as its number: `5` and `5.00` are the same one. */
export function withPlainAmounts(contract: Contract, pointer: string, value: Exact): Exact {
  const view = viewSchema(contract, pointer);
  if (typeof value === 'string' && isDecimal(view)) return rankOf('decimal', value) ?? value;
  const { items, properties } = view;
  if (Array.isArray(value))
    return items === undefined ? value : value.map((one) => withPlainAmounts(contract, items, one));
  if (!isExactObject(value)) return value;
  const entries = Object.entries(value).map(([name, own]): [string, Exact] => {
    const at = properties.get(name);
    return [name, at === undefined ? own : withPlainAmounts(contract, at, own)];
  });
  return Object.fromEntries(entries);
}
