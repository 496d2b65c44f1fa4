import { type Exact, type ExactObject, isExactObject, writeExact } from '../../http/exact-json.ts';
import type { Contract } from '../contract.ts';
import { isObject, objectOf } from '../json.ts';
import { withName } from '../schemas/discriminator.ts';
import type { Direction } from '../schemas/json-schemas.ts';
import { levelsWithin } from '../schemas/nearest-places.ts';
import { lowestAlternative } from '../schemas/schema-height.ts';
import { schemaCheckOf } from '../schemas/schema-validator.ts';
import { enumOf, numberAt, type SchemaView, viewSchema } from '../schemas/schema-view.ts';
import { schemaExamples } from './examples.ts';
import { numberFor } from './number-values.ts';
import { TextSource } from './text-values.ts';

/** Whether a value has its optional properties too. */
export type Extent = 'required' | 'all';

// A schema that must hold the next one twice, and so on, has no value that could be sent.
const mostValues = 20_000;
// Nor has one that must hold itself.
const mostLevels = 50;
const mostOptionalLevels = 4;

/** Makes values that a schema allows in one direction, no two of its free texts the same. */
export class ValueSource extends TextSource {
  readonly #contract: Contract;
  readonly #direction: Direction;
  #left = mostValues;
  #isMaking = false;
  /** How deep the value that is made has optional properties. */
  #optionalDepth = 0;
  readonly #optionalLevels = new Map<string, number>();
  /** Those that were not made within their bound: to try again would take as long. */
  readonly #tooLarge = new Set<string>();
  /** By the pointers of their schemas, the values that are always made: a server takes no others. */
  readonly #fixed = new Map<string, Exact>();
  /** By schema, the objects that are made once while values are `alike`. */
  #alike: Map<string, Exact> | undefined;
  readonly #allAlike = new Map<string, Exact>();
  /** Which of several alternatives is made, of those that follow each other. */
  alternative = 0;

  constructor(contract: Contract, seed: number, direction: Direction = 'request') {
    // Of a run and a stub with the same seed, neither makes what the other one does.
    super(direction === 'request' ? seed : ~seed);
    this.#contract = contract;
    this.#direction = direction;
  }

  /** Makes this one value for the schema at `pointer` from now on. */
  fix(pointer: string, value: Exact): void {
    this.#fixed.set(pointer, value);
  }

  fixedAt(pointer: string): Exact | undefined {
    return this.#fixed.get(pointer);
  }

  /** What is made of values that need not be new: those of `holderOf` are made once for all that is made so. */
  alike<Made>(make: () => Made): Made {
    this.#alike = this.#allAlike;
    try {
      return make();
    } finally {
      this.#alike = undefined;
    }
  }

  /** An object that is to hold a value, whatever else is in it. */
  holderOf(view: SchemaView, extent: Extent, depth: number): Exact {
    const key = `${extent} ${depth} ${view.pointer}`;
    const made = this.#alike?.get(key) ?? this.objectOf(view, extent, depth);
    this.#alike?.set(key, made);
    return made;
  }

