import { type Exact, type ExactObject, within } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';
import { barePath } from '../../openapi/resources/bare-path.ts';
import { isNamedInBody, makerOf, type Resource } from '../../openapi/resources/resource.ts';
import { putsSingleton } from '../../openapi/resources/singletons.ts';
import { bodyAsStored } from '../../openapi/resources/stored-case.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { ValueSource } from '../../openapi/values/values.ts';
import { resourceOfPath } from '../../requirements/request/referenced-resource.ts';
import type { SentValues } from '../../requirements/request/request-check.ts';
import type { ShownChild } from '../../requirements/resource/child-shown.ts';
import { conflictStatuses, distinctIn, saysCaseless } from '../../requirements/resource/item/distinct.ts';
import type { ReachedState } from '../../requirements/resource/item/reached-states.ts';
import { includingIn } from '../../requirements/resource/list/included.ts';
import type { ResponseSource } from '../responses/response.ts';
import type { UsualResponses } from '../usual-responses.ts';
import { Collections, isElsewhere, type Kind, knownOf, locationOf } from './collections.ts';
import { begun } from './described-values.ts';
import { ItemActions } from './item-actions.ts';
import { OperationEffects } from './operation-effects.ts';
import { pathValues } from './path-values.ts';
import { canBeMissing, type StateAnswer } from './state-answer.ts';
import { StateRefusals } from './state-refusals.ts';
import { filledPath, type Thing } from './store.ts';

/** One request, as the operations on a resource need it. */
interface Call {
  operation: Operation;
  sent: SentValues;
  kind: Kind;
  /** Path of the collection. */
  path: string;
  /** The values of the path by the names of their parameters. */
  given: ExactObject;
}

/**
 * Keeps what clients make, beside the examples of the contract, and lets the operations of each resource work on it.
 */
export class State {
  readonly #collections: Collections;
  readonly #actions: ItemActions;
  readonly #effects: OperationEffects;
  readonly #refusals: StateRefusals;

  /** `now` gives milliseconds since the epoch. */
  constructor(source: ResponseSource, usual: UsualResponses, now: () => number) {
    this.#collections = new Collections(source, usual, now);
    const values = new ValueSource(source.description.contract, source.seed, 'response');
    this.#actions = new ItemActions(this.#collections, values);
    this.#effects = new OperationEffects(this.#collections);
    this.#refusals = new StateRefusals(this.#collections, this.#actions);
  }

  get known(): Collections['known'] {
    return this.#collections.known;
  }

  /** The thing that the path of an operation names. */
  find(operation: Operation, sent: SentValues): Thing | undefined {
    const given = pathValues(sent);
    if (this.#singletonOf(operation) !== undefined)
      return this.#collections.store.find(
        filledPath(operation.path, (name) => ownValue(given, name)),
        null,
      );
    return this.#collections.above(`${operation.path}/`, given).at(-1);
  }

  /**
   * What an operation answers from what there is, and does to it;
   * undefined where that is nothing that the contract allows.
   */
  answer(operation: Operation, sent: SentValues): StateAnswer | undefined {
    const effects = this.#effects.of(operation);
    const wrong = this.#refusals.ofRequest(effects, operation, sent);
    if (wrong !== undefined) return wrong;
    const { restored, reached } = effects;
    const found = this.#refusals.isAboutThing(effects) ? this.find(operation, sent) : undefined;
    const thing = found ?? (restored && this.#restore(restored, sent));
    if (thing === undefined || operation.method === 'GET') return this.#answer(operation, sent);
    const refused = this.#refusals.ofThing(effects, operation, sent, thing);
    if (refused !== undefined) return refused;
    const isChosen = ({ chosenBy, value }: ReachedState) =>
      chosenBy === undefined || within(sent.body, [chosenBy.name]) === value;
    this.#actions.reach(operation, reached.filter(isChosen), pathValues(sent));
    return this.#answer(operation, sent);
  }

  /** Puts back what the path names, if that was removed. */
  #restore(kind: Kind, sent: SentValues): Thing | undefined {
    const given = pathValues(sent);
    const id = kind.identifiers.read(ownValue(given, kind.resource.parameter?.name ?? '') ?? null);
    for (const path of this.#collections.allPaths(kind, given)) {
      const thing = this.#collections.store.restore(path, id);
      if (thing === undefined) continue;
      this.#actions.tally(kind, path, thing.item, 1);
      return thing;
    }
    return undefined;
  }

