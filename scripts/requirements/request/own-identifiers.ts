import { type Exact, isExactObject, within } from '../../http/exact-json.ts';
import { withPart } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { type OwnIdentifier, ownIdentifierOf, pathNames } from '../../openapi/resources/own-identifier.ts';
import type { ItemSource } from './item-source.ts';
import { requestProperty } from './referenced-resource.ts';
import type { Named, RequestMaterial } from './request-material.ts';
import { itemAsked, pathValue, type RequestParts } from './request-parts.ts';

/** The identifiers that bodies have of the items that they are of. */
export class OwnIdentifiers {
  readonly #material: RequestMaterial;
  readonly #items: ItemSource;

  constructor(material: RequestMaterial, items: ItemSource) {
    this.#material = material;
    this.#items = items;
  }

  /** Where the bodies of an operation have one, if they do. */
  of(operation: Operation): OwnIdentifier | undefined {
    const { description, resources } = this.#material;
    return ownIdentifierOf(description.contract, resources, operation);
  }

  /** The identifier of the item that a request is to, as its body has it: one that is there, or a new one. */
  async idFor(own: OwnIdentifier, parts: RequestParts, isFresh: boolean, named?: Named): Promise<Exact | undefined> {
    const { resource, isOnly } = own;
    if (isOnly) return isFresh ? this.#items.newItems.newId(resource) : this.#items.existing(resource);
    if (parts.operation === resource.create)
      return (await this.#items.newItems.keyFor(resource, named)) ?? this.unusedId(own);
    return itemAsked(this.#material.description.contract, resource, parts);
  }

  /** An identifier that nothing has: no server that counts comes to it. */
  unusedId({ resource, pointer }: OwnIdentifier): Exact {
    const { values } = this.#material;
    const number = 10 ** 9 + (values.numberOf(resource.collectionPath) % 10 ** 9) - values.next();
    if (this.#material.isValid('request', pointer, number)) return number;
    return this.#items.newItems.newIdentifier(resource, pointer);
  }

  /** The body with the identifier, or the list with one for each item, where it has one or needs one. */
  placedIn(own: OwnIdentifier, body: Exact, id: Exact | undefined): Exact {
    if (own.isOfEach)
      return Array.isArray(body) ? body.map((item) => this.#placedInOne(own, item, this.unusedId(own))) : body;
    return id === undefined ? body : this.#placedInOne(own, body, id);
  }

  /** The body with what the path says as well, but for one property, as the path says it: both are about one item. */
  asInPath(parts: RequestParts, mediaType: string, body: Exact, but?: string): Exact {
    if (!isExactObject(body)) return body;
    const { contract } = this.#material.description;
    const again = pathNames(parts.operation).flatMap((parameter): [string, Exact][] => {
      const { name } = parameter;
      if (name === but) return [];
      const value = pathValue(contract, parts, parameter);
      const property = requestProperty(contract, parts.operation, mediaType, name);
      if (!Object.hasOwn(body, name) || value === undefined || property === undefined) return [];
      return this.#material.isValid('request', property.pointer, value) ? [[name, value]] : [];
    });
    return { ...body, ...Object.fromEntries(again) };
  }

  /** The body of a change with the identifier that the path has now, where it may have that. */
  moved(own: OwnIdentifier, parts: RequestParts, body: Exact): Exact {
    if (own.isOfEach || own.isOnly || parts.operation === own.resource.create) return body;
    const id = itemAsked(this.#material.description.contract, own.resource, parts);
    return id !== undefined && this.#material.isValid('request', own.pointer, id) ? this.placedIn(own, body, id) : body;
  }

  #placedInOne({ segments, isOnly, isClients }: OwnIdentifier, body: Exact, id: Exact): Exact {
    const item = within(body, segments.slice(0, -1));
    const isPlaced = isOnly || isClients || within(body, segments) !== undefined;
    return isPlaced && item !== undefined && isExactObject(item) ? withPart(body, segments, id) : body;
  }
}
