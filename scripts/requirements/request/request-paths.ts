import { type Exact, writeIdentity } from '../../http/exact-json.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { writePath } from '../../openapi/parameters/parameter-codec.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { otherKeyOf } from '../../openapi/resources/own-identifier.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { ItemSource } from './item-source.ts';
import type { ParameterValues } from './parameter-values.ts';
import { resourceOfPath } from './referenced-resource.ts';
import type { RequestMaterial } from './request-material.ts';
import type { RequestParts } from './request-parts.ts';
import type { ThingsBeneath } from './things-beneath.ts';

/** The paths of requests: they name items that are there. */
export class RequestPaths {
  readonly #material: RequestMaterial;
  readonly #items: ItemSource;
  readonly #parameters: ParameterValues;
  readonly #beneath: ThingsBeneath;
  /** Of requests that remove an item of their own. */
  readonly #removed = new WeakSet<RequestParts['path']>();

  /** What items show besides their identifiers, by those. */
  readonly #otherKeys = new Map<string, Promise<Exact | undefined>>();

  constructor(material: RequestMaterial, items: ItemSource, parameters: ParameterValues, beneath: ThingsBeneath) {
    this.#material = material;
    this.#items = items;
    this.#parameters = parameters;
    this.#beneath = beneath;
  }

  /** The path parameters of a request, with those that are given. `isGuess`: one of them may name nothing. */
  async of(
    operation: Operation,
    isFresh: boolean,
    given: Readonly<Record<string, string>>,
    made: Resource | undefined,
  ): Promise<{ path: Record<string, string>; isGuess: boolean }> {
    const names = operation.parameters.filter((parameter) => parameter.in === 'path');
    let [isGuess, isOwn] = [false, false];
    const entries = names.map(async (parameter): Promise<[string, string]> => {
      const own = Object.hasOwn(given, parameter.name) ? given[parameter.name] : undefined;
      if (own !== undefined) return [parameter.name, own];
      const resource = resourceOfPath(this.#material, operation, parameter.name);
      const known = resource && (await this.#itemFor(operation, resource, isFresh, made));
      const isFit = known !== undefined && isNameable(this.#material, parameter, known);
      const id = isFit || resource === undefined ? known : await this.#otherKey(resource, parameter, known);
      isGuess ||= id === undefined && !this.#isOneOfFew(parameter);
      // What was found for this request alone: a value that is made up may be what others use.
      isOwn ||= isFresh && id !== undefined && resource?.remove === operation;
      return [parameter.name, writePath(parameter, id ?? this.#parameters.valueOf(parameter))];
    });
    const path = Object.fromEntries(await Promise.all(entries));
    if (isOwn) this.#removed.add(path);
    return { path, isGuess };
  }

  async #itemFor(operation: Operation, resource: Resource, isFresh: boolean, made: Resource | undefined) {
    const own = this.#beneath.isAbove(operation, resource) ? await this.#items.newItems.newId(resource) : undefined;
    return own ?? this.#items.itemFor(operation, resource, isFresh, made);
  }

  /**
   * What else an item shows that a path beneath it may name it with: the `id` of a shipment, as `shipmentId`, where
   * shipments themselves are read by another number.
   */
  async #otherKey(resource: Resource, parameter: Parameter, id: Exact | undefined): Promise<Exact | undefined> {
    const property = otherKeyOf(this.#material.description.contract, resource, parameter.name);
    if (property === undefined || id === undefined) return undefined;
    const place = `${resource.itemsPath} ${property} ${writeIdentity(id)}`;
    const shown = this.#otherKeys.get(place) ?? this.#items.shownOf(resource, id, property);
    this.#otherKeys.set(place, shown);
    const key = await shown;
    return key !== undefined && isNameable(this.#material, parameter, key) ? key : undefined;
  }

  /** True for a request that removes an item which was made for it alone. */
  isOfOwn({ path }: RequestParts): boolean {
    return this.#removed.has(path);
  }

  /** True for a value that the contract itself names. */
  #isOneOfFew(parameter: Parameter): boolean {
    return enumOf(viewSchema(this.#material.description.contract, parameterSchema(parameter))) !== undefined;
  }
}

/** Whether a path may have an identifier: its schema can be narrower than that of the property. */
export function isNameable(
  material: Pick<RequestMaterial, 'isValid'>,
  parameter: Parameter | undefined,
  id: Exact,
): boolean {
  if (parameter === undefined) return true;
  // Of these, a client makes another path (RFC 3986 section 5.2.4).
  if (['', '.', '..'].includes(textOf(id))) return false;
  const schema = parameterSchema(parameter);
  return [id, textOf(id)].some((one) => material.isValid('request', schema, one));
}
