import { isJsonPatch } from '../../http/media-types.ts';
import { type Contract, resolvePart } from '../contract.ts';
import type { Description } from '../description.ts';
import type { Operation, Parameter } from '../operation-table.ts';
import { remembered } from '../remembered.ts';
import { jsonBodySchema, parameterSchema } from '../schemas/schema-pointers.ts';
import { isReadOnly, type SchemaView, typesOf, viewSchema } from '../schemas/schema-view.ts';
import { answerAlike, successSchema } from '../success-responses.ts';
import { barePath } from './bare-path.ts';
import { idPropertyOf, usualIdentifiers } from './item-identifier.ts';
import { viewItem } from './item-view.ts';
import { listOperation } from './list-operation.ts';
import { withOtherVersions } from './other-versions.ts';
import { pluralPaths } from './plural-paths.ts';
import { postedChange } from './posted-change.ts';
import { refersToItem } from './refers-to-item.ts';
import type { ListOperation, Resource } from './resource.ts';
import { withSearches } from './searches.ts';
import { givesLocation, listsThingsOf, withAccounts, withItemsElsewhere } from './things-elsewhere.ts';

/** The resources that the paths and schemas of a contract show. */
export const resourcesOf = remembered(findResources);

function findResources(description: Description): readonly Resource[] {
  const { contract, operations } = description;
  const collections = new Set(
    operations.flatMap((operation) => {
      const [path, { method }] = [barePath(operation), operation];
      // What is only acted on, as at `/loans/{id}/return`, may be made elsewhere.
      const [, above] = /^(.*)\/\{[^}/]+\}(?:\/[^{}/]+)?$/.exec(path) ?? [];
      return [
        ...(method === 'POST' || (method === 'GET' && /\/[^/{}]+$/.test(path)) ? [path] : []),
        ...(above === undefined ? [] : [above]),
      ];
    }),
  );
  const beneath = byBeginning(operations);
  const plurals = pluralPaths(contract, operations);
  const listed = new Set(plurals.values());
  const found = [...collections].flatMap((path) =>
    listed.has(path) ? [] : (resourceAt(contract, beneath, path, plurals.get(path)) ?? []),
  );
  const all = withItemsElsewhere(contract, found).filter(hasOperation);
  const others = all.filter((resource) => !isListedAlone(resource));
  const own = all.filter(
    (resource) => !isSearch(resource) || !others.some((one) => listsThingsOf(contract, one, resource)),
  );
  return withAccounts(description, withOtherVersions(contract, withSearches(description, own)));
}

function hasOperation({ create, list, read, replace, merge, remove }: Resource): boolean {
  return [create, list, read, replace, merge, remove].some((one) => one !== undefined);
}

/** True for a list alone that must be asked for something. */
function isSearch(resource: Resource): boolean {
  const { parameters = [] } = resource.list?.operation ?? {};
  return isListedAlone(resource) && parameters.some((one) => one.in === 'query' && one.required);
}

/** True for what has no other operation than its list. */
function isListedAlone({ create, read, replace, merge, remove, parameter }: Resource): boolean {
  return parameter === undefined && [create, read, replace, merge, remove].every((one) => one === undefined);
}

/** Operations by their paths, and by each path that they are at or beneath: to look at all of them takes long. */
interface Beginnings {
  get(path: string): readonly Operation[] | undefined;
  at(path: string): readonly Operation[] | undefined;
}

function byBeginning(operations: readonly Operation[]): Beginnings {
  const found = new Map<string, Operation[]>([['', [...operations]]]);
  for (const operation of operations) {
    const path = barePath(operation);
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const beginning = path.slice(0, end);
      const others = found.get(beginning);
      if (others === undefined) found.set(beginning, [operation]);
      else others.push(operation);
    }
  }
  const exact = Map.groupBy(operations, barePath);
  return { get: (path) => found.get(path), at: (path) => exact.get(path) };
}

