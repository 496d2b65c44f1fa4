import type { Clock } from '../../http/clock.ts';
import { type Exact, isExactObject, writeIdentity } from '../../http/exact-json.ts';
import {
  type Answer,
  type HttpRequest,
  type HttpResponse,
  isSuccess,
  NoResponse,
  type Send,
} from '../../http/exchange.ts';
import { isOfType } from '../../http/media-types.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { queryValues } from '../../openapi/parameters/request-parameters.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { areSameThings, makerOf, type Resource } from '../../openapi/resources.ts';
import { bodySchema } from '../../openapi/schema-pointers.ts';
import { documentsMissing } from '../../openapi/success-responses.ts';
import { whyUnservable } from '../../requirements/operation/unservable.ts';
import { type Keys, PlanningContext } from '../../requirements/planning-context.ts';
import { retryAfterOf } from '../../requirements/rate-limit/rate-limit-headers.ts';
import { isLogin, wrongPassword } from '../../requirements/request/logins.ts';
import { taggedReader } from '../../requirements/request/preconditions.ts';
import { resourceOfPath } from '../../requirements/request/referenced-resource.ts';
import {
  assemble,
  itemAsked,
  pathValue,
  type RequestParts,
  sentBody,
} from '../../requirements/request/request-parts.ts';
import { hasReversedRange } from '../../requirements/request/reversed-range.ts';
import type { ResponseSet } from '../../requirements/response/response-sets.ts';
import type { Specification } from '../../requirements/specification.ts';
import type { Ledger } from '../ledger.ts';
import { ItemChanges } from './item-changes.ts';
import { RefusalProbes } from './refusal-probes.ts';
import { ResponseChecks } from './response-checks.ts';
import { TakenTexts } from './taken-texts.ts';

/** Something that was created, and the operation that removes it. */
interface Undoable {
  remove: Operation;
  resource: Resource;
  id: Exact;
  /** Of the request that created it: what it is a part of. */
  path: RequestParts['path'];
}

/** The server no longer answers, or no longer serves this key: the rest of the run is without sense. */
export class Interrupted extends Error {}

/** The run has sent as many requests as it may. */
export class CapReached extends Error {}

/** Milliseconds: a server that asks for a longer wait has other limits than a run can wait for. */
export const longestWait = 130_000;

// More in a row than a few requests at a time are refused while one of them waits for its turn.
const mostRefusals = 40;

/** Talks to the server: every response passes the responseChecks, refusals for the rate limit are waited out. */
export class Session extends PlanningContext {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly responseChecks: ResponseChecks;
  /** Identifiers of everything that the server says it has created or changed. */
  readonly acknowledged = new Set<string>();
  readonly #altered = new Set<string>();
  /** Identifiers that creations have been sent with. */
  readonly #given = new Set<string>();
  readonly #served = new Set<Operation>();
  readonly #servedParts = new WeakSet<RequestParts>();
  /** By operation and path, the first request that was served. */
  readonly #servedAt = new Map<string, RequestParts>();
  /** Those that were served twice at one path, by PUT. */
  readonly #replaced = new Set<Operation>();
  readonly #goneWith = new WeakMap<RequestParts, ReadonlySet<Resource>>();
  readonly #taken = new TakenTexts();
  readonly #missed = new Set<Operation>();
  readonly #unmade = new Set<Operation>();
  readonly #conflicted = new Set<Operation>();
  readonly #refusals = new RefusalProbes(this);
  /** What this run has created, in that order, and has not removed. */
  readonly undoable = new Map<string, Undoable>();
  #unread = 0;
  readonly #changes = new ItemChanges();
  readonly #overtaken = new WeakSet<Answer>();
  readonly #claimed = new Set<string>();
  /** Requests that wait until no others depend on what they remove. */
  readonly postponed: (() => Promise<void>)[] = [];
  requests = 0;
  /** As many as the run may send. */
  mostRequests = Number.POSITIVE_INFINITY;
  readonly #send: Send;
  #pausedUntil = 0;
  #unanswered = 0;
  #refusedInARow = 0;

  constructor(specification: Specification, ledger: Ledger, send: Send, keys: Keys, clock: Clock, seed: number) {
    super(specification, keys, seed, (parts) => this.call(parts));
    this.ledger = ledger;
    this.clock = clock;
    this.#send = send;
    this.responseChecks = new ResponseChecks(specification, ledger);
  }

