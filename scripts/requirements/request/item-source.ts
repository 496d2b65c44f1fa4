import { type Exact, isExactObject, isSame, within, writeExact } from '../../http/exact-json.ts';
import { type Answer, isSuccess, NoResponse } from '../../http/exchange.ts';
import { itemIn } from '../../openapi/item-place.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { writePath } from '../../openapi/parameters/parameter-codec.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { type ListOperation, makerOf, type Resource } from '../../openapi/resource.ts';
import { parameterSchema } from '../../openapi/schema-pointers.ts';
import { originOf } from '../../openapi/things-elsewhere.ts';
import type { Extent } from '../../openapi/values.ts';
import { isActionOn, isBeneath, neededBeneath } from './actions.ts';
import { ItemStates } from './item-states.ts';
import { keyedBy, pathTo, resourceOfPath } from './referenced-resource.ts';
import type { CallOperation, Named, RequestExtent, RequestMaker, RequestMaterial } from './request-material.ts';
import { type RequestParts, sentBody } from './request-parts.ts';
import { type SharedItem, SharedItems } from './shared-items.ts';

// Of a short pattern, many texts are the same.
const mostTries = 20;
/** So many new items are made for one that is to be beneath. */
const mostParents = 8;

/** An operation whose every request needs a thing of its own, made with so many of its properties. */
export interface ThingUser {
  operation: Operation;
  extent: Extent;
}

/** The operation that a request is to, and what its path names. */
export type RequestPlace = Pick<RequestParts, 'operation' | 'path'>;

/** The items that requests are to, and that their bodies name: made before, else found in a list. */
export class ItemSource {
  readonly #material: RequestMaterial;
  readonly #call: CallOperation;
  readonly #requests: RequestMaker;
  /** What was created for other requests to be sent to it, and not looked at yet. */
  readonly made: { resource: Resource; parts: RequestParts; answer: Answer }[] = [];
  /** Those that requests share: one, and others where a body names several. */
  readonly #existing = new Map<Resource, (SharedItem | undefined)[]>();
  readonly #sharedItems = new SharedItems();
  /** By operation and path, those that were made for requests to other things than the shared ones. */
  readonly #beside = new Map<string, Promise<Exact | undefined>>();
  /** For the items of which others a resource waits before one of its own is made. */
  readonly #waits = new Map<Resource, Set<Resource>>();
  /** Identifiers of items that requests have: made for new ones, or found in a list. */
  readonly #given = new Map<Resource, Set<string>>();
  /** What has made things under identifiers of this run. */
  readonly #placing = new Set<Operation>();
  /** Where nothing comes that is removed elsewhere. */
  readonly #unmoved = new Set<Resource>();
  /** By resource, another one whose identifiers its items have, where requests have shown it. */
  readonly #keys = new Map<Resource, Resource>();
  /** What more than one request has put at its place, since there are no more keys: any of them may take it away. */
  readonly #shared = new Set<string>();
  /** By resource, what its items must be in some state for, of an operation beneath them. */
  readonly #needed = new Map<Resource, Map<Operation, Operation | undefined>>();
  /** By what makes things, the item that it makes them beneath now, where that had to come into some state. */
  readonly #above = new Map<Operation, Named>();
  readonly #states: ItemStates;