/** The operations on the items of a collection, and what names one in their path. */
function itemsOf(operations: readonly Operation[], collectionPath: string): [Operation[], Parameter | undefined] {
  const isItem = (path: string) =>
    path.startsWith(`${collectionPath}/`) && /^\/\{[^}/]+\}$/.test(path.slice(collectionPath.length));
  const items = operations.filter((operation) => isItem(barePath(operation)));
  const parameter = parameterIn(items, collectionPath) ?? parameterIn(operations, collectionPath);
  // Two names at one place are of two things: `/visits/{id}` and `/visits/{user}`.
  return [items.filter((operation) => barePath(operation) === `${collectionPath}/{${parameter?.name}}`), parameter];
}

/** `pluralPath`: where all are listed, if not at `itemsPath`. */
function resourceAt(
  contract: Contract,
  beneath: Beginnings,
  itemsPath: string,
  pluralPath = itemsPath,
): Resource | undefined {
  const operations = beneath.get(itemsPath) ?? [];
  const [items, parameter] = itemsOf(operations, itemsPath);
  const own = [...new Set([itemsPath, pluralPath])].flatMap((path) => beneath.at(path) ?? []);
  const [get, post] = ['GET', 'POST'].map((method) => own.find((operation) => operation.method === method));
  const find = (method: string) => items.find((operation) => operation.method === method);
  const read = readOf(contract, find('GET'), get);
  const changed = (change: Operation | undefined) => {
    if (change === undefined || read === undefined) return change;
    return isOfOther(contract, change, read) || answersOther(contract, change, read, list) ? undefined : change;
  };
  const list =
    get === undefined ? searchList(contract, operations, itemsPath, read ?? post) : listOperation(contract, get);
  const addition = post === undefined || items.length === 0 ? undefined : additionTo(contract, beneath, post);
  const idProperty = idPropertyOf(contract, {
    post: addition === undefined ? post : undefined,
    read,
    listed: addition?.item ?? list?.item,
    parameter,
    isClients: post === undefined && find('PUT') !== undefined,
  });
  const maker = addition === undefined ? post : undefined;
  const isMaker = maker && isCreation(contract, beneath, maker, { items, idProperty, list, read });
  const create = isMaker === true ? maker : undefined;
  // What GET shows there besides a list is one thing, which PUT replaces as a whole.
  const changes = (create ?? read) === undefined || (get !== undefined && list === undefined) ? [] : own;
  const named = (method: string) =>
    changes.find((one) => one.method === method && sendsProperty(contract, one, idProperty));
  const isActedOn = own.length === 0 && parameter !== undefined;
  if (
    create === undefined &&
    items.length === 0 &&
    (list === undefined || (post === undefined && idProperty === undefined)) &&
    !isActedOn
  )
    return undefined;
  return {
    collectionPath: post === undefined ? pluralPath : barePath(post),
    itemsPath,
    parameter,
    idProperty,
    create,
    addition,
    list,
    searches: [],
    read,
    replace: changed(find('PUT')) ?? named('PUT'),
    merge: changed(find('PATCH') ?? postedChange(contract, find('POST'))) ?? named('PATCH'),
    remove: find('DELETE'),
  };
}

/**
 * What reads one item. Where the items of a list are no lists, what answers with a list, with a page as the list does,
 * or with all that the list is in, lists other things; where they are objects, what answers with a text, as with bytes,
 * gives what belongs to them.
 */
function readOf(contract: Contract, read: Operation | undefined, get: Operation | undefined): Operation | undefined {
  const list = get && listOperation(contract, get);
  if (read === undefined || get === undefined || list === undefined) return read;
  const pointer = successSchema(contract, read);
  if (pointer === undefined) return read;
  const [shown, item] = [viewSchema(contract, pointer), viewSchema(contract, list.item)];
  if (item.items !== undefined) return read;
  const isText = shown.types.join() === 'string' && item.types.includes('object');
  const isOther = isText || shown.items !== undefined || isPageOfOthers(contract, shown, list);
  return isOther || answerAlike(contract, read, get) ? undefined : read;
}

