import { listOf, objectOf, pointerTo } from '../contract/json.ts';
import { partAt, resolvePart } from '../contract/contract.ts';
import type { Operation, Parameter } from '../contract/operation-table.ts';
import { type Credential, credentialFor, isOpen, noCredential } from './credentials.ts';
import type { Description } from './description.ts';
import { type Exact, isExactObject, within, writeExact } from './exact-json.ts';
import { type Exchange, headerOf, type HttpRequest, type HttpResponse, NoResponse, type Send } from './exchange.ts';
import { Laws } from './laws.ts';
import type { Ledger } from './ledger.ts';
import { retryAfterOf } from './rate-limit-headers.ts';
import { assemble, encodeBody, type RequestParts } from './request-parts.ts';
import { type Resource, resourcesOf } from './resources.ts';
import { isJson, type ResponseSet } from './response-facts.ts';
import { viewSchema } from './schema-view.ts';
import { encode, headerText, pathText, queryPairs, textOf } from './serialize.ts';
import { type Extent, ValueSource } from './values.ts';

/** The clock that a server is held against: it may be the real one, or that of a server which lets it be moved. */
export interface Clock {
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

export interface Keys {
  key: string;
  limitedKey: string | undefined;
}

/** A response, and what could be read of it. */
export interface Answer extends Exchange {
  /** Undefined when it is no JSON. */
  body: Exact | undefined;
}

/** The server no longer answers, or no longer serves this key: the rest of the run is without sense. */
export class Interrupted extends Error {}

// A server that asks for a longer wait has other limits than a run can wait for.
const longestWait = 130_000;

/** Talks to the server: every response passes the laws, refusals for the rate limit are waited out. */
export class Session {
  readonly description: Description;
  readonly ledger: Ledger;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly laws: Laws;
  readonly values: ValueSource;
  readonly resources: readonly Resource[];
  readonly unmatched: ResponseSet;
  /** Identifiers of everything that the server says it has created. */
  readonly acknowledged = new Set<string>();
  /** What was created for other requests to be sent to it, and not looked at yet. */
  readonly made: { resource: Resource; parts: RequestParts; answer: Answer }[] = [];
  readonly #altered = new Set<string>();
  requests = 0;
  readonly #sets = new Map<string, ResponseSet>();
  readonly #send: Send;
  readonly #existing = new Map<Resource, Promise<Exact | undefined>>();
  readonly #parameters = new Map<string, Exact>();
  #pausedUntil = 0;
  #unanswered = 0;

  constructor(description: Description, ledger: Ledger, send: Send, keys: Keys, clock: Clock, seed: number) {
    this.description = description;
    this.ledger = ledger;
    this.keys = keys;
    this.clock = clock;
    this.#send = send;
    this.values = new ValueSource(description.contract, seed);
    this.resources = resourcesOf(description);
    this.unmatched = { name: 'unmatched', pointer: '/x-unmatched-responses', operation: null, responses: description.service.unmatchedResponses };
    for (const operation of description.operations) this.#sets.set(operation.id, { name: operation.id, pointer: `${operation.pointer}/responses`, operation, responses: operation.responses });
    this.laws = new Laws(description, ledger, [...this.#sets.values()], this.unmatched);
  }

  responseSets(): ResponseSet[] {
    return [...this.#sets.values(), ...(Object.keys(this.unmatched.responses).length > 0 ? [this.unmatched] : [])];
  }

  setOf(operation: Operation): ResponseSet {
    const set = this.#sets.get(operation.id);
    if (set === undefined) throw new Error(`There is no operation ${operation.id}.`);
    return set;
  }

  /** How a key is carried to an operation: by the first of the ways that it has. */
  credentialOf(operation: Operation, key = this.keys.key): Credential {
    const [alternative] = operation.security.filter((one) => Object.keys(one).length > 0);
    return alternative === undefined || isOpen(operation) ? noCredential : credentialFor(this.description.service, alternative, key);
  }

  /** Sends a request to an operation. A 429 is waited out, unless it `mayBeLimited`. */
  async call(parts: RequestParts, mayBeLimited = false): Promise<Answer> {
    const answer = await this.send(assemble(parts), this.setOf(parts.operation), parts.operation.path, mayBeLimited);
    const created = isSuccess(answer.response) ? this.resources.find(({ create }) => create === parts.operation) : undefined;
    const id = created === undefined ? undefined : this.idIn(created, answer);
    if (id !== undefined) this.acknowledged.add(writeExact(id));
    const altered = isSuccess(answer.response) ? this.resources.find(({ replace, merge, remove }) => [replace, merge, remove].includes(parts.operation)) : undefined;
    if (altered?.parameter !== undefined) this.#altered.add(`${altered.collectionPath} ${decodeURIComponent(parts.path[altered.parameter.name] ?? '')}`);
    return answer;
  }

  /** True when this run has removed the item, or changed it in a way that was not looked at. */
  isAltered({ collectionPath }: Resource, id: Exact): boolean {
    return this.#altered.has(`${collectionPath} ${textOf(id)}`);
  }

  /** Takes note that the item as it is now is known. */
  markKnown({ collectionPath }: Resource, id: Exact): void {
    this.#altered.delete(`${collectionPath} ${textOf(id)}`);
  }

  /** A request that the contract allows to one item. */
  async at(operation: Operation, { parameter }: Resource, id: Exact): Promise<RequestParts> {
    const given = parameter === undefined ? {} : { [parameter.name]: pathText(parameter, id) };
    return this.base(operation, 'all', false, given);
  }

  /** Sends a request that belongs to a set of responses. */
  async send(request: HttpRequest, set: ResponseSet, path: string | undefined, mayBeLimited = false): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      if (!mayBeLimited) await this.#pause();
      const response = await this.#attempt(request, set);
      const body = this.laws.hold(set, { request, response }, path);
      if (response.status !== 429 || mayBeLimited || attempt === 4) return { request, response, body };
      const seconds = retryAfterOf(response) ?? 1;
      if (seconds * 1000 > longestWait) throw new Interrupted(`The key has spent its limit: the server asks to wait for ${Math.ceil(seconds)} seconds.`);
      this.#pausedUntil = Math.max(this.#pausedUntil, this.clock.now() + Math.max(seconds, 0.2) * 1000);
    }
  }

  /** Sends HEAD where GET is described: a success is held against what is documented for GET. */
  async sendHead(request: HttpRequest, operation: Operation): Promise<HttpResponse> {
    const set = this.setOf(operation);
    await this.#pause();
    const response = await this.#attempt(request, set);
    if (isSuccess(response) || response.status >= 500) this.laws.hold(set, { request, response }, operation.path);
    return response;
  }

  async #pause(): Promise<void> {
    const milliseconds = this.#pausedUntil - this.clock.now();
    if (milliseconds > 0) await this.clock.wait(milliseconds);
  }

