import { type Exact, type ExactObject, isExactObject, isNumber, isSame, within } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { barePath } from '../../openapi/resources/bare-path.ts';
import { valueIn } from '../../openapi/resources/item-attributes.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import type { ValueSource } from '../../openapi/values/values.ts';
import { keyedBy } from '../../requirements/request/referenced-resource.ts';
import type { SentValues } from '../../requirements/request/request-check.ts';
import { type BulkChange, changesIn, namedIn } from '../../requirements/resource/bulk-changes.ts';
import type { ShownChild } from '../../requirements/resource/child-shown.ts';
import { copyRulesOf } from '../../requirements/resource/item/copy-rules.ts';
import { keptBetween } from '../../requirements/resource/item/item-properties.ts';
import type { ReachedState } from '../../requirements/resource/item/reached-states.ts';
import { saidEffectsOf } from '../../requirements/resource/item/said-effects.ts';
import { setByQuery } from '../../requirements/resource/item/set-by-query.ts';
import { actedOn } from '../../requirements/resource/item/stored.ts';
import type { PartChange } from '../../requirements/resource/parts.ts';
import type { Mark } from '../../requirements/resource/shown-in.ts';
import { isCountedIn, type TallyRule, tallyRulesOf } from '../../requirements/resource/tally-rules.ts';
import { withPartChanged } from './changed-parts.ts';
import { type Collections, type Kind, knownOf, locationOf } from './collections.ts';
import { copiedValue, withValuesOfState } from './described-values.ts';
import { shownAs } from './item-schemas.ts';
import { canBeMissing, type StateAnswer } from './state-answer.ts';
import type { Thing } from './store.ts';

/** What operations do to things, besides creating, reading, changing and removing those of their own place. */
export class ItemActions {
  readonly #collections: Collections;
  readonly #values: ValueSource;
  /** Things with which something was done that its description says. */
  readonly changed = new WeakSet<Thing>();
  /** What things count; looked for once. */
  #found: { kind: Kind; rule: TallyRule }[] | undefined;

  constructor(collections: Collections, values: ValueSource) {
    this.#collections = collections;
    this.#values = values;
  }