  constructor(material: RequestMaterial, call: CallOperation, requests: RequestMaker) {
    this.#material = material;
    this.#call = call;
    this.#requests = requests;
    this.#states = new ItemStates({
      actionsOn: (resource) => material.description.operations.filter((one) => isBeneath(one, resource)),
      create: (resource) => this.newId(resource),
      call: (operation, resource, id) => this.#callOn(operation, resource, id),
    });
  }

  /** True for a removal of what another request may have taken away meanwhile. */
  isShared({ operation, path }: RequestPlace): boolean {
    const resource = this.#material.resources.find(({ remove }) => remove === operation);
    return resource !== undefined && this.#shared.has(placeIn(resource, path));
  }

  /** The item that a request is to. What one call changes or removes is no thing for another one. */
  async itemFor(
    operation: Operation,
    resource: Resource,
    isFresh: boolean,
    made: Resource | undefined,
  ): Promise<Exact | undefined> {
    const isChanged = [resource.replace, resource.merge, resource.remove].includes(operation);
    if (isChanged && isFresh) return this.newId(resource, operation === resource.remove);
    if (isActionOn(this.#material, operation, resource)) {
      const own = await (isFresh
        ? this.#states.itemFor(operation, resource)
        : this.#states.readyItem(operation, resource));
      if (own !== undefined) return own;
    }
    const needed = this.#neededBeneath(operation, resource);
    if (needed === undefined) return this.existing(resource, made);
    const find = () => this.#aboveFor(needed, resource);
    return made === undefined ? find() : this.#heldBy(made, resource, find);
  }

  #neededBeneath(operation: Operation, resource: Resource): Operation | undefined {
    const known = this.#needed.get(resource) ?? new Map<Operation, Operation | undefined>();
    this.#needed.set(resource, known);
    if (!known.has(operation)) known.set(operation, neededBeneath(this.#material, operation, resource));
    return known.get(operation);
  }

  /**
   * Does an operation with an item, to see whether its state allows that. What is refused with 409 may be too much for
   * what is there: it is sent with small numbers, which the operation is sent from then on if these are served, and
   * with what is required alone.
   */
  async #callOn(operation: Operation, resource: Resource, id: Exact): Promise<Answer> {
    const given = pathTo(this.#material, operation, resource, id);
    const isAbove = Object.keys(given).length > 0;
    const made = this.#material.resources.find(({ create }) => isAbove && create === operation);
    const answerWith = async (extent: RequestExtent) => {
      const parts = await (isAbove
        ? this.#requests.base(operation, extent, false, given, made)
        : this.#requests.base(operation, extent, true, {}, undefined, { resource, id }));
      const answer = await this.#call(parts);
      if (made !== undefined) this.made.push({ resource: made, parts, answer });
      return answer;
    };
    const usual = await answerWith('all');
    if (usual.response.status !== 409 || operation.requestBody === null) return usual;
    // An action does all where nothing is said; of what is made, there is room for more then.
    let answer = usual;
    for (const extent of made === undefined ? (['required', 'small'] as const) : (['small', 'required'] as const)) {
      answer = await answerWith(extent);
      if (!isSuccess(answer.response)) continue;
      if (extent === 'small') this.#requests.preferSmall(operation);
      break;
    }
    return answer;
  }

  /** The item that all requests to what is beneath it are to, in the state that this needs. */
  async #aboveFor(needed: Operation, resource: Resource): Promise<Exact | undefined> {
    const shared = await this.existing(resource);
    const ready = shared === undefined ? undefined : await this.#states.itemAbove(needed, resource, shared);
    if (ready === undefined) return shared;
    this.#above.set(needed, { resource, id: ready });
    return ready;
  }

  /** The path to a new item of those that an operation makes something beneath; undefined where any of them will do. */
  async newPathAbove(operation: Operation): Promise<Record<string, string> | undefined> {
    const above = this.#above.get(operation);
    const id = above && (await this.newFor(operation, above.resource));
    return above === undefined || id === undefined ? undefined : pathTo(this.#material, operation, above.resource, id);
  }

  /** True for what makes something beneath an item that may have to be in some state for that. */
  needsState(operation: Operation): boolean {
    return this.#material.resources.some((resource) => this.#neededBeneath(operation, resource) === operation);
  }

  /** True where one item after the other had no more room for what an operation makes beneath them. */
  hasFilled(operation: Operation): boolean {
    return this.#states.isRenewed(operation);
  }

  /** Takes note that no more can be made beneath an item, as refunds of a payment: the next requests get another. */
  noteConflict({ operation, path }: RequestPlace): void {
    const above = this.#above.get(operation);
    if (above === undefined) return;
    const [[name, text] = []] = Object.entries(pathTo(this.#material, operation, above.resource, above.id));
    if (name === undefined || path[name] !== text || !this.#states.renew(operation, above.resource)) return;
    for (const resource of this.#material.resources) {
      if (resource.create !== operation) continue;
      this.#existing.delete(resource);
      this.#forgetBeneath(resource, new Set());
    }
  }

  /**
   * The identifier of an item that is there; undefined when none can be had.
   * `made`: the resource of which an item is made with it. `user`: what needs one for each request.
   * `index`: another number is another item, as far as there are others.
   */
  async existing(resource: Resource, made?: Resource, user?: ThingUser, index = 0): Promise<Exact | undefined> {
    const find = () => (user === undefined ? this.#existingOf(resource, index) : this.#ownFor(user, resource));
    return made === undefined ? find() : this.#heldBy(made, resource, find);
  }

  /** Neither of two that hold each other can be made first. */
  async #heldBy(
    made: Resource,
    resource: Resource,
    find: () => Promise<Exact | undefined>,
  ): Promise<Exact | undefined> {
    if (this.#isWaitingFor(resource, made)) return undefined;
    const waits = this.#waits.get(made) ?? new Set();
    this.#waits.set(made, waits.add(resource));
    const found = await find();
    waits.delete(resource);
    return found;
  }

  /** A new item in the state that an action needs. */
  newFor(action: Operation, resource: Resource): Promise<Exact | undefined> {
    return this.#states.newItemFor(action, resource);
  }

  /** A new item for an operation beneath it, in the state that this needs. */
  newAbove(operation: Operation, resource: Resource): Promise<Exact | undefined> {
    const needed = this.#neededBeneath(operation, resource);
    return needed === undefined ? this.newId(resource) : this.newFor(needed, resource);
  }

  /** An item for one request alone, in the state that the request needs: a cart with something in it. */
  async #ownFor({ operation, extent }: ThingUser, resource: Resource): Promise<Exact | undefined> {
    const hasActions = this.#material.description.operations.some((one) => isBeneath(one, resource));
    return (
      (hasActions ? await this.#states.itemFor(operation, resource) : undefined) ?? this.newId(resource, false, extent)
    );
  }

  /**
   * The identifier of an item beneath the things that the path of a request names, where these are others than those
   * that requests share: what is marked as read in a thread is a message of that thread.
   */
  async besideIn({ operation, path }: RequestPlace, resource: Resource): Promise<Exact | undefined> {
    const { create } = resource;
    const given: Record<string, string> = {};
    let isOther = false;
    for (const parameter of create?.parameters.filter(({ in: place }) => place === 'path') ?? []) {
      const above = create && resourceOfPath(this.#material, create, parameter.name);
      const own = operation.parameters.find(
        ({ in: place, name }) => place === 'path' && resourceOfPath(this.#material, operation, name) === above,
      );
      const text = own && path[own.name];
      if (above === undefined || text === undefined) return undefined;
      given[parameter.name] = text;
      const shared = await this.existing(above);
      isOther ||= shared === undefined || writePath(parameter, shared) !== text;
    }
    if (create === undefined || !isOther) return undefined;
    const place = `${create.id} ${JSON.stringify(given)}`;
    const known = this.#beside.get(place) ?? this.#idOfCreatedAt(resource, create, given);
    this.#beside.set(place, known);
    return known;
  }

  async #idOfCreatedAt(
    resource: Resource,
    create: Operation,
    path: Readonly<Record<string, string>>,
  ): Promise<Exact | undefined> {
    try {
      const parts = await this.#requests.base(create, 'all', true, path, resource);
      const answer = await this.#call(parts);
      this.made.push({ resource, parts, answer });
      return isSuccess(answer.response) ? this.#material.idIn(resource, answer) : undefined;
    } catch (error) {
      if (error instanceof NoResponse) return undefined;
      throw error;
    }
  }

  /** What is read of a property of an item; undefined where nothing reads it. */
  async shownOf(resource: Resource, id: Exact, property: string): Promise<Exact | undefined> {
    const { read } = resource;
    if (read === undefined) return undefined;
    try {
      const { response, body } = await this.#call(await this.#requests.at(read, resource, id));
      if (!isSuccess(response)) return undefined;
      return within(itemIn(this.#material.description.contract, resource, body ?? null), [property]);
    } catch (error) {
      if (error instanceof NoResponse) return undefined;
      throw error;
    }
  }

  #isWaitingFor(resource: Resource, other: Resource): boolean {
    if (resource === other) return true;
    return [...(this.#waits.get(resource) ?? [])].some((next) => this.#isWaitingFor(next, other));
  }

  async #existingOf(resource: Resource, index: number): Promise<Exact | undefined> {
    const known = this.#existing.get(resource) ?? [];
    this.#existing.set(resource, known);
    known[index] ??= this.#sharedItems.make(() => this.newId(resource));
    return (
      (await this.#sharedItems.wait(known[index])) ?? (index === 0 ? undefined : this.#existingOf(resource, index - 1))
    );
  }

  /**
   * Takes note that an item is gone, and what is beneath it: the next request that needs one gets another. Resolves to
   * the resources of what is gone with it.
   */
  async forget(resource: Resource, id: Exact): Promise<ReadonlySet<Resource>> {
    const beneath = new Set<Resource>();
    const known = this.#existing.get(resource) ?? [];
    for (const [index, one] of known.entries()) {
      const found = one && (await this.#sharedItems.wait(one));
      if (found === undefined || textOf(found) !== textOf(id) || known[index] !== one) continue;
      delete known[index];
      this.#forgetBeneath(resource, beneath);
    }
    return beneath;
  }

  #forgetBeneath(above: Resource, forgotten: Set<Resource>): void {
    for (const resource of this.#material.resources) {
      const operation = makerOf(resource) ?? resource.list?.operation;
      const isBeneath = operation?.parameters.some(
        ({ in: place, name }) => place === 'path' && resourceOfPath(this.#material, operation, name) === above,
      );
      if (isBeneath !== true || !this.#existing.delete(resource)) continue;
      forgotten.add(resource);
      this.#forgetBeneath(resource, forgotten);
    }
  }

  /** True once PUT has made something where nothing was. */
  isPlacedBy(operation: Operation): boolean {
    return this.#placing.has(operation);
  }

  /** Takes note that PUT has made something where nothing was. */
  notePlaced(operation: Operation): void {
    this.#placing.add(operation);
  }

  /** `isRemoved`: no other request may be to the same item. */
  async newId(resource: Resource, isRemoved = false, extent: Extent = 'all'): Promise<Exact | undefined> {
    const { create, addition, replace, list, idProperty, parameter } = resource;
    try {
      if (create !== undefined) {
        const id = await this.#idOfCreated(resource, create, extent);
        if (id !== undefined) return id;
      }
      if (create === undefined && replace !== undefined && replace === makerOf(resource) && parameter !== undefined) {
        const key = await this.keyFor(resource);
        const id = key ?? this.newIdentifier(resource, parameterSchema(parameter));
        const given = { [parameter.name]: writePath(parameter, id) };
        if (key !== undefined && !this.take(resource, key)) this.#shared.add(placeIn(resource, given));
        const parts = await this.#requests.base(replace, extent, false, given, resource);
        const answer = await this.#call(parts);
        this.made.push({ resource, parts, answer });
        if (isSuccess(answer.response)) {
          this.notePlaced(replace);
          return id;
        }
      }
      if (addition !== undefined && idProperty !== undefined) {
        const id = await this.#idOfAdded(resource, addition, idProperty, isRemoved);
        if (id !== undefined) return id;
      }
      if (list === undefined || idProperty === undefined) return undefined;
      // What others have removed must not come back.
      const moved = await this.#movedTo(resource, list, idProperty);
      if (moved !== undefined) return moved;
      const ids = await this.#listed(resource, list, idProperty);
      return ids.find((id) => this.take(resource, id)) ?? (isRemoved ? undefined : ids[0]);
    } catch (error) {
      if (error instanceof NoResponse) return undefined;
      throw error;
    }
  }

  /** The identifiers that a list shows. */
  async #listed(resource: Resource, { operation, segments }: ListOperation, idProperty: string): Promise<Exact[]> {
    const { body } = await this.#call(await this.#requests.base(operation, 'all', true, {}, resource));
    return identifiersIn(within(body, segments), idProperty);
  }

  /**
   * The identifier of an item that was added to the list of the thing that such items are beneath. What names the same
   * as an item that is there may be added to that: then it names a thing of its own.
   */
  async #idOfAdded(
    resource: Resource,
    { operation, segments }: ListOperation,
    idProperty: string,
    isRemoved: boolean,
  ): Promise<Exact | undefined> {
    const path = await this.#pathWith(operation, (above) => this.existing(above));
    let ids: Exact[] = [];
    const newAfter = async (extent: Extent, named?: Named) => {
      const parts = await this.#requests.base(operation, extent, true, path, resource, named);
      const answer = await this.#call(parts);
      if (isSuccess(answer.response)) ids = identifiersIn(within(answer.body, segments), idProperty);
      return { parts, id: ids.find((one) => this.take(resource, one)) };
    };
    for (const extent of ['all', 'required'] as const) {
      const { parts, id } = await newAfter(extent);
      if (id !== undefined) return id;
      const sent = sentBody(parts) ?? null;
      for (const name of isExactObject(sent) ? Object.keys(sent) : []) {
        const thing = this.#requests.resourceIn(operation, name);
        const own = thing === undefined ? undefined : await this.newId(thing);
        if (thing === undefined || own === undefined) continue;
        const other = await newAfter(extent, { resource: thing, id: own });
        if (other.id !== undefined) return other.id;
      }
    }
    return isRemoved ? undefined : ids[0];
  }

  /** The identifier of a new item that was removed where it was made, and is in the list of such items then. */
  async #movedTo(resource: Resource, list: ListOperation, idProperty: string): Promise<Exact | undefined> {
    const origin = originOf(this.#material, resource);
    if (origin?.remove === undefined || this.#unmoved.has(resource)) return undefined;
    const id = await this.newId(origin, true);
    // It is there for others to find before this request knows of it.
    if (id === undefined || !this.take(resource, id)) return undefined;
    // Nobody may expect it where it was made.
    const isOf = (one: { resource: Resource; answer: Answer }) =>
      one.resource === origin && isSame(this.#material.idIn(origin, one.answer) ?? null, id);
    const others = this.made.filter((one) => !isOf(one));
    this.made.splice(0, this.made.length, ...others);
    await this.#call(await this.#requests.at(origin.remove, origin, id));
    const ids = await this.#listed(resource, list, idProperty);
    if (ids.some((one) => textOf(one) === textOf(id))) return id;
    // Another one would not come there either.
    this.#unmoved.add(resource);
    return undefined;
  }

  /** The identifier of a new thing, where items have that of another thing: no two of them may be of the same one. */
  async keyFor(resource: Resource, named?: Named): Promise<Exact | undefined> {
    const thing = keyedBy(this.#material, resource) ?? this.#keys.get(resource);
    if (thing === undefined) return undefined;
    if (thing === named?.resource) return named.id;
    return this.#heldBy(resource, thing, () => this.newId(thing));
  }

  /** Takes note that items have the identifiers of other things. */
  noteKey(resource: Resource, thing: Resource): void {
    this.#keys.set(resource, thing);
  }

  /** Lets what could not be had be asked for again. */
  async forgetMissing(): Promise<void> {
    for (const known of this.#existing.values())
      for (const [index, one] of known.entries())
        if ((one && (await this.#sharedItems.wait(one))) === undefined) delete known[index];
  }

  /** An identifier that the client gives, for an item of its own. */
  newIdentifier(resource: Resource, schema: string): Exact {
    const made = () => this.#material.values.valueAt(schema, 'required');
    let id = made();
    for (let tries = 0; !this.take(resource, id) && tries < mostTries; tries += 1) id = made();
    return id;
  }

  /** Takes an identifier for one request; false where another request has it: one may change what the other needs. */
  take(resource: Resource, id: Exact): boolean {
    const given = this.#given.get(resource) ?? new Set();
    this.#given.set(resource, given);
    const isFree = !given.has(writeExact(id));
    given.add(writeExact(id));
    return isFree;
  }

  /** A request that creates an item, under another identifier than those that the client has given. */
  async #creation(resource: Resource, create: Operation, extent: Extent): Promise<RequestParts> {
    const made = () => this.#requests.base(create, extent, true, {}, resource);
    const isNew = (parts: RequestParts) => {
      const id = within(sentBody(parts), [resource.idProperty ?? '']);
      return id === undefined || this.take(resource, id);
    };
    let parts = await made();
    for (let tries = 0; !isNew(parts) && tries < mostTries; tries += 1) parts = await made();
    return parts;
  }

  /** Creates an item; without what is optional where it is refused with it: that may name what is not there. */
  async #idOfCreated(resource: Resource, create: Operation, widest: Extent): Promise<Exact | undefined> {
    let isConflict = false;
    const idFrom = async (parts: RequestParts) => {
      const answer = await this.#call(parts);
      this.made.push({ resource, parts, answer });
      isConflict = answer.response.status === 409;
      return isSuccess(answer.response) ? this.#material.idIn(resource, answer) : undefined;
    };
    for (const extent of new Set([widest, 'required' as const])) {
      const id = await idFrom(await this.#creation(resource, create, extent));
      if (id !== undefined) return id;
    }
    // What it is made beneath may have no room for more, or never for this much, and no list has another one.
    for (let tries = 0; isConflict && resource.list === undefined && tries < mostParents; tries += 1) {
      const path = await this.newPath(create);
      if (Object.keys(path).length === 0) return undefined;
      const id = await idFrom(await this.#requests.base(create, 'required', true, path, resource));
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** The path parameters of an operation, with the identifiers of new items. */
  newPath(operation: Operation): Promise<Record<string, string>> {
    return this.#pathWith(operation, (above) => this.newAbove(operation, above));
  }

  async #pathWith(
    operation: Operation,
    find: (above: Resource) => Promise<Exact | undefined>,
  ): Promise<Record<string, string>> {
    const path: Record<string, string> = {};
    for (const parameter of operation.parameters.filter(({ in: place }) => place === 'path')) {
      const above = resourceOfPath(this.#material, operation, parameter.name);
      const id = above === undefined ? undefined : await find(above);
      if (id !== undefined) path[parameter.name] = writePath(parameter, id);
    }
    return path;
  }
}

function identifiersIn(items: Exact | undefined, idProperty: string): Exact[] {
  return Array.isArray(items) ? items.flatMap((item) => within(item, [idProperty]) ?? []) : [];
}

function placeIn({ itemsPath, parameter }: Resource, path: Readonly<Record<string, string>>): string {
  return `${itemsPath}/${path[parameter?.name ?? '']}`;
}