  async #attempt(request: HttpRequest, set: ResponseSet): Promise<HttpResponse> {
    this.requests += 1;
    try {
      const response = await this.#send(request);
      this.#unanswered = 0;
      return response;
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      this.#unanswered += 1;
      this.laws.unanswered(set, request, error.message);
      if (this.#unanswered > 8) throw new Interrupted(`The server no longer answers: ${error.message}.`);
      throw error;
    }
  }

  /** A request that the contract allows: what is required, and a body where one is taken. */
  async base(operation: Operation, extent: Extent = 'all', isFresh = true, given: Readonly<Record<string, string>> = {}): Promise<RequestParts> {
    const parts: RequestParts = { operation, path: await this.#pathOf(operation, isFresh, given), query: [], headers: [], cookies: [], body: null, credential: this.credentialOf(operation) };
    const query: [string, string][] = [];
    const headers: [string, string][] = [];
    const cookies: [string, string][] = [];
    for (const parameter of operation.parameters) {
      if (!parameter.required || parameter.in === 'path') continue;
      const value = this.parameterValue(parameter);
      if (parameter.in === 'query') query.push(...queryPairs(parameter, value));
      if (parameter.in === 'header') headers.push([parameter.name, headerText(parameter, value)]);
      if (parameter.in === 'cookie') cookies.push([parameter.name, encode(headerText(parameter, value))]);
    }
    const [mediaType] = preferred(operation.requestBody?.mediaTypes ?? []);
    const body = mediaType === undefined ? null : encodeBody(mediaType, await this.validBody(operation, mediaType, extent));
    return { ...parts, query, headers, cookies, body };
  }

  /** A value that a parameter allows: its example, else one made from its schema. */
  parameterValue(parameter: Parameter): Exact {
    // One value for all operations: the things of another tenant are others.
    const key = `${parameter.in} ${parameter.name}`;
    const known = this.#parameters.get(key);
    const schema = `${parameter.pointer}${parameter.mediaType === null ? '' : `/content${pointerTo(parameter.mediaType)}`}/schema`;
    const value = known !== undefined && this.isValid('request', schema, known) ? known : this.#newParameterValue(parameter);
    this.#parameters.set(key, value);
    return value;
  }

  #newParameterValue({ pointer, mediaType }: Parameter): Exact {
    const { contract } = this.description;
    const holder = objectOf(resolvePart(contract, pointer).value);
    const schema = mediaType === null ? `${pointer}/schema` : `${pointer}/content${pointerTo(mediaType)}/schema`;
    const [named] = Object.values(objectOf(holder['examples'])).map((example) => objectOf(example)['value']);
    const example = holder['example'] ?? named ?? listOf(viewSchema(contract, schema).keywords.get('examples')?.value)[0] ?? viewSchema(contract, schema).keywords.get('example')?.value;
    return example !== undefined && this.isValid('request', schema, example) ? example : this.values.valueAt(schema, 'required');
  }

  isValid(direction: 'request' | 'response', pointer: string, value: Exact): boolean {
    return this.description.schemas.isValid(direction, partAt(this.description.contract, pointer).pointer, value);
  }