/** True for what has the properties of a list, and has other things where that has its items. */
function isPageOfOthers(contract: Contract, shown: SchemaView, { operation, segments, item }: ListOperation): boolean {
  const pointer = successSchema(contract, operation);
  const page = pointer === undefined ? undefined : viewSchema(contract, pointer);
  const held = shown.properties.get(segments[0] ?? '');
  const other = held === undefined ? undefined : viewSchema(contract, held).items;
  const namesIn = ({ properties }: SchemaView) => [...properties.keys()].toSorted().join();
  if (page === undefined || other === undefined || namesIn(page) !== namesIn(shown)) return false;
  return resolvePart(contract, other).pointer !== resolvePart(contract, item).pointer;
}

/**
 * True where one is of a list and the other of a thing: what is put into a list does not replace the list. Nor do the
 * identifiers of things replace a list of those.
 */
function isOfOther(contract: Contract, change: Operation, read: Operation): boolean {
  // A list of changes is one of what to do, not of things.
  if (change.requestBody?.mediaTypes.some(isJsonPatch) === true) return false;
  const sent = jsonBodySchema(contract, change) ?? successSchema(contract, change);
  const shown = successSchema(contract, read);
  if (sent === undefined || shown === undefined) return false;
  const [own, other] = [sent, shown].map((pointer) => viewSchema(contract, pointer).items);
  if (own === undefined || other === undefined) return own !== other;
  const [types, otherTypes] = [own, other].map((pointer) => typesOf(contract, viewSchema(contract, pointer)).join());
  return types !== '' && otherTypes !== '' && (types === 'object') !== (otherTypes === 'object');
}

/**
 * True where a change is answered with a thing of its own, and no such one is listed, as an invitation where those are
 * listed that have accepted theirs.
 */
function answersOther(
  contract: Contract,
  change: Operation,
  read: Operation,
  list: ListOperation | undefined,
): boolean {
  const answered = successSchema(contract, change);
  if (list === undefined || answered === undefined || successSchema(contract, read) !== undefined) return false;
  const [own, listed] = [answered, list.item].map((schema) => propertiesOf(contract, viewSchema(contract, schema)));
  const shared = sharedProperties(contract, answered, list.item);
  const isMost = (all = new Set<string>()) => shared.length * 2 > all.size;
  return usualIdentifiers.some((name) => own?.has(name) === true) && !isMost(own) && !isMost(listed);
}

/** True for an operation whose body has a property that a client sets. */
function sendsProperty(contract: Contract, operation: Operation, property: string | undefined): boolean {
  if (property === undefined) return false;
  const schema = jsonBodySchema(contract, operation);
  const pointer = schema === undefined ? undefined : viewItem(contract, schema).properties.get(property);
  return pointer !== undefined && !isReadOnly(viewSchema(contract, pointer));
}

/** The path parameter that names an item of a collection, also where only parts of the item have operations. */
function parameterIn(operations: readonly Operation[], collectionPath: string): Parameter | undefined {
  for (const { path, parameters } of operations) {
    const [, own] = path.startsWith(`${collectionPath}/`)
      ? (/^\/\{([^}/]+)\}(?:\/(?!\{)|$)/.exec(path.slice(collectionPath.length)) ?? [])
      : [];
    const parameter = parameters.find(({ in: place, name }) => place === 'path' && name === own);
    if (parameter !== undefined) return parameter;
  }
  return undefined;
}

/** What is known of the things at a path to which something is posted. */
interface Posted extends Pick<Resource, 'idProperty' | 'list' | 'read'> {
  items: readonly Operation[];
}

/** True for a POST that makes an item. Where it takes no body, its answer shows that, as an empty cart. */
function isCreation(
  contract: Contract,
  beneath: Beginnings,
  post: Operation,
  { items, idProperty, list, read }: Posted,
): boolean {
  const isOther = !isOfItem(contract, beneath, post);
  const isNew = (Object.hasOwn(post.responses, '201') || givesLocation(post)) && idProperty !== undefined && isOther;
  if (refersToItem(contract, post, read, list)) return false;
  if (post.requestBody === null) return isNew && read !== undefined && answerAlike(contract, post, read);
  // What is answered with another thing than is read there is assigned to that one.
  const hasPath = items.length > 0 && (isOther || read === undefined || answerAlike(contract, post, read));
  return hasPath || isNew || (list !== undefined && isLike(contract, post, list) && isOther);
}

