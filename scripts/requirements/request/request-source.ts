import { type Exact, isExactObject, within } from '../../http/exact-json.ts';
import { isJson, isJsonPatch } from '../../http/media-types.ts';
import { type Pair, withPart } from '../../http/message-changes.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { writeCookie, writeHeader, writeQuery } from '../../openapi/parameters/parameter-codec.ts';
import { withoutCursors } from '../../openapi/resources/body-cursors.ts';
import { patchesTo, patchOf } from '../../openapi/resources/json-patch.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { outbiddingNumber, risingNumbers } from '../../openapi/resources/rising-numbers.ts';
import { chosenParameters } from '../../openapi/resources/said-choices.ts';
import { withoutTied } from '../../openapi/resources/said-ties.ts';
import { bodySchema, jsonBodySchema, parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, numberAt, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { examplesAt, firstExample, textExample } from '../../openapi/values/examples.ts';
import { withSmallNumbers } from '../../openapi/values/small-numbers.ts';
import { BodyReferences } from './body-references.ts';
import { EntityTags } from './entity-tags.ts';
import { ItemSource } from './item-source.ts';
import { KnownReferences } from './known-references.ts';
import { LoginCredentials } from './login-credentials.ts';
import type { NewItems } from './new-items.ts';
import { OwnIdentifiers } from './own-identifiers.ts';
import { ParameterValues } from './parameter-values.ts';
import { isDemanded, isPrecondition, mayMake } from './preconditions.ts';
import { Qualifiers } from './qualifiers.ts';
import { pathTo } from './referenced-resource.ts';
import type { CallOperation, Named, RequestExtent, RequestMaker, RequestMaterial } from './request-material.ts';
import { encodeBody, isMadeIn, preferred, type RequestParts, sentBody } from './request-parts.ts';
import { RequestPaths } from './request-paths.ts';
import { withRoom } from './room-for-values.ts';
import { SentNames } from './sent-names.ts';
import { ThingsBeneath } from './things-beneath.ts';
import { usableThing } from './usable-things.ts';

/** Makes requests that the contract allows. What a path names is made, or found, before. */
export class RequestSource implements RequestMaker {
  readonly #material: RequestMaterial;
  readonly parameters: ParameterValues;
  readonly items: ItemSource;
  readonly newItems: NewItems;
  readonly paths: RequestPaths;
  readonly references: KnownReferences;
  readonly bodyReferences: BodyReferences;
  readonly tags: EntityTags;
  readonly ownIdentifiers: OwnIdentifiers;
  readonly qualifiers: Qualifiers;
  readonly sentNames: SentNames;
  readonly #logins: LoginCredentials;
  /** Those that are sent small numbers: others may be too much for what is there. */
  readonly #small = new Set<Operation>();

  /** Above most numbers that are sent otherwise. */
  #highest = 1000;
  /** Numbers that had to be higher than those before. */
  #bids = 0;

  constructor(material: RequestMaterial, call: CallOperation) {
    this.#material = material;
    this.references = new KnownReferences(material);
    this.parameters = new ParameterValues(material);
    this.items = new ItemSource(material, call, this);
    this.newItems = this.items.newItems;
    const beneath = new ThingsBeneath(material, call, this, this.items);
    this.paths = new RequestPaths(material, this.items, this.parameters, beneath);
    this.bodyReferences = new BodyReferences(material, this.references, this.items, beneath);
    this.tags = new EntityTags(material, call, this);
    this.ownIdentifiers = new OwnIdentifiers(material, this.items);
    this.qualifiers = new Qualifiers(material);
    this.sentNames = new SentNames(material.description);
    this.#logins = new LoginCredentials(material, call, this);
  }

  /** `none`: a request that `withBody` gives its body; of many properties, another one takes as long to make. */
  async base(
    operation: Operation,
    extent: RequestExtent | 'none' = 'all',
    isFresh = true,
    given: Readonly<Record<string, string>> = {},
    made?: Resource,
    named?: Named,
  ): Promise<RequestParts> {
    const { path, isGuess } = await this.paths.of(operation, isFresh, given, made);
    const mayNameNothing = mayBeMissing(this.#material, operation) || this.#isAboutUnknown(operation);
    const credential = this.#material.credentialOf(operation);
    const login = await this.#logins.of(operation);
    const parts: RequestParts = {
      operation,
      path,
      ...((isGuess || mayNameNothing) && { isGuess: true }),
      ...(await this.#fieldsOf(operation, path, login)),
      body: null,
      credential,
    };
    const [mediaType] = preferred(operation.requestBody?.mediaTypes ?? []);
    if (mediaType === undefined) return parts;
    const own = this.ownIdentifiers.of(operation);
    if (extent === 'none' && own === undefined) return parts;
    const usual = extent === 'none' ? 'all' : extent;
    const allowed = await this.validBody(operation, mediaType, usual, made, named, path);
    const valid = this.#risen(operation, mediaType, allowed);
    const value = this.ownIdentifiers.asInPath(parts, mediaType, this.#logins.placedIn(operation, valid, login));
    const id = own && (await this.ownIdentifiers.idFor(own, parts, isFresh, named));
    return {
      ...parts,
      ...(own?.isOnly === true && id === undefined && { isGuess: true }),
      body: encodeBody(mediaType, own === undefined ? value : this.ownIdentifiers.placedIn(own, value, id)),
    };
  }

  /** What a request has beside its path and its body: the parameters that it must have, or whose value is known. */
  async #fieldsOf(
    operation: Operation,
    path: RequestParts['path'],
    login: Exact,
  ): Promise<Pick<RequestParts, 'query' | 'headers' | 'cookies'>> {
    const query: Pair[] = [];
    const headers: [string, string][] = [];
    const cookies: [string, string][] = [];
    const chosen = chosenParameters(this.#material.description.contract, operation);
    const isNeeded = (parameter: Parameter) => isDemanded(operation, parameter) || chosen.has(parameter.name);
    for (const parameter of operation.parameters) {
      const known =
        parameter.in === 'query'
          ? (within(login, [parameter.name]) ?? this.qualifiers.of(operation, parameter, path))
          : undefined;
      if ((!isNeeded(parameter) && known === undefined) || parameter.in === 'path') continue;
      const said = chosen.has(parameter.name) ? this.sentNames.of(operation, parameter.name) : undefined;
      const value = known ?? said ?? this.parameters.valueForOne(parameter);
      if (parameter.in === 'query') query.push(...writeQuery(parameter, value));
      if (parameter.in === 'header') {
        const tag = isPrecondition(parameter) ? await this.tags.preconditionFor(operation, parameter, path) : undefined;
        const isOfNothing = isPrecondition(parameter) && mayMake(operation, parameter) && tag === undefined;
        if (!isOfNothing) headers.push([parameter.name, tag ?? writeHeader(parameter, value)]);
      }
      if (parameter.in === 'cookie') cookies.push([parameter.name, writeCookie(parameter, value)]);
    }
    return { query, headers, cookies };
  }

  /**
   * The same request with another body about the same item.
   * `about`: a property that names the item, and has another value, or lacks one, on purpose; `tried`: any other one;
   * `part`: the name of what is tried at whatever depth.
   */
  async withBody(
    parts: RequestParts,
    mediaType: string,
    value: Exact,
    { about, tried, part }: { about?: string | undefined; tried?: string | undefined; part?: string | undefined } = {},
  ): Promise<RequestParts> {
    const little = this.#ofLittle(parts.operation, mediaType, value, part);
    const placed = await this.bodyReferences.placedIn(parts, mediaType, little);
    const risen = this.#risen(parts.operation, mediaType, placed, tried);
    const body = this.ownIdentifiers.asInPath(parts, mediaType, risen, about);
    const own = this.ownIdentifiers.of(parts.operation);
    const isAbout = own !== undefined && own.name === about;
    const id = own && within(sentBody(parts), own.segments);
    return {
      ...parts,
      body: encodeBody(mediaType, own === undefined || isAbout ? body : this.ownIdentifiers.placedIn(own, body, id)),
    };
  }

  /** The same body, with little of what may run out: the things that it names are few, and none can be made. */
  #ofLittle(operation: Operation, mediaType: string, value: Exact, part: string | undefined): Exact {
    const { contract } = this.#material.description;
    const schema = bodySchema(contract, operation, mediaType);
    const isOfFew = this.#small.has(operation) && this.references.listed.of(operation).length > 0;
    if (!isOfFew || schema === undefined || !this.#material.isValid('request', schema, value)) return value;
    return withSmallNumbers(contract, this.#material.values, schema, value, part);
  }

  /** The same request with other values in its path, and in a JSON body that says them as well. */
  elsewhere(parts: RequestParts, given: Readonly<Record<string, string>>): RequestParts {
    const other = { ...parts, path: { ...parts.path, ...given } };
    const mediaType = parts.body?.mediaType ?? '';
    const sent = isJson(mediaType) ? sentBody(parts) : undefined;
    if (sent === undefined) return other;
    const own = this.ownIdentifiers.of(parts.operation);
    const body = this.ownIdentifiers.asInPath(other, mediaType, sent);
    return {
      ...other,
      body: encodeBody(mediaType, own === undefined ? body : this.ownIdentifiers.moved(own, other, body)),
    };
  }

  /** A request that the contract allows to an item that its body names, and that is not there. */
  async toUnknown(operation: Operation): Promise<RequestParts> {
    const parts = await this.base(operation, 'all', false);
    const own = this.ownIdentifiers.of(operation);
    const body = sentBody(parts);
    if (own === undefined || body === undefined) return parts;
    return {
      ...parts,
      body: encodeBody(
        parts.body?.mediaType ?? '',
        this.ownIdentifiers.placedIn(own, body, this.ownIdentifiers.unusedId(own)),
      ),
    };
  }

  /**
   * A body that the contract allows, with texts of its own: as one of its examples, else made from the schema. Where it
   * has no schema, its first example says all that is known of it, as of a query of GraphQL.
   */
  async validBody(
    operation: Operation,
    mediaType: string,
    extent: RequestExtent,
    made?: Resource,
    named?: Named,
    path: RequestParts['path'] = {},
  ): Promise<Exact> {
    const { contract } = this.#material.description;
    const written = isMadeIn(mediaType) ? undefined : textExample(contract, operation, mediaType);
    if (written !== undefined) return written;
    const schema = bodySchema(contract, operation, mediaType);
    if (schema === undefined) return firstExample(contract, operation, mediaType)?.value ?? {};
    const patch = isJsonPatch(mediaType) ? this.#patchThatFits(operation, schema) : undefined;
    if (patch !== undefined) return patch;
    const first = this.#material.values.valueAt(schema, extent === 'required' ? extent : 'all');
    const whole = made === undefined ? first : usableThing(contract, schema, first);
    const usual = withoutTied(contract, schema, withoutCursors(contract, operation, schema, whole));
    const isSmall = extent === 'small' || this.#small.has(operation);
    const value = isSmall
      ? withSmallNumbers(contract, this.#material.values, schema, usual)
      : withRoom(this.#material, operation, mediaType, usual);
    const body = await this.bodyReferences.placedIn({ operation, path }, mediaType, value, made, named);
    if (this.#material.isValid('request', schema, body)) return body;
    const examples = examplesAt(contract, schema.replace(/\/schema$/, '')).map(({ value }) => value);
    return examples.find((example) => this.#material.isValid('request', schema, example)) ?? body;
  }

  /** True where only the body can name what a 404 says is not there, and nothing shows by which of its properties. */
  #isAboutUnknown(operation: Operation): boolean {
    const { resources, description, values } = this.#material;
    const schema = jsonBodySchema(description.contract, operation);
    if (schema === undefined || !Object.hasOwn(operation.responses, '404')) return false;
    const isOfItems = resources.some(({ create, replace, merge }) => [create, replace, merge].includes(operation));
    const isNamedByPath = operation.parameters.some(
      (one) => one.in === 'path' && enumOf(viewSchema(description.contract, parameterSchema(one))) === undefined,
    );
    return !isOfItems && !isNamedByPath && !this.references.isNamedIn(operation, values.valueAt(schema, 'all'));
  }

  /** The same body, with higher numbers than before where a description says that these are needed. */
  #risen(operation: Operation, mediaType: string, body: Exact, tried?: string): Exact {
    const { contract } = this.#material.description;
    const schema = bodySchema(contract, operation, mediaType);
    if (schema === undefined || !isExactObject(body)) return body;
    const outbidding = outbiddingNumber(contract, operation);
    const changed = /^(PUT|PATCH)$/.test(operation.method) ? risingNumbers(contract, schema) : [];
    const numbers = [...changed, ...(outbidding === undefined ? [] : [outbidding])].filter((name) => name !== tried);
    return numbers.reduce<Exact>((made, name) => {
      const number = name === outbidding ? startOf(contract, schema, name) + ++this.#bids : ++this.#highest;
      const next = withPart(made, [name], number);
      const isSent = Object.hasOwn(body, name) && this.#material.isValid('request', schema, made);
      return isSent && this.#material.isValid('request', schema, next) ? next : made;
    }, body);
  }

  /** A JSON Patch that can be applied to any item; undefined where the schemas show none. */
  #patchThatFits(operation: Operation, schema: string): Exact | undefined {
    const patch = patchOf(this.#material, operation);
    if (patch === undefined) return undefined;
    return [...patch.properties]
      .flatMap(([name, { pointer }]) => patchesTo(patch, name, this.#material.values.valueAt(pointer, 'all')))
      .find((one) => this.#material.isValid('request', schema, one));
  }

  /** The path parameters of a request to an operation, with those that are given. */
  async pathOf(operation: Operation, given: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const { path } = await this.paths.of(operation, false, given, undefined);
    return path;
  }

  /** A request about an item, with those of the path parameters that are given: what it is beneath. */
  async at(
    operation: Operation,
    resource: Resource,
    id: Exact,
    above: Readonly<Record<string, string>> = {},
  ): Promise<RequestParts> {
    return this.base(operation, 'all', false, { ...above, ...pathTo(this.#material, operation, resource, id) });
  }

  preferSmall(operation: Operation): void {
    this.#small.add(operation);
  }

  /** True for what is sent small numbers: without one, it may take all that is there. */
  isSmall(operation: Operation): boolean {
    return this.#small.has(operation);
  }

  resourceIn(operation: Operation, property: string): Resource | undefined {
    return this.references.resourceIn(operation, property);
  }
}

/**
 * True for a part of an item that can be put there or taken away, and for what there is one of, where that can be taken
 * away: it need not be there, but a list is.
 */
function mayBeMissing({ description, resources }: RequestMaterial, operation: Operation): boolean {
  const { path, method } = operation;
  if (method === 'PUT' || method === 'POST' || !/\/[^/{}]+$/.test(path)) return false;
  if (resources.some(({ list }) => list?.operation === operation)) return false;
  const changing = /\}\/[^{}]+$/.test(path) ? ['PUT', 'POST', 'DELETE'] : ['DELETE'];
  return description.operations.some((other) => other.path === path && changing.includes(other.method));
}

/** A number that is higher than what a thing may begin with: half of what is allowed, else a billion. */
function startOf(contract: Contract, schema: string, name: string): number {
  const pointer = viewSchema(contract, schema).properties.get(name);
  const most = pointer === undefined ? undefined : numberAt(viewSchema(contract, pointer), 'maximum');
  return Math.floor((most ?? 2e9) / 2);
}
