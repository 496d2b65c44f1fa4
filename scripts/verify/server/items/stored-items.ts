import { type Exact, isExactObject, isNumber, isSame } from '../../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { isForm, isJson } from '../../../http/media-types.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { ownValue } from '../../../http/own-value.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { makerOf, type Resource } from '../../../openapi/resources/resource.ts';
import { answerAlike } from '../../../openapi/success-responses.ts';
import { kinds } from '../../../requirements/registry.ts';
import { movedTo } from '../../../requirements/request/moved-item.ts';
import type { NewItems } from '../../../requirements/request/new-items.ts';
import { resourceOfPath } from '../../../requirements/request/referenced-resource.ts';
import { itemAsked, pathValue, type RequestParts, sentBody } from '../../../requirements/request/request-parts.ts';
import { isNameable } from '../../../requirements/request/request-paths.ts';
import type { AcknowledgedItem } from '../../../requirements/resource/item/acknowledged-item.ts';
import type { Change, ItemObservation } from '../../../requirements/resource/item/item-observation.ts';
import { judgeFor } from '../session/judge.ts';
import type { Session } from '../session/session.ts';
import { acknowledge, isUnderWay, settableOf } from './item-acknowledgement.ts';
import { UnrequestedChanges } from './unrequested-changes.ts';

/** The items of one resource that the server says it has: each that is created, changed or read is observed. */
export class StoredItems {
  readonly resource: Resource;
  readonly created: AcknowledgedItem[] = [];
  readonly unrequested: UnrequestedChanges;
  /** What was removed, by the text of its identifier, as it was before. */
  readonly removed = new Map<string, Exact>();
  /** What was created and has no identifier: it is known by all that it has. */
  readonly nameless: AcknowledgedItem[] = [];
  /** An item of which only what is required was sent, once a replacement has shown one. */
  preset: Exact | undefined;
  /** True once something was refused that would show the mark of this run. */
  hasRefused = false;
  /** True once its items have not come to rest, however long they were waited for. */
  isUnsteady = false;
  /** Identities of what was listed before this run created anything: one with the same seed may have left it there. */
  foundBefore: ReadonlySet<string> | undefined;
  /** The path parameters of what the items are beneath. */
  #above: Readonly<Record<string, string>> | undefined;
  readonly #session: Session;

  constructor(session: Session, resource: Resource) {
    this.#session = session;
    this.resource = resource;
    this.unrequested = new UnrequestedChanges(session, resource);
  }

  /** Those that are still as the server has said, as far as this run knows. */
  get present(): AcknowledgedItem[] {
    const { journal } = this.#session;
    return this.created.filter(({ id, item }) => !journal.isAltered(this.resource, id) && !journal.mayBeRenamed(item));
  }

