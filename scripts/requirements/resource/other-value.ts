import { type Exact, isExactObject } from '../../http/exact-json.ts';
import type { Contract } from '../../openapi/contract.ts';
import { enumOf, viewSchema } from '../../openapi/schemas/schema-view.ts';

/** Another value of the same type for a property of a schema; the same one where there is no other. */
export function otherValue(contract: Contract, schema: string, property: string, value: Exact): Exact {
  const at = viewSchema(contract, schema).properties.get(property);
  const view = at === undefined ? undefined : viewSchema(contract, at);
  const other = view === undefined ? undefined : enumOf(view)?.find((one) => one !== value);
  if (other !== undefined) return other;
  // Another number is allowed more often than another text, which may be one of an enumeration.
  return (
    ['number', 'bigint', 'boolean', 'string'].reduce<Exact | undefined>(
      (found, type) => found ?? withAnother(value, type),
      undefined,
    ) ?? value
  );
}

/** The value, or the first in it, that is of a type, changed; undefined where there is none. */
function withAnother(value: Exact, type: string): Exact | undefined {
  if (typeof value === type) return otherScalar(value);
  if (Array.isArray(value)) {
    const others = value.map((item) => withAnother(item, type));
    const first = others.findIndex((other) => other !== undefined);
    return first === -1 ? undefined : value.with(first, others[first] ?? null);
  }
  if (!isExactObject(value)) return undefined;
  const [changed] = Object.entries(value).flatMap(([name, item]) => {
    const other = withAnother(item, type);
    return other === undefined ? [] : [{ [name]: other }];
  });
  return changed && { ...value, ...changed };
}

function otherScalar(value: Exact): Exact {
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'bigint' ? value + 1n : !value;
}
