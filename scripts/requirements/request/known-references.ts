import { type Exact, type ExactObject, isExactObject, isNumber } from '../../http/exact-json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { embeddedThing } from '../../openapi/resources/embedded-things.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import type { SchemaView } from '../../openapi/schemas/schema-view.ts';
import { ListedKeys } from './listed-keys.ts';
import { namedResource, ownKindIn, referencedResource, resourceOfType } from './referenced-resource.ts';
import type { Named, RequestMaterial } from './request-material.ts';

/** What the properties of bodies hold identifiers of: by their names and schemas, and by what requests have shown. */
export class KnownReferences {
  readonly #material: RequestMaterial;
  /** By operation and name of a property, what it holds an identifier of by its name or schema: asked very often. */
  readonly #named = new Map<Operation, Map<string, Resource | undefined>>();
  /** By name of a property, what it holds an identifier of, where requests have shown it. */
  readonly #found = new Map<string, Resource>();
  /** The same for what has the name of a parameter, which may be called alike elsewhere: for one operation alone. */
  readonly #keys = new Map<Operation, Map<string, Resource>>();
  /** The same for what the server has given items besides their identifiers. */
  readonly #shown = new Map<Operation, Map<string, Resource>>();
  /** What bodies have of the things that lists show. */
  readonly listed = new ListedKeys();

  constructor(material: RequestMaterial) {
    this.#material = material;
  }

  /** The resource of which a property holds an identifier. */
  resourceIn(operation: Operation, property: string): Resource | undefined {
    return this.#namedIn(operation, property) ?? this.foundIn(operation, property);
  }

  /** The same, where requests have shown it and its name does not. */
  foundIn(operation: Operation, property: string): Resource | undefined {
    return this.#found.get(property) ?? this.#keys.get(operation)?.get(property);
  }

  #namedIn(operation: Operation, property: string): Resource | undefined {
    const known = this.#named.get(operation) ?? new Map<string, Resource | undefined>();
    this.#named.set(operation, known);
    if (!known.has(property)) known.set(property, referencedResource(this.#material, operation, property));
    return known.get(property);
  }

  /** Takes note of what a property holds an identifier of: its name does not show it, a request has. */
  noteReference(property: string, resource: Resource): void {
    this.#found.set(property, resource);
  }

  /** Takes note of what a property of the bodies of an operation, at any depth, holds an identifier of. */
  noteKey(operation: Operation, property: string, resource: Resource): void {
    this.#keys.set(operation, (this.#keys.get(operation) ?? new Map()).set(property, resource));
  }

  /** Takes note that a property of the bodies of an operation has what the server has given an item, as a code. */
  noteShownKey(operation: Operation, property: string, resource: Resource): void {
    this.#shown.set(operation, (this.#shown.get(operation) ?? new Map()).set(property, resource));
  }

  /** The resource of which a property has what the server has given an item besides its identifier. */
  shownIn(operation: Operation, property: string): Resource | undefined {
    return this.#shown.get(operation)?.get(property);
  }

  /** True where a body names a thing, at whatever depth. */
  isNamedIn(operation: Operation, body: Exact): boolean {
    return (
      isExactObject(body) &&
      Object.entries(body).some(
        ([name, own]) =>
          this.resourceIn(operation, name) !== undefined ||
          this.shownIn(operation, name) !== undefined ||
          this.#isNamedInPart(operation, own, name),
      )
    );
  }

  #isNamedInPart(operation: Operation, value: Exact, holder: string): boolean {
    if (Array.isArray(value)) return value.some((item) => this.#isNamedInPart(operation, item, holder));
    if (!isExactObject(value)) return false;
    const linked = linkedType(value);
    if (linked !== undefined && resourceOfType(this.#material, operation, linked) !== undefined) return true;
    return Object.entries(value).some(
      ([name, own]) =>
        this.namedInPart(operation, name, holder) !== undefined ||
        this.#isNamedInPart(operation, own, holderIn(name, holder)),
    );
  }

  /** The things that a body names, at whatever depth. */
  thingsIn(operation: Operation, body: Exact, holder = ''): Named[] {
    if (Array.isArray(body)) return body.flatMap((item) => this.thingsIn(operation, item, holder));
    if (!isExactObject(body)) return [];
    const linked = linkedType(body);
    const linkedTo = linked === undefined ? undefined : resourceOfType(this.#material, operation, linked);
    if (linkedTo !== undefined) return [{ resource: linkedTo, id: body['id'] ?? null }];
    return Object.entries(body).flatMap(([name, own]) => {
      const resource = this.resourceIn(operation, name) ?? this.namedInPart(operation, name, holder);
      const ids = [own].flat().filter((id) => typeof id === 'string' || isNumber(id));
      if (resource !== undefined && ids.length > 0) return ids.map((id) => ({ resource, id }));
      return this.thingsIn(operation, own, holderIn(name, holder));
    });
  }

  /** The resource of an operation, where a property of its body has another one of its things. */
  ownKindIn(operation: Operation, property: string): Resource | undefined {
    return ownKindIn(this.#material, operation, property);
  }

  /** The resource one of whose things a part of the bodies of an operation is, as a whole. */
  embeddedIn(operation: Operation, view: SchemaView): Resource | undefined {
    const { resources, description } = this.#material;
    const made = resources.find(({ create, replace, merge }) => [create, replace, merge].includes(operation));
    return made && embeddedThing(description.contract, resources, made, view);
  }

  #ownIdIn(operation: Operation, name: string, holder: string): Resource | undefined {
    const own = this.ownKindIn(operation, holder);
    return own?.idProperty === name ? own : undefined;
  }

  /** `customer: { id }` is what `customerId` would be, as is `customer: { data: { id } }` of JSON:API. */
  namedInPart(operation: Operation, name: string, holder: string): Resource | undefined {
    return (
      namedResource(this.#material, operation, name === 'id' ? `${holder}Id` : name) ??
      this.#keys.get(operation)?.get(name) ??
      this.#ownIdIn(operation, name, holder)
    );
  }
}

/** The type in `{ "type": "tags", "id": "1" }`, as JSON:API names a thing: without what it is. */
export function linkedType(value: ExactObject): string | undefined {
  const isLinkage = Object.keys(value).every((name) => ['type', 'id', 'meta'].includes(name));
  const { type, id } = value;
  return isLinkage && typeof type === 'string' && id !== undefined ? type : undefined;
}

/** The name by which what is inside a property is held: `data` of JSON:API is none of its own. */
export function holderIn(name: string, holder: string): string {
  return name === 'data' ? holder : name;
}
