import { type Exact, type ExactObject, isExactObject } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { bodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { isReadOnly, type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { Extent } from '../../openapi/values/values.ts';
import { isActionOn } from './actions.ts';
import type { ItemSource, ThingUser } from './item-source.ts';
import { holderIn, type KnownReferences, linkedType } from './known-references.ts';
import {
  listedByBody,
  listedResource,
  namedResource,
  requestProperty,
  resourceOfPath,
  resourceOfType,
} from './referenced-resource.ts';
import type { Named, RequestMaterial } from './request-material.ts';
import type { RequestParts, RequestPlace } from './request-parts.ts';
import type { ThingsBeneath } from './things-beneath.ts';

/** The resource of which an item is made with a body, and the thing that it must name. */
interface Purpose {
  made: Resource | undefined;
  named: Named | undefined;
}

/** Has bodies name items that are there, where they have the identifiers of other items than their own. */
export class BodyReferences {
  readonly #material: RequestMaterial;
  readonly #known: KnownReferences;
  readonly #items: ItemSource;
  readonly #beneath: ThingsBeneath;
  /** Those that were refused for what their bodies name: each request gets things of its own, made so. */
  readonly #conflicting = new Map<Operation, Extent>();

  constructor(material: RequestMaterial, known: KnownReferences, items: ItemSource, beneath: ThingsBeneath) {
    this.#material = material;
    this.#known = known;
    this.#items = items;
    this.#beneath = beneath;
  }

  /** Takes note of a conflict: what a request names may be there for one request alone, as what is lent. */
  noteConflict({ operation }: RequestParts): void {
    if (!this.#conflicting.has(operation)) this.#conflicting.set(operation, 'all');
  }

  /**
   * What a request to an operation becomes with things of its own that have no more than they need: a coupon may be
   * used up, or have expired. Where that `helps`, so have those to come.
   */
  async withPlainThings<Sent>(operation: Operation, send: () => Promise<Sent>, helps: (sent: Sent) => boolean) {
    const before = this.#conflicting.get(operation);
    this.#conflicting.set(operation, 'required');
    const sent = await send();
    if (helps(sent)) return sent;
    if (before === undefined) this.#conflicting.delete(operation);
    else this.#conflicting.set(operation, before);
    return undefined;
  }

  /** The same body, with what names things that exist: their identifiers, or what lists show of them. */
  async placedIn(place: RequestPlace, mediaType: string, body: Exact, made?: Resource, named?: Named): Promise<Exact> {
    const placed = isExactObject(body)
      ? await this.#placedInObject(place, mediaType, body, made, named)
      : await this.#placedInRoot(place, mediaType, body);
    const { contract } = this.#material.description;
    const schema = bodySchema(contract, place.operation, mediaType);
    const isValid = (pointer: string, value: Exact) => this.#material.isValid('request', pointer, value);
    return this.#known.listed.placedIn(contract, place.operation, schema, placed, isValid);
  }

  /** A body that is a list of identifiers, with those of things that were made for it: it may take them away. */
  async #placedInRoot(place: RequestPlace, mediaType: string, body: Exact): Promise<Exact> {
    const { operation } = place;
    const schema = bodySchema(this.#material.description.contract, operation, mediaType);
    const resource = Array.isArray(body) ? listedByBody(this.#material, operation) : undefined;
    if (!Array.isArray(body) || schema === undefined || resource === undefined) return body;
    if (!this.#material.isValid('request', schema, body)) return body;
    const ids = (await this.#beneath.of(place, resource, body.length, true)) ?? [];
    while (ids.length < body.length) {
      const id = await this.#items.newItems.newId(resource, true);
      if (id === undefined) return body;
      ids.push(id);
    }
    return this.#material.isValid('request', schema, ids) ? ids : body;
  }

  /** The same body, with the identifiers of things that exist in properties that have the name of a path parameter. */
  async #placedInObject(
    place: RequestPlace,
    mediaType: string,
    body: ExactObject,
    made?: Resource,
    named?: Named,
  ): Promise<Exact> {
    const { operation } = place;
    // What the server sets by itself may well be the identifier of what is there: another one shows who has set it.
    const properties = Object.entries(body).map(([name, value]) => {
      const property = requestProperty(this.#material.description.contract, operation, mediaType, name);
      const isSetByServer = property !== undefined && isReadOnly(property);
      return { name, value, property, resource: isSetByServer ? undefined : this.#known.resourceIn(operation, name) };
    });
    const entries = properties.map(async ({ name, value, property, resource }, index): Promise<[string, Exact]> => {
      const keyed = this.#known.shownIn(operation, name);
      if (keyed !== undefined)
        return [name, await this.#shownIn(place, name, property, value, { resource: keyed, made, named })];
      if (resource === undefined && Array.isArray(value) && property !== undefined)
        return [name, await this.#placedInList(place, name, property, value, { made, named })];
      if (resource === undefined)
        return [name, await this.#placedInPart(operation, property, value, { made, named }, name)];
      // That it names nothing is meant.
      if (value === null && (property?.isNullable === true || property?.types.includes('null') === true))
        return [name, null];
      if (resource === named?.resource) return [name, named.id];
      // Cases are about the values of what its name does not show to be a reference.
      if (
        this.#known.foundIn(operation, name) !== undefined &&
        (property === undefined || !this.#mayBeIdentifier(property, value))
      )
        return [name, value];
      const beside = await this.#items.besideIn(place, resource);
      if (beside !== undefined) return [name, beside];
      // From whom and to whom: what a request names twice is two things.
      const before = properties.slice(0, index).filter((one) => one.resource === resource).length;
      if (!this.#isOfOther(operation, name, resource)) {
        const id = await this.#items.existing(resource, made, this.#userOf(operation), before);
        return [name, this.#fitting(property, value, id)];
      }
      return [name, this.#fitting(property, value, await this.#other(operation, resource, made, before))];
    });
    const placed = await Promise.all(entries);
    const others = await Promise.all(
      placed.map(async (entry) => ((await this.#isOfNone(operation, entry, made)) ? [] : [entry])),
    );
    return Object.fromEntries(others.flat());
  }

  /** True for another thing of the kind that a request makes, where none is there yet: it may have to be. */
  async #isOfNone(operation: Operation, [name, value]: [string, Exact], made: Resource | undefined): Promise<boolean> {
    const own = isExactObject(value) ? this.#known.ownKindIn(operation, name) : undefined;
    return own !== undefined && (await this.#items.existing(own, made, this.#userOf(operation))) === undefined;
  }

  /**
   * Another thing than the one that the request is to: one for this request alone where that needs it, or where it does
   * something with both, as a merge, which takes the other one away.
   */
  async #other(
    operation: Operation,
    resource: Resource,
    made: Resource | undefined,
    index: number,
  ): Promise<Exact | undefined> {
    const user = this.#userOf(operation);
    const isOwn = user !== undefined || isActionOn(this.#material, operation, resource);
    const own = isOwn ? await this.#items.newItems.newId(resource, false, user?.extent) : undefined;
    return user !== undefined ? own : (own ?? this.#items.existing(resource, made, undefined, index + 1));
  }

  /** The identifier of a thing; what was there where none is known, or the property has values of another type. */
  #fitting(property: SchemaView | undefined, value: Exact, id: Exact | undefined): Exact {
    if (id === undefined) return value;
    const isFit =
      typeof id === typeof value || property === undefined || this.#material.isValid('request', property.pointer, id);
    return isFit ? id : value;
  }

  /** What an item shows that is there for the request; what may not be such a value is sent as it is. */
  async #shownIn(
    place: RequestPlace,
    name: string,
    property: SchemaView | undefined,
    value: Exact,
    { resource, made, named }: Purpose & { resource: Resource },
  ): Promise<Exact> {
    if (property === undefined || !this.#mayBeIdentifier(property, value)) return value;
    const find = async () =>
      (await this.#items.besideIn(place, resource)) ??
      this.#items.existing(resource, made, this.#userOf(place.operation));
    const id = resource === named?.resource ? named.id : await find();
    return (id === undefined ? undefined : await this.#items.shownOf(resource, id, name)) ?? value;
  }

  /**
   * A list with the identifiers of things that exist: of what is set in an order, all that are beneath what the request
   * is to; of what is made or changed, as many as the list has. One that its schema does not allow is sent as it is.
   */
  async #placedInList(
    place: RequestPlace,
    name: string,
    property: SchemaView,
    value: readonly Exact[],
    purpose: Purpose,
  ): Promise<Exact> {
    const { operation } = place;
    const isOrder = this.#beneath.isOrder(operation);
    const resource = isOrder || this.#isOfItem(operation) ? listedResource(this.#material, operation, name) : undefined;
    if (resource === undefined || isReadOnly(property))
      return this.#placedInPart(operation, property, [...value], purpose, name);
    if (!this.#material.isValid('request', property.pointer, [...value])) return [...value];
    const ids = isOrder
      ? await this.#beneath.of(place, resource, value.length)
      : await this.#several(operation, resource, value.length, purpose);
    return ids !== undefined && this.#mayBeIdentifier(property, ids) ? ids : [...value];
  }

  /** True for what makes an item, or changes one: what it names is still there after that. */
  #isOfItem(operation: Operation): boolean {
    return this.#material.resources.some(({ create, replace, merge }) => [create, replace, merge].includes(operation));
  }

  /** So many things that are there; undefined where there are fewer. */
  async #several(operation: Operation, resource: Resource, count: number, { made, named }: Purpose) {
    const ids: Exact[] = resource === named?.resource ? [named.id] : [];
    while (ids.length < count) {
      const id = await this.#items.existing(resource, made, this.#userOf(operation), ids.length);
      if (id === undefined) return undefined;
      ids.push(id);
    }
    return ids;
  }

  /** A part of a body with such identifiers, by their names alone: an order has lines, and each names a product. */
  async #placedInPart(
    operation: Operation,
    view: SchemaView | undefined,
    value: Exact,
    purpose: Purpose,
    holder: string,
    index = 0,
  ): Promise<Exact> {
    const { contract } = this.#material.description;
    const viewOf = (pointer: string | undefined) => (pointer === undefined ? undefined : viewSchema(contract, pointer));
    if (view === undefined || isReadOnly(view)) return value;
    if (Array.isArray(value))
      return Promise.all(
        value.map((item, place) => this.#placedInPart(operation, viewOf(view.items), item, purpose, holder, place)),
      );
    if (!isExactObject(value)) return value;
    const embedded = this.#known.embeddedIn(operation, view);
    if (embedded !== undefined) return this.#embedded(operation, view, value, embedded, purpose, index);
    const linked = linkedType(value);
    const linkedTo = linked === undefined ? undefined : resourceOfType(this.#material, operation, linked);
    if (linkedTo !== undefined) return this.#linkage(operation, view, value, linkedTo, purpose, index);
    const entries = Object.entries(value).map(async ([name, own]): Promise<[string, Exact]> => {
      const property = viewOf(view.properties.get(name));
      const resource = this.#known.namedInPart(operation, name, holder);
      const isReference = property !== undefined && resource !== undefined && this.#mayBeIdentifier(property, own);
      const inside = holderIn(name, holder);
      if (!isReference) return [name, await this.#placedInPart(operation, property, own, purpose, inside)];
      const { made, named } = purpose;
      if (resource === named?.resource) return [name, named.id];
      const id = await this.#items.existing(resource, made, this.#userOf(operation));
      return [name, id !== undefined && this.#mayBeIdentifier(property, id) ? id : own];
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  /** A thing as it is by itself, with what was sent of it: a server may look it up by that, or make it. */
  async #embedded(
    operation: Operation,
    view: SchemaView,
    value: ExactObject,
    resource: Resource,
    { made, named }: Purpose,
    index: number,
  ): Promise<Exact> {
    // What is no such thing is tried on purpose.
    if (!this.#mayBeIdentifier(view, value)) return value;
    const id =
      resource === named?.resource
        ? named.id
        : await this.#items.existing(resource, made, this.#userOf(operation), index);
    const thing = id === undefined ? undefined : await this.#items.itemOf(resource, id);
    if (thing === undefined || !isExactObject(thing)) return value;
    const { contract } = this.#material.description;
    const isSetByServer = (name: string) => isReadOnly(viewSchema(contract, view.properties.get(name) ?? view.pointer));
    const own = Object.entries(value).map(([name, sent]): [string, Exact] => [
      name,
      isSetByServer(name) ? sent : (ownValue(thing, name) ?? sent),
    ]);
    const whole = Object.fromEntries(own);
    return this.#mayBeIdentifier(view, whole) ? whole : value;
  }

  /** What JSON:API names by type and identifier, with those of what is there: of several, each names another one. */
  async #linkage(
    operation: Operation,
    view: SchemaView,
    value: ExactObject,
    resource: Resource,
    { made, named }: Purpose,
    index: number,
  ): Promise<Exact> {
    const pointer = view.properties.get('id');
    const property = pointer === undefined ? undefined : viewSchema(this.#material.description.contract, pointer);
    // What is no identifier is tried on purpose.
    if (property === undefined || !this.#mayBeIdentifier(property, value['id'] ?? null)) return value;
    const find = () => {
      if (!isToOneOf(this.#material, operation, resource))
        return this.#items.existing(resource, made, this.#userOf(operation), index);
      return this.#other(operation, resource, made, index);
    };
    const id = resource === named?.resource ? named.id : await find();
    return id !== undefined && this.#mayBeIdentifier(property, id) ? { ...value, id } : value;
  }

  /** True where a request is to one item and names another one, as a link of two issues; `issueId` may be that one. */
  #isOfOther(operation: Operation, property: string, resource: Resource): boolean {
    const isNamed =
      property === resource.parameter?.name || namedResource(this.#material, operation, property) !== undefined;
    return !isNamed && isToOneOf(this.#material, operation, resource);
  }

  /** What needs a thing of its own for each request. */
  #userOf(operation: Operation): ThingUser | undefined {
    const extent = this.#conflicting.get(operation);
    return extent && { operation, extent };
  }

  /** True for a value that an identifier may have. */
  #mayBeIdentifier({ pointer }: SchemaView, value: Exact): boolean {
    return value !== null && this.#material.isValid('request', pointer, value);
  }
}

/** True where the path of an operation names one of these things. */
function isToOneOf(material: RequestMaterial, operation: Operation, resource: Resource): boolean {
  return operation.parameters.some(
    ({ in: place, name }) => place === 'path' && resourceOfPath(material, operation, name) === resource,
  );
}
