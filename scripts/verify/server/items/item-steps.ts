import { type Exact, isExactObject, within } from '../../../http/exact-json.ts';
import { isSuccess } from '../../../http/exchange.ts';
import { withPart } from '../../../http/message-changes.ts';
import type { Description } from '../../../openapi/description.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { describedOrderOf } from '../../../openapi/resources/described-order.ts';
import { attributesPlace, propertyPlace } from '../../../openapi/resources/item-attributes.ts';
import { type ListFilter, soughtValue } from '../../../openapi/resources/list-filters.ts';
import { listParametersOf } from '../../../openapi/resources/list-parameters.ts';
import { type ListOperation, makerOf, type Resource } from '../../../openapi/resources/resource.ts';
import { twinOf } from '../../../openapi/resources/things-elsewhere.ts';
import { bodySchema, jsonBodySchema, parameterSchema } from '../../../openapi/schemas/schema-pointers.ts';
import { isReadOnly, numberAt, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { rankingOf, rankOf } from '../../../openapi/values/value-rank.ts';
import { isActionOn } from '../../../requirements/request/actions.ts';
import { resourceOfPath } from '../../../requirements/request/referenced-resource.ts';
import { encodeBody, type RequestParts, sentBody } from '../../../requirements/request/request-parts.ts';
import { isNameable } from '../../../requirements/request/request-paths.ts';
import { removesOnce } from '../../../requirements/resource/item/removed.ts';
import { defaultOf } from '../../../requirements/resource/list/default-filters.ts';
import { fewValues } from '../../../requirements/resource/list/filtered-listings.ts';
import { listsOf } from '../../../requirements/resource/list/list-resource.ts';
import { withWords } from '../../../requirements/resource/list/search.ts';
import { inLanes } from '../lanes.ts';
import type { Session } from '../session/session.ts';
import type { StoredItems } from './stored-items.ts';

// More than these are not created to fill a page.
const mostCreated = 130;

/** Creates so many items that a list has without a filter, every other one with its required properties alone. */
export async function createItems(session: Session, stored: StoredItems, count: number): Promise<void> {
  const maker = makerOf(stored.resource);
  if (maker === undefined) return;
  const defaults = defaultsOfFilters(session, stored);
  await inLanes(
    Array.from({ length: count }, (_, index) => async () => {
      const isWhole = index % 2 === 0 || session.source.isSmall(maker);
      const base = await session.source.base(maker, isWhole ? 'all' : 'required');
      const parts = defaults.reduce((made, [name, values]) => withProperty(session, made, name, values) ?? made, base);
      await stored.accept(parts, await session.call(parts));
    }),
  );
}

/** What items must have to be listed where a request gives no filter: a property, and its values. */
function defaultsOfFilters(session: Session, { resource: { list } }: StoredItems): [property: string, Exact[]][] {
  if (list === undefined) return [];
  const { contract } = session.description;
  return listParametersOf(session.description, list).filters.flatMap(({ parameter, property }): [string, Exact[]][] => {
    const preset = defaultOf(contract, parameter);
    return preset === undefined ? [] : [[property, [preset].flat()]];
  });
}

// Of a filter with more values, items are created for these alone.
const mostValues = 8;

/**
 * Creates three items for each value of each filter of the list, and for what it is sorted or bounded by. Whatever the
 * seed, there is then more than a small page of what a filter must list, and as much that it must leave out. One more
 * item names another thing than all others, for each property that names one.
 */
export async function createMatches(session: Session, stored: StoredItems): Promise<void> {
  const maker = makerOf(stored.resource);
  if (maker === undefined) return;
  for (const { list } of listsOf(stored.resource)) await createMatchesIn(session, stored, maker, list);
}

async function createMatchesIn(session: Session, stored: StoredItems, maker: Operation, list: ListOperation) {
  const { filters: all, ranges, sort, searches } = listParametersOf(session.description, list);
  // Each item has an identifier of its own, and a body names what an item shows as a whole in another way.
  const filters = all.filter(({ property }) => property !== stored.resource.idProperty && !property.includes('.'));
  const properties = filters.map(({ property }) => property);
  const related = await thingsRelated(session, stored, maker, properties);
  const named = new Map([...related, ...(await thingsNamed(session, stored, maker))]);
  const wanted = filters.flatMap((filter) => {
    const few = fewValues(session, filter) ?? named.get(filter.property) ?? twoValues(session, filter);
    const sought = few.map((value) => soughtValue(session.description.contract, filter.pointer, value));
    return sought.slice(0, mostValues).map((value) => ({ ...filter, value }));
  });
  const described = describedOrderOf(session.description.contract, list)?.properties ?? [];
  const compared = new Set([...ranges, ...(sort?.orders ?? []), ...described].map(({ property }) => property));
  await inLanes([
    ...wanted.flatMap(({ property, value }) =>
      [true, false, true].map((isAlone) => () => createWith(session, stored, maker, property, value, isAlone)),
    ),
    ...[...named].map(
      ([property, [, second]]) =>
        () =>
          createWith(session, stored, maker, property, second),
    ),
    ...[...compared].map((property) => () => createUnsorted(session, stored, maker, property)),
    ...(searches.length === 0 ? [] : [() => createWorded(session, stored, maker)]),
  ]);
  await createInStates(session, stored, maker, wanted);
}

/** Two values that a filter takes: of texts with a form, as of a code, two of these. */
function twoValues({ values, description: { contract } }: Session, { parameter }: ListFilter): Exact[] {
  const view = viewSchema(contract, parameterSchema(parameter));
  const one = view.items === undefined ? view : viewSchema(contract, view.items);
  const isText = one.types.includes('string');
  return [0, 1].map(() => (isText ? values.valueFor(one, 'required') : values.next()));
}

// So many actions bring items into states, with the values of so many other filters.
const mostActions = 3;
const mostBeside = 3;

/**
 * Creates an item with a value of each other filter for each action, which may bring it into a state that a filter is
 * for and no creation sets: beside another value, that shows that both filters are applied.
 */
async function createInStates(
  session: Session,
  stored: StoredItems,
  maker: Operation,
  wanted: readonly { property: string; value: Exact }[],
): Promise<void> {
  const base = await session.source.base(maker);
  const schema = bodySchema(session.description.contract, maker, base.body?.mediaType ?? '');
  const isSettable = (property: string) =>
    schema !== undefined && propertyPlace(session.description.contract, schema, property) !== undefined;
  const others = wanted.filter(
    ({ property }, index) => isSettable(property) && wanted.findIndex((one) => one.property === property) === index,
  );
  if (wanted.every(({ property }) => isSettable(property))) return;
  const actions = session.description.operations.filter((one) => isActionOn(session, one, stored.resource));
  for (const { property, value } of others.slice(0, mostBeside))
    for (const action of actions.slice(0, mostActions)) {
      const parts = withProperty(session, await session.source.base(maker), property, [value]);
      const answer = parts && (await session.call(parts));
      const id = answer && isSuccess(answer.response) ? session.idIn(stored.resource, answer) : undefined;
      if (parts === undefined || answer === undefined || id === undefined) continue;
      await stored.accept(parts, answer);
      await session.call(await session.source.at(action, stored.resource, id, parts.path));
    }
}

/** By property of a body that names a thing, and its path does not, the identifiers of two that are there. */
async function thingsNamed(session: Session, { resource }: StoredItems, maker: Operation) {
  const { items, references } = session.source;
  const { contract } = session.description;
  const schema = jsonBodySchema(contract, maker);
  const named = new Map<string, readonly [Exact, Exact]>();
  for (const property of schema === undefined ? [] : viewSchema(contract, schema).properties.keys()) {
    const thing = references.resourceIn(maker, property);
    if (maker.parameters.some((one) => one.in === 'path' && resourceOfPath(session, maker, one.name) === thing))
      continue;
    const first = thing && (await items.existing(thing, resource));
    const second = thing && (await items.existing(thing, resource, undefined, 1));
    if (first !== undefined && second !== undefined) named.set(property, [first, second]);
  }
  return named;
}

/** The same by property of what is listed, where a body names the thing by type and identifier, as in JSON:API. */
async function thingsRelated(session: Session, { resource }: StoredItems, maker: Operation, properties: string[]) {
  const { items, references } = session.source;
  const base = await session.source.base(maker);
  const related = new Map<string, readonly [Exact, Exact]>();
  for (const property of properties) {
    const place = placeOf(session, base, property);
    const linkage = place.includes('relationships') ? within(sentBody(base), place.slice(0, -1)) : undefined;
    const [thing] = linkage === undefined ? [] : references.thingsIn(maker, linkage);
    const first = thing && (await items.existing(thing.resource, resource));
    const second = thing && (await items.existing(thing.resource, resource, undefined, 1));
    if (first !== undefined && second !== undefined) related.set(property, [first, second]);
  }
  return related;
}

// In no order, and in all alphabets in the same one.
const unsorted = ['m', 'b', 't'];

/** Creates three items with other values of a property each: the first of them is between the others. */
async function createUnsorted(session: Session, stored: StoredItems, maker: Operation, property: string) {
  const { contract } = session.description;
  const schema = bodySchema(
    session.description.contract,
    maker,
    (await session.source.base(maker)).body?.mediaType ?? '',
  );
  const place = schema === undefined ? undefined : propertyPlace(contract, schema, property);
  const view = place === undefined ? undefined : viewSchema(contract, place.pointer);
  if (view === undefined || isReadOnly(view)) return;
  const ranking = rankingOf(view);
  const values =
    ranking === undefined
      ? unsorted.map((letter) => `${letter} ${session.values.token()}`)
      : unsorted
          .map(() => session.values.valueFor(view, 'required'))
          .toSorted((one, other) => Number(rankOf(ranking, one)) - Number(rankOf(ranking, other)));
  const [first = null, second = null, third = null] = values;
  const inTurn = ranking === undefined ? values : [second, first, third];
  for (const value of inTurn) await createWith(session, stored, maker, property, value);
}

/** Creates two items that a search finds by one of their texts alone. */
async function createWorded(session: Session, stored: StoredItems, maker: Operation): Promise<void> {
  for (const extent of ['all', 'required'] as const) {
    const base = await session.source.base(maker, extent);
    const [mediaType, sent] = [base.body?.mediaType ?? '', sentBody(base)];
    const schema = bodySchema(session.description.contract, maker, mediaType);
    const place = schema === undefined ? [] : (attributesPlace(session.description.contract, schema)?.segments ?? []);
    const own = within(sent, place);
    if (sent === undefined || own === undefined || !isExactObject(own) || schema === undefined) return;
    const worded = withWords(own, (made) => session.isValid('request', schema, withPart(sent, place, made)));
    const body = withPart(sent, place, worded);
    const parts = { ...base, body: encodeBody(mediaType, body) };
    await stored.accept(parts, await session.call(parts));
  }
}

/**
 * Creates an item that has a value in a property, where the contract allows that: in a list alone, or after others.
 * Where it is refused, what else it has may be why: it is tried without what is optional.
 */
async function createWith(
  session: Session,
  stored: StoredItems,
  maker: Operation,
  property: string,
  value: Exact,
  isAlone = true,
): Promise<void> {
  for (const extent of ['all', 'required'] as const) {
    const base = await session.source.base(maker, extent);
    const own = within(sentBody(base), placeOf(session, base, property));
    const wanted = isAlone || !Array.isArray(own) ? [value] : [[...own.slice(0, 1), value], value];
    const parts = withProperty(session, base, property, wanted);
    if (parts === undefined) return;
    const answer = await session.call(parts);
    await stored.accept(parts, answer);
    if (isSuccess(answer.response)) return;
  }
}

/** The request with one of the values in a property of its body, by itself or as a list, if the contract allows it. */
function withProperty(
  session: Session,
  base: RequestParts,
  property: string,
  values: readonly Exact[],
): RequestParts | undefined {
  const [mediaType, sent] = [base.body?.mediaType ?? '', sentBody(base)];
  const schema = bodySchema(session.description.contract, base.operation, mediaType);
  if (!isExactObject(sent) || schema === undefined) return undefined;
  const body = values
    .flatMap((value) => [value, [value]])
    .map((own) => withPart(sent, placeOf(session, base, property), own))
    .find((made) => session.isValid('request', schema, made));
  return body === undefined ? undefined : { ...base, body: encodeBody(mediaType, body) };
}

/** Where a body has a property of the item. */
function placeOf(session: Session, { operation, body }: RequestParts, property: string): readonly string[] {
  const { contract } = session.description;
  const schema = bodySchema(contract, operation, body?.mediaType ?? '');
  return (schema === undefined ? undefined : propertyPlace(contract, schema, property)?.segments) ?? [property];
}

/** How many items there must be for a list to have more than its largest page, or at least more than its usual one. */
export function moreThanAPage(description: Description, resource: Resource): number {
  return Math.max(5, ...listsOf(resource).map(({ list }) => moreThanAPageOf(description, list)));
}

function moreThanAPageOf(description: Description, list: ListOperation): number {
  const { size } = listParametersOf(description, list);
  if (size === undefined) return 5;
  const preset = typeof size.default === 'number' ? size.default : 20;
  const most = numberAt(viewSchema(description.contract, parameterSchema(size)), 'maximum') ?? preset;
  return (most <= mostCreated - 5 ? most : Math.min(preset, mostCreated - 5)) + 5;
}

/** What all cases were sent to is still there: a refused method has not done its work. */
export async function lookUpExisting(session: Session, stored: StoredItems): Promise<void> {
  const { resource } = stored;
  const { read } = resource;
  const asked = await session.source.items.existing(resource);
  if (read === undefined || asked === undefined || !isNameable(session, resource.parameter, asked)) return;
  const answer = await session.call(await session.source.at(read, resource, asked));
  stored.observe({ of: 'lookup', read, asked, answer });
}

/** Reads what was created once more: it must still be the same. */
export async function readAgain(stored: StoredItems): Promise<void> {
  const { create } = stored.resource;
  if (create !== undefined)
    await inLanes(
      stored.present.slice(0, mostCreated).map((created) => () => stored.read(created, create, undefined, true)),
    );
}

/** Removes items, and looks for them again. What is created before and after a removal is another item each. */
export async function removeItems(session: Session, stored: StoredItems): Promise<void> {
  const { remove, read, parameter, addition } = stored.resource;
  const maker = makerOf(stored.resource) ?? addition ?? twinOf(session, stored.resource);
  if (remove === undefined || parameter === undefined || maker === undefined) return;
  for (let count = 0; count < 3; count += 1) {
    const parts = await session.source.base(remove);
    const look = async (by: Operation) => session.call(await session.source.base(by, 'all', false, parts.path));
    const before = read && (await look(read));
    const made = stored.itemAt(parts);
    await createItems(session, stored, 1);
    await stored.adoptMade();
    const item = before?.body ?? stored.itemAt(parts) ?? made;
    const removal = await session.call(parts);
    // Before anything new is made, which may be what was removed: a product is put into a cart again.
    const again = isSuccess(removal.response) ? await session.call(parts) : undefined;
    await createItems(session, stored, 1);
    if (!isSuccess(removal.response)) continue;
    if (item !== undefined && removal.response.status !== 202) stored.noteRemoved(parts, item);
    const after = read && (await look(read));
    // That nothing is there shows something of the removal where something was.
    const wasThere = before === undefined || isSuccess(before.response);
    const seen = { of: 'removal', remove, before, removal, after } as const;
    if (read !== undefined && after !== undefined && (wasThere || isSuccess(after.response)))
      stored.observe({ ...seen, by: read, answer: after });
    if (again !== undefined && removesOnce(session.description.contract, stored.resource) && wasThere)
      stored.observe({ ...seen, by: remove, answer: again });
  }
}
