import { type Exact, isExactObject } from '../../http/exact-json.ts';
import type { Contract } from '../../openapi/contract.ts';
import { wordsOf } from '../../openapi/resources/name-words.ts';
import { enumOf, viewSchema } from '../../openapi/schemas/schema-view.ts';

const usable = new Set(['active', 'enabled', 'usable']);
const unusable = new Set([
  'inactive',
  'disabled',
  'archived',
  'locked',
  'blocked',
  'suspended',
  'retired',
  'discontinued',
]);

/** The body of a thing that others are to name, with the switches set that let them: `is_active`, not `archived`. */
export function usableThing(contract: Contract, schema: string, body: Exact): Exact {
  if (!isExactObject(body)) return body;
  const { properties } = viewSchema(contract, schema);
  const entries = Object.entries(body).map(([name, value]): [string, Exact] => {
    const pointer = properties.get(name);
    const isSwitch =
      typeof value === 'boolean' && pointer !== undefined && enumOf(viewSchema(contract, pointer)) === undefined;
    const [word = '', ...others] = wordsOf(name).filter((one) => one !== 'is');
    if (!isSwitch || others.length > 0) return [name, value];
    return [name, usable.has(word) || (value && !unusable.has(word))];
  });
  return Object.fromEntries(entries);
}