  /** Shows in a list of a thing what was set beneath it, and no more what was taken away. */
  show(mark: Mark, thing: Thing, given: ExactObject): void {
    const { operation, set, parameter, above, segments, idProperty } = mark;
    const name = segments.at(-1) ?? '';
    const id = ownValue(given, parameter.name) ?? null;
    const shown = ownValue(thing.item, name) ?? null;
    const idOf = (one: Exact) => (idProperty === undefined ? one : (within(one, [idProperty]) ?? null));
    const others = Array.isArray(shown) ? shown.filter((one) => !isSame(idOf(one), id)) : [];
    const next = { ...thing.item, [name]: operation === set ? [...others, this.#shownFor(mark, id)] : others };
    const kind = this.#collections.kinds.find(({ resource }) => resource === above);
    if (kind?.maker.isValid(next) === true) thing.item = next;
  }

  /** What a list shows of a thing that was set: the thing itself, where it is made elsewhere. */
  #shownFor({ resource, item: pointer, idProperty }: Mark, id: Exact): Exact {
    if (idProperty === undefined) return id;
    const { contract, schemas } = this.#collections.known.description;
    const made = keyedBy(this.#collections.known, resource);
    const kind = this.#collections.kinds.find((one) => one.resource === made);
    const known = kind && this.#collections.find(kind, {}, id)?.thing.item;
    const own = known && shownAs(contract, pointer, known);
    if (own !== undefined && schemas.isValid('response', pointer, own)) return own;
    const value = this.#values.valueAt(pointer, 'required');
    return isExactObject(value) ? { ...value, [idProperty]: id } : value;
  }

  /** Shows in a list of a thing what is beneath it at this path, or no more what is gone. */
  showChild({ above, operation, segments, item, idProperty }: ShownChild, path: string, child: Thing, isGone: boolean) {
    const kind = this.#collections.kinds.find(({ resource }) => resource === above);
    const owner = kind && this.#ownerOf(kind, operation, path);
    const name = segments.at(-1) ?? '';
    const shown = (owner && ownValue(owner.item, name)) ?? [];
    if (kind === undefined || owner === undefined || !Array.isArray(shown)) return;
    const idOf = (one: Exact) => within(one, [idProperty]) ?? null;
    const own = isGone ? undefined : shownAs(this.#collections.known.description.contract, item, child.item);
    const others = shown.filter((one) => !isSame(idOf(one), idOf(child.item)));
    const next = { ...owner.item, [name]: own === undefined ? others : [...others, own] };
    if (kind.maker.isValid(next)) owner.item = next;
  }

  /** Makes another thing of the one that the path names: it has what was sent, else what that one has. */
  copy(operation: Operation, sent: SentValues, kind: Kind, given: ExactObject): StateAnswer | undefined {
    const { maker, identifiers, resource } = kind;
    const found = this.#collections.find(kind, given, ownValue(given, resource.parameter?.name ?? '') ?? null);
    const wanted = identifiers.next((one) => this.#collections.find(kind, given, one) !== undefined);
    if (found === undefined || wanted === undefined) return undefined;
    const id = identifiers.read(wanted);
    identifiers.note(id);
    const known = knownOf(kind, given, id);
    // What the first one does not say is as the contract shows it.
    const first = { ...this.#collections.sample(kind, known), ...found.thing.item };
    const merged = maker.merged(operation, first, maker.sentIn(operation, sent.body), known);
    const said = copyRulesOf(this.#collections.known, operation).flatMap((rule): [string, Exact][] => {
      const value = copiedValue(rule, found.thing);
      return value === undefined ? [] : [[rule.property, value]];
    });
    const item = { ...merged, ...Object.fromEntries(said) };
    if (!maker.isValid(item)) return undefined;
    const thing = this.#collections.store.add(found.path, id, item);
    this.tally(kind, found.path, item, 1);
    return { kind: 'thing', resource, thing, location: locationOf(kind, given, id), isNew: true };
  }

  /** Changes each thing that a body names. */
  changeEach(change: BulkChange, { body = null }: SentValues, given: ExactObject): void {
    const kind = this.#collections.kinds.find(({ resource }) => resource === change.resource);
    if (kind === undefined) return;
    for (const [index, id] of namedIn(change, body).entries()) {
      const thing = this.#collections.find(kind, given, id)?.thing;
      const item = thing && kind.maker.shown({ ...thing.item, ...changesIn(change, body, index, given) }, thing.item);
      if (thing !== undefined && item !== undefined && kind.maker.isValid(item)) thing.item = item;
    }
  }

  /** Counts, or adds up, in what a collection is beneath, what was put into it (1) or taken away (-1). */
  tally({ resource }: Kind, path: string, item: ExactObject, sign: 1 | -1): void {
    for (const { kind, rule } of this.#tallies().filter((one) => one.rule.resource === resource)) {
      const named = rule.reference === undefined ? undefined : (valueIn(item, rule.reference) ?? '');
      const above = this.#ownerOf(kind, rule.create, path, named);
      const isCounted = isCountedIn(rule, item);
      const step = rule.summed === undefined ? Number(isCounted) : item[rule.summed];
      const value = above?.item[rule.property];
      if (above === undefined || !isNumber(value) || !isNumber(step)) continue;
      const next = { ...above.item, [rule.property]: Number(value) + sign * Number(step) };
      if (kind.maker.isValid(next)) above.item = next;
    }
  }

  /** What a collection at a path is beneath, which something may name otherwise. */
  #ownerOf(kind: Kind, create: Operation, path: string, named?: Exact): Thing | undefined {
    const segments = path.split('/').map(decodeURIComponent);
    const given = Object.fromEntries(
      create.path
        .split('/')
        .flatMap((one, index) => (/^\{.*\}$/.test(one) ? [[one.slice(1, -1), segments[index] ?? '']] : [])),
    );
    return this.#collections.find(kind, given, named ?? segments.at(-2) ?? '')?.thing;
  }

  /** Counts, or adds up, what has changed in a collection. */
  tallyAgain(kind: Kind, path: string, before: ExactObject, after: ExactObject): void {
    this.tally(kind, path, before, -1);
    this.tally(kind, path, after, 1);
  }

  #tallies(): { kind: Kind; rule: TallyRule }[] {
    const { kinds, known } = this.#collections;
    this.#found ??= kinds.flatMap((kind) =>
      (kind.resource.read === undefined ? [] : tallyRulesOf(known, kind.resource.read)).map((rule) => ({ kind, rule })),
    );
    return this.#found;
  }

  /** Changes a part of a thing, as a line of a cart. */
  changePart(change: PartChange, { body }: SentValues, given: ExactObject): StateAnswer | undefined {
    const { operation, above, listed } = change;
    const kind = this.#collections.kinds.find(({ resource }) => resource === above);
    if (kind === undefined) return undefined;
    const { maker, resource } = kind;
    if (!canBeMissing(operation))
      this.#collections.presume(`${resource.itemsPath}/{${resource.parameter?.name}}/`, given);
    const thing = this.#collections.find(kind, given, ownValue(given, resource.parameter?.name ?? '') ?? null)?.thing;
    const named = ownValue(given, listed?.parameter?.name ?? '');
    const item = thing && withPartChanged(this.#collections.known, this.#values, change, thing.item, { body, named });
    if (thing === undefined || item === undefined) return { kind: 'missing' };
    if (!maker.isValid(item)) return undefined;
    thing.item = item;
    return { kind: 'thing', resource, thing, location: locationOf(kind, given, thing.id), isNew: false };
  }

  /** Brings the thing that the path names into the states that an action is called by. */
  reach(operation: Operation, states: readonly ReachedState[], given: ExactObject): void {
    for (const { resource, property, pointer, value } of states) {
      const kind = this.#collections.kinds.find((one) => one.resource === resource);
      const id = ownValue(given, resource.parameter?.name ?? '') ?? null;
      const found = kind && this.#collections.find(kind, given, id);
      if (kind === undefined || found === undefined) continue;
      const before = found.thing.item;
      const reached = kind.maker.withEffects(operation, before, [
        { property, pointer, effect: { is: 'value', value } },
      ]);
      const after = withValuesOfState(this.#collections.known, kind, reached, operation);
      if (!kind.maker.isValid(after)) continue;
      found.thing.item = after;
      this.changed.add(found.thing);
      this.tallyAgain(kind, found.path, before, after);
    }
  }

  /** Changes in a thing what an action is sent of it, as the time of an appointment, and answers with the thing. */
  act(operation: Operation, { body, parameters }: SentValues, given: ExactObject): StateAnswer | undefined {
    const { known } = this.#collections;
    const { contract } = known.description;
    const effects = saidEffectsOf(known, operation);
    const [acted] = actedOn(known, operation);
    const set = setByQuery(known, operation);
    const actedResource = acted?.resource ?? effects[0]?.resource ?? set[0]?.resource;
    const kind = this.#collections.kinds.find(({ resource }) => resource === actedResource);
    if (kind === undefined) return undefined;
    const { maker, resource } = kind;
    this.#collections.presume(`${barePath(operation)}/`, given);
    const found = this.#collections.find(kind, given, ownValue(given, resource.parameter?.name ?? '') ?? null);
    if (found === undefined) return undefined;
    const { path, thing } = found;
    const before = thing.item;
    const schema = jsonBodySchema(contract, operation);
    const names =
      schema === undefined || acted === undefined
        ? []
        : keptBetween(contract, resource, schema, acted.item).map(({ name }) => name);
    const sent = [
      ...Object.entries(maker.sentIn(operation, body)).filter(([name]) => names.includes(name)),
      ...set.flatMap(({ parameter }): [string, Exact][] => {
        const value = parameters.get(parameter);
        return value === undefined ? [] : [[parameter.name, value]];
      }),
    ];
    const own = knownOf(kind, given, thing.id);
    const item = maker.merged(operation, thing.item, Object.fromEntries(sent), own);
    if (sent.length > 0 && maker.isValid(item)) thing.item = item;
    const after = withValuesOfState(known, kind, maker.withEffects(operation, thing.item, effects), operation);
    if (maker.isValid(after)) thing.item = after;
    if (effects.length > 0) this.changed.add(thing);
    this.tallyAgain(kind, path, before, thing.item);
    if (acted === undefined && set.length === 0) return undefined;
    return { kind: 'thing', resource, thing, location: locationOf(kind, given, thing.id), isNew: false };
  }
}
