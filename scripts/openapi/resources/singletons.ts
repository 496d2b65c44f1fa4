import type { Description } from '../description.ts';
import type { Operation } from '../operation-table.ts';
import { jsonBodySchema } from '../schemas/schema-pointers.ts';
import { successSchema } from '../success-responses.ts';
import { barePath } from './bare-path.ts';
import { listOperation } from './list-operation.ts';
import { makerOf, type Resource } from './resource.ts';
import { resourcesOf, sharedProperties } from './resources.ts';

/**
 * Things of which there is one at each place, as the settings of a device: a path that ends in a name, at which GET
 * reads what PUT has put there, or PATCH has changed. They are resources without items; a list whose items come and go
 * by themselves is none of them.
 */
export function singletonsOf(description: Description): Resource[] {
  const { contract, operations } = description;
  const lists = resourcesOf(description)
    .filter((resource) => (makerOf(resource) ?? resource.remove) !== undefined)
    .map(({ list }) => list?.operation);
  const byPath = Map.groupBy(operations, ({ path }) => path);
  return operations.flatMap((read) => {
    const at = (method: string) => byPath.get(read.path)?.find((one) => one.method === method);
    const [replace, merge] = [at('PUT'), at('PATCH')];
    const change = replace ?? merge;
    if (read.method !== 'GET' || change === undefined || barePath(read).endsWith('}') || lists.includes(read))
      return [];
    const sent = jsonBodySchema(contract, change);
    const shown = successSchema(contract, read);
    if (sent === undefined || shown === undefined) return [];
    const shared = sharedProperties(contract, sent, shown);
    // What PUT sends is one of the things on a page, which may have a `size` as well.
    const listed = listOperation(contract, read);
    const ofItem = listed === undefined ? [] : sharedProperties(contract, sent, listed.item);
    if (shared.length === 0 || ofItem.length > shared.length) return [];
    return [
      {
        collectionPath: read.path,
        itemsPath: read.path,
        parameter: undefined,
        idProperty: undefined,
        create: undefined,
        addition: undefined,
        list: undefined,
        searches: [],
        read,
        replace,
        merge,
        remove: at('DELETE'),
      },
    ];
  });
}

/** True for a POST at the place of such a thing that is sent what the thing has: it puts one there. */
export function putsSingleton({ contract }: Description, { read }: Resource, operation: Operation): boolean {
  const sent = operation.method === 'POST' ? jsonBodySchema(contract, operation) : undefined;
  const shown = read && successSchema(contract, read);
  return sent !== undefined && shown !== undefined && sharedProperties(contract, sent, shown).length > 0;
}
