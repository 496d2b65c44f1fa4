import { type Exact, isExactObject, isSame, within, writeExact } from '../../http/exact-json.ts';
import { type Answer, isSuccess, NoResponse } from '../../http/exchange.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { writePath } from '../../openapi/parameters/parameter-codec.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { itemIn } from '../../openapi/resources/item-place.ts';
import { type ListOperation, makerOf, type Resource } from '../../openapi/resources/resource.ts';
import { originOf, twinOf } from '../../openapi/resources/things-elsewhere.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import type { Extent } from '../../openapi/values/values.ts';
import { madeWith } from './made-with.ts';
import { keyedBy, resourceOfPath } from './referenced-resource.ts';
import type { CallOperation, Named, RequestMaker, RequestMaterial } from './request-material.ts';
import { type RequestParts, type RequestPlace, sentBody } from './request-parts.ts';

// Of a short pattern, many texts are the same.
const mostTries = 20;
/** So many new items are made for one that is to be beneath. */
const mostParents = 8;

/** What items are made of, or beneath. */
interface OtherItems {
  existing(resource: Resource): Promise<Exact | undefined>;
  /** A new item for an operation beneath it, in the state that this needs. */
  newAbove(operation: Operation, resource: Resource): Promise<Exact | undefined>;
  /** What is found for an item of `made`; undefined where it waits for one itself. */
  heldBy(made: Resource, resource: Resource, find: () => Promise<Exact | undefined>): Promise<Exact | undefined>;
}

/** Makes items, for one request each; of what nothing makes, finds them in a list. */
export class NewItems {
  readonly #material: RequestMaterial;
  readonly #call: CallOperation;
  readonly #requests: RequestMaker;
  readonly #others: OtherItems;
  /** What was created for other requests to be sent to it, and not looked at yet. */
  readonly made: { resource: Resource; parts: RequestParts; answer: Answer }[] = [];
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

  constructor(material: RequestMaterial, call: CallOperation, requests: RequestMaker, others: OtherItems) {
    this.#material = material;
    this.#call = call;
    this.#requests = requests;
    this.#others = others;
  }

  /** True for a removal of what another request may have taken away meanwhile. */
  isShared({ operation, path }: RequestPlace): boolean {
    const resource = this.#material.resources.find(({ remove }) => remove === operation);
    return resource !== undefined && this.#shared.has(placeIn(resource, path));
  }

  /** True once PUT has made something where nothing was. */
  isPlacedBy(operation: Operation): boolean {
    return this.#placing.has(operation);
  }

  /** Takes note that PUT has made something where nothing was. */
  notePlaced(operation: Operation): void {
    this.#placing.add(operation);
  }

  /**
   * The identifier of an item that was made, else of one that a list has; undefined where there is none.
   * `isRemoved`: no other request may be to the same item.
   */
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
      const twin = twinOf(this.#material, resource);
      const own = twin && (await this.newId(twin, isRemoved, extent));
      if (own !== undefined && this.take(resource, own)) return own;
      const made =
        makerOf(resource) === undefined && list === undefined ? await this.#idOfByproduct(resource) : undefined;
      if (made !== undefined) return made;
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

  /** The identifier of what is made with another item, whose creation says it by the name of the path parameter. */
  async #idOfByproduct(resource: Resource): Promise<Exact | undefined> {
    const found = madeWith(this.#material, resource);
    if (found === undefined) return undefined;
    const parts = await this.#creation(found.holder, found.create, 'all');
    const answer = await this.#call(parts);
    this.made.push({ resource: found.holder, parts, answer });
    const item = itemIn(this.#material.description.contract, found.holder, answer.body ?? null);
    return isSuccess(answer.response) ? within(item, [found.name]) : undefined;
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
    const path = await this.#pathWith(operation, (above) => this.#others.existing(above));
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
    return this.#others.heldBy(resource, thing, () => this.newId(thing));
  }

  /** Takes note that items have the identifiers of other things. */
  noteKey(resource: Resource, thing: Resource): void {
    this.#keys.set(resource, thing);
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
    return this.#pathWith(operation, (above) => this.#others.newAbove(operation, above));
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
  return `${itemsPath}/${ownValue(path, parameter?.name ?? '')}`;
}
