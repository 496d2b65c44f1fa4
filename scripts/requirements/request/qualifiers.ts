import { type Exact, within } from '../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { writePath } from '../../openapi/parameters/parameter-codec.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { jsonBodySchema, parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { resourceOfPath } from './referenced-resource.ts';
import type { RequestMaterial } from './request-material.ts';
import { type RequestParts, sentBody } from './request-parts.ts';

type Known = Pick<RequestMaterial, 'description' | 'resources'>;

/**
 * True for a value by which something may be looked for beneath the thing of the path, as `version` of a file, or by
 * which that is known beside its identifier: what is allowed there need not be there. A list without it is empty.
 */
export function mayNameNothing(known: Known, operation: Operation, parameter: Parameter): boolean {
  const { description, resources } = known;
  if (parameter.in !== 'query' || !Object.hasOwn(operation.responses, '404')) return false;
  const isList = resources.some(({ list }) => list?.operation === operation);
  if (operation.method !== 'GET' || isList) return isOfReadThing(known, operation, parameter);
  const isOfThing = operation.parameters.some(({ in: place }) => place === 'path');
  const isOneOfFew =
    parameter.types.includes('boolean') ||
    enumOf(viewSchema(description.contract, parameterSchema(parameter))) !== undefined;
  return isOfThing && !isOneOfFew;
}

/** True for what reads the thing that another request is to, or beneath, by the same parameter. */
function isOfReadThing(known: Known, { path }: Operation, { name }: Parameter): boolean {
  return known.resources.some(({ read }) => {
    const own = read?.parameters.find((one) => one.in === 'query' && one.name === name);
    if (read === undefined || own === undefined) return false;
    return (path === read.path || path.startsWith(`${read.path}/`)) && mayNameNothing(known, read, own);
  });
}

/** By what things are known beside the identifiers in their paths: `domain` of a short address that was made in one. */
export class Qualifiers {
  readonly #material: RequestMaterial;
  /** By place, the value of each parameter. */
  readonly #values = new Map<string, Map<string, string>>();
  /** By resource, the parameters: asked for at each response and each request. */
  readonly #names: ReadonlyMap<Resource, readonly string[]>;

  constructor(material: RequestMaterial) {
    this.#material = material;
    this.#names = new Map(
      material.resources.flatMap((resource) => {
        const names = namesOf(material, resource);
        return names.length === 0 ? [] : [[resource, names]];
      }),
    );
  }

  /** Takes note of what a thing was made with, or is listed with. */
  note(parts: RequestParts, answer: Answer): void {
    if (!isSuccess(answer.response)) return;
    for (const resource of this.#names.keys()) {
      const { create, list, idProperty } = resource;
      if (create === parts.operation)
        this.#noteOne(resource, this.#material.idIn(resource, answer), sentBody(parts) ?? null);
      const items = list?.operation === parts.operation ? within(answer.body, list.segments) : undefined;
      for (const item of Array.isArray(items) && idProperty !== undefined ? items : [])
        this.#noteOne(resource, within(item, [idProperty ?? '']), item);
    }
  }

  #noteOne(resource: Resource, id: Exact | undefined, item: Exact): void {
    const { parameter } = resource;
    if (id === undefined || parameter === undefined) return;
    for (const name of this.#names.get(resource) ?? []) {
      const value = within(item, [name]);
      const place = placeOf(resource, writePath(parameter, id));
      if (typeof value === 'string') this.#values.set(place, (this.#values.get(place) ?? new Map()).set(name, value));
    }
  }

  /** True for a parameter by which the thing of a path is known. */
  isOne(operation: Operation, { name }: Parameter): boolean {
    return operation.parameters.some((one) => {
      const resource = one.in === 'path' ? resourceOfPath(this.#material, operation, one.name) : undefined;
      return resource !== undefined && this.#names.get(resource)?.includes(name) === true;
    });
  }

  /** The value of a parameter for the thing that a path names, where that has one. */
  of(operation: Operation, { name }: Parameter, path: RequestParts['path']): string | undefined {
    if (this.#values.size === 0) return undefined;
    const places = Object.entries(path).flatMap(([own, id]) => {
      const resource = resourceOfPath(this.#material, operation, own);
      return resource === undefined ? [] : [placeOf(resource, id)];
    });
    return places.map((place) => this.#values.get(place)?.get(name)).find((value) => value !== undefined);
  }
}

/** The parameters that say beside the path which thing is read, where it is made with them and keeps them. */
function namesOf(known: Known, { create, read, replace, merge }: Resource): string[] {
  const { contract } = known.description;
  const isTaken = (operation: Operation | undefined, name: string) => {
    const schema = operation && jsonBodySchema(contract, operation);
    return schema !== undefined && viewSchema(contract, schema).properties.has(name);
  };
  return (read?.parameters ?? [])
    .filter((one) => read !== undefined && !one.required && mayNameNothing(known, read, one))
    .map(({ name }) => name)
    .filter((name) => isTaken(create, name) && !isTaken(replace, name) && !isTaken(merge, name));
}

function placeOf({ itemsPath }: Resource, id: string): string {
  return `${itemsPath} ${id}`;
}
