import { type Exact, isExactObject, within, writeIdentity } from '../../../http/exact-json.ts';
import type { Answer } from '../../../http/exchange.ts';
import { decodeQuery } from '../../../http/percent-encoding.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { makerOf, type Resource } from '../../../openapi/resources/resource.ts';
import { areSameThings } from '../../../openapi/resources/things-elsewhere.ts';
import type { PlanningContext } from '../../../requirements/planning-context.ts';
import { isActionOn } from '../../../requirements/request/actions.ts';
import { movedTo } from '../../../requirements/request/moved-item.ts';
import { taggedReader } from '../../../requirements/request/preconditions.ts';
import { listedByBody, resourceOfPath } from '../../../requirements/request/referenced-resource.ts';
import {
  itemAsked,
  pathValue,
  pathWithValues,
  type RequestParts,
  sentBody,
} from '../../../requirements/request/request-parts.ts';
import { ItemChanges } from './item-changes.ts';

/** Something that was created, and the operation that removes it. */
interface Undoable {
  remove: Operation;
  resource: Resource;
  id: Exact;
  /** Of the request that created it: what it is a part of. */
  path: RequestParts['path'];
}

/** What the requests of a run have done to items: created, changed, removed. */
export class ItemJournal {
  readonly #context: PlanningContext;
  /** Identifiers of everything that the server says it has created or changed. */
  readonly acknowledged = new Set<string>();
  /** What this run has created, in that order, and has not removed. */
  readonly undoable = new Map<string, Undoable>();
  readonly #altered = new Set<string>();
  /** Identifiers that creations have been sent with. */
  readonly #given = new Set<string>();
  #unread = 0;
  readonly #claimed = new Set<string>();
  readonly #changes = new ItemChanges();
  readonly #overtaken = new WeakSet<Answer>();
  /** Texts of bodies that may name things by them, as a tag that gets another name: that changes what has the tag. */
  readonly #guesses = new Set<string>();
  /** By item, the things that it, or what was made beneath it, names: what is done with it may change them. */
  readonly #namedBy = new Map<string, string[]>();

  constructor(context: PlanningContext) {
    this.#context = context;
  }

