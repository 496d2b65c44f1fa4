import { type Contract, resolvePart } from '../contract.ts';
import type { Description } from '../description.ts';
import type { Operation } from '../operation-table.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { answerAlike, successSchema } from '../success-responses.ts';
import { itemPlaceIn } from './item-place.ts';
import { joinedWords } from './joined-words.ts';
import { makerOf, type Resource } from './resource.ts';

/** True where a list has the things of a resource, as those that a search finds. */
export function listsThingsOf(contract: Contract, resource: Resource, { list }: Pick<Resource, 'list'>): boolean {
  return list !== undefined && shownBy(contract, resource).includes(resolvePart(contract, list.item).pointer);
}

/** Pointers of the schemas of one thing, as the operations answer with it. */
function shownBy(contract: Contract, resource: Resource): string[] {
  const { create, read, list } = resource;
  const answered = [create, read].flatMap((one) => (one === undefined ? [] : (successSchema(contract, one) ?? [])));
  // As `{ "data": {…} }`, each answer is described by itself.
  const held = answered.flatMap((pointer) => itemPlaceIn(contract, pointer, resource)?.pointer ?? []);
  const shown = [...answered, ...held, ...(list === undefined ? [] : [list.item])];
  return shown.map((pointer) => resolvePart(contract, pointer).pointer);
}

/**
 * The same with one resource for what is made beneath something, and is there by itself from then on: made at
 * `/teams/{id}/members`, read at `/members/{id}`, or made at `/devices/{id}/commands`, with the address of a job.
 */
export function withItemsElsewhere(contract: Contract, found: readonly Resource[]): Resource[] {
  const creations = found.filter(({ create }) => create !== undefined);
  const all = found.flatMap((items): Elsewhere[] => {
    const made = madeElsewhere(contract, creations, items);
    return made === undefined ? [] : [{ items, made }];
  });
  const pairs = all.filter((pair) => hasBeginning(all, pair));
  const listed = new Map(pairs.map((pair) => [pair, listBeside(contract, found, pair)]));
  return found
    .filter((one) => pairs.every((pair) => pair.items !== one && listed.get(pair) !== one))
    .flatMap((one) => {
      const pair = pairs.find(({ made }) => made === one);
      if (pair === undefined) return [one];
      const { create, list, idProperty, collectionPath } = one;
      const whole: Resource = {
        ...pair.items,
        collectionPath,
        create,
        list: list ?? pair.items.list ?? listed.get(pair)?.list,
        idProperty: pair.items.idProperty ?? idProperty,
      };
      return list === undefined ? [whole] : [whole, ...alsoListed(pair.items, whole.idProperty)];
    });
}

/**
 * The same with accounts that are made by what signs somebody up, as `POST /register`, where it is answered with what
 * is read at `/users/{id}`, or has that in a property.
 */
export function withAccounts({ contract, operations }: Description, found: readonly Resource[]): Resource[] {
  const others = found.filter((one) => !isSignUpAlone(one));
  const made = new Set(others.flatMap(({ create }) => create ?? []));
  const signUps = operations.filter((one) => one.method === 'POST' && !made.has(one) && isSignUp(one));
  const all = found.map((resource) => {
    const { collectionPath, parameter, read, idProperty } = resource;
    const isUnmade = makerOf(resource) === undefined && !collectionPath.includes('{');
    if (!isUnmade || parameter === undefined || read === undefined || idProperty === undefined) return resource;
    const [create, ...more] = signUps.filter((one) => answersWith(contract, one, resource));
    return create === undefined || more.length > 0 ? resource : { ...resource, create };
  });
  // It makes things at one path.
  return all.filter((one) => !isSignUpAlone(one) || all.every((other) => other === one || other.create !== one.create));
}

/** True for what signs somebody up at a path where nothing else is. */
function isSignUpAlone({ create, list, read, parameter }: Resource): boolean {
  return create !== undefined && isSignUp(create) && [list, read, parameter].every((one) => one === undefined);
}