  #answer(operation: Operation, sent: SentValues): StateAnswer | undefined {
    const given = pathValues(sent);
    const { part, changes, marks } = this.#effects.of(operation);
    if (part !== undefined) return this.#actions.changePart(part, sent, given);
    for (const change of changes) this.#actions.changeEach(change, sent, given);
    const kind = this.#collections.kinds.find(
      ({ resource: { create, read, replace, merge, remove }, listings }) =>
        listings.has(operation) || [create, read, replace, merge, remove].includes(operation),
    );
    const isOfItem = kind !== undefined && barePath(operation) !== kind.resource.collectionPath;
    const through = isOfItem ? barePath(operation) : `${barePath(operation)}/`;
    const above = this.#collections.above(through, given);
    // Where the contract has no way to say that something is not there, everything is.
    if (above.includes(undefined)) {
      if (canBeMissing(operation)) return { kind: 'missing' };
      // What is changed or listed there can be read afterwards.
      const isShown = kind !== undefined && (isChange(kind.resource, operation) || kind.listings.has(operation));
      if (isShown) this.#collections.presume(through, given);
    }
    const singleton = this.#singletonOf(operation);
    if (singleton !== undefined) {
      const path = filledPath(operation.path, (name) => ownValue(given, name));
      return this.#workOnOne({ operation, sent, kind: singleton, path, given });
    }
    if (kind !== undefined) {
      const path = this.#pathOf(operation, kind, given);
      const before =
        operation === kind.resource.remove
          ? this.#collections.find(kind, given, given[kind.resource.parameter?.name ?? ''] ?? null)
          : undefined;
      const answer = this.#answerOf({ operation, sent, kind, path, given });
      if (answer?.kind === 'thing' && answer.isNew) this.#actions.tally(kind, path, answer.thing.item, 1);
      if (answer?.kind === 'removed' && before !== undefined) {
        this.#actions.tally(kind, before.path, before.thing.item, -1);
        for (const child of this.#childrenOf(kind)) this.#actions.showChild(child, before.path, before.thing, true);
      }
      if (answer?.kind === 'thing' && operation.method !== 'GET')
        for (const child of this.#childrenOf(kind)) this.#actions.showChild(child, path, answer.thing, false);
      const thing = this.#collections.above(through, given).at(-1);
      if (thing !== undefined && (answer?.kind === 'thing' || answer?.kind === 'removed'))
        for (const mark of marks) if (mark.read === mark.above.read) this.#actions.show(mark, thing, given);
      return answer;
    }
    const made = this.#collections.madeBy(operation);
    return made === undefined
      ? this.#actions.act(operation, sent, given)
      : this.#actions.copy(operation, sent, made, given);
  }

  /** Where things show those of a kind that are beneath them. */
  #childrenOf({ resource: { create } }: Kind): readonly ShownChild[] {
    return create === undefined ? [] : this.#effects.of(create).children;
  }

  #singletonOf({ path }: Operation): Kind | undefined {
    return this.#collections.singletons.find(({ resource: { collectionPath } }) => collectionPath === path);
  }

  /** The path of the collection that an operation works on; of the things themselves, where these are elsewhere. */
  #pathOf(operation: Operation, kind: Kind, given: ExactObject): string {
    const isThere = isElsewhere(kind) && barePath(operation) !== kind.resource.collectionPath;
    return isThere ? kind.resource.itemsPath : this.#collections.open(kind, given);
  }

  /** Of what there is one: until a client has put something there, the example of the contract. */
  #workOnOne({ operation, sent, kind, path, given }: Call): StateAnswer | undefined {
    const { store } = this.#collections;
    const { maker, resource } = kind;
    const { replace, merge, remove } = resource;
    const isPut = operation === replace || putsSingleton(this.known.description, resource, operation);
    const found = store.find(path, null);
    if (found === undefined && !isPut && store.wasRemoved(path, null)) {
      if (canBeMissing(operation)) return { kind: 'missing' };
      // What is changed is there again.
      if (operation !== merge) return undefined;
    }
    // What nobody puts there is there from the start.
    const old = found ?? (replace === undefined ? this.#collections.presumeThing(kind, path, given, null) : undefined);
    if (operation === remove) {
      store.remove(path, { id: null });
      return { kind: 'removed' };
    }
    const item = isPut
      ? maker.replaced(operation, old?.item ?? {}, maker.sentIn(operation, sent.body), given)
      : operation === merge
        ? old && maker.merged(operation, old.item, maker.sentIn(operation, sent.body), given)
        : old?.item;
    if (item === undefined || !maker.isValid(item)) return undefined;
    const thing = old ?? store.add(path, null, item);
    thing.item = item;
    return { kind: 'thing', resource, thing, location: path, isNew: false };
  }

  #answerOf(call: Call): StateAnswer | undefined {
    const {
      operation,
      kind: { resource },
      given,
    } = call;
    if (call.kind.listings.has(operation)) return this.#list(call);
    if (operation === resource.create) return this.#create(call, undefined);
    const { maker } = call.kind;
    const named = isNamedInBody(resource, operation)
      ? maker.sentId(operation, maker.sentIn(operation, call.sent.body))
      : undefined;
    const id = named ?? ownValue(given, resource.parameter?.name ?? '') ?? null;
    const found = this.#collections.find(call.kind, given, id);
    if (found !== undefined) return this.#work({ ...call, path: found.path }, found.thing);
    // Where nothing else makes things, or where it documents 201, PUT makes them (RFC 9110 section 9.3.4).
    const isMaker = resource.create === undefined && operation === makerOf(resource);
    const made = isMaker || isUpsert(resource, operation) ? this.#create(call, id) : undefined;
    const presumed = made === undefined ? this.#presumed(call, id) : undefined;
    if (presumed !== undefined) return this.#work(call, presumed);
    // What the contract names itself is there, though nothing makes it.
    const isThere = this.#collections.isNamed(call.kind) || this.#isOfOther(call, id);
    return made ?? (isThere ? undefined : { kind: 'missing' });
  }

  /** True for what is read of a thing that is made at another path, as its photo. */
  #isOfOther({ operation, kind: { resource }, given }: Call, id: Exact): boolean {
    const { parameter } = resource;
    const other = parameter && resourceOfPath(this.known, operation, parameter.name);
    const kind = this.#collections.kinds.find((one) => one.resource === other && other !== resource);
    return kind !== undefined && this.#collections.find(kind, given, id) !== undefined;
  }

  /**
   * What was asked for, where the contract has no way to say that it is not there; it stays where nothing lists it, or
   * where it is changed or removed.
   */
  #presumed({ operation, kind, path, given }: Call, asked: Exact): Thing | undefined {
    const { identifiers, resource } = kind;
    const isAlone = makerOf(resource) === undefined && resource.list === undefined;
    const isRead = operation === resource.read;
    const isChanged =
      operation === resource.remove || (isChange(resource, operation) && operation !== makerOf(resource));
    if (canBeMissing(operation) || !(isAlone || isRead || isChanged)) return undefined;
    if (isAlone || isChanged) return this.#collections.presumeThing(kind, path, given, asked);
    const id = identifiers.read(asked);
    const item = this.#collections.presumedItem(kind, path, id, knownOf(kind, given, id));
    return item && { id, item, position: 0, isExample: true };
  }

  #list({ operation, kind, path, sent, given }: Call): StateAnswer | undefined {
    const { collectionPath } = kind.resource;
    const listing = kind.listings.get(operation);
    if (listing === undefined) return undefined;
    const { list } = listing;
    const paths = barePath(operation) === collectionPath ? [path] : this.#collections.allPaths(kind, given);
    const here = paths.flatMap((own) => this.#collections.store.things(own));
    const [including] = includingIn(this.known.description.contract, operation);
    const removed =
      including !== undefined && sent.parameters.get(including.parameter) === including.value
        ? paths.flatMap((own) => this.#collections.store.removedFrom(own))
        : [];
    const marked = removed.map((thing) => ({ ...thing, item: kind.maker.marked(thing.item, including?.word ?? '') }));
    const things = [...here, ...marked, ...this.#collections.madeElsewhere(kind, given)];
    const page = listing.page(
      things.toSorted((one, other) => one.position - other.position),
      sent,
    );
    return page === undefined ? { kind: 'astray' } : { kind: 'page', list, listing, page, sent };
  }

  #create({ operation, sent, kind, path, given }: Call, named: Exact | undefined): StateAnswer | undefined {
    const { store } = this.#collections;
    const { maker, identifiers, resource } = kind;
    const wanted =
      named ??
      maker.sentId(operation, maker.sentIn(operation, sent.body)) ??
      identifiers.next((one) => this.#collections.find(kind, given, one) !== undefined);
    if (wanted === undefined) return { kind: 'taken' };
    const id = identifiers.read(wanted);
    identifiers.note(id);
    const old = this.#collections.find(kind, given, id);
    if (old !== undefined && Object.hasOwn(operation.responses, '409')) return { kind: 'taken' };
    const known = knownOf(kind, given, id);
    const own = maker.sentIn(operation, sent.body);
    if (old === undefined && this.#isLikeAnother(operation, path, own)) return { kind: 'taken' };
    const usual = maker.created(operation, own, known);
    const made = begun(this.known, kind, operation, store.things(path), usual);
    // What is answered must be there.
    const item = maker.mayBeCreated(made) ? made : this.#collections.sample(kind, known);
    if (item === undefined || !maker.mayBeCreated(item)) return undefined;
    const location = locationOf(kind, given, id);
    if (old !== undefined) store.remove(old.path, old.thing, location);
    const thing = store.add(path, id, item);
    return { kind: 'thing', resource, thing, location, isNew: true, echoed: maker.echoed(operation, own) };
  }

  /** True where another thing has what only one may have, as the contract says. */
  #isLikeAnother(operation: Operation, path: string, sent: ExactObject, own?: Thing): boolean {
    const distinct = distinctIn(this.known, operation)
      .map(({ property }) => property)
      .filter((name) => typeof ownValue(sent, name) === 'string');
    if (distinct.length === 0) return false;
    const things = this.#collections.store.things(path);
    const isCaseless = saysCaseless(this.known, operation);
    const { contract } = this.known.description;
    const schema = jsonBodySchema(contract, operation);
    const stored = schema === undefined ? sent : { ...sent, ...bodyAsStored(contract, schema, sent) };
    const textIn = (item: ExactObject, name: string) => {
      const text = textOf(ownValue(item, name) ?? null);
      return isCaseless ? text.toLowerCase() : text;
    };
    return distinct.some((name) =>
      things.some((one) => one !== own && textIn(one.item, name) === textIn(stored, name)),
    );
  }

  #work({ operation, sent, kind, path, given }: Call, thing: Thing): StateAnswer | undefined {
    const { maker, resource } = kind;
    const { replace, merge, remove } = resource;
    const location = locationOf(kind, given, thing.id);
    if (operation === remove) {
      this.#collections.store.remove(path, thing, location);
      return { kind: 'removed' };
    }
    const read: StateAnswer = { kind: 'thing', resource, thing, location, isNew: false };
    if (operation !== replace && operation !== merge) return read;
    const known = knownOf(kind, given, thing.id);
    const own = maker.sentIn(operation, sent.body);
    // What a creation may not have a second time, no change gives to another thing.
    const isRefused = conflictStatuses.some((status) => Object.hasOwn(operation.responses, String(status)));
    const creation = isRefused ? resource.create : undefined;
    if (creation !== undefined && this.#isLikeAnother(creation, path, own, thing)) return { kind: 'taken' };
    const item =
      operation === replace
        ? maker.replaced(operation, thing.item, own, known)
        : maker.merged(operation, thing.item, own, known);
    // What no response can show is not taken over.
    if (!maker.isValid(item)) return read;
    this.#actions.tallyAgain(kind, path, thing.item, item);
    thing.item = item;
    return { ...read, echoed: maker.echoed(operation, own) };
  }
}

function isChange({ create, replace, merge }: Resource, operation: Operation): boolean {
  return [create, replace, merge].includes(operation);
}

/** True for PUT at the place of one thing that says what it answers where nothing is there. */
function isUpsert(resource: Resource, operation: Operation): boolean {
  const isReplacement = operation === resource.replace && !isNamedInBody(resource, operation);
  return isReplacement && Object.hasOwn(operation.responses, '201');
}
