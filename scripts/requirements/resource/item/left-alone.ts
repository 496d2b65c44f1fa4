import { type Exact, type ExactObject, isExactObject, isSame, within } from '../../../http/exact-json.ts';
import { ownValue } from '../../../http/own-value.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { attributesPlace } from '../../../openapi/resources/item-attributes.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { enumOf, isReadOnly, type SchemaView, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { sentBody } from '../../request/request-parts.ts';
import { shownValue } from '../shown-value.ts';
import type { ItemObservation } from './item-observation.ts';
import { heldAt, type KeptProperty, settableProperties } from './item-properties.ts';
import { isMergedMap } from './merged-maps.ts';

type PartialChange = Extract<ItemObservation, { of: 'partial change' }>;

/** Properties that clients set, and of which a change in part leaves out some. */
export function changeableProperties(contract: Contract, resource: Resource): KeptProperty[] {
  const { create, replace, merge } = resource;
  const view = merge === undefined ? undefined : changeView(contract, resource);
  // What one alternative has, another may have to drop.
  if (view === undefined || view.alternatives.length > 0) return [];
  const sendable = [...view.properties].filter(([, at]) => !isReadOnly(viewSchema(contract, at)));
  const all = [merge, create, replace].flatMap((operation) =>
    operation === undefined ? [] : (settableProperties(contract, resource, operation)?.properties ?? []),
  );
  return all.filter(
    ({ name }, index) =>
      all.findIndex((other) => other.name === name) === index &&
      name !== resource.idProperty &&
      !isRecord(name) &&
      !view.required.has(name) &&
      sendable.some(([other]) => other !== name),
  );
}

/** The schema of what a change in part sends of an item. */
export function changeView(contract: Contract, { merge }: Resource): SchemaView | undefined {
  const schema = merge && jsonBodySchema(contract, merge);
  if (schema === undefined) return undefined;
  return viewSchema(contract, attributesPlace(contract, schema)?.pointer ?? schema);
}

/** True for what a server may keep of changes themselves: when, and how many. */
function isRecord(name: string): boolean {
  return /^(last|updat|modif|chang|edit)|version|revision|^rev$|etag/i.test(name);
}

/** Each property that a change in part has left out, and whether it is what it was before. */
export function leftAlone(
  contract: Contract,
  { resource, parts, before: then, answer: { body } }: PartialChange,
): [property: string, shown: 'kept' | Violation | OutOfReach][] {
  const { sentAt = [], shownAt = [] } = settableProperties(contract, resource, parts.operation) ?? {};
  const sent = within(sentBody(parts), sentAt) ?? null;
  const [before, received] = [heldAt(shownAt, then), heldAt(shownAt, body)];
  if (!isExactObject(sent) || !isExactObject(before) || !isExactObject(received)) return [];
  const changeable = changeableProperties(contract, resource);
  const left = changeable.filter(({ name }) => !Object.hasOwn(sent, name));
  const view = changeView(contract, resource);
  const isMerged = ({ name, shownAs }: KeptProperty) =>
    isMergePatch(parts.body?.mediaType ?? '') || isMergedMap(contract, view?.properties.get(name), shownAs);
  const inside = changeable.flatMap((property) => {
    const { name } = property;
    return isMerged(property)
      ? leftWithin(name, ownValue(sent, name), ownValue(before, name), ownValue(received, name))
      : [];
  });
  const whole = left.map(({ name }): [string, 'kept' | Violation | OutOfReach] => {
    // Where nothing reads it, an answer need not show what was not changed.
    const isShown = Object.hasOwn(received, name) || resource.read !== undefined;
    if (!Object.hasOwn(before, name) || !isShown)
      return [name, { outOfReach: `No response shows ${name} before and after.` }];
    const [old = null, now = null] = [ownValue(before, name), ownValue(received, name)];
    if (isSame(old, now)) return [name, 'kept'];
    if (mayFollow(contract, resource, parts.body?.mediaType ?? '', Object.keys(sent), name))
      return [name, { outOfReach: `What becomes of ${name} where a state changes is for the server to say.` }];
    const violation = {
      documented: `${name} as before, since the change leaves it out: ${shownValue(old)}`,
      received: Object.hasOwn(received, name) ? `${name}: ${shownValue(now)}` : `no ${name}`,
    };
    return [name, violation];
  });
  return [...whole, ...inside];
}

/** True for a change that leaves what it does not name as it was, at any depth (RFC 7396). */
export function isMergePatch(mediaType: string): boolean {
  return /merge-patch\+json/i.test(mediaType);
}

/** What a merge patch has left out of an object, which it merges as well (RFC 7396 section 2). */
function leftWithin(
  name: string,
  sent: Exact | undefined,
  before: Exact | undefined,
  received: Exact | undefined,
): [property: string, shown: 'kept' | Violation][] {
  if (!isObject(sent) || !isObject(before) || !isObject(received)) return [];
  const left = Object.keys(before).filter((member) => !Object.hasOwn(sent, member) && !isRecord(member));
  const lost = left.find((member) => !isSame(ownValue(before, member) ?? null, ownValue(received, member) ?? null));
  if (lost === undefined) return left.length === 0 ? [] : [[name, 'kept']];
  const documented = `${name} with ${lost} as before, since the change leaves it out: ${shownValue(before)}`;
  return [[name, { documented, received: `${name}: ${shownValue(received)}` }]];
}

function isObject(value: Exact | undefined): value is ExactObject {
  return value !== undefined && isExactObject(value);
}

/**
 * A state may take along what an item need not have: who finishes a task may lose its reminder. A merge patch changes
 * nothing else (RFC 7396 section 2).
 */
function mayFollow(
  contract: Contract,
  resource: Resource,
  mediaType: string,
  changed: readonly string[],
  property: string,
): boolean {
  if (isMergePatch(mediaType)) return false;
  const properties = changeView(contract, resource)?.properties;
  const isOfState = changed.some((name) => {
    const pointer = properties?.get(name);
    return pointer !== undefined && statesOf(contract, pointer) !== undefined;
  });
  const shown = [resource.read, resource.merge].flatMap((operation) =>
    operation === undefined ? [] : (successSchema(contract, operation) ?? []),
  );
  return (
    isOfState &&
    shown.every((pointer) => {
      const { pointer: at } = attributesPlace(contract, pointer) ?? { pointer };
      return !viewSchema(contract, at).required.has(property);
    })
  );
}

/** The values of a property that is a state: one of few. Undefined for any other. */
export function statesOf(contract: Contract, pointer: string): readonly Exact[] | undefined {
  const view = viewSchema(contract, pointer);
  return enumOf(view) ?? (view.types.includes('boolean') ? [true, false] : undefined);
}