function answersWith(contract: Contract, operation: Operation, resource: Resource): boolean {
  const answered = successSchema(contract, operation);
  const place = answered === undefined ? undefined : itemPlaceIn(contract, answered, resource);
  return place !== undefined && shownBy(contract, resource).includes(resolvePart(contract, place.pointer).pointer);
}

/** True for what says by its path or its name that it makes somebody known. */
export function isSignUp({ id, path }: Pick<Operation, 'id' | 'path'>): boolean {
  return [id, path].some((name) => /sign[-_]?up|regis|(create|add|new)[-_]?(user|account)/i.test(name));
}

/** The list of all such things, where they are listed beneath what they were made beneath as well. */
function alsoListed({ collectionPath, list, searches }: Resource, idProperty: string | undefined): Resource[] {
  if (list === undefined) return [];
  const nothing = { parameter: undefined, create: undefined, addition: undefined, read: undefined };
  const noChange = { replace: undefined, merge: undefined, remove: undefined };
  return [{ ...nothing, ...noChange, collectionPath, itemsPath: collectionPath, idProperty, list, searches }];
}

/**
 * What lists nothing but such things beneath the same thing, as `GET /accounts/{id}/transactions` what
 * `POST /accounts/{id}/deposits` makes, where they have no other list.
 */
function listBeside(contract: Contract, found: readonly Resource[], { items, made }: Elsewhere): Resource | undefined {
  if (made.list !== undefined || items.list !== undefined) return undefined;
  const above = (path: string) => path.slice(0, path.lastIndexOf('/'));
  const shown = shownBy(contract, made);
  const [beside, ...others] = found.filter(
    ({ collectionPath, list, create, read, parameter }) =>
      list !== undefined &&
      [create, read, parameter].every((one) => one === undefined) &&
      above(collectionPath) === above(made.collectionPath) &&
      shown.includes(resolvePart(contract, list.item).pointer),
  );
  return others.length === 0 ? beside : undefined;
}

/** True where a list has such things whatever makes them: also what an action does, as to approve a transfer. */
export function isListedBeside({ create, list }: Resource): boolean {
  if (create === undefined || list === undefined || list.operation.path.startsWith(create.path)) return false;
  const [made, listed] = [create, list.operation].map(({ path }) => path.split('/').at(-1));
  return made !== listed;
}

/** Where things are by themselves, and where they are made. */
interface Elsewhere {
  items: Resource;
  made: Resource;
}

/** False for what is made beneath things of its own kind, or beneath what is made beneath it: where would one begin? */
function hasBeginning(all: readonly Elsewhere[], pair: Elsewhere): boolean {
  const seen = new Set<Elsewhere>();
  for (let one: Elsewhere | undefined = pair; one !== undefined; ) {
    if (seen.has(one)) return false;
    seen.add(one);
    const { collectionPath }: Resource = one.made;
    one = all.find(({ items }) => collectionPath.startsWith(`${items.collectionPath}/{`));
  }
  return true;
}

/** What alone makes the items of a collection, beneath something. */
function madeElsewhere(contract: Contract, creations: readonly Resource[], items: Resource): Resource | undefined {
  const { collectionPath, create, parameter } = items;
  if (create !== undefined || parameter === undefined) return undefined;
  if (collectionPath.includes('{')) return madeAbove(contract, creations, items);
  // What is only removed or changed there shows nothing: its name says what it is.
  const isShown = shownBy(contract, items).length > 0;
  const named = creations.filter((one) =>
    isShown
      ? areSameThings(contract, one, items)
      : nameOf(one) === nameOf(items) || changesThingsOf(contract, one, items),
  );
  const [made, ...others] = named.length > 0 ? named : [creations.find((one) => leadsTo(contract, one, items))];
  return others.length === 0 && made?.parameter === undefined ? made : undefined;
}

/** What makes, at `/tasks/{projectId}`, the items of `/tasks/{projectId}/t`. */
function madeAbove(contract: Contract, creations: readonly Resource[], items: Resource): Resource | undefined {
  const shown = shownBy(contract, items);
  return creations.find(
    (one) =>
      one.parameter === undefined &&
      isWordBeneath(items.collectionPath, one.collectionPath) &&
      shownBy(contract, one).some((pointer) => shown.includes(pointer)),
  );
}

