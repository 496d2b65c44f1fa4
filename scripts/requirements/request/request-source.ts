import { type Exact, type ExactObject, isExactObject, within, writeExact } from '../../http/exact-json.ts';
import { type Answer, headerOf, isSuccess, NoResponse } from '../../http/exchange.ts';
import type { Pair } from '../../http/message-changes.ts';
import type { Credential } from '../../openapi/credentials.ts';
import type { Description } from '../../openapi/description.ts';
import { examplesAt } from '../../openapi/examples.ts';
import type { Operation, Parameter } from '../../openapi/operation-table.ts';
import { type OwnIdentifier, ownIdentifierOf } from '../../openapi/own-identifier.ts';
import { writeCookie, writeHeader, writePath, writeQuery } from '../../openapi/parameters/parameter-codec.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { makerOf, type Resource } from '../../openapi/resources.ts';
import { bodySchema, parameterSchema } from '../../openapi/schema-pointers.ts';
import { enumOf, type SchemaView, viewSchema } from '../../openapi/schema-view.ts';
import type { Extent, ValueSource } from '../../openapi/values.ts';
import { placeText } from '../parameter/place-value.ts';
import { isActionOn, isBeneath } from './actions.ts';
import { isIdempotencyKey } from './idempotency.ts';
import { ItemStates } from './item-states.ts';
import { credentialsPlace, isLogin, signUpFor } from './logins.ts';
import { isDemanded, isPrecondition, taggedReader } from './preconditions.ts';
import { namedResource, referencedResource, requestProperty } from './referenced-resource.ts';
import { encodeBody, itemAsked, preferred, type RequestParts, sentBody } from './request-parts.ts';

// Of a short pattern, many texts are the same.
const mostTries = 20;

/** Sends a request to an operation; throws NoResponse. */
export type CallOperation = (parts: RequestParts) => Promise<Answer>;

/** An item that a request names. */
interface Named {
  readonly resource: Resource;
  readonly id: Exact;
}

/** What requests are made from. */
export interface RequestMaterial {
  readonly description: Description;
  readonly values: ValueSource;
  readonly resources: readonly Resource[];
  credentialOf(operation: Operation): Credential;
  isValid(direction: 'request', pointer: string, value: Exact): boolean;
  idIn(resource: Resource, answer: Answer): Exact | undefined;
}

/** Makes requests that the contract allows. What a path names is made, or found, before. */
export class RequestSource {
  readonly #material: RequestMaterial;
  readonly #call: CallOperation;
  /** What was created for other requests to be sent to it, and not looked at yet. */
  readonly made: { resource: Resource; parts: RequestParts; answer: Answer }[] = [];
  readonly #existing = new Map<Resource, Promise<Exact | undefined>>();
  /** For the items of which others a resource waits before one of its own is made. */
  readonly #waits = new Map<Resource, Set<Resource>>();
  /** Identifiers of items that requests have: made for new ones, or found in a list. */
  readonly #given = new Map<Resource, Set<string>>();
  readonly #parameters = new Map<string, Exact>();
  readonly #logins = new Map<Operation, Promise<ExactObject>>();
  /** Those that were refused for what their bodies name: each request gets things of its own. */
  readonly #conflicting = new Set<Operation>();
  /** By name of a property, what it holds an identifier of, where requests have shown it. */
  readonly #found = new Map<string, Resource>();
  /** The paths of requests that remove an item of their own. */
  readonly #removed = new WeakSet<RequestParts['path']>();
  readonly #states: ItemStates;

