import { type Exact, type ExactObject, isExactObject, isNumber, within } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { sentOf } from '../../openapi/resources/item-attributes.ts';
import type { ItemPlace } from '../../openapi/resources/item-place.ts';
import { viewItem } from '../../openapi/resources/item-view.ts';
import { wordsOf } from '../../openapi/resources/name-words.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { asStored } from '../../openapi/resources/stored-case.ts';
import { defaultOf } from '../../openapi/schemas/default-value.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { isReadOnly, isWriteOnly, type SchemaView, textAt, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { ValueSource } from '../../openapi/values/values.ts';
import { isIdentifierOf, resourceOfPath } from '../../requirements/request/referenced-resource.ts';
import { incrementsOf } from '../../requirements/resource/item/increments.ts';
import { leftByPut } from '../../requirements/resource/item/left-by-put.ts';
import type { SaidEffect } from '../../requirements/resource/item/said-effects.ts';
import { itemSchemas, namesIn, partWithout, sentPlace } from './item-schemas.ts';
import { ItemShape } from './item-shape.ts';

/** What becomes of a property, with the pointer of its schema. */
export type PropertyEffect = Pick<SaidEffect, 'property' | 'pointer' | 'effect'>;

interface Known {
  description: Description;
  resources: readonly Resource[];
}

/** Makes and changes the things of one resource as a server would: with defaults, and with what clients do not send. */
export class ThingMaker {
  readonly #description: Description;
  readonly #values: ValueSource;
  readonly #now: () => number;
  readonly #resource: Resource;
  readonly #schemas: readonly string[];
  readonly #shape: ItemShape;
  /** Of what is there already: no answer to its creation shows it any more. */
  readonly #laterShape: ItemShape;
  /** Parameters of the path by the properties that have their values, and that no client sends. */
  readonly #owners: ReadonlyMap<string, string>;

  /** `now` gives milliseconds since the epoch. */
  constructor(known: Known, resource: Resource, values: ValueSource, now: () => number) {
    this.#description = known.description;
    this.#values = values;
    this.#now = now;
    this.#resource = resource;
    this.#schemas = itemSchemas(known.description, resource);
    this.#shape = new ItemShape(known.description, this.#schemas, values, now);
    const later = itemSchemas(known.description, { ...resource, create: undefined });
    this.#laterShape = new ItemShape(known.description, later.length > 0 ? later : this.#schemas, values, now);
    this.#owners = this.#ownersAmong(known);
  }

