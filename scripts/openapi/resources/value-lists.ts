import type { Description } from '../description.ts';
import type { Operation } from '../operation-table.ts';
import { barePath } from './bare-path.ts';
import { withAttributes } from './item-attributes.ts';
import { viewItem } from './item-view.ts';
import { filterOf, type ListFilter } from './list-filters.ts';
import { listOperation } from './list-operation.ts';
import type { ListOperation, Resource } from './resource.ts';
import { listsThingsOf } from './things-elsewhere.ts';

/** A list of the things of a collection that have the value at the end of its path: `/books/genre/{genre}`. */
export interface ValueList {
  readonly list: ListOperation;
  readonly resource: Resource;
  readonly filter: ListFilter;
}

/** What an operation lists by a value in its path; undefined where it does not. */
export function valueListOf(
  { contract }: Pick<Description, 'contract'>,
  resources: readonly Resource[],
  operation: Operation,
): ValueList | undefined {
  const [, collection, name] = /^(.+?)\/(?:[^/{}]+\/)?\{([^}/]+)\}$/.exec(barePath(operation)) ?? [];
  const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
  const list = operation.method === 'GET' && parameter ? listOperation(contract, operation) : undefined;
  if (parameter === undefined || list === undefined) return undefined;
  const resource = resources.find(
    ({ collectionPath, create, read }) => collectionPath === collection && create !== undefined && read !== operation,
  );
  if (resource === undefined) return undefined;
  const filter = filterOf(contract, withAttributes(contract, viewItem(contract, list.item)), parameter);
  return filter && listsThingsOf(contract, resource, { list }) ? { list, resource, filter } : undefined;
}