  constructor(material: RequestMaterial, call: CallOperation) {
    this.#material = material;
    this.#call = call;
    this.#states = new ItemStates({
      actionsOn: (resource) => material.description.operations.filter((one) => isBeneath(one, resource)),
      create: (resource) => this.#newId(resource),
      call: async (operation, resource, id) =>
        call(
          isBeneath(operation, resource)
            ? await this.at(operation, resource, id)
            : await this.base(operation, 'all', true, {}, undefined, { resource, id }),
        ),
    });
  }

  /**
   * A request that the contract allows: what is required, and a body where one is taken.
   * `made`: the resource of which it makes an item that other requests wait for. `named`: what its body names.
   */
  async base(
    operation: Operation,
    extent: Extent = 'all',
    isFresh = true,
    given: Readonly<Record<string, string>> = {},
    made?: Resource,
    named?: Named,
  ): Promise<RequestParts> {
    const { path, isGuess } = await this.#pathOf(operation, isFresh, given, made);
    const parts: RequestParts = {
      operation,
      path,
      ...((isGuess || mayBeMissing(this.#material.description, operation)) && { isGuess: true }),
      query: [],
      headers: [],
      cookies: [],
      body: null,
      credential: this.#material.credentialOf(operation),
    };
    const query: Pair[] = [];
    const headers: [string, string][] = [];
    const cookies: [string, string][] = [];
    const login = await this.#loginTo(operation);
    for (const parameter of operation.parameters) {
      const known = parameter.in === 'query' ? within(login, [parameter.name]) : undefined;
      if ((!isDemanded(operation, parameter) && known === undefined) || parameter.in === 'path') continue;
      const value = known ?? (isIdempotencyKey(parameter) ? this.#newKey(parameter) : this.parameterValue(parameter));
      if (parameter.in === 'query') query.push(...writeQuery(parameter, value));
      if (parameter.in === 'header') {
        const tag = isPrecondition(parameter) ? await this.#preconditionFor(operation, parameter, path) : undefined;
        headers.push([parameter.name, tag ?? writeHeader(parameter, value)]);
      }
      if (parameter.in === 'cookie') cookies.push([parameter.name, writeCookie(parameter, value)]);
    }
    const [mediaType] = preferred(operation.requestBody?.mediaTypes ?? []);
    if (mediaType === undefined) return { ...parts, query, headers, cookies };
    const valid = await this.validBody(operation, mediaType, extent, made, named);
    const value = this.#withLogin(operation, valid, login);
    const own = this.ownIdentifierOf(operation);
    const id = own && (await this.#ownId(own, parts, isFresh));
    return {
      ...parts,
      ...(own?.isOnly === true && id === undefined && { isGuess: true }),
      query,
      headers,
      cookies,
      body: encodeBody(mediaType, own === undefined ? value : this.#underIds(own, value, id)),
    };
  }

  /** The same request with another body about the same item. `isOfId`: it has, or lacks, an identifier on purpose. */
  async withBody(parts: RequestParts, mediaType: string, value: Exact, isOfId = false): Promise<RequestParts> {
    const body = await this.#withReferences(parts.operation, mediaType, value);
    const own = isOfId ? undefined : this.ownIdentifierOf(parts.operation);
    const id = own && within(sentBody(parts), [own.name]);
    return { ...parts, body: encodeBody(mediaType, own === undefined ? body : this.#underIds(own, body, id)) };
  }

  /** A request that the contract allows to an item that its body names, and that is not there. */
  async toUnknown(operation: Operation): Promise<RequestParts> {
    const parts = await this.base(operation, 'all', false);
    const own = this.ownIdentifierOf(operation);
    const body = sentBody(parts);
    if (own === undefined || body === undefined) return parts;
    return {
      ...parts,
      body: encodeBody(parts.body?.mediaType ?? '', this.#underIds(own, body, this.#newOwnId(own))),
    };
  }

  /** What lets somebody in, who is made known before; nothing for what is no login. */
  #loginTo(operation: Operation): Promise<ExactObject> {
    const login = this.#logins.get(operation) ?? this.#newLogin(operation);
    this.#logins.set(operation, login);
    return login;
  }

  async #newLogin(operation: Operation): Promise<ExactObject> {
    const { description, resources } = this.#material;
    const signUp = isLogin(description, resources, operation) ? signUpFor(description, operation) : undefined;
    if (signUp === undefined) return {};
    try {
      const parts = await this.base(signUp.operation);
      const { segments } = credentialsPlace(description.contract, signUp.operation) ?? { segments: [] };
      const sent = within(sentBody(parts), segments);
      const { response } = await this.#call(parts);
      if (!isExactObject(sent) || !isSuccess(response)) return {};
      return Object.fromEntries(Object.entries(sent).filter(([name]) => signUp.names.includes(name)));
    } catch (error) {
      if (error instanceof NoResponse) return {};
      throw error;
    }
  }

  /** A body with what lets somebody in. */
  #withLogin(operation: Operation, body: Exact, login: ExactObject): Exact {
    if (!isExactObject(body)) return body;
    const [holder] = credentialsPlace(this.#material.description.contract, operation)?.segments ?? [];
    if (holder === undefined) return { ...body, ...login };
    const held = body[holder];
    return isExactObject(held) ? { ...body, [holder]: { ...held, ...login } } : body;
  }

  ownIdentifierOf(operation: Operation): OwnIdentifier | undefined {
    const { description, resources } = this.#material;
    return ownIdentifierOf(description.contract, resources, operation);
  }

  /** The identifier of the item that a request is to, as its body has it: one that is there, or a new one. */
  async #ownId(own: OwnIdentifier, parts: RequestParts, isFresh: boolean): Promise<Exact | undefined> {
    const { resource, isOnly } = own;
    if (isOnly) return isFresh ? this.#newId(resource) : this.existing(resource);
    if (parts.operation === resource.create) return this.#newOwnId(own);
    return itemAsked(this.#material.description.contract, resource, parts);
  }

  /** An identifier that nothing has: no server that counts comes to it. */
  #newOwnId({ resource, pointer }: OwnIdentifier): Exact {
    const { values } = this.#material;
    const number = 10 ** 9 + (values.numberOf(resource.collectionPath) % 10 ** 9) - values.next();
    if (this.#material.isValid('request', pointer, number)) return number;
    return this.#newIdentifier(resource, pointer);
  }

  /** The body with the identifier, or the list with one for each item, where it has one or needs one. */
  #underIds(own: OwnIdentifier, body: Exact, id: Exact | undefined): Exact {
    if (own.isOfEach)
      return Array.isArray(body) ? body.map((item) => this.#underId(own, item, this.#newOwnId(own))) : body;
    return id === undefined ? body : this.#underId(own, body, id);
  }

  #underId({ name, isOnly, isClients }: OwnIdentifier, body: Exact, id: Exact): Exact {
    if (!isExactObject(body) || !(isOnly || isClients || Object.hasOwn(body, name))) return body;
    return { ...body, [name]: id };
  }

  /** The same request to the item as it is now: with its entity tag, where one is sent. */
  async withCurrentTag(parts: RequestParts): Promise<RequestParts> {
    const parameter = parts.operation.parameters.find(isPrecondition);
    const isSent = parts.headers.some(([name]) => isPrecondition({ in: 'header', name }));
    const tag = parameter && isSent ? await this.#preconditionFor(parts.operation, parameter, parts.path) : undefined;
    return parameter === undefined || tag === undefined ? parts : placeText(parts, parameter, tag);
  }

  /** The entity tag of the item that a request is to; where none is read, any (RFC 9110 section 13.1.1). */
  async #preconditionFor(
    operation: Operation,
    parameter: Parameter,
    path: RequestParts['path'],
  ): Promise<string | undefined> {
    const isAnyAllowed = this.#material.isValid('request', parameterSchema(parameter), '*');
    return (await this.#entityTag(operation, path)) ?? (isAnyAllowed ? '*' : undefined);
  }

  async #entityTag(operation: Operation, path: RequestParts['path']): Promise<string | undefined> {
    const read = taggedReader(this.#material.description.operations, operation);
    if (read === undefined) return undefined;
    try {
      const { response } = await this.#call({ ...(await this.base(read, 'all', false, path)), path });
      return headerOf(response, 'ETag');
    } catch (error) {
      if (error instanceof NoResponse) return undefined;
      throw error;
    }
  }

  /** A value that a parameter allows: its example, else one made from its schema. */
  parameterValue(parameter: Parameter): Exact {
    // One value for all operations: the things of another tenant are others.
    const key = `${parameter.in} ${parameter.name}`;
    const known = this.#parameters.get(key);
    const schema = parameterSchema(parameter);
    const value =
      known !== undefined && this.#material.isValid('request', schema, known)
        ? known
        : this.#newParameterValue(parameter);
    this.#parameters.set(key, value);
    return value;
  }

  /** Of a request of its own: with the same one, a server takes it for one that is sent again. */
  #newKey(parameter: Parameter): Exact {
    return this.#material.values.valueAt(parameterSchema(parameter), 'required');
  }

  #newParameterValue(parameter: Parameter): Exact {
    const { contract } = this.#material.description;
    const schema = parameterSchema(parameter);
    const examples = examplesAt(contract, parameter.pointer).map(({ value }) => value);
    // Null has no text.
    const example = examples.find((value) => value !== null && this.#material.isValid('request', schema, value));
    // An object without any property would leave its place empty.
    return example ?? this.#material.values.valueAt(schema, parameter.types.includes('object') ? 'all' : 'required');
  }

  /** Pointer of the schema of a request body, if it has one. */
  bodySchema(operation: Operation, mediaType: string): string | undefined {
    return bodySchema(this.#material.description.contract, operation, mediaType);
  }

  /** A body that the contract allows, with texts of its own: as one of its examples, else made from the schema. */
  async validBody(
    operation: Operation,
    mediaType: string,
    extent: Extent,
    made?: Resource,
    named?: Named,
  ): Promise<Exact> {
    const { contract } = this.#material.description;
    const schema = this.bodySchema(operation, mediaType);
    if (schema === undefined) return {};
    const value = this.#material.values.valueAt(schema, extent);
    const body = await this.#withReferences(operation, mediaType, value, made, named);
    if (this.#material.isValid('request', schema, body)) return body;
    const examples = examplesAt(contract, schema.replace(/\/schema$/, '')).map(({ value }) => value);
    return examples.find((example) => this.#material.isValid('request', schema, example)) ?? body;
  }

  /** The same body, with the identifiers of things that exist in properties that have the name of a path parameter. */
  async #withReferences(
    operation: Operation,
    mediaType: string,
    body: Exact,
    made?: Resource,
    named?: Named,
  ): Promise<Exact> {
    if (!isExactObject(body)) return body;
    const entries = Object.entries(body).map(async ([name, value]): Promise<[string, Exact]> => {
      // What the server sets by itself may well be the identifier of what is there: another one shows who has set it.
      const property = requestProperty(this.#material.description.contract, operation, mediaType, name);
      const isReadOnly = property?.keywords.get('readOnly')?.value === true;
      const resource = isReadOnly ? undefined : this.referencedBy(operation, name);
      if (resource === undefined) return [name, await this.#withNested(operation, property, value, made)];
      if (resource === named?.resource) return [name, named.id];
      // Cases are about the values of what its name does not show to be a reference.
      if (this.#found.has(name) && (property === undefined || !this.#isNamed(property, value))) return [name, value];
      const user = this.#conflicting.has(operation) ? operation : undefined;
      return [name, (await this.existing(resource, made, user)) ?? value];
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  /** A part of a body with such identifiers, by their names alone: an order has lines, and each names a product. */
  async #withNested(
    operation: Operation,
    view: SchemaView | undefined,
    value: Exact,
    made: Resource | undefined,
  ): Promise<Exact> {
    const { contract } = this.#material.description;
    const viewOf = (pointer: string | undefined) => (pointer === undefined ? undefined : viewSchema(contract, pointer));
    if (view === undefined || view.keywords.get('readOnly')?.value === true) return value;
    if (Array.isArray(value))
      return Promise.all(value.map((item) => this.#withNested(operation, viewOf(view.items), item, made)));
    if (!isExactObject(value)) return value;
    const entries = Object.entries(value).map(async ([name, own]): Promise<[string, Exact]> => {
      const property = viewOf(view.properties.get(name));
      const resource = namedResource(this.#material, operation, name);
      const isReference = property !== undefined && resource !== undefined && this.#isNamed(property, own);
      if (!isReference) return [name, await this.#withNested(operation, property, own, made)];
      const id = await this.existing(resource, made);
      return [name, id !== undefined && this.#isNamed(property, id) ? id : own];
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  /** True for a value that an identifier may have. */
  #isNamed({ pointer }: SchemaView, value: Exact): boolean {
    return value !== null && this.#material.isValid('request', pointer, value);
  }

  /** The resource of which a property holds an identifier. */
  referencedBy(operation: Operation, property: string): Resource | undefined {
    return referencedResource(this.#material, operation, property) ?? this.#found.get(property);
  }

  /** Takes note of what a property holds an identifier of: its name does not show it, a request has. */
  noteReference(property: string, resource: Resource): void {
    this.#found.set(property, resource);
  }

  /** The path parameters of a request to an operation, with those that are given. */
  async pathOf(operation: Operation, given: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const { path } = await this.#pathOf(operation, false, given, undefined);
    return path;
  }

  async #pathOf(
    operation: Operation,
    isFresh: boolean,
    given: Readonly<Record<string, string>>,
    made: Resource | undefined,
  ): Promise<{ path: Record<string, string>; isGuess: boolean }> {
    const names = operation.parameters.filter((parameter) => parameter.in === 'path');
    let [isGuess, isOwn] = [false, false];
    const entries = names.map(async (parameter): Promise<[string, string]> => {
      const own = given[parameter.name];
      if (own !== undefined) return [parameter.name, own];
      const resource = this.resourceOf(operation, parameter.name);
      const known = resource === undefined ? undefined : await this.#itemFor(operation, resource, isFresh, made);
      const id = known !== undefined && this.isNameable(parameter, known) ? known : undefined;
      isGuess ||= id === undefined && !this.#isOneOfFew(parameter);
      // What was found for this request alone: a value that is made up may be what others use.
      isOwn ||= isFresh && id !== undefined && resource?.remove === operation;
      return [parameter.name, writePath(parameter, id ?? this.parameterValue(parameter))];
    });
    const path = Object.fromEntries(await Promise.all(entries));
    if (isOwn) this.#removed.add(path);
    return { path, isGuess };
  }

  /** The item that a request is to. What one call changes or removes is no thing for another one. */
  async #itemFor(
    operation: Operation,
    resource: Resource,
    isFresh: boolean,
    made: Resource | undefined,
  ): Promise<Exact | undefined> {
    const isChanged = [resource.replace, resource.merge, resource.remove].includes(operation);
    if (isChanged && isFresh) return this.#newId(resource, operation === resource.remove);
    if (isActionOn(this.#material, operation, resource)) {
      const own = await (isFresh
        ? this.#states.itemFor(operation, resource)
        : this.#states.readyItem(operation, resource));
      if (own !== undefined) return own;
    }
    return this.existing(resource, made);
  }

  /** True for a request that removes an item which was made for it alone. */
  isOfOwn({ path }: RequestParts): boolean {
    return this.#removed.has(path);
  }

  /** True for a value that the contract itself names. */
  #isOneOfFew(parameter: Parameter): boolean {
    return enumOf(viewSchema(this.#material.description.contract, parameterSchema(parameter))) !== undefined;
  }

  /** The resource whose items a path parameter names. */
  resourceOf(operation: Operation, parameter: string): Resource | undefined {
    const [before = ''] = operation.path.split(`/{${parameter}}`);
    return this.#material.resources.find(
      ({ collectionPath, parameter: own }) => own !== undefined && collectionPath === before,
    );
  }

  /**
   * The identifier of an item that is there; undefined when none can be had.
   * `made`: the resource of which an item is made with it. `user`: the operation that needs one for each request.
   */
  async existing(resource: Resource, made?: Resource, user?: Operation): Promise<Exact | undefined> {
    const find = () => (user === undefined ? this.#existingOf(resource) : this.#ownFor(user, resource));
    if (made === undefined) return find();
    // Neither of two that hold each other can be made first.
    if (this.#isWaitingFor(resource, made)) return undefined;
    const waits = this.#waits.get(made) ?? new Set();
    this.#waits.set(made, waits.add(resource));
    const found = await find();
    waits.delete(resource);
    return found;
  }

  /** An item for one request alone, in the state that the request needs: a cart with something in it. */
  async #ownFor(user: Operation, resource: Resource): Promise<Exact | undefined> {
    const hasActions = this.#material.description.operations.some((one) => isBeneath(one, resource));
    return (hasActions ? await this.#states.itemFor(user, resource) : undefined) ?? this.#newId(resource);
  }

  #isWaitingFor(resource: Resource, other: Resource): boolean {
    if (resource === other) return true;
    return [...(this.#waits.get(resource) ?? [])].some((next) => this.#isWaitingFor(next, other));
  }

  #existingOf(resource: Resource): Promise<Exact | undefined> {
    const found = this.#existing.get(resource) ?? this.#newId(resource);
    this.#existing.set(resource, found);
    return found;
  }

  /** Takes note of a conflict: what a request names may be there for one request alone, as what is lent. */
  noteConflict({ operation }: RequestParts): void {
    this.#conflicting.add(operation);
  }

  /** Takes note that an item is gone: the next request that needs one gets another. */
  async forget(resource: Resource, id: Exact): Promise<void> {
    const known = this.#existing.get(resource);
    const found = await known;
    if (found !== undefined && textOf(found) === textOf(id) && this.#existing.get(resource) === known)
      this.#existing.delete(resource);
  }

  /** Whether a path may have an identifier: its schema can be narrower than that of the property. */
  isNameable(parameter: Parameter | undefined, id: Exact): boolean {
    if (parameter === undefined) return true;
    // Of these, a client makes another path (RFC 3986 section 5.2.4).
    if (['', '.', '..'].includes(textOf(id))) return false;
    const schema = parameterSchema(parameter);
    return [id, textOf(id)].some((one) => this.#material.isValid('request', schema, one));
  }

  /** `isRemoved`: no other request may be to the same item. */
  async #newId(resource: Resource, isRemoved = false): Promise<Exact | undefined> {
    const { create, replace, list, idProperty, parameter } = resource;
    try {
      if (create !== undefined) {
        const id = await this.#idOfCreated(resource, create);
        if (id !== undefined) return id;
      }
      if (create === undefined && replace !== undefined && replace === makerOf(resource) && parameter !== undefined) {
        const id = this.#newIdentifier(resource, parameterSchema(parameter));
        const given = { [parameter.name]: writePath(parameter, id) };
        const parts = await this.base(replace, 'all', false, given, resource);
        const answer = await this.#call(parts);
        this.made.push({ resource, parts, answer });
        if (isSuccess(answer.response)) return id;
      }
      if (list === undefined || idProperty === undefined) return undefined;
      const { body } = await this.#call(await this.base(list.operation, 'all', true, {}, resource));
      const items = within(body, list.segments);
      const ids = Array.isArray(items) ? items.flatMap((item) => within(item, [idProperty]) ?? []) : [];
      return ids.find((id) => this.take(resource, id)) ?? (isRemoved ? undefined : ids[0]);
    } catch (error) {
      if (error instanceof NoResponse) return undefined;
      throw error;
    }
  }

  /** An identifier that the client gives, for an item of its own. */
  #newIdentifier(resource: Resource, schema: string): Exact {
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
    const made = () => this.base(create, extent, true, {}, resource);
    const isNew = (parts: RequestParts) => {
      const id = within(sentBody(parts), [resource.idProperty ?? '']);
      return id === undefined || this.take(resource, id);
    };
    let parts = await made();
    for (let tries = 0; !isNew(parts) && tries < mostTries; tries += 1) parts = await made();
    return parts;
  }

  /** Creates an item; without what is optional where it is refused with it: that may name what is not there. */
  async #idOfCreated(resource: Resource, create: Operation): Promise<Exact | undefined> {
    for (const extent of ['all', 'required'] as const) {
      const parts = await this.#creation(resource, create, extent);
      const answer = await this.#call(parts);
      this.made.push({ resource, parts, answer });
      if (isSuccess(answer.response)) return this.#material.idIn(resource, answer);
    }
    return undefined;
  }

  /** A request that the contract allows to one item. */
  async at(operation: Operation, { parameter }: Resource, id: Exact): Promise<RequestParts> {
    const given = parameter === undefined ? {} : { [parameter.name]: writePath(parameter, id) };
    return this.base(operation, 'all', false, given);
  }
}

/** True for a part of an item that can be put there and taken away: it need not be there from the start. */
function mayBeMissing({ operations }: Description, { path, method }: Operation): boolean {
  if (method === 'PUT' || method === 'POST' || !/\}\/[^{}]+$/.test(path)) return false;
  return operations.some((other) => other.path === path && ['PUT', 'POST', 'DELETE'].includes(other.method));
}
