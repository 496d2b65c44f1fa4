import type { Contract } from '../../../openapi/contract.ts';
import type { ListParameters } from '../../../openapi/resources/list-parameters.ts';
import { pageBoundOf } from '../../../openapi/resources/page-bound.ts';
import { parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { numberAt, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { passesDefaults } from './default-filters.ts';
import type { ObservedList, Query } from './observed-list.ts';

/** How many items may be asked for at once. */
export interface PageSizes {
  least: number;
  most: number;
  /** True where a page that is asked for more has as many. */
  isReduced: boolean;
  /** Without the parameter for it. */
  preset: number | undefined;
}

/** The sizes that the contract allows for a page of a list; one without a parameter for it has no bound. */
export function pageSizes(contract: Contract, { size }: ListParameters): PageSizes {
  if (size === undefined) return { least: 1, most: Number.POSITIVE_INFINITY, isReduced: false, preset: undefined };
  const view = viewSchema(contract, parameterSchema(size));
  const bound = pageBoundOf(contract, size);
  return {
    least: numberAt(view, 'minimum') ?? 1,
    most: Math.min(bound?.most ?? 100, 1000),
    isReduced: bound?.isReduced === true,
    preset: typeof size.default === 'number' ? size.default : undefined,
  };
}

/** The query for one page that has all of so many items, and no room for more; undefined where there is none. */
export function wholePageOf(contract: Contract, parameters: ListParameters, count: number): Query | undefined {
  const { least, most } = pageSizes(contract, parameters);
  return parameters.size === undefined || count < least || count > most ? undefined : [[parameters.size, count]];
}

/** How many items the list should have without a filter. */
export function availableItems(contract: Contract, list: ObservedList): number {
  const { all, stored } = list;
  return Math.max(all.items.length, stored.present.filter(({ item }) => passesDefaults(contract, list, item)).length);
}
