import type { Exact } from '../../http/exact-json.ts';
import { isSuccess, NoResponse } from '../../http/exchange.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { ItemSource } from './item-source.ts';
import { listedResource, resourceOfPath } from './referenced-resource.ts';
import type { CallOperation, RequestMaker, RequestMaterial } from './request-material.ts';
import type { RequestPlace } from './request-parts.ts';

/**
 * The things beneath the one that a request is to, of which its body has a list: the modules of a course, in their
 * order. A server may want all of them: the request is to one of its own, beneath which there are no others.
 */
export class ThingsBeneath {
  readonly #material: RequestMaterial;
  readonly #call: CallOperation;
  readonly #requests: RequestMaker;
  readonly #items: ItemSource;
  /** By operation and path, what was made beneath. */
  readonly #made = new Map<string, Exact[]>();

  constructor(material: RequestMaterial, call: CallOperation, requests: RequestMaker, items: ItemSource) {
    this.#material = material;
    this.#call = call;
    this.#requests = requests;
    this.#items = items;
  }

  /** True for what may set all that is beneath a thing: a body that makes or changes an item names some things. */
  isOrder(operation: Operation): boolean {
    const { resources } = this.#material;
    return (
      operation.method === 'PUT' && resources.every(({ create, replace }) => ![create, replace].includes(operation))
    );
  }

  /** True for the thing that a request to an operation is to, where its body has a list of what is beneath that. */
  isAbove(operation: Operation, above: Resource): boolean {
    if (!this.isOrder(operation)) return false;
    const { contract } = this.#material.description;
    const schema = jsonBodySchema(contract, operation);
    const names = schema === undefined ? [] : [...viewSchema(contract, schema).properties.keys()];
    return names.some((name) => {
      const listed = listedResource(this.#material, operation, name);
      return listed !== undefined && this.#aboveOf(listed) === above;
    });
  }

  /**
   * All that is beneath what a request is to, but so many at least; undefined where nothing is made there. `isNew`: so
   * many that nothing else was made for, which the request may take away.
   */
  async of(
    { operation, path }: RequestPlace,
    resource: Resource,
    count: number,
    isNew = false,
  ): Promise<Exact[] | undefined> {
    const { create } = resource;
    const given = create && this.#pathOf(create, operation, path);
    if (create === undefined || given === undefined) return undefined;
    const place = `${create.id} ${JSON.stringify(given)}`;
    const made = isNew ? [] : (this.#made.get(place) ?? []);
    if (!isNew) this.#made.set(place, made);
    while (made.length < count) {
      const id = await this.#new(resource, create, given);
      if (id === undefined) return undefined;
      made.push(id);
    }
    return made;
  }

  async #new(resource: Resource, create: Operation, given: Readonly<Record<string, string>>) {
    try {
      const parts = await this.#requests.base(create, 'all', true, given, resource);
      const answer = await this.#call(parts);
      this.#items.newItems.made.push({ resource, parts, answer });
      return isSuccess(answer.response) ? this.#material.idIn(resource, answer) : undefined;
    } catch (error) {
      if (error instanceof NoResponse) return undefined;
      throw error;
    }
  }

  /** The path at which things are made beneath what a request to another operation is to. */
  #pathOf(create: Operation, operation: Operation, path: RequestPlace['path']): Record<string, string> | undefined {
    const given: Record<string, string> = {};
    for (const { name } of namesIn(create)) {
      const above = resourceOfPath(this.#material, create, name);
      const own = namesIn(operation).find((one) => resourceOfPath(this.#material, operation, one.name) === above);
      const text = own && ownValue(path, own.name);
      if (above === undefined || text === undefined) return undefined;
      given[name] = text;
    }
    return Object.keys(given).length === 0 ? undefined : given;
  }

  /** What things are beneath. */
  #aboveOf({ create }: Resource): Resource | undefined {
    const last = create && namesIn(create).at(-1);
    return create && last && resourceOfPath(this.#material, create, last.name);
  }
}

function namesIn({ parameters }: Operation) {
  return parameters.filter(({ in: place }) => place === 'path');
}
