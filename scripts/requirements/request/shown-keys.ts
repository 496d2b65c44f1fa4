import type { Contract } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { itemPlaceIn } from '../../openapi/resources/item-place.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, isReadOnly, type SchemaView, typesOf, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';

interface Known {
  readonly description: Description;
  readonly resources: readonly Resource[];
}

/**
 * The properties of a body that may name an item by what the server has given it besides its identifier, with the
 * resources of such items: `scanCode` may be that of one of `/tickets`, which shows one that no client has sent.
 */
export function shownKeys(
  { description: { contract }, resources }: Known,
  operation: Operation,
): { property: string; pointer: string; resources: Resource[] }[] {
  const schema = operation.method === 'GET' ? undefined : jsonBodySchema(contract, operation);
  if (schema === undefined) return [];
  return [...viewSchema(contract, schema).properties].flatMap(([property, pointer]) => {
    const view = viewSchema(contract, pointer);
    if (!isPlainKey(contract, view)) return [];
    const found = resources.filter(
      (resource) => resource.create !== operation && isGivenByServer(contract, resource, property, view),
    );
    return found.length === 0 ? [] : [{ property, pointer, resources: found }];
  });
}

/** True for a text or number that is no time, no address and none of a few. */
export function isPlainKey(contract: Contract, view: SchemaView): boolean {
  const isSettable = !isReadOnly(view) && enumOf(view) === undefined;
  const format = view.keywords.get('format')?.value;
  const isFormatted = typeof format === 'string' && !/^(?:uuid|int32|int64)$/.test(format);
  return isSettable && !isFormatted && typesOf(contract, view).some((type) => type === 'string' || type === 'integer');
}

/** True where each new item shows such a value, which what makes it does not take. */
function isGivenByServer(contract: Contract, resource: Resource, property: string, own: SchemaView): boolean {
  const { create, read, idProperty } = resource;
  const shown = read === undefined ? undefined : successSchema(contract, read);
  if (create === undefined || shown === undefined || property === idProperty) return false;
  const { properties, required } = viewSchema(contract, itemPlaceIn(contract, shown, resource)?.pointer ?? shown);
  const pointer = properties.get(property);
  if (pointer === undefined || !required.has(property)) return false;
  const sent = jsonBodySchema(contract, create);
  const taken = sent === undefined ? undefined : viewSchema(contract, sent).properties.get(property);
  const isTaken = taken !== undefined && !isReadOnly(viewSchema(contract, taken));
  const other = viewSchema(contract, pointer);
  return (
    !isTaken &&
    ['pattern', 'format'].every((name) => own.keywords.get(name)?.value === other.keywords.get(name)?.value) &&
    typesOf(contract, own).some((type) => typesOf(contract, other).includes(type))
  );
}
