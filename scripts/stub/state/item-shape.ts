import { type Exact, type ExactObject, isExactObject, isSame } from '../../http/exact-json.ts';
import { ownValue } from '../../http/own-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import { withComputedAmounts } from '../../openapi/resources/computed-amounts.ts';
import { enumOf, isReadOnly, type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { ValueSource } from '../../openapi/values/values.ts';
import { notationOf, writtenTime } from '../../requirements/resource/item/time-notations.ts';
import { shownAs } from './item-schemas.ts';

/** What items of one resource must be for the responses that show them: completes them, and fits them to that. */
export class ItemShape {
  readonly #description: Description;
  readonly #schemas: readonly string[];
  readonly #values: ValueSource;
  readonly #now: () => number;

  /** `schemas`: pointers of all that show an item. `now` gives milliseconds since the epoch. */
  constructor(description: Description, schemas: readonly string[], values: ValueSource, now: () => number) {
    this.#description = description;
    this.#schemas = schemas;
    this.#values = values;
    this.#now = now;
  }

  /** True when every response can show the thing. */
  isValid(item: ExactObject): boolean {
    return this.#schemas.every((pointer) => this.isAllowed(pointer, shownAs(this.#contract, pointer, item)));
  }

  /**
   * With what the schemas of a thing require;
   * unless it is the `isLeast`, also with their defaults and with what the server alone sets.
   */
  completed(item: ExactObject, given: ExactObject, isLeast = false): ExactObject {
    return this.#schemas.reduce((whole, pointer) => this.#completedAs(pointer, whole, given, isLeast), item);
  }

  /** With what every response can show: what is sent may be described in another way. `old`: as it was before. */
  shown(item: ExactObject, old: ExactObject = {}): ExactObject {
    if (this.isValid(item)) return this.computed(item);
    const fitted = this.#schemas.reduce((made, pointer) => this.#fitted(pointer, made, old), item);
    // What one response leaves out, another one may require.
    return this.computed(this.completed(fitted, {}, true));
  }

  /** With the amounts that follow from others. */
  computed(item: ExactObject): ExactObject {
    const isAllowed = (pointer: string, value: Exact) => this.isAllowed(pointer, value);
    return this.#schemas.reduce((made, pointer) => {
      const computed = withComputedAmounts(this.#contract, pointer, made, isAllowed);
      return isExactObject(computed) ? computed : made;
    }, item);
  }

  #fitted(pointer: string, item: ExactObject, old: ExactObject): ExactObject {
    const view = viewSchema(this.#contract, pointer);
    const own = this.#fittedAs(view, item, old);
    return view.alternatives.length > 0 ? (this.#fittedToOne(pointer, view.alternatives, own, old) ?? own) : own;
  }

  /** As the alternative that leaves most of it as it is. */
  #fittedToOne(
    pointer: string,
    alternatives: readonly string[],
    item: ExactObject,
    old: ExactObject,
  ): ExactObject | undefined {
    if (this.isAllowed(pointer, item)) return item;
    const kept = (made: ExactObject) =>
      Object.entries(item).filter(([name, value]) => isSame(ownValue(made, name) ?? null, value)).length;
    const [best] = alternatives
      .map((at) => this.#completedAs(at, this.#fitted(at, item, old), {}, true))
      .filter((made) => this.isAllowed(pointer, made))
      .toSorted((one, other) => kept(other) - kept(one));
    return best;
  }

  #fittedAs(view: SchemaView, item: ExactObject, old: ExactObject): ExactObject {
    const entries = Object.entries(item).flatMap(([name, value]): [string, Exact][] => {
      const at = view.properties.get(name);
      if (at === undefined || this.isAllowed(at, value)) return [[name, value]];
      const shown = [this.#fittedValue(at, value), ownValue(old, name)].find(
        (one) => one !== undefined && this.isAllowed(at, one),
      );
      if (shown !== undefined) return [[name, shown]];
      return view.required.has(name) ? [[name, this.#madeValue(viewSchema(this.#contract, at))]] : [];
    });
    return Object.fromEntries(entries);
  }

  #fittedValue(pointer: string, value: Exact): Exact {
    if (this.isAllowed(pointer, value)) return value;
    const { items } = viewSchema(this.#contract, pointer);
    if (Array.isArray(value) && items !== undefined) return value.map((item) => this.#fittedValue(items, item));
    return isExactObject(value) ? this.#fitted(pointer, this.#completedAs(pointer, value, {}, true), {}) : value;
  }

  #completedAs(pointer: string, item: ExactObject, given: ExactObject, isLeast: boolean, depth = 0): ExactObject {
    const view = viewSchema(this.#contract, pointer);
    const missing = [...view.properties]
      .filter(([name]) => !Object.hasOwn(item, name))
      .flatMap(([name, at]): [string, Exact][] => {
        const property = viewSchema(this.#contract, at);
        const isRequired = view.required.has(name);
        const preset = isRequired || !isLeast ? property.keywords.get('default')?.value : undefined;
        const isAsked = isRequired || (!isLeast && isReadOnly(property));
        const value = preset ?? (isAsked ? (ownValue(given, name) ?? this.#madeValue(property)) : undefined);
        return value === undefined ? [] : [[name, value]];
      });
    const whole = { ...this.#undescribed(view, item), ...item, ...Object.fromEntries(missing) };
    if (view.alternatives.length === 0 || depth > 2 || this.isAllowed(pointer, whole)) return whole;
    const made = view.alternatives.map((at) => ({ at, item: this.#completedAs(at, whole, given, isLeast, depth + 1) }));
    const allowed = made.filter(({ item }) => this.isAllowed(pointer, item));
    // With what another one requires besides, an item may still be what it is.
    return (allowed.find(({ at, item }) => this.isAllowed(at, item)) ?? allowed[0])?.item ?? whole;
  }

  /** What an item lacks that a schema requires and describes nowhere. */
  #undescribed(view: SchemaView, item: ExactObject): ExactObject {
    const names = [...view.required.keys()].filter((name) => !view.properties.has(name) && !Object.hasOwn(item, name));
    const made = names.length === 0 ? {} : this.#values.valueFor(view, 'required');
    return Object.fromEntries(
      names.flatMap((name): [string, Exact][] => {
        const value = isExactObject(made) ? ownValue(made, name) : undefined;
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  isAllowed(pointer: string, value: Exact): boolean {
    return this.#description.schemas.isValid('response', pointer, value);
  }

  #madeValue(property: SchemaView): Exact {
    // Alternatives may refuse it all the same.
    if (property.types.includes('null') && this.isAllowed(property.pointer, null)) return null;
    const notation = notationOf(this.#contract, property.pointer);
    const now = notation === undefined || notation === 'date' ? undefined : writtenTime(this.#now(), notation);
    if (now !== undefined && this.isAllowed(property.pointer, now)) return now;
    // What a server gives by itself where nothing is sent, it gives each time.
    const [preset] = enumOf(property) ?? (property.types.includes('boolean') ? [false] : []);
    if (preset !== undefined) return preset;
    return this.#values.valueFor(property, 'required');
  }

  get #contract(): Contract {
    return this.#description.contract;
  }
}