  /** A value for the schema at `pointer`. */
  valueAt(pointer: string, extent: Extent, depth = 0): Exact {
    return this.valueFor(viewSchema(this.#contract, pointer), extent, depth);
  }

  valueFor(view: SchemaView, extent: Extent, depth = 0): Exact {
    return this.#bounded(view, extent, depth, () => this.#part(view, extent, depth));
  }

  /** An object for a schema, whatever else it may be. */
  objectOf(view: SchemaView, extent: Extent, depth: number): Exact {
    return this.#bounded(view, extent, depth, () => this.#objectOf(view, extent, depth));
  }

  /** The bounds are those of one value that is asked for, which may be a part of another one. */
  #bounded({ pointer }: SchemaView, extent: Extent, depth: number, make: () => Exact): Exact {
    if (this.#isMaking) return make();
    const key = `${extent} ${pointer}`;
    this.#left = this.#tooLarge.has(key) ? 0 : mostValues;
    this.#optionalDepth = extent === 'all' ? Math.min(mostOptionalLevels, depth + this.#optionalLevelsOf(pointer)) : 0;
    this.#isMaking = true;
    try {
      return make();
    } finally {
      if (this.#left < 0) this.#tooLarge.add(key);
      this.#isMaking = false;
    }
  }

  /** To how many levels a value has all that it may have: to fewer where that is so much that none would be sent. */
  #optionalLevelsOf(pointer: string): number {
    const known = this.#optionalLevels.get(pointer);
    if (known !== undefined) return known;
    const within = (at: string) => {
      const { properties, items, alternatives } = viewSchema(this.#contract, at);
      return [...properties.values(), ...(items === undefined ? [] : [items]), ...alternatives.slice(0, 1)];
    };
    const levels = levelsWithin(pointer, mostOptionalLevels, within);
    this.#optionalLevels.set(pointer, levels);
    return levels;
  }

  #part(view: SchemaView, extent: Extent, depth: number): Exact {
    this.#left -= 1;
    if (this.#left < 0 || depth > mostLevels) return null;
    const fixed = this.fixedAt(view.pointer);
    if (fixed !== undefined) return fixed;
    const allowed = enumOf(view);
    if (allowed !== undefined) {
      // As of types, null comes last: a parameter has no text for it.
      const given = allowed.filter((value) => value !== null);
      return given[this.next() % Math.max(given.length, 1)] ?? null;
    }
    return this.#asAllAllow(view, this.#withAlternative(view, extent, depth));
  }

  #withAlternative(view: SchemaView, extent: Extent, depth: number): Exact {
    const own = this.#ownValue(view, extent, depth);
    // What holds another of itself must end.
    const alternative =
      depth > 6
        ? lowestAlternative(this.#contract, view)
        : view.alternatives[this.alternative % Math.max(view.alternatives.length, 1)];
    if (alternative === undefined) return own;
    const other = viewSchema(this.#contract, alternative);
    // "One of these must be given": the properties are those of the schema itself.
    const isOfRequired = other.types.length + other.properties.size + other.alternatives.length === 0;
    if (isOfRequired && isExactObject(own)) return { ...own, ...this.#named(view, other.required.keys(), depth) };
    return withName(this.#contract, view, other, merge(own, this.valueFor(other, extent, depth + 1)));
  }

  /**
   * An object without some of its optional properties, where not all of them may be there: one part of the schema may
   * close it to those of another one, or allow one or another.
   */
  #asAllAllow(view: SchemaView, value: Exact): Exact {
    if (!isExactObject(value) || !mayExclude(view)) return value;
    const check = schemaCheckOf(this.#contract);
    const isValid = (object: ExactObject) => check.isValid(this.#direction, view.pointer, object);
    if (isValid(value)) return value;
    const without = (names: readonly string[]) =>
      Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
    const optional = Object.keys(value).filter((name) => !view.required.has(name));
    const tried = [
      ...optional.map((name) => [name]),
      ...optional.map((_, index) => optional.slice(index + 1)),
      optional,
    ];
    return tried.map(without).find(isValid) ?? value;
  }

  #ownValue(view: SchemaView, extent: Extent, depth: number): Exact {
    const type = view.types.find((one) => one !== 'null') ?? view.types[0];
    switch (type) {
      case 'object':
        return this.#objectOf(view, extent, depth);
      case 'array':
        return this.#arrayOf(view, extent, depth);
      case 'string':
        return this.textOf(view);
      case 'integer':
      case 'number':
        return numberFor(view, type === 'integer', this.next());
      case 'boolean':
        return this.next() % 2 === 0;
      default:
        return type === 'null'
          ? null
          : view.alternatives.length > 0 || view.properties.size > 0
            ? this.#objectOf(view, extent, depth)
            : (schemaExamples(view)[0] ?? `any ${this.token()}`);
    }
  }

  #objectOf(view: SchemaView, extent: Extent, depth: number): Exact {
    const hasOptional = extent === 'all' && depth < this.#optionalDepth;
    const names = [...view.properties.keys()].filter((name) => view.required.has(name) || hasOptional);
    const hidden = this.#direction === 'request' ? 'readOnly' : 'writeOnly';
    const entries = names.flatMap((name): [string, Exact][] => {
      const pointer = view.properties.get(name);
      if (pointer === undefined) return [];
      const property = viewSchema(this.#contract, pointer);
      return property.keywords.get(hidden)?.value === true ? [] : [[name, this.valueFor(property, extent, depth + 1)]];
    });
    const object = Object.fromEntries(entries);
    const undescribed = [...view.required.keys()].filter((name) => !view.properties.has(name));
    const least = numberAt(view, 'minProperties') ?? 0;
    const missing = Math.max(0, least - entries.length - undescribed.length);
    const optional = missing === 0 ? [] : [...view.properties.keys()].filter((name) => !Object.hasOwn(object, name));
    Object.assign(object, this.#named(view, [...undescribed, ...optional.slice(0, missing)], depth));
    while (Object.keys(object).length < least) {
      const name = this.#newName(view, object);
      if (name === undefined) break;
      Object.assign(object, this.#named(view, [name], depth));
    }
    if (hasOptional && Object.keys(object).length === 0) Object.assign(object, this.#entryOf(view, depth));
    return this.#asConditionsAsk(view, object, depth);
  }

  /** An entry of a map, where the schema says how it may be called: other names may be as prose alone says. */
  #entryOf(view: SchemaView, depth: number): ExactObject {
    const isMap = view.properties.size === 0 && isExactObject(view.keywords.get('additionalProperties')?.value);
    if (!view.keywords.has('propertyNames') || !isMap || numberAt(view, 'maxProperties') === 0) return {};
    return this.#named(
      view,
      [this.#newName(view, {})].flatMap((name) => name ?? []),
      depth,
    );
  }

  /** A name for one more property of an object; undefined where none is left. */
  #newName(view: SchemaView, object: ExactObject): string | undefined {
    const pointer = view.keywords.get('propertyNames')?.pointer;
    if (pointer === undefined) return `key${this.next()}`;
    const names = viewSchema(this.#contract, pointer);
    const all = enumOf(names) ?? Array.from({ length: 20 }, () => this.textOf(names));
    return all.map(String).find((name) => !Object.hasOwn(object, name));
  }

  /** An object with what `then` or `else` asks of it (JSON Schema 2020-12 core section 10.2.2). */
  #asConditionsAsk(view: SchemaView, object: ExactObject, depth: number): ExactObject {
    const made = { ...object };
    for (const { pointer, value } of view.parts) {
      if (!isObject(value) || value['if'] === undefined) continue;
      const branch = schemaCheckOf(this.#contract).isValid(this.#direction, `${pointer}/if`, made) ? 'then' : 'else';
      if (!isObject(value[branch])) continue;
      const { properties, required } = viewSchema(this.#contract, `${pointer}/${branch}`);
      for (const name of new Set([...properties.keys(), ...required.keys()])) {
        const isHeld = Object.hasOwn(made, name);
        if (isHeld ? !properties.has(name) : !required.has(name)) continue;
        const [one, ...others] = [properties.get(name), view.properties.get(name)].filter((at) => at !== undefined);
        made[name] =
          one === undefined
            ? `any ${this.token()}`
            : this.valueFor(viewSchema(this.#contract, one, others), 'required', depth + 1);
      }
    }
    return made;
  }

  /** Properties of these names, as the schema has them: described, or as what is not described must be. */
  #named(view: SchemaView, names: Iterable<string>, depth: number): ExactObject {
    const others = view.keywords.get('additionalProperties');
    return Object.fromEntries(
      [...names].map((name) => {
        const pointer = view.properties.get(name) ?? (isExactObject(others?.value) ? others.pointer : undefined);
        return [name, pointer === undefined ? `any ${this.token()}` : this.valueAt(pointer, 'required', depth + 1)];
      }),
    );
  }

  #arrayOf(view: SchemaView, extent: Extent, depth: number): Exact {
    const least = numberAt(view, 'minItems') ?? 0;
    const most = numberAt(view, 'maxItems') ?? Number.POSITIVE_INFINITY;
    const usual = Math.max(1, view.places.length);
    return this.itemsOf(view, Math.max(least, depth < 7 ? Math.min(usual, most) : 0), extent, depth);
  }

  /** The schema of the item at a place, and of what else it must be. */
  #itemSchema({ places, items }: SchemaView, index: number, more: readonly string[] = []): SchemaView | undefined {
    const [first, ...others] = [...more, places[index] ?? items ?? []].flat();
    return first === undefined ? undefined : viewSchema(this.#contract, first, others);
  }

  /** The last of so many places that may have what the list must contain. */
  #placeOfContained(view: SchemaView, contained: string, count: number): number {
    const isOpen = viewSchema(this.#contract, contained).types.length === 0;
    for (let index = count - 1; index >= 0; index -= 1)
      if (isOpen || this.#itemSchema(view, index, [contained])?.types.length !== 0) return index;
    return -1;
  }

  /** So many items, each another one where they must not be the same. */
  itemsOf(view: SchemaView, count: number, extent: Extent = 'required', depth = 0): Exact[] {
    const contained = view.keywords.get('contains')?.pointer;
    const place = contained === undefined ? -1 : this.#placeOfContained(view, contained, count);
    const made = new Map<string, Exact>();
    const isUnique = view.keywords.get('uniqueItems')?.value === true;
    for (let tries = 0; made.size < count && tries < count * 10 + 50; tries += 1) {
      const own = this.#itemSchema(view, made.size, made.size === place ? [contained ?? []].flat() : []);
      const item = own === undefined ? `item ${this.token()}` : this.valueFor(own, extent, depth + 1);
      made.set(isUnique ? writeExact(item) : String(tries), item);
    }
    return [...made.values()];
  }
}

/** True where a schema may refuse an object for a property that it describes. */
function mayExclude({ alternatives, parts }: SchemaView): boolean {
  const written = parts.map(({ value }) => objectOf(value));
  const isClosed = written.length > 1 && written.some(({ additionalProperties }) => additionalProperties === false);
  return alternatives.length > 0 || isClosed || written.some(({ not }) => not !== undefined);
}

function merge(own: Exact, other: Exact): Exact {
  return isExactObject(own) && isExactObject(other) ? { ...own, ...other } : other;
}
