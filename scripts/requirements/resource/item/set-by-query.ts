import type { Operation, Parameter } from '../../../openapi/operation-table.ts';
import { itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { viewItem } from '../../../openapi/resources/item-view.ts';
import { wordsOf } from '../../../openapi/resources/name-words.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { isReadOnly, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import type { MessageContext } from '../../message-context.ts';

/** A query parameter by which a property of an item is changed. */
export interface SetByQuery {
  resource: Resource;
  read: Operation;
  /** Called like the property. */
  parameter: Parameter;
  /** Pointer of the schema of the item, as it is read. */
  item: string;
}

const changing = /^(?:update|change|set|edit|rename)s?$/;

/** What `POST /parcels/{id}?label=` changes of an item: the scalars that its query parameters are called after. */
export function setByQuery(
  { description: { contract }, resources }: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation,
): SetByQuery[] {
  if (operation.requestBody !== null || !isChange(operation)) return [];
  return resources.flatMap((resource) => {
    const { read, create, replace, merge, idProperty } = resource;
    const schema = read?.path === operation.path ? successSchema(contract, read) : undefined;
    const place = schema === undefined ? undefined : itemPlaceIn(contract, schema, resource);
    if (read === undefined || place === undefined || [create, replace, merge].includes(operation)) return [];
    const { properties } = viewItem(contract, place.pointer);
    return operation.parameters.flatMap((parameter) => {
      const pointer = parameter.in === 'query' ? properties.get(parameter.name) : undefined;
      if (pointer === undefined || parameter.name === idProperty) return [];
      const view = viewSchema(contract, pointer);
      const { types } = view;
      const isScalar = types.length === 1 && ['string', 'integer', 'number', 'boolean'].includes(types[0] ?? '');
      const isOpen = isScalar && !isReadOnly(view);
      return isOpen ? [{ resource, read, parameter, item: place.pointer }] : [];
    });
  });
}

function isChange({ method, id }: Operation): boolean {
  const [verb = ''] = wordsOf(id);
  return method === 'POST' && changing.test(verb);
}