  /** Pointer of the schema of a request body, if it has one. */
  bodySchema(operation: Operation, mediaType: string): string | undefined {
    const pointer = `${operation.requestBody?.pointer ?? ''}/content${pointerTo(mediaType)}`;
    return objectOf(resolvePart(this.description.contract, pointer).value)['schema'] === undefined ? undefined : `${pointer}/schema`;
  }

  /** A body that the contract allows, with texts of its own: as one of its examples, else made from the schema. */
  async validBody(operation: Operation, mediaType: string, extent: Extent): Promise<Exact> {
    const { contract } = this.description;
    const schema = this.bodySchema(operation, mediaType);
    if (schema === undefined) return {};
    const made = await this.withReferences(operation, this.values.valueAt(schema, extent));
    if (this.isValid('request', schema, made)) return made;
    const media = objectOf(resolvePart(contract, schema.replace(/\/schema$/, '')).value);
    const examples = [media['example'], ...Object.values(objectOf(media['examples'])).map((example) => objectOf(example)['value'])];
    return examples.find((example) => example !== undefined && this.isValid('request', schema, example)) ?? made;
  }

  /** The same body, with the identifiers of things that exist in properties that have the name of a path parameter. */
  async withReferences(operation: Operation, body: Exact): Promise<Exact> {
    if (!isExactObject(body)) return body;
    const entries = Object.entries(body).map(async ([name, value]): Promise<[string, Exact]> => {
      const resource = this.referencedBy(operation, name);
      return [name, resource === undefined ? value : ((await this.existing(resource)) ?? value)];
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  /** The resource of which a property holds an identifier. */
  referencedBy(operation: Operation, property: string): Resource | undefined {
    return this.resources.find((resource) => resource.parameter?.name === property && resource.create !== operation && (resource.create ?? resource.list) !== undefined && property !== resource.idProperty);
  }

  async #pathOf(operation: Operation, isFresh: boolean, given: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const names = operation.parameters.filter((parameter) => parameter.in === 'path');
    const entries = names.map(async (parameter): Promise<[string, string]> => {
      const own = given[parameter.name];
      if (own !== undefined) return [parameter.name, own];
      const resource = this.resourceOf(operation, parameter.name);
      // What one call changes or removes is no thing for another one.
      const isAltered = isFresh && resource !== undefined && [resource.replace, resource.merge, resource.remove].includes(operation);
      const id = resource === undefined ? undefined : await (isAltered ? this.#newId(resource) : this.existing(resource));
      return [parameter.name, pathText(parameter, id ?? this.parameterValue(parameter))];
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  /** The resource whose items a path parameter names. */
  resourceOf(operation: Operation, parameter: string): Resource | undefined {
    const [before = ''] = operation.path.split(`/{${parameter}}`);
    return this.resources.find(({ collectionPath, parameter: own }) => own !== undefined && collectionPath === before);
  }

  /** The identifier of an item that is there; undefined when none can be had. */
  existing(resource: Resource): Promise<Exact | undefined> {
    const known = this.#existing.get(resource);
    if (known !== undefined) return known;
    const found = this.#newId(resource);
    this.#existing.set(resource, found);
    return found;
  }

  async #newId(resource: Resource): Promise<Exact | undefined> {
    const { create, replace, list, idProperty, parameter } = resource;
    try {
      if (create !== undefined) {
        const parts = await this.base(create);
        const answer = await this.call(parts);
        this.made.push({ resource, parts, answer });
        const id = isSuccess(answer.response) ? this.idIn(resource, answer) : undefined;
        if (id !== undefined) return id;
      }
      if (create === undefined && replace !== undefined && parameter !== undefined) {
        const id = this.values.valueAt(`${parameter.pointer}/schema`, 'required');
        const parts = await this.at(replace, resource, id);
        const answer = await this.call(parts);
        this.made.push({ resource, parts, answer });
        if (isSuccess(answer.response)) return id;
      }
      if (list === undefined || idProperty === undefined) return undefined;
      const { body } = await this.call(await this.base(list.operation));
      return within(body, [...list.segments, '0', idProperty]);
    } catch (error) {
      if (error instanceof NoResponse) return undefined;
      throw error;
    }
  }

  /** The identifier of what a response created: in its body, else at the end of its `Location`. */
  idIn({ idProperty }: Resource, { response, body }: Answer): Exact | undefined {
    const own = idProperty === undefined ? undefined : within(body, [idProperty]);
    if (own !== undefined) return own;
    const location = headerOf(response, 'Location');
    return location === undefined ? undefined : decodeURIComponent(location.replace(/[?#].*$/, '').split('/').at(-1) ?? '');
  }
}

/** JSON first: the others are tried as facts of their own. */
export function preferred(mediaTypes: readonly string[]): string[] {
  return [...mediaTypes.filter(isJson), ...mediaTypes.filter((type) => !isJson(type))];
}

export function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}
