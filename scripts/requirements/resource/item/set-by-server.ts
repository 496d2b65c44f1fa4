import type { Contract } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { attributesPlace, withAttributes } from '../../../openapi/resources/item-attributes.ts';
import { itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { viewItem } from '../../../openapi/resources/item-view.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { isReadOnly, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';

/** A property of an item that the server alone sets, and its schema. */
export interface ServerProperty {
  name: string;
  pointer: string;
}

/** The properties of an item with such names, that no client sends; of what POST creates. */
export function setByServer(
  contract: Contract,
  resource: Resource,
  operation: Operation,
  names: RegExp,
): ServerProperty[] {
  const { create, read } = resource;
  const schema = [operation, read].flatMap((one) => (one && successSchema(contract, one)) ?? [])[0];
  if (create?.method !== 'POST' || schema === undefined) return [];
  const place = itemPlaceIn(contract, schema, resource);
  if (place === undefined) return [];
  const sent = [create, operation].flatMap((one) => jsonBodySchema(contract, one) ?? []);
  const isSent = (name: string) =>
    sent.some((at) => {
      const own = viewItem(contract, attributesPlace(contract, at)?.pointer ?? at).properties.get(name);
      return own !== undefined && !isReadOnly(viewSchema(contract, own));
    });
  return [...withAttributes(contract, viewItem(contract, place.pointer)).properties]
    .filter(([name]) => names.test(name) && !isSent(name))
    .map(([name, pointer]) => ({ name, pointer }));
}
