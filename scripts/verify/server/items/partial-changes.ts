import { type Exact, type ExactObject, isExactObject, within } from '../../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { isJson } from '../../../http/media-types.ts';
import { withPart } from '../../../http/message-changes.ts';
import { ownValue } from '../../../http/own-value.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { attributesPlace } from '../../../openapi/resources/item-attributes.ts';
import { makerOf, type Resource } from '../../../openapi/resources/resource.ts';
import { bodyAsStored } from '../../../openapi/resources/stored-case.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { type SchemaView, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { itemAsked, type RequestParts, sentBody } from '../../../requirements/request/request-parts.ts';
import {
  heldAt,
  heldIn,
  settableProperties,
  shownProperties,
} from '../../../requirements/resource/item/item-properties.ts';
import {
  changeableProperties,
  changeView,
  isMergePatch,
  statesOf,
} from '../../../requirements/resource/item/left-alone.ts';
import { isMergedMap } from '../../../requirements/resource/item/merged-maps.ts';
import type { Session } from '../session/session.ts';
import { otherThan, toMadeItem, untilTimeMoves } from './replacements.ts';
import { requestsOfOtherKinds } from './requests-of-kinds.ts';
import type { StoredItems } from './stored-items.ts';
import { withUnusedThings } from './unused-things.ts';

/** A property to be changed by itself; without a value to another one than it has. */
type Step = readonly [property: string, value?: Exact];

// Of the first ones, a server may refuse some.
const mostStepsOfOther = 3;
const mostStepsWithin = 3;

/**
 * Changes the properties of an item one by one, and some of one that began otherwise and of one of each other kind;
 * looks at each all the while.
 */
export async function changeInParts(session: Session, stored: StoredItems): Promise<void> {
  const { resource } = stored;
  const { merge } = resource;
  const { contract } = session.description;
  const view = changeView(contract, resource);
  if (merge?.requestBody?.mediaTypes.some(isJson) !== true || view === undefined) return;
  const isMerge = isMergePatch(merge.requestBody.mediaTypes.find(isJson) ?? '');
  const parts = [...(isMerge ? stepsWithin(session, view) : []), ...removals(session, resource, view)];
  const steps = [...stepsFor(session, view), ...parts];
  const base = await toItemWithout(session, stored, defaultsOf(contract, resource));
  const first = await changeBySteps(session, stored, base ?? (await session.source.base(merge)), view, steps);
  const other = first && (await toItemWithout(session, stored, lastingStates(contract, resource, first)));
  const maker = makerOf(resource);
  const kinds = maker === undefined ? [] : await requestsOfOtherKinds(session, maker);
  const ofKinds = await Promise.all(
    kinds.map(async (parts) => toMadeItem(session, stored, merge, parts, await session.call(parts))),
  );
  for (const base of [other, ...ofKinds])
    if (base !== undefined) await changeBySteps(session, stored, base, view, steps.slice(0, mostStepsOfOther));
}

/** Takes the steps with one item, as far as the server does. Resolves to the item as it was before. */
async function changeBySteps(
  session: Session,
  stored: StoredItems,
  base: RequestParts,
  view: SchemaView,
  steps: readonly Step[],
): Promise<ExactObject | undefined> {
  const first = itemShown(session, stored, await lookAt(session, stored, base));
  let before = first;
  // Only what changes later shows whether the time of the last change moves.
  await untilTimeMoves(session, stored.resource, base.operation);
  for (const step of steps) {
    const parts = await changeTo(session, base, view, step, partShown(session, stored, before) ?? {});
    if (parts === undefined) continue;
    const answer = await session.call(parts);
    if (!isSuccess(answer.response)) continue;
    if (before !== undefined) stored.observe({ of: 'change', parts, before, preset: stored.preset, answer });
    const shown = await lookAt(session, stored, base);
    if (answer.body === undefined && shown !== undefined) observeShown(session, stored, parts, answer, shown);
    const seen = shown ?? answer;
    if (before !== undefined && isSuccess(seen.response))
      stored.observe({ of: 'partial change', parts, before, change: answer, answer: seen });
    before = itemShown(session, stored, seen);
  }
  return partShown(session, stored, first);
}

