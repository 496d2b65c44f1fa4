import type { Contract } from '../contract.ts';
import type { Operation } from '../operation-table.ts';
import { type SchemaView, viewSchema } from '../schemas/schema-view.ts';
import { successSchema } from '../success-responses.ts';
import { barePath } from './bare-path.ts';
import type { ListOperation } from './resource.ts';

/** What an operation is answered with, where that is a list of things: by itself, or the only one in an envelope. */
export function listOperation(contract: Contract, operation: Operation): ListOperation | undefined {
  const pointer = successSchema(contract, operation);
  if (pointer === undefined) return undefined;
  const view = viewSchema(contract, pointer);
  if (view.items !== undefined) return { operation, segments: [], item: view.items };
  // What an item has a list of is no list of items.
  if (barePath(operation).endsWith('}')) return undefined;
  const lists = [...view.properties].flatMap(([name, at]) => {
    const { items } = viewSchema(contract, at);
    return items === undefined || !holdsObjects(viewSchema(contract, items))
      ? []
      : [{ operation, segments: [name], item: items }];
  });
  // Beside the `data` of a compound document, JSON:API has what those things name, in `included`.
  return lists.length === 1 ? lists[0] : lists.find(({ segments: [name] }) => name === 'data');
}

function holdsObjects(view: SchemaView): boolean {
  return view.types.includes('object') || view.alternatives.length > 0;
}