  /** Sends a request to an operation. A 429 is waited out, unless it `mayBeLimited`. */
  async call(parts: RequestParts, mayBeLimited = false): Promise<Answer> {
    if (parts.method === 'HEAD') return this.#callHead(parts);
    this.#noteGivenId(parts);
    const answer = await this.#change(parts, () =>
      this.send(assemble(parts), this.setOf(parts.operation), parts.operation.path, mayBeLimited),
    );
    // What was served is in its own way when it is sent once more: that says nothing of others.
    if (!this.#servedParts.has(parts)) {
      if (this.isConflict(parts, answer)) this.#conflicted.add(parts.operation);
      if (answer.response.status === 409) this.source.references.noteConflict(parts);
    }
    if (answer.response.status < 400) this.#noteServed(parts);
    if (this.isMissing(parts, answer)) this.#missed.add(parts.operation);
    if (isSuccess(answer.response)) {
      this.#takeNote(parts, answer);
      await this.#forget(parts);
    }
    return answer;
  }

  /** True once a request to the operation was served: as long as it refuses all of them, a refusal shows nothing. */
  hasServed(operation: Operation): boolean {
    return this.#served.has(operation);
  }

  /** True once PUT has replaced what it had put there before. */
  hasReplaced(operation: Operation): boolean {
    return this.#replaced.has(operation);
  }

  /** True once nothing was where a request to the operation guessed that something is. */
  hasMissed(operation: Operation): boolean {
    return this.#missed.has(operation);
  }

  /** True for the answer that nothing is where the request guessed that something is. */
  isMissing({ isGuess, operation }: RequestParts, { response: { status } }: Answer): boolean {
    if (isGuess !== true) return false;
    if (status === 404 || status === 410) return true;
    // Where neither is documented, another refusal stands for it.
    return !documentsMissing(operation) && !this.hasServed(operation) && [400, 403, 422].includes(status);
  }

  #noteServed(parts: RequestParts): void {
    const { operation } = parts;
    this.#served.add(operation);
    this.#servedParts.add(parts);
    const isFirst = !this.#servedAt.has(placeOf(parts));
    if (isFirst) this.#servedAt.set(placeOf(parts), parts);
    else if (operation.method === 'PUT') this.#replaced.add(operation);
    // PUT makes a thing once at each place.
    const isMaking =
      operation.method === 'POST' || (isFirst && this.resources.some((resource) => makerOf(resource) === operation));
    // Who logs in sends what is there on purpose.
    if (!this.isLogin(operation)) this.#taken.note(isMaking, sentBody(parts) ?? null);
  }

  /**
   * Why the refusal of a request that the contract allows has to do with what is there. Where other requests have had
   * the same text, it may have to be unique. Where nothing makes another item, what was served before is tried again:
   * the same refusal shows that no change is possible any more.
   */
  async whyRefused(parts: RequestParts, answer: Answer): Promise<string | undefined> {
    const { operation, isGuess } = parts;
    const { status } = answer.response;
    if (this.isConflict(parts, answer)) return conflicting;
    if (![400, 403, 409, 422].includes(status) || !Object.hasOwn(operation.responses, String(status))) return undefined;
    if (this.#taken.hasOne(sentBody(parts) ?? null)) return conflicting;
    if (status === 409 && (await this.#refusals.servesAnother(operation))) return conflicting;
    if ([sentBody(parts) ?? null, queryValues(answer.request, operation)].some(hasReversedRange)) return reversedRange;
    if (await this.#refusals.reversesRange(parts)) return reversedRange;
    if (status === 422 && this.#refusals.isBesideExample(parts)) return besideExample;
    if (status === 422 && (await this.#refusals.hasOther(parts))) return beyondSchema;
    if (isGuess !== true) return undefined;
    const before = this.#servedAt.get(placeOf(parts));
    // Without a 404, these say that nothing is there.
    if (before === undefined)
      return [403, 422].includes(status) && !documentsMissing(operation) ? nothingThere : undefined;
    if (['GET', 'HEAD', 'OPTIONS'].includes(operation.method)) return undefined;
    if ((await this.call(before)).response.status !== status) return undefined;
    this.#conflicted.add(operation);
    return conflicting;
  }

  /** True where the state of an item is in the way of a request that names it, as the contract says that it may be. */
  isConflict({ operation, body }: RequestParts, { response: { status } }: Answer): boolean {
    const { parameters, responses } = operation;
    if (status !== 409 || !Object.hasOwn(responses, '409')) return false;
    return (
      parameters.some(({ in: place }) => place === 'path') ||
      this.source.references.isNamedIn(operation, sentBody({ body }) ?? null)
    );
  }

  /** True once the state of an item was in the way of a request to the operation. */
  hasConflicted(operation: Operation): boolean {
    return this.#conflicted.has(operation);
  }

  /** Why the operation has served no request, where that is for the contract and not for the server. */
  whyUnserved(operation: Operation): string | undefined {
    if (this.#served.has(operation)) return undefined;
    if (this.#missed.has(operation)) return nothingThere;
    if (this.#unmade.has(operation)) return noBodyMade;
    if (this.#conflicted.has(operation)) return conflicting;
    if (this.isLogin(operation)) return wrongPassword;
    return whyUnservable(operation);
  }

  isLogin(operation: Operation): boolean {
    return isLogin(this.description, this.resources, operation);
  }

  /**
   * True where a request was refused whose body is not allowed: of alternatives that are too much alike, or texts alone
   * in a form, none is made that is. Takes note of that.
   */
  isRefusedAsMade(parts: RequestParts, { response: { status } }: Answer): boolean {
    const schema = this.sentSchema(parts);
    const sent = sentBody(parts);
    if (status < 400 || status >= 500 || schema === undefined || sent === undefined) return false;
    const isUnmade = !this.isValid('request', schema, sent);
    if (isUnmade) this.#unmade.add(parts.operation);
    return isUnmade;
  }

  /** The schema of the body of a request, by its media type, with parameters or without. */
  sentSchema({ operation, body }: RequestParts): string | undefined {
    const mediaType = operation.requestBody?.mediaTypes.find((one) => isOfType(body?.mediaType ?? '', one));
    return mediaType === undefined ? undefined : bodySchema(this.description.contract, operation, mediaType);
  }

  /** True for what the server says it has created, and for as many more as it has answered in XML or the like. */
  isAcknowledged(identity: string): boolean {
    if (this.acknowledged.has(identity) || this.#claimed.has(identity)) return true;
    if (this.#claimed.size >= this.#unread) return false;
    this.#claimed.add(identity);
    return true;
  }

  /** Does a work that may change an item after any other one with that item. */
  inTurn<Result>(parts: RequestParts, work: () => Promise<Result>): Promise<Result> {
    const item = this.#itemOf(parts) ?? this.#taggedPlaceOf(parts);
    return item === undefined ? work() : this.#changes.inTurn(item, work);
  }

  /** True for a request that may remove what others are sent to: it was made for no item of its own. */
  isRemovalOfOthers(parts: RequestParts): boolean {
    return this.resources.some(({ remove }) => remove === parts.operation) && !this.source.paths.isOfOwn(parts);
  }

  /** True where the item that a request was to is as its answer says: no other one was under way that may change it. */
  isLastChange(answer: Answer): boolean {
    return !this.#overtaken.has(answer);
  }

  /** How many requests were sent that may have changed an item. */
  changesOf(resource: Resource, id: Exact): number {
    return this.#changes.countOf(keyOf(resource, id));
  }

  /** Sends a request, and takes note where another one to the same item overlaps it. */
  async #change(parts: RequestParts, send: () => Promise<Answer>): Promise<Answer> {
    const item = this.#itemOf(parts);
    const own = item === undefined ? undefined : this.#changes.begin(item);
    const above = this.#itemsAbove(parts).map((one) => this.#changes.begin(one));
    let isLast = true;
    const answer = await send().finally(() => {
      for (const change of above) this.#changes.end(change);
      if (own !== undefined) isLast = this.#changes.end(own);
    });
    if (!isLast) this.#overtaken.add(answer);
    return answer;
  }

  /** The items that a request is beneath, or does something to, and may change: their state, or what they count. */
  #itemsAbove(parts: RequestParts): string[] {
    const { operation } = parts;
    if (['GET', 'HEAD', 'OPTIONS'].includes(operation.method)) return [];
    return operation.parameters.flatMap((parameter) => {
      if (parameter.in !== 'path') return [];
      const resource = resourceOfPath(this, operation, parameter.name);
      // What it does to the item itself is known of these alone.
      if ([resource?.replace, resource?.merge, resource?.remove].includes(operation)) return [];
      const id = resource && pathValue(this.description.contract, parts, parameter);
      return resource === undefined || id === undefined ? [] : this.#keysOf(resource, id);
    });
  }

  /** The names of an item at each path that the contract has for it. */
  #keysOf(resource: Resource, id: Exact): string[] {
    const isSame = (one: Resource) => one === resource || areSameThings(this.description.contract, resource, one);
    return this.resources.filter(isSame).map((one) => keyOf(one, id));
  }

  /** The item that a request may change: that of its path, or the one that the client gives an identifier. */
  #itemOf(parts: RequestParts): string | undefined {
    const { operation } = parts;
    const resource = this.resources.find(({ create, replace, merge, remove }) =>
      [create, replace, merge, remove].includes(operation),
    );
    if (resource === undefined) return undefined;
    const { create, idProperty } = resource;
    const sent = sentBody(parts);
    const given = idProperty === undefined || !isExactObject(sent) ? undefined : sent[idProperty];
    const id = operation === create ? given : itemAsked(this.description.contract, resource, parts);
    return id === undefined ? undefined : keyOf(resource, id);
  }

  /** The path of a request that may change what has an entity tag: of two at once, one has a tag of before. */
  #taggedPlaceOf(parts: RequestParts): string | undefined {
    const { operation } = parts;
    const isTagged = operation.method !== 'GET' && taggedReader(this.description.operations, operation) !== undefined;
    return isTagged ? pathOf(parts) : undefined;
  }

  /** Takes note of what a success has created, changed or removed. */
  #takeNote(parts: RequestParts, answer: Answer): void {
    const { operation } = parts;
    for (const item of this.#itemsAbove(parts)) this.#altered.add(item);
    const resource = this.resources.find(({ create, replace, merge, remove }) =>
      [create, replace, merge, remove].includes(operation),
    );
    if (resource === undefined) return this.#acknowledgeShown(parts, answer);
    const { create, remove } = resource;
    const id =
      operation === create ? this.idIn(resource, answer) : itemAsked(this.description.contract, resource, parts);
    if (id === undefined && operation === create) this.#unread += 1;
    if (id === undefined) return;
    const key = keyOf(resource, id);
    if (operation === remove) this.undoable.delete(key);
    else if (operation === makerOf(resource) && remove !== undefined && !this.undoable.has(key))
      this.undoable.set(key, { remove, resource, id, path: parts.path });
    if (operation !== remove) this.acknowledged.add(writeIdentity(id));
    if (operation !== create) for (const one of this.#keysOf(resource, id)) this.#altered.add(one);
  }

  /** What another operation answers with is there as well, as what was created in bulk. */
  #acknowledgeShown({ operation: { method } }: RequestParts, { body }: Answer): void {
    if (body === undefined || method === 'GET') return;
    const names = new Set(this.resources.flatMap(({ idProperty }) => idProperty ?? []));
    for (const id of valuesNamed(names, body)) this.acknowledged.add(writeIdentity(id));
  }

  /** Lets no other request be sent to what this one has removed. */
  async #forget(parts: RequestParts): Promise<void> {
    const resource = this.resources.find(({ remove }) => remove === parts.operation);
    const id = resource?.parameter && pathValue(this.description.contract, parts, resource.parameter);
    if (resource === undefined || id === undefined) return;
    this.#goneWith.set(parts, await this.source.items.forget(resource, id));
  }

  /** The resources of what others are sent to and was beneath what a request has removed. */
  goneWith(parts: RequestParts): ReadonlySet<Resource> {
    return this.#goneWith.get(parts) ?? new Set();
  }

  /** What is created twice under an identifier of the client is one thing or two: nobody knows what is there. */
  #noteGivenId(parts: RequestParts): void {
    const key = this.#itemOf(parts);
    if (key === undefined || this.resources.every(({ create }) => create !== parts.operation)) return;
    if (this.#given.has(key)) this.#altered.add(key);
    this.#given.add(key);
  }

  /** True when this run has removed the item, or changed it in a way that was not looked at. */
  isAltered(resource: Resource, id: Exact): boolean {
    return this.#altered.has(keyOf(resource, id));
  }

  /** Takes note that the item may be another one than is known. */
  markAltered(resource: Resource, id: Exact): void {
    this.#altered.add(keyOf(resource, id));
  }

  /** Takes note that the item as it is now is known. */
  markKnown(resource: Resource, id: Exact): void {
    this.#altered.delete(keyOf(resource, id));
  }

  /** Sends a request that belongs to a set of responses. */
  async send(bare: HttpRequest, set: ResponseSet, path: string | undefined, mayBeLimited = false): Promise<Answer> {
    const request = this.#withHeaders(bare);
    for (let attempt = 0; ; attempt += 1) {
      if (!mayBeLimited) await this.#pause();
      const response = await this.#attempt(request, set);
      const body = this.responseChecks.check(set, { request, response }, path);
      if (mayBeLimited) return { request, response, body };
      this.#refusedInARow = response.status === 429 ? this.#refusedInARow + 1 : 0;
      if (this.#refusedInARow > mostRefusals)
        throw new Interrupted(
          'The server still refuses requests for the rate limit after the time that it asked to wait.',
        );
      if (response.status !== 429 || attempt === 4) return { request, response, body };
      const seconds = retryAfterOf(response) ?? 1;
      if (seconds * 1000 > longestWait)
        throw new Interrupted(
          `The key has spent its limit: the server asks to wait for ${Math.ceil(seconds)} seconds.`,
        );
      this.#pausedUntil = Math.max(this.#pausedUntil, this.clock.now() + Math.max(seconds, 0.2) * 1000);
    }
  }

  /**
   * HEAD where GET is described: of the answers, those that GET may have are checked. A refusal is the server's own,
   * by 501 as well (RFC 9110 section 15.6.2).
   */
  async #callHead(parts: RequestParts): Promise<Answer> {
    const [request, set] = [this.#withHeaders(assemble(parts)), this.setOf(parts.operation)];
    await this.#pause();
    const response = await this.#attempt(request, set);
    if (isSuccess(response) || (response.status >= 500 && response.status !== 501))
      this.responseChecks.check(set, { request, response }, parts.operation.path);
    return { request, response, body: undefined };
  }

  /** With the header fields that the run was given, but where the request has its own. */
  #withHeaders(request: HttpRequest): HttpRequest {
    const { headers = [] } = this.keys;
    const own = new Set(request.headers.map(([name]) => name.toLowerCase()));
    const added = headers.filter(([name]) => !own.has(name.toLowerCase()));
    return added.length === 0 ? request : { ...request, headers: [...request.headers, ...added] };
  }

  async #pause(): Promise<void> {
    const milliseconds = this.#pausedUntil - this.clock.now();
    if (milliseconds > 0) await this.clock.wait(milliseconds);
  }

  async #attempt(request: HttpRequest, set: ResponseSet): Promise<HttpResponse> {
    if (this.requests >= this.mostRequests) throw new CapReached();
    this.requests += 1;
    try {
      const response = await this.#send(request);
      this.#unanswered = 0;
      return response;
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      this.#unanswered += 1;
      this.responseChecks.unanswered(set, request, error.message);
      if (this.#unanswered > 8) throw new Interrupted(`The server no longer answers: ${error.message}.`);
      throw error;
    }
  }
}

/** Names an operation at one path. */
function placeOf(parts: RequestParts): string {
  return `${parts.operation.id} ${pathOf(parts)}`;
}

/** Names a path with its values. */
function pathOf({ operation, path }: RequestParts): string {
  return `${operation.path} ${JSON.stringify(Object.entries(path).toSorted())}`;
}

/** Names an item among all. */
function keyOf({ collectionPath }: Resource, id: Exact): string {
  return `${collectionPath} ${writeIdentity(textOf(id))}`;
}

/** Why a 404 shows nothing of a requirement. */
export const nothingThere =
  'Nothing is known to be at this path, and the contract has no way to create or find something there.';

/** Why a refusal of a body that the schema does not allow shows nothing. */
export const noBodyMade = 'No request body could be made that its schema allows.';

/** Why a 409 shows nothing of a requirement. */
export const conflicting = 'What was sent conflicts with what is there.';

/** Why a refusal of a body that the schema allows may be right all the same. */
const reversedRange = 'The range that was sent ends before it begins.';
const besideExample =
  'The value of an example is taken where others are refused: there may be a rule that the schema does not state.';
const beyondSchema =
  'Bodies that the schema forbids are refused with 400, so 422 may be for a rule that the schema does not state. ' +
  'An example that keeps it would be sent.';

/** The values of the properties with such names, at every depth. */
function valuesNamed(names: ReadonlySet<string>, value: Exact): Exact[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesNamed(names, item));
  if (!isExactObject(value)) return [];
  return Object.entries(value).flatMap(([name, own]) => [
    ...(names.has(name) ? [own] : []),
    ...valuesNamed(names, own),
  ]);
}