/** A request that changes one property of what an item has; undefined where the schema allows none. */
async function changeTo(
  session: Session,
  base: RequestParts,
  view: SchemaView,
  step: Step,
  item: ExactObject,
): Promise<RequestParts | undefined> {
  const { operation: merge } = base;
  const mediaType = merge.requestBody?.mediaTypes.find(isJson) ?? '';
  const place = partPlace(session, merge);
  const all = await session.source.validBody(merge, mediaType, 'all');
  const part = changeOf(session, view, step, item, otherThan(session, view.pointer, within(all, place) ?? null, item));
  if (part === undefined) return undefined;
  const whole = place.length === 0 ? part : await session.source.validBody(merge, mediaType, 'required');
  const body = withPart(whole, place, part);
  return session.source.tags.withCurrentTag(await session.source.withBody(base, mediaType, body));
}

/** Where the body of an operation has what is set of an item; empty where that is the body itself. */
function partPlace({ description: { contract } }: Session, operation: Operation): readonly string[] {
  const schema = jsonBodySchema(contract, operation);
  return (schema === undefined ? undefined : attributesPlace(contract, schema)?.segments) ?? [];
}

/** What is set of an item, as it is shown. */
function partShown(
  { description: { contract } }: Session,
  { resource }: StoredItems,
  item: ExactObject | undefined,
): ExactObject | undefined {
  const { shownAt = [] } = (resource.merge && settableProperties(contract, resource, resource.merge)) ?? {};
  const part = item && heldAt(shownAt, item);
  return part !== undefined && isExactObject(part) ? part : undefined;
}

/** What is read after a change that was answered without a body has what was sent. */
function observeShown(session: Session, stored: StoredItems, parts: RequestParts, change: Answer, shown: Answer): void {
  const { resource } = stored;
  const { contract } = session.description;
  const [id, sent] = [itemAsked(contract, resource, parts), sentBody(parts)];
  const schema = jsonBodySchema(contract, parts.operation);
  if (resource.read === undefined || id === undefined || sent === undefined || schema === undefined) return;
  const known = {
    id,
    item: isExactObject(sent) ? bodyAsStored(contract, schema, sent) : sent,
    isAnswered: false,
    exchange: change,
  };
  stored.observe({ of: 'reading', read: resource.read, known, after: parts.operation, answer: shown });
}

/** The defaults of what clients set, and of a change in part leaves out. */
function defaultsOf(contract: Contract, resource: Resource): ExactObject {
  return Object.fromEntries(
    changeableProperties(contract, resource).flatMap(({ name, pointer }): [string, Exact][] => {
      const preset = viewSchema(contract, pointer).keywords.get('default');
      return preset === undefined ? [] : [[name, preset.value]];
    }),
  );
}

/** What an item has of the states that creations set, and no change. */
function lastingStates(contract: Contract, resource: Resource, item: ExactObject): ExactObject {
  const changeable = changeView(contract, resource)?.properties;
  return Object.fromEntries(
    changeableProperties(contract, resource).flatMap(({ name, pointer }): [string, Exact][] => {
      const value = ownValue(item, name);
      const isLasting = changeable?.has(name) !== true && statesOf(contract, pointer) !== undefined;
      return isLasting && value !== undefined ? [[name, value]] : [];
    }),
  );
}

/**
 * A request to a new item that has none of these values: what a change sets back is seen where it was not so before.
 * Undefined where there are none, or no such item.
 */
async function toItemWithout(
  session: Session,
  stored: StoredItems,
  values: ExactObject,
): Promise<RequestParts | undefined> {
  const { contract } = session.description;
  const { resource } = stored;
  const maker = makerOf(resource);
  const schema = maker && jsonBodySchema(contract, maker);
  if (resource.merge === undefined || maker === undefined || schema === undefined) return undefined;
  if (Object.keys(values).length === 0) return undefined;
  const send = async (): Promise<[RequestParts, Answer]> => {
    const usual = await session.source.base(maker);
    const sent = sentBody(usual) ?? null;
    const place = partPlace(session, maker);
    const { pointer = schema } = attributesPlace(contract, schema) ?? {};
    const body = withPart(sent, place, otherThan(session, pointer, within(sent, place) ?? null, values));
    const made = await session.source.withBody(usual, usual.body?.mediaType ?? '', body);
    return [made, await session.call(made)];
  };
  const [parts, answer] = await withUnusedThings(session, await send(), send);
  return toMadeItem(session, stored, resource.merge, parts, answer);
}

