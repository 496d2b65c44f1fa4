import type { Exact } from '../../http/exact-json.ts';
import type { Contract } from '../../openapi/contract.ts';
import { enumOf, viewSchema } from '../../openapi/schema-view.ts';

/** Another value of the same type for a property of a schema; the same one where there is no other. */
export function otherValue(contract: Contract, schema: string, property: string, value: Exact): Exact {
  const at = viewSchema(contract, schema).properties.get(property);
  const view = at === undefined ? undefined : viewSchema(contract, at);
  const other = view === undefined ? undefined : enumOf(view)?.find((one) => one !== value);
  if (other !== undefined) return other;
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return value;
}