  /** True for what the server says it has created, and for as many more as it has answered in XML or the like. */
  isAcknowledged(identity: string): boolean {
    if (this.acknowledged.has(identity) || this.#claimed.has(identity)) return true;
    if (this.#claimed.size >= this.#unread) return false;
    this.#claimed.add(identity);
    return true;
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

  /** True where a request may have changed what has a text of an item, since it named that by this text. */
  mayBeRenamed(item: Exact): boolean {
    return this.#guesses.size > 0 && textsIn(item).some((text) => this.#guesses.has(text));
  }

  #noteGuess({ operation, isGuess, query, body }: RequestParts): void {
    if (operation.method === 'GET' || this.#resourceOf(operation) !== undefined) return;
    const named = isGuess === true ? textsIn(sentBody({ body }) ?? null) : [];
    // Nothing else says what is to be removed, as the tags of `DELETE /tags?name=new`.
    const removed = operation.method === 'DELETE' ? query.map(([, value]) => decodeQuery(value)) : [];
    for (const text of [...named, ...removed]) this.#guesses.add(text);
  }

  /** True where the item that a request was to is as its answer says: no other one was under way that may change it. */
  isLastChange(answer: Answer): boolean {
    return !this.#overtaken.has(answer);
  }

  /** How many requests were sent that may have changed an item. */
  changesOf(resource: Resource, id: Exact): number {
    return this.#changes.countOf(keyOf(resource, id));
  }

  /** Does a work that may change an item after any other one with that item. */
  inTurn<Result>(parts: RequestParts, work: () => Promise<Result>): Promise<Result> {
    const item = this.#itemOf(parts) ?? this.#taggedPlaceOf(parts);
    return item === undefined ? work() : this.#changes.inTurn(item, work);
  }

  /** Sends a request, and takes note of what it may do, and of what its success has done. */
  async change(parts: RequestParts, send: () => Promise<Answer>): Promise<Answer> {
    const item = this.#itemOf(parts);
    this.#noteGivenId(parts, item);
    this.#noteGuess(parts);
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

  /** Takes note of what a success has created, changed or removed. */
  noteSuccess(parts: RequestParts, answer: Answer): void {
    const { operation } = parts;
    for (const item of this.#itemsAbove(parts)) this.#altered.add(item);
    const resource = this.#resourceOf(operation);
    this.#noteNamed(parts, this.#itemOf(parts));
    if (resource === undefined) return this.#acknowledgeShown(parts, answer);
    const { create, remove } = resource;
    const { contract } = this.#context.description;
    // What a body names that cannot be read, as one that is no UTF-8, the answer names.
    const asked = operation === create ? undefined : itemAsked(contract, resource, parts);
    const id = asked ?? this.#context.idIn(resource, answer);
    if (id === undefined && operation === create) this.#unread += 1;
    if (id === undefined) return;
    const key = keyOf(resource, id);
    if (operation === remove) this.undoable.delete(key);
    else if (operation === makerOf(resource) && remove !== undefined && !this.undoable.has(key))
      this.undoable.set(key, { remove, resource, id, path: parts.path });
    if (operation === create) this.#noteNamed(parts, key);
    if (operation !== remove) this.acknowledged.add(writeIdentity(id));
    const moved = movedTo(this.#context, resource, parts, answer);
    if (moved !== undefined) this.acknowledged.add(writeIdentity(moved));
    if (operation !== create) for (const one of this.#keysOf(resource, id)) this.#altered.add(one);
  }

  /** What another operation answers with is there as well, as what was created in bulk. */
  #acknowledgeShown({ operation: { method } }: RequestParts, { body }: Answer): void {
    if (body === undefined || method === 'GET') return;
    const names = new Set(this.#context.resources.flatMap(({ idProperty }) => idProperty ?? []));
    for (const id of valuesNamed(names, body)) this.acknowledged.add(writeIdentity(id));
  }

  /** What is created twice under an identifier of the client is one thing or two: nobody knows what is there. */
  #noteGivenId({ operation }: RequestParts, item: string | undefined): void {
    if (item === undefined || this.#context.resources.every(({ create }) => create !== operation)) return;
    if (this.#given.has(item)) this.#altered.add(item);
    this.#given.add(item);
  }

  /** The items that a request is beneath, or does something to, and may change: their state, or what they count. */
  #itemsAbove(parts: RequestParts): string[] {
    const { operation } = parts;
    if (['GET', 'HEAD', 'OPTIONS'].includes(operation.method)) return [];
    return [...this.#itemsInBody(parts), ...this.#itemsNamed(parts), ...this.#itemsInPath(parts)];
  }

  /**
   * The items that the body of an action, a creation or a change names: a loan takes its book from the stock. So with
   * those that the item itself names, or what is beneath it: an order that is completed takes what its lines name.
   */
  #itemsNamed(parts: RequestParts): string[] {
    const { operation } = parts;
    const isAction = this.#context.resources.some((one) => isActionOn(this.#context, operation, one));
    if (!isAction && this.#resourceOf(operation) === undefined) return [];
    const own = this.#itemOf(parts);
    const about = [...this.#itemsInPath(parts), ...(own === undefined ? [] : [own])];
    return [...this.#namedIn(parts), ...about.flatMap((item) => this.#namedBy.get(item) ?? [])];
  }

  #namedIn(parts: RequestParts): string[] {
    const sent = sentBody(parts);
    const named = sent === undefined ? [] : this.#context.source.references.thingsIn(parts.operation, sent);
    return named.flatMap(({ resource, id }) => this.#keysOf(resource, id));
  }

  /** Takes note of what a request names in its body, of the item that it is about and of those it is beneath. */
  #noteNamed(parts: RequestParts, own: string | undefined): void {
    const named = this.#namedIn(parts);
    if (named.length === 0) return;
    for (const item of [...this.#itemsInPath(parts), ...(own === undefined ? [] : [own])])
      this.#namedBy.set(item, [...(this.#namedBy.get(item) ?? []), ...named]);
  }

  /** The items that a body names which does something to several of a collection: `{ "ids": [1, 2] }`, or `[1, 2]`. */
  #itemsInBody(parts: RequestParts): string[] {
    const sent = sentBody(parts);
    if (sent === undefined || this.#resourceOf(parts.operation) !== undefined) return [];
    const listed = Array.isArray(sent) ? listedByBody(this.#context, parts.operation) : undefined;
    if (listed !== undefined) return [sent].flat().flatMap((id) => this.#keysOf(listed, id));
    return this.#context.resources.flatMap((resource) => {
      const { collectionPath, idProperty, parameter } = resource;
      const [before, beneath] = parts.operation.path.split(collectionPath);
      if (before !== '' || !/^(?:\/[^{]*)?$/.test(beneath ?? '{')) return [];
      const names = [idProperty, parameter?.name].flatMap((name) => (name === undefined ? [] : [name, `${name}s`]));
      return valuesNamed(new Set(names), sent)
        .flat()
        .flatMap((id) => this.#keysOf(resource, id));
    });
  }

  #itemsInPath(parts: RequestParts): string[] {
    const { operation } = parts;
    return operation.parameters.flatMap((parameter) => {
      if (parameter.in !== 'path') return [];
      const resource = resourceOfPath(this.#context, operation, parameter.name);
      // What it does to the item itself is known of these alone.
      if ([resource?.replace, resource?.merge, resource?.remove].includes(operation)) return [];
      const id = resource && pathValue(this.#context.description.contract, parts, parameter);
      return resource === undefined || id === undefined ? [] : this.#keysOf(resource, id);
    });
  }

  /** The names of an item at each path that the contract has for it. */
  #keysOf(resource: Resource, id: Exact): string[] {
    const { description, resources } = this.#context;
    const isSame = (one: Resource) => one === resource || areSameThings(description.contract, resource, one);
    return resources.filter(isSame).map((one) => keyOf(one, id));
  }

  /** The item that a request may change: that of its path, or the one that the client gives an identifier. */
  #itemOf(parts: RequestParts): string | undefined {
    const resource = this.#resourceOf(parts.operation);
    if (resource === undefined) return undefined;
    const { create, idProperty } = resource;
    const given = idProperty === undefined ? undefined : within(sentBody(parts), [idProperty]);
    const id = parts.operation === create ? given : itemAsked(this.#context.description.contract, resource, parts);
    return id === undefined ? undefined : keyOf(resource, id);
  }

  /** The resource that an operation creates, changes or removes an item of. */
  #resourceOf(operation: Operation): Resource | undefined {
    return this.#context.resources.find(({ create, replace, merge, remove }) =>
      [create, replace, merge, remove].includes(operation),
    );
  }

  /** The path of a request that may change what has an entity tag: of two at once, one has a tag of before. */
  #taggedPlaceOf(parts: RequestParts): string | undefined {
    const { operation } = parts;
    const { operations } = this.#context.description;
    const isTagged = operation.method !== 'GET' && taggedReader(operations, operation) !== undefined;
    return isTagged ? pathWithValues(parts) : undefined;
  }
}

/** Names an item among all. */
function keyOf({ collectionPath }: Resource, id: Exact): string {
  return `${collectionPath} ${writeIdentity(textOf(id))}`;
}

function textsIn(value: Exact): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isExactObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The values of the properties with such names, at every depth. */
function valuesNamed(names: ReadonlySet<string>, value: Exact): Exact[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesNamed(names, item));
  if (!isExactObject(value)) return [];
  return Object.entries(value).flatMap(([name, own]) => [
    ...(names.has(name) ? [own] : []),
    ...valuesNamed(names, own),
  ]);
}