/** True for a path that has one word more than another. */
function isWordBeneath(path: string, other: string): boolean {
  return path.startsWith(`${other}/`) && /^[^{}/]+$/.test(path.slice(other.length + 1));
}

/**
 * True where a change is answered with what is made elsewhere, and its things are called alike: what is made at
 * `/apps/{id}/settings` is changed at `/app-settings/{id}`.
 */
function changesThingsOf(contract: Contract, made: Resource, items: Resource): boolean {
  const [name, full] = [made, items].map((one) => joinedWords(nameOf(one)));
  const shown = shownBy(contract, made);
  return (
    name !== undefined &&
    full?.endsWith(name) === true &&
    [items.replace, items.merge].some((change) => {
      const answered = change && successSchema(contract, change);
      return answered !== undefined && shown.includes(resolvePart(contract, answered).pointer);
    })
  );
}

/** True where a creation answers with a thing that is read at another path, and with its address. */
function leadsTo(contract: Contract, { create, list }: Resource, { read }: Resource): boolean {
  if (create === undefined || read === undefined || list !== undefined) return false;
  return givesLocation(create) && answerAlike(contract, create, read);
}

/** True where what is made, or is under way, has an address of its own (RFC 9110 sections 15.3.2 and 15.3.3). */
export function givesLocation({ responses }: Operation): boolean {
  return ['201', '202'].some((status) => responses[status]?.headers.some(({ name }) => /^location$/i.test(name)));
}

interface Known {
  readonly description: Description;
  readonly resources: readonly Resource[];
}

// Asked for each operation at each resource. A resource is of one contract.
const origins = new WeakMap<Resource, { origin: Resource | undefined }>();

/** What is made elsewhere, and comes into a list of its own when it is removed there, as files into the trash. */
export function originOf(known: Known, resource: Resource): Resource | undefined {
  const found = origins.get(resource) ?? { origin: findOrigin(known, resource) };
  origins.set(resource, found);
  return found.origin;
}

function findOrigin(known: Known, resource: Resource): Resource | undefined {
  const { contract } = known.description;
  const { list, parameter } = resource;
  if (makerOf(resource) !== undefined || list === undefined || parameter === undefined) return undefined;
  const shown = viewSchema(contract, list.item).parts.map(({ pointer }) => pointer);
  return known.resources.find(
    (one) =>
      one.create !== undefined &&
      one.remove !== undefined &&
      one.list?.operation !== list.operation &&
      shownBy(contract, one).some((pointer) => shown.includes(pointer)),
  );
}

/** What the things of a collection are called, by its path. */
function nameOf({ collectionPath }: Resource): string {
  return collectionPath.slice(collectionPath.lastIndexOf('/') + 1);
}

/** True for the same things at two paths: what is made at `/teams/{id}/members` may be read at `/members/{id}`. */
export function areSameThings(contract: Contract, one: Resource, other: Resource): boolean {
  if (nameOf(one) !== nameOf(other)) return false;
  const shown = shownBy(contract, one);
  return shownBy(contract, other).some((pointer) => shown.includes(pointer));
}

/**
 * What makes the things of a resource beneath something, and has them there as well: what is read at `/books/{id}` may
 * be made and read at `/authors/{authorId}/books`. Undefined for what makes its own.
 */
export function twinOf({ description, resources }: Known, resource: Resource): Resource | undefined {
  const { collectionPath, parameter, idProperty, addition } = resource;
  const isMade = makerOf(resource) !== undefined || addition !== undefined;
  if (isMade || parameter === undefined || idProperty === undefined || collectionPath.includes('{')) return undefined;
  const [twin, ...others] = resources.filter(
    (one) =>
      one.create !== undefined &&
      one.idProperty === idProperty &&
      one.collectionPath.includes('{') &&
      areSameThings(description.contract, one, resource),
  );
  return others.length === 0 ? twin : undefined;
}
