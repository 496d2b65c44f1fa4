import { type Exact, isSame } from '../../../http/exact-json.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { Parameter } from '../../../openapi/operation-table.ts';
import { valueIn } from '../../../openapi/resources/item-attributes.ts';
import { soughtValue } from '../../../openapi/resources/list-filters.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import type { ObservedList } from './observed-list.ts';

/** Whether a list has an item where the request gives no filter but `given`: the others then have their defaults. */
export function passesDefaults(
  contract: Contract,
  { parameters: { filters } }: Pick<ObservedList, 'parameters'>,
  item: Exact,
  given?: Parameter,
): boolean {
  return filters.every(({ parameter, property, pointer }) => {
    const preset = defaultOf(contract, parameter);
    if (preset === undefined || parameter === given) return true;
    return [preset].flat().some((value) => hasValue(valueIn(item, property), soughtValue(contract, pointer, value)));
  });
}

/** What a filter has where a request does not give it; undefined where it then lets everything pass. */
export function defaultOf(contract: Contract, parameter: Parameter): Exact | undefined {
  return viewSchema(contract, parameterSchema(parameter)).keywords.get('default')?.value ?? undefined;
}

/** A property matches a filter by its value, or as a list by one of its items. */
export function hasValue(own: Exact | undefined, value: Exact): boolean {
  if (own === undefined) return false;
  return Array.isArray(own) ? own.some((item) => isSame(item, value)) : isSame(own, value);
}