  /** The properties of a thing that have what its path has: `orderId` of what is at `/orders/{id}/lines`. */
  owners(given: ExactObject): ExactObject {
    return Object.fromEntries([...this.#owners].map(([name, parameter]) => [name, ownValue(given, parameter) ?? null]));
  }

  /** The thing that the body of a request has. */
  sentIn(operation: Operation, body: Exact | undefined): ExactObject {
    const sent = within(body, this.#sentPlace(operation)?.segments ?? []);
    return isExactObject(sent) ? sent : {};
  }

  /** The identifier that a client gives itself, where the contract lets it do so. */
  sentId(operation: Operation, sent: ExactObject): Exact | undefined {
    const { idProperty } = this.#resource;
    return idProperty === undefined ? undefined : within(this.#writable(operation, sent), [idProperty]);
  }

  /** What becomes of what was sent: `given` has the values of properties that the path names. */
  created(operation: Operation, sent: ExactObject, given: ExactObject): ExactObject {
    const item = { ...this.#defaults(operation), ...this.#defaulted(operation, sent), ...this.#known(given) };
    return this.#shape.shown(this.#shape.completed(item, given));
  }

  /** What was sent in the place of an older one, of which that stays which no client sends, or which must be there. */
  replaced(operation: Operation, old: ExactObject, sent: ExactObject, given: ExactObject): ExactObject {
    const own = this.#ownProperties(operation);
    const left = operation === this.#resource.replace ? leftByPut(this.#contract, this.#resource) : [];
    const isKept = (name: string) => own.has(name) || left.some((one) => one.name === name);
    const kept = Object.fromEntries(Object.entries(old).filter(([name]) => isKept(name)));
    return this.#touched(
      own,
      this.#counted(
        operation,
        old,
        this.shown(
          this.#laterShape.completed(
            { ...this.#defaults(operation), ...kept, ...this.#defaulted(operation, sent), ...this.#known(given) },
            given,
          ),
          old,
        ),
      ),
    );
  }

  /** A JSON merge patch (RFC 7396). What may be null becomes so, where the patch has null. */
  merged(operation: Operation, old: ExactObject, patch: ExactObject, given: ExactObject): ExactObject {
    const sent = this.#writable(operation, patch);
    const cleared = Object.keys(sent).filter(
      (name) =>
        ownValue(sent, name) === null &&
        this.#propertiesNamed(name).every(({ pointer }) => this.#shape.isAllowed(pointer, null)),
    );
    const nulls = Object.fromEntries(cleared.map((name) => [name, null]));
    const others = Object.fromEntries(Object.entries(old).filter(([name]) => !Object.hasOwn(sent, name)));
    // What does not fit beside all that was there takes the place of it.
    const changed = [old, others].map((target) => {
      const item = mergePatch(target, sent);
      return this.#laterShape.completed(
        { ...(isExactObject(item) ? item : old), ...nulls, ...this.#known(given) },
        given,
      );
    });
    const item = changed.find((one) => this.isValid(one)) ?? changed[0] ?? old;
    return this.#touched(this.#ownProperties(operation), this.#counted(operation, old, this.shown(item, old)));
  }

  /** With the numbers that grow with each change. */
  #counted(operation: Operation, old: ExactObject, item: ExactObject): ExactObject {
    const grown = incrementsOf(this.#contract, this.#resource, operation).flatMap(({ name }): [string, Exact][] => {
      const was = ownValue(old, name);
      return isNumber(was) ? [[name, Number(was) + 1]] : [];
    });
    return { ...item, ...Object.fromEntries(grown) };
  }

  /** What becomes of a thing by an action, as its description says. */
  withEffects(operation: Operation, old: ExactObject, effects: readonly PropertyEffect[]): ExactObject {
    if (effects.length === 0) return old;
    const changed = effects.reduce<ExactObject>((item, said) => this.#withEffect(item, said), old);
    return this.#touched(this.#ownProperties(operation), this.#shape.computed(changed));
  }

  #withEffect(item: ExactObject, said: PropertyEffect): ExactObject {
    const { property, pointer, effect } = said;
    const attributes = Object.hasOwn(item, property) ? undefined : ownValue(item, 'attributes');
    if (attributes !== undefined && isExactObject(attributes) && Object.hasOwn(attributes, property))
      return { ...item, attributes: this.#withEffect(attributes, said) };
    if (effect.is === 'value') return { ...item, [property]: effect.value };
    const { [property]: own = null, ...others } = item;
    const view = viewSchema(this.#contract, pointer);
    if (effect.is === 'nothing') return view.types.includes('null') ? { ...others, [property]: null } : others;
    const isTime = textAt(view, 'format') === 'date-time';
    return { ...others, [property]: own ?? (isTime ? this.#moment() : this.#values.valueFor(view, 'all')) };
  }

  /** A thing that was removed, as a list shows it: what has the word for that in its name is set. */
  marked(item: ExactObject, word: string): ExactObject {
    const marks = Object.keys(item).flatMap((name): [string, Exact][] => {
      const [view] = wordsOf(name).includes(word) ? this.#propertiesNamed(name) : [];
      const isTime = view !== undefined && textAt(view, 'format') === 'date-time';
      if (isTime) return [[name, this.#moment()]];
      return view?.types.includes('boolean') === true ? [[name, true]] : [];
    });
    const marked = { ...item, ...Object.fromEntries(marks) };
    return this.isValid(marked) ? marked : item;
  }

  /**
   * What was sent that not every response can show: the answer to it may, all the same. Of an object, what lacks there
   * was added to it.
   */
  echoed(operation: Operation, sent: ExactObject): ExactObject {
    const isRefused = (name: string, value: Exact) =>
      !isExactObject(value) &&
      this.#propertiesNamed(name).some(({ pointer }) => !this.#shape.isAllowed(pointer, value));
    return Object.fromEntries(
      Object.entries(this.#writable(operation, sent)).filter(([name, value]) => isRefused(name, value)),
    );
  }

  /** A thing as it is, where the path has it. */
  placed(item: ExactObject, given: ExactObject): ExactObject {
    return this.#shape.computed(this.#shape.completed({ ...item, ...this.#known(given) }, given, true));
  }

  /** True when every response can show the thing, the one to its creation among them. */
  mayBeCreated(item: ExactObject): boolean {
    return this.#shape.isValid(item);
  }

  /** True when every response can show the thing once it is there. */
  isValid(item: ExactObject): boolean {
    return this.#laterShape.isValid(item);
  }

  /** With what those responses can show: what is sent may be described in another way. `old`: as it was before. */
  shown(item: ExactObject, old: ExactObject = {}): ExactObject {
    return this.#laterShape.shown(item, old);
  }

  get #contract(): Contract {
    return this.#description.contract;
  }

  #propertiesNamed(name: string): SchemaView[] {
    return this.#schemas
      .flatMap((schema) => viewItem(this.#contract, schema).properties.get(name) ?? [])
      .map((pointer) => viewSchema(this.#contract, pointer));
  }

  /** Of the values that the path names, those that a thing has as properties: an owner may be an object there. */
  #known(given: ExactObject): ExactObject {
    return Object.fromEntries(
      Object.entries(given).filter(([name, value]) => {
        const views = this.#propertiesNamed(name);
        return views.length > 0 && views.every(({ pointer }) => this.#shape.isAllowed(pointer, value));
      }),
    );
  }

  #ownersAmong(known: Known): Map<string, string> {
    const { create, replace, merge, collectionPath } = this.#resource;
    const makers = [create, replace, merge].filter((operation) => operation !== undefined);
    const sent = makers.flatMap((operation) => [...(this.#sentView(operation)?.properties.keys() ?? [])]);
    const names = this.#schemas.flatMap((schema) => [...namesIn(this.#contract, schema)]);
    const own = names.filter((name) => name !== this.#resource.idProperty && !sent.includes(name));
    return new Map(
      [...collectionPath.matchAll(/\{([^}/]+)\}/g)].flatMap(([, parameter = '']) => {
        const above = resourceOfPath(known, { path: collectionPath }, parameter);
        if (above === undefined) return [];
        return own.filter((name) => isIdentifierOf(name, above)).map((name): [string, string] => [name, parameter]);
      }),
    );
  }

  #sentPlace(operation: Operation): ItemPlace | undefined {
    return sentPlace(this.#contract, operation, this.#resource);
  }

  #sentView(operation: Operation): SchemaView | undefined {
    const place = this.#sentPlace(operation);
    return place && viewItem(this.#contract, place.pointer);
  }

  #writable(operation: Operation, sent: ExactObject): ExactObject {
    const view = this.#sentView(operation);
    return Object.fromEntries(
      Object.entries(sent)
        .filter(([name]) => !this.#isReadOnly(view, name) && !this.#isOnlySent(view, name))
        .map(([name, value]) => {
          const pointer = view?.properties.get(name);
          const stored = pointer === undefined ? value : (asStored(this.#contract, [pointer], value) ?? value);
          return [name, partWithout(this.#contract, pointer, stored, 'readOnly')];
        }),
    );
  }

  /** What was sent, with the defaults of what the objects within it leave out. */
  #defaulted(operation: Operation, sent: ExactObject): ExactObject {
    const properties = this.#sentView(operation)?.properties;
    const entries = Object.entries(this.#writable(operation, sent));
    return Object.fromEntries(entries.map(([name, value]) => [name, this.#withDefaults(properties?.get(name), value)]));
  }

  #withDefaults(pointer: string | undefined, value: Exact): Exact {
    if (pointer === undefined) return value;
    const view = viewItem(this.#contract, pointer);
    if (Array.isArray(value)) return value.map((item) => this.#withDefaults(view.items, item));
    if (!isExactObject(value)) return value;
    const own = Object.entries(value).map(([name, one]) => [name, this.#withDefaults(view.properties.get(name), one)]);
    return { ...this.#defaultsOf(view), ...Object.fromEntries(own) };
  }

  /** True for what is only sent, and no response knows: one that allows any property would have it as well. */
  #isOnlySent(view: SchemaView | undefined, name: string): boolean {
    const pointer = view?.properties.get(name);
    const isOnlySent = pointer !== undefined && isWriteOnly(viewSchema(this.#contract, pointer));
    return isOnlySent && this.#propertiesNamed(name).length === 0;
  }

  #isReadOnly(view: SchemaView | undefined, name: string): boolean {
    const pointer = view?.properties.get(name);
    const sent = pointer === undefined ? [] : [viewSchema(this.#contract, pointer)];
    return [...sent, ...this.#propertiesNamed(name)].some(isReadOnly);
  }

  #defaults(operation: Operation): ExactObject {
    const view = this.#sentView(operation);
    const defaults = Object.entries(view === undefined ? {} : this.#defaultsOf(view));
    return Object.fromEntries(defaults.filter(([name]) => !this.#isOnlySent(view, name)));
  }

  #defaultsOf({ properties }: SchemaView): ExactObject {
    return Object.fromEntries(
      [...properties].flatMap(([name, pointer]): [string, Exact][] => {
        const value = defaultOf(viewSchema(this.#contract, pointer))?.value;
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  /** Names of the properties that a thing has and a client does not send. */
  #ownProperties(operation: Operation): Set<string> {
    const view = this.#sentView(operation);
    const sent = view === undefined ? new Set() : namesIn(this.#contract, view.pointer);
    const names = this.#schemas.flatMap((schema) => [...namesIn(this.#contract, schema)]);
    return new Set(names.filter((name) => !sent.has(name) || this.#isReadOnly(view, name)));
  }

  #touched(own: ReadonlySet<string>, item: ExactObject): ExactObject {
    const isMoment = (name: string) =>
      this.#propertiesNamed(name).some((view) => textAt(view, 'format') === 'date-time');
    const names = Object.keys(item).filter((name) => own.has(name) && timeOfChange.test(name) && isMoment(name));
    const times = Object.fromEntries(names.map((name) => [name, this.#moment()]));
    return { ...item, ...times, ...this.#touchedAttributes(item) };
  }

  /** The times of the last change among what an item has in `attributes`, where no client sends them. */
  #touchedAttributes(item: ExactObject): ExactObject {
    const { create, merge, replace } = this.#resource;
    const attributes = ownValue(item, 'attributes');
    const [shown] = this.#propertiesNamed('attributes');
    if (attributes === undefined || !isExactObject(attributes) || shown === undefined) return {};
    const sent = [create, merge, replace].flatMap((one) => (one && jsonBodySchema(this.#contract, one)) ?? []);
    const isSent = (name: string) => sent.some((body) => sentOf(this.#contract, body).has(name));
    const names = Object.keys(attributes).filter((name) => {
      const pointer = shown.properties.get(name);
      const isMoment = pointer !== undefined && textAt(viewSchema(this.#contract, pointer), 'format') === 'date-time';
      return isMoment && timeOfChange.test(name) && !isSent(name);
    });
    const times = Object.fromEntries(names.map((name) => [name, this.#moment()]));
    return { attributes: { ...attributes, ...times } };
  }

  #moment(): string {
    return new Date(this.#now()).toISOString();
  }
}

const timeOfChange = /^(last_?)?(updated|modified|changed)/i;

/** RFC 7396 section 2. */
function mergePatch(target: Exact | undefined, patch: Exact): Exact {
  if (!isExactObject(patch)) return patch;
  const merged = new Map(Object.entries(isExactObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