/** The list that an item is added to, where the answer is the thing with that list, as a cart with its lines. */
function additionTo(contract: Contract, beneath: Beginnings, post: Operation): ListOperation | undefined {
  const [sent, answered] = [jsonBodySchema(contract, post), successSchema(contract, post)];
  if (sent === undefined || answered === undefined || !isOfItem(contract, beneath, post)) return undefined;
  const ownCount = sharedProperties(contract, sent, answered).length;
  const lists = [...viewSchema(contract, answered).properties].flatMap(([name, at]): ListOperation[] => {
    const { items } = viewSchema(contract, at);
    return items === undefined || sharedProperties(contract, sent, items).length <= ownCount
      ? []
      : [{ operation: post, segments: [name], item: items }];
  });
  return lists.length === 1 ? lists[0] : undefined;
}

/** True for what is done to an item, and answered with that item: it makes no other one. */
function isOfItem(contract: Contract, beneath: Beginnings, post: Operation): boolean {
  const [itemPath] = /^.*\}/.exec(post.path) ?? [];
  const read = beneath.at(itemPath ?? '')?.find((one) => one.method === 'GET');
  return read !== undefined && answerAlike(contract, post, read);
}

/** True when what is listed has properties of what is sent. */
function isLike(contract: Contract, operation: Operation, { item }: ListOperation): boolean {
  const schema = jsonBodySchema(contract, operation);
  return schema !== undefined && sharedProperties(contract, schema, item).length > 0;
}

/** Where nothing lists all items, what lists those that have a value: `GET /things/findByState?state=open`. */
function searchList(
  contract: Contract,
  operations: readonly Operation[],
  collectionPath: string,
  shown: Operation | undefined,
): ListOperation | undefined {
  const pointer = shown === undefined ? undefined : successSchema(contract, shown);
  if (pointer === undefined) return undefined;
  const lists = operations
    .filter(({ method, path }) => method === 'GET' && path.startsWith(`${collectionPath}/`))
    .filter((operation) => /^\/[^/{}]+$/.test(barePath(operation).slice(collectionPath.length)))
    .flatMap((operation) => listOperation(contract, operation) ?? []);
  return lists.find(
    ({ item, operation }) =>
      resolvePart(contract, item).pointer === resolvePart(contract, pointer).pointer &&
      isAskedByProperties(contract, operation, viewItem(contract, item)),
  );
}

/** True where each query parameter has the name of a property, and a type of its values. */
function isAskedByProperties(contract: Contract, { parameters }: Operation, item: SchemaView): boolean {
  const query = parameters.filter(({ in: place }) => place === 'query');
  const typesAt = (pointer: string) => {
    const view = viewSchema(contract, pointer);
    return view.items === undefined ? view.types : viewSchema(contract, view.items).types;
  };
  const isLikeProperty = (parameter: Parameter) => {
    const property = item.properties.get(parameter.name);
    const types = typesAt(parameterSchema(parameter));
    return property !== undefined && typesAt(property).some((type) => types.includes(type));
  };
  return query.length > 0 && query.every(isLikeProperty);
}

/** Names of the properties that an item has in common with what creates or changes it. */
export function sharedProperties(contract: Contract, request: string, response: string): string[] {
  const [sent, received] = [viewSchema(contract, request), viewSchema(contract, response)];
  const known = propertiesOf(contract, received);
  return [...propertiesOf(contract, sent)].filter((name) => known.has(name) && !isOfMessage(name));
}

/** True for what says how a message is to be read (JSON Schema, JSON-LD, OData), and nothing of an item in it. */
export function isOfMessage(name: string): boolean {
  return /^(?:\$schema|@(?:odata\.)?context)$/.test(name);
}

function propertiesOf(contract: Contract, view: SchemaView, depth = 0): Set<string> {
  const others =
    depth > 3
      ? []
      : view.alternatives.flatMap((pointer) => [...propertiesOf(contract, viewSchema(contract, pointer), depth + 1)]);
  return new Set([...view.properties.keys(), ...others]);
}