  /**
   * Takes in what the server has accepted, and reads again what that has created or changed. `isLater`: other requests
   * were sent in between. Throws NoResponse.
   */
  async accept(parts: RequestParts, answer: Answer, isLater = false): Promise<void> {
    const { create, read, replace, merge } = this.resource;
    const { operation } = parts;
    if (operation === makerOf(this.resource)) this.#noteRefusal(parts, answer);
    if (!isSuccess(answer.response)) return;
    if (![create, read, replace, merge].includes(operation)) return;
    // From then on nothing is awaited between an answer and what is noted of it.
    this.#above ??= await this.#pathAbove(parts);
    if (!this.#isHere(parts)) {
      // What is created there is compared with what was sent, and with nothing else.
      const seen = { parts, answer, id: this.#session.idIn(this.resource, answer), isTaken: false, others: [] };
      if (operation === create) this.observe({ of: 'creation', ...seen });
      return;
    }
    if (operation === read) this.observe({ of: 'lookup', read, asked: this.#idAsked(parts) ?? '', answer });
    if (operation === create) await this.#acceptCreated(parts, answer, isLater);
    const changed = operation === replace || operation === merge ? this.#idAsked(parts) : undefined;
    if (changed !== undefined) await this.#acceptChanged(parts, answer, changed);
  }

  /**
   * True beneath what the other requests are beneath: elsewhere the same identifier may name another item. Where the
   * path of an item does not say what it is beneath, what was made here is here.
   */
  #isHere(parts: RequestParts): boolean {
    const { create, itemsPath, collectionPath } = this.resource;
    const above = this.#above;
    if (parts.operation !== create && itemsPath !== collectionPath) {
      const id = this.#idAsked(parts) ?? '';
      const made = this.#madeWith(id);
      return this.#knownAt(id) !== undefined || (made !== undefined && this.#isHere(made.parts));
    }
    const names = Object.keys(parts.path).filter((name) => !this.#isOwn(parts, name));
    // A list of what is beneath any of them has all.
    return names.every(
      (name) => ownValue(above, name) === undefined || ownValue(parts.path, name) === ownValue(above, name),
    );
  }

  /** The path of what the other requests are beneath. */
  #pathAbove(parts: RequestParts): Promise<Record<string, string>> {
    const { create, itemsPath, collectionPath } = this.resource;
    if (create !== undefined && itemsPath !== collectionPath) return this.#session.source.pathOf(create, {});
    const own = Object.entries(parts.path).filter(([name]) => this.#isOwn(parts, name));
    return this.#session.source.pathOf(parts.operation, Object.fromEntries(own));
  }

  /** True for the path parameter that names the item of a request. Creations name none, whatever theirs are called. */
  #isOwn({ operation }: RequestParts, name: string): boolean {
    return operation !== this.resource.create && name === this.resource.parameter?.name;
  }

  /** Takes note that what an item refers to, or is beneath, is gone: the item may be gone as well, or another one. */
  noteRemoval(parts: RequestParts): void {
    const { resources, source, description } = this.#session;
    const removed = resources.find(({ remove }) => remove === parts.operation);
    const id = removed?.parameter && pathValue(description.contract, parts, removed.parameter);
    const maker = makerOf(this.resource);
    if (removed === undefined || removed === this.resource || id === undefined || maker === undefined) return;
    const goneWith = this.#session.goneWith(parts);
    // The same things may be at two paths: what is made at `/shelves/{id}/books` is read at `/books/{id}` as well.
    const isGone = (resource: Resource) =>
      [...goneWith].some(
        (one) =>
          one === resource || (one.read && resource.read && answerAlike(description.contract, one.read, resource.read)),
      );
    const refersTo = (name: string, value: Exact) => {
      const resource = source.references.resourceIn(maker, name);
      if (resource === removed) return [value].flat().some((one) => textOf(one) === textOf(id));
      return resource !== undefined && value !== null && isGone(resource);
    };
    const isBeneath = maker.parameters.some(({ in: place, name }) => {
      const above = place === 'path' ? resourceOfPath(this.#session, maker, name) : undefined;
      if (above === undefined) return false;
      const isRemoved =
        above === removed && ownValue(this.#above, name) === ownValue(parts.path, removed.parameter?.name ?? '');
      return isRemoved || goneWith.has(above);
    });
    for (const { id: own, item } of this.created)
      if (isExactObject(item) && Object.entries(item).some(([name, value]) => refersTo(name, value)))
        this.#session.journal.markAltered(this.resource, own);
    if (!isBeneath) return;
    this.created.length = 0;
    this.#above = undefined;
  }

  /** What the items are beneath that are known, where others are made elsewhere by now, as there was no more room. */
  get filled(): Readonly<Record<string, string>> {
    const { create } = this.resource;
    const isFilled = create !== undefined && this.#session.source.items.hasFilled(create);
    return (isFilled && this.created.length > 0 ? this.#above : undefined) ?? {};
  }

  /** Takes the items for those beneath another path; what is known of those beneath the one before is forgotten. */
  moveTo(path: Readonly<Record<string, string>>): void {
    if (
      this.#above !== undefined &&
      Object.keys(path).some((name) => ownValue(path, name) !== ownValue(this.#above, name))
    ) {
      this.created.length = 0;
      this.nameless.length = 0;
    }
    this.#above = path;
  }

  /** Takes note that an item is gone, of those that its list has had. */
  noteRemoved(parts: RequestParts, item: Exact): void {
    const id = this.#idAsked(parts);
    if (id !== undefined && this.#isHere(parts)) this.removed.set(textOf(id), item);
  }

  #noteRefusal({ body }: RequestParts, { response: { status } }: Answer): void {
    const isRefused = status >= 400 && status < 500 && ![401, 403, 429].includes(status);
    this.hasRefused ||= isRefused && body?.bytes.includes(this.#session.values.mark) === true;
  }

  /** Takes in what was created for other requests: they may have changed what it counts, as the books of a shelf. */
  async adoptMade(): Promise<void> {
    const { made } = this.#session.source.newItems;
    const own = made.filter(({ resource }) => resource === this.resource);
    made.splice(0, made.length, ...made.filter(({ resource }) => resource !== this.resource));
    for (const { parts, answer } of own) {
      const id = this.#session.idIn(this.resource, answer);
      const isCurrent =
        id !== undefined && !this.#session.journal.isAltered(this.resource, id) && this.#knownAt(id) === undefined;
      if (isCurrent && parts.operation === this.resource.create) await this.accept(parts, answer, true);
    }
  }

  /** Reads an item that an operation has created or changed, directly after that or later. Throws NoResponse. */
  async read(known: AcknowledgedItem, after: Operation, change?: Change, isLater = false): Promise<void> {
    const { read } = this.resource;
    if (read === undefined || !this.#mayBeRead(known.id)) return;
    const parts = await this.#session.source.at(read, this.resource, known.id);
    const changes = this.#session.journal.changesOf(this.resource, known.id);
    const answer = await this.#session.call(parts);
    if (this.#session.journal.mayBeRenamed(known.item)) return;
    await this.unrequested.noteOthers(known.item, answer.body ?? null);
    // Another creation with its identifier, or another change, was on its way.
    if (!this.#mayBeRead(known.id) || changes !== this.#session.journal.changesOf(this.resource, known.id)) return;
    const isKept = this.observe({
      of: 'reading',
      read,
      known: isLater
        ? this.unrequested.asOfNow(known, answer)
        : await this.unrequested.withoutFleeting(known, parts, answer),
      after,
      answer,
      ...(change !== undefined && { change }),
    });
    if (isUnderWay(known.exchange)) return;
    if (isKept && isSuccess(answer.response) && !known.isAnswered && answer.body !== undefined)
      Object.assign(known, { item: answer.body, isAnswered: true });
  }

  /** Reads what is there once more; true where some of it has gone on by itself, as far as that is to be seen. */
  async refresh(): Promise<boolean> {
    const { read } = this.resource;
    let isChanged = false;
    for (const known of this.present) {
      if (read === undefined || !this.#mayBeRead(known.id)) continue;
      const { item } = this.unrequested.asOfNow(
        known,
        await this.#session.call(await this.#session.source.at(read, this.resource, known.id)),
      );
      isChanged ||= this.unrequested.hasGoneOn(known.item, item);
      known.item = item;
    }
    return isChanged;
  }

  #mayBeRead(id: Exact): boolean {
    return (
      !this.#session.journal.isAltered(this.resource, id) && isNameable(this.#session, this.resource.parameter, id)
    );
  }

  /** Lets every kind of requirement judge an observation; true where none sees a violation. */
  observe(seen: WithoutResource<ItemObservation>): boolean {
    const { ledger } = this.#session;
    let isKept = true;
    for (const kind of kinds) {
      const reach = kind.server?.reach;
      if (reach?.by !== 'items') continue;
      const judge = judgeFor(ledger, kind);
      reach.check(this.#session, { resource: this.resource, ...seen }, (subject, exchange, shown) => {
        isKept &&= shown === 'kept' || 'outOfReach' in shown;
        judge(subject, exchange, shown);
      });
    }
    return isKept;
  }

  async #acceptCreated(parts: RequestParts, answer: Answer, isLater: boolean): Promise<void> {
    const { contract } = this.#session.description;
    const id = this.#session.idIn(this.resource, answer);
    const taken = id === undefined ? undefined : this.#knownAt(id);
    const isTaken = taken !== undefined;
    if (isTaken && isFound(parts, answer)) return;
    if (isTaken && this.#isAddition(parts, taken.item)) {
      // From now on each request names a thing of its own.
      this.#session.source.bodyReferences.noteConflict(parts);
      return this.#session.journal.markAltered(this.resource, taken.id);
    }
    const others = [...this.created, ...this.nameless].map(({ item }) => item);
    this.observe({ of: 'creation', parts, answer, id, isTaken, others });
    if (id === undefined && this.resource.idProperty === undefined && isExactObject(answer.body))
      this.nameless.push({ id: null, item: answer.body, isAnswered: true, exchange: answer });
    if (id === undefined) return;
    if (isUnknown(parts, answer)) return this.#session.journal.markAltered(this.resource, id);
    const created = acknowledge(contract, this.resource, id, answer, settableOf(contract, parts));
    if (!isTaken) this.created.push(created);
    await this.read(created, parts.operation, undefined, isLater);
  }

  /**
   * True for what is put beneath a thing where that has the same already, as a product in a cart: what it names is the
   * same, and at most a number is another one.
   */
  #isAddition({ operation, body }: RequestParts, known: Exact): boolean {
    const sent = sentBody({ body });
    if (sent === undefined || !isExactObject(sent) || !isExactObject(known)) return false;
    const shown = Object.entries(sent).filter(([name]) => Object.hasOwn(known, name));
    return (
      operation.parameters.some(({ in: place }) => place === 'path') &&
      shown.some(([name]) => this.#session.source.references.resourceIn(operation, name) !== undefined) &&
      shown.every(([name, value]) => isSame(value, ownValue(known, name) ?? null) || isNumber(value))
    );
  }

  async #acceptChanged(parts: RequestParts, answer: Answer, id: Exact): Promise<void> {
    const known = this.#knownAt(id);
    const isLast = this.#session.journal.isLastChange(answer);
    const before = (isLast ? (known?.item ?? this.#madeBefore(id)) : undefined) ?? {};
    const last = isLast ? (known?.exchange ?? this.#madeWith(id)?.answer) : undefined;
    const change: Change = {
      parts,
      before,
      sentBefore: jsonIn(last?.request.body ?? null),
      preset: this.preset,
      answer,
    };
    this.observe({ of: 'change', ...change });
    // What a form has changed is altered until something else shows it.
    if (!isLast || isUnknown(parts, answer)) return;
    const isMerge = parts.operation === this.resource.merge && isExactObject(before);
    const { contract } = this.#session.description;
    const sent = settableOf(contract, parts);
    // What is under another identifier then is not asked for under this one.
    const own = movedTo(this.#session, this.resource, parts, answer) ?? id;
    const whole = isMerge && isExactObject(sent) ? { ...before, ...sent } : sent;
    const now = acknowledge(contract, this.resource, own, answer, whole);
    this.#session.journal.markKnown(this.resource, own);
    if (known === undefined) this.created.push(now);
    else Object.assign(known, now);
    await this.read(known ?? now, parts.operation, change);
  }

  /** The creation of an item for other requests that is not taken in yet. */
  #madeWith(id: Exact): NewItems['made'][number] | undefined {
    return this.#session.source.newItems.made.find(({ resource, parts, answer }) => {
      const isCreation = parts.operation === resource.create;
      const own = (isCreation ? undefined : this.#idAsked(parts)) ?? this.#session.idIn(resource, answer);
      return resource === this.resource && own !== undefined && textOf(own) === textOf(id);
    });
  }

  /** What was created for other requests, and is not taken in yet, as it was answered or else sent. */
  #madeBefore(id: Exact): Exact | undefined {
    const made = this.#madeWith(id);
    return made === undefined ? undefined : (made.answer.body ?? sentBody(made.parts));
  }

  /** The item that a request is to, as far as it is known. */
  itemAt(parts: RequestParts): Exact | undefined {
    const id = this.#idAsked(parts) ?? '';
    return this.#knownAt(id)?.item ?? this.#madeBefore(id);
  }

  #knownAt(id: Exact): AcknowledgedItem | undefined {
    return this.created.find((created) => isSame(created.id, id));
  }

  /** The identifier of the item that a request is to. */
  #idAsked(parts: RequestParts): Exact | undefined {
    return itemAsked(this.#session.description.contract, this.resource, parts);
  }
}

/** True for a 200 where the contract has a 201 as well: what is asked for was there, as the talk of the same two. */
function isFound({ operation: { responses } }: RequestParts, { response: { status } }: Answer): boolean {
  return status === 200 && Object.hasOwn(responses, '201');
}

/** True where all that is known of an item is a form, which has texts alone, or JSON that cannot be read. */
function isUnknown({ body }: RequestParts, answer: Answer): boolean {
  const mediaType = body?.mediaType ?? '';
  const isUnread = isForm(mediaType) || (isJson(mediaType) && sentBody({ body }) === undefined);
  return isUnread && !isExactObject(answer.body);
}

/** Of each alternative by itself. */
type WithoutResource<Observation> = Observation extends unknown ? Omit<Observation, 'resource'> : never;