/**
 * To another value, or to each state; then to null. A state may take others along: what comes of them shows where
 * something else is changed then.
 */
function stepsFor({ description: { contract } }: Session, { properties }: SchemaView): Step[] {
  const all = [...properties].map(([name, pointer]) => ({ name, states: statesOf(contract, pointer) }));
  const others = all.filter(({ states }) => states === undefined).map(({ name }): Step => [name]);
  return [
    ...all.flatMap(({ name, states = [undefined] }) =>
      states.flatMap((state): Step[] => (state === undefined ? [[name]] : [[name, state], ...others.slice(0, 1)])),
    ),
    ...all.map(({ name }): Step => [name, null]),
    ...others.slice(0, 1),
  ];
}

/**
 * To a member of its own of each map, and to one property after the other of what else has some: a merge patch leaves
 * the others as they were.
 */
function stepsWithin({ description, values }: Session, { properties }: SchemaView): Step[] {
  return [...properties].flatMap(([name, pointer]) => {
    const view = viewSchema(description.contract, pointer);
    const toEach = [...view.properties].map(([own, at]): Step => [name, { [own]: values.valueAt(at, 'required') }]);
    if (toEach.length > 1) return [[name], ...toEach.slice(0, mostStepsWithin)];
    const members = view.keywords.get('additionalProperties');
    if (view.properties.size > 0 || members === undefined || !isExactObject(members.value)) return [];
    const { pointer: schema } = members;
    return ['first', 'second'].map((own): Step => [name, { [own]: values.valueAt(schema, 'required') }]);
  });
}

/** Of a map that a change merges: to have an entry, then another one, and to have the first one no more. */
function removals({ description: { contract }, values }: Session, resource: Resource, view: SchemaView): Step[] {
  return changeableProperties(contract, resource).flatMap(({ name, shownAs }): Step[] => {
    const sent = view.properties.get(name);
    if (!isMergedMap(contract, sent, shownAs)) return [];
    const [shown = ''] = shownAs;
    const at = viewSchema(contract, shown).keywords.get('additionalProperties')?.pointer;
    if (at === undefined) return [];
    const value = values.valueAt(at, 'required');
    return [{ first: value }, { second: value }, { first: null }].map((entries): Step => [name, entries]);
  });
}

/** A body that changes one property alone; undefined where the schema allows none. */
function changeOf(
  session: Session,
  { pointer, required }: SchemaView,
  [property, value]: Step,
  item: ExactObject,
  usual: Exact,
): Exact | undefined {
  if (!isExactObject(usual) || !Object.hasOwn(usual, property)) return undefined;
  const names = [...required.keys()].filter((name) => name !== property);
  const others = Object.fromEntries(names.map((name) => [name, ownValue(item, name) ?? ownValue(usual, name) ?? null]));
  return [...(value === undefined ? [] : [value]), ownValue(usual, property) ?? null]
    .map((own) => ({ ...others, [property]: own }))
    .find((body) => session.isValid('request', pointer, body));
}

/** What is read of the item that a request is to; undefined where nothing reads one. */
export async function lookAt(
  session: Session,
  { resource: { read } }: StoredItems,
  { path }: RequestParts,
): Promise<Answer | undefined> {
  return read === undefined ? undefined : session.call(await session.source.base(read, 'all', false, path));
}

/** The item by itself, as the answer to a read or to a change has it. */
export function itemShown(
  session: Session,
  { resource }: StoredItems,
  answer: Answer | undefined,
): ExactObject | undefined {
  const { holder } = (resource.merge && shownProperties(session.description.contract, resource, resource.merge)) ?? {};
  const item = answer !== undefined && isSuccess(answer.response) ? heldIn(holder, answer.body) : null;
  return isExactObject(item) ? item : undefined;
}
