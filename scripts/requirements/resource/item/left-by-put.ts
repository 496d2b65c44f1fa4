import { isExactObject, isSame, within } from '../../../http/exact-json.ts';
import { ownValue } from '../../../http/own-value.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { itemHolder, itemIn, itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { viewItem } from '../../../openapi/resources/item-view.ts';
import { makerOf, type Resource } from '../../../openapi/resources/resource.ts';
import { defaultOf } from '../../../openapi/schemas/default-value.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { type SchemaView, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import type { Violation } from '../../judgement.ts';
import { sentBody } from '../../request/request-parts.ts';
import { shownValue } from '../shown-value.ts';
import type { ItemObservation } from './item-observation.ts';
import { statesOf } from './left-alone.ts';

/**
 * The properties that a creation requires, each answer has, and PUT may leave out, all of them: what is there must have
 * some value, and nobody has said another one. Where there is a PATCH, PUT may be for the whole.
 */
export function leftByPut(contract: Contract, resource: Resource): { name: string; pointer: string }[] {
  const { replace } = resource;
  const shown = replace && successSchema(contract, replace);
  const place = shown === undefined ? undefined : itemPlaceIn(contract, shown, resource);
  const optional = optionalByPut(contract, resource);
  if (place === undefined || optional.length < 2) return [];
  const { required } = viewItem(contract, place.pointer);
  return optional.flatMap(([name, pointer]) => {
    const hasDefault = defaultOf(viewSchema(contract, pointer)) !== undefined;
    return required.has(name) && !hasDefault && statesOf(contract, pointer) === undefined ? [{ name, pointer }] : [];
  });
}

/**
 * True for PUT that requires nothing, where a creation requires something, or what makes the items is not described:
 * without a name, nothing was made, so that PUT may change a part. Where there is a PATCH, PUT may be for the whole.
 */
export function mayChangePart(contract: Contract, resource: Resource): boolean {
  const { create } = resource;
  if (create !== undefined) return optionalByPut(contract, resource).length > 0;
  return makerOf(resource) === undefined && wholeOptional(contract, resource) !== undefined;
}

/** What a creation requires and PUT may leave out, where PUT requires nothing at all. */
function optionalByPut(contract: Contract, resource: Resource): [name: string, pointer: string][] {
  const { create } = resource;
  const made = create && sentItem(contract, resource, create);
  const put = wholeOptional(contract, resource);
  return made === undefined || put === undefined ? [] : [...put.properties].filter(([name]) => made.required.has(name));
}

/** What PUT sends, where it requires nothing, and there is no PATCH. */
function wholeOptional(contract: Contract, resource: Resource): SchemaView | undefined {
  const { replace, merge } = resource;
  const put = replace && merge === undefined ? sentItem(contract, resource, replace) : undefined;
  return put?.required.size === 0 ? put : undefined;
}

/** What a body has of an item: itself, or what is in the property that holds items. */
function sentItem(contract: Contract, resource: Resource, operation: Operation): SchemaView | undefined {
  const schema = jsonBodySchema(contract, operation);
  if (schema === undefined) return undefined;
  const view = viewItem(contract, schema);
  const held = view.properties.get(itemHolder(contract, resource) ?? '');
  return held === undefined ? view : viewItem(contract, held);
}

/** Each of these that a PUT has left out, and whether it is what it was before. */
export function shownByPut(
  contract: Contract,
  { resource, parts, before, answer }: Extract<ItemObservation, { of: 'change' }>,
): [property: string, shown: 'kept' | Violation][] {
  const sent = sentBody(parts) ?? null;
  const own = within(sent, [itemHolder(contract, resource) ?? '']) ?? sent;
  const [was, is] = [before, answer.body ?? null].map((one) => itemIn(contract, resource, one));
  if (parts.operation !== resource.replace || was === undefined || is === undefined) return [];
  if (!isExactObject(own) || !isExactObject(was) || !isExactObject(is)) return [];
  return leftByPut(contract, resource).flatMap(({ name }): [string, 'kept' | Violation][] => {
    const [old, now] = [ownValue(was, name), ownValue(is, name)];
    if (Object.hasOwn(own, name) || old === undefined || now === undefined) return [];
    if (isSame(old, now)) return [[name, 'kept']];
    const documented = `${name} as before, since the change leaves it out: ${shownValue(old)}`;
    return [[name, { documented, received: `${name}: ${shownValue(now)}` }]];
  });
}
