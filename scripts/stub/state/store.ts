import { type Exact, type ExactObject, isSame } from '../../http/exact-json.ts';
import { encode } from '../../http/percent-encoding.ts';
import { textOf } from '../../openapi/parameters/scalar-text.ts';

/** One thing of a collection. */
export interface Thing {
  id: Exact;
  item: ExactObject;
  /** What was put in later has a greater one. */
  position: number;
  /** True for what the contract gives as an example, and no client has made. */
  isExample: boolean;
}

interface Removed {
  /** Of its collection. */
  path: string;
  thing: Thing | undefined;
  below: [path: string, things: Thing[]][];
}

/** Things by the path of their collection, with its parameters filled in: `/libraries/3/books`. */
export class Store {
  readonly #collections = new Map<string, Thing[]>();
  /** By the same paths, the first thing with each identifier: looked up for everything that is made. */
  readonly #byKey = new Map<string, Map<string, Thing>>();
  /** What was removed, by its path, with the collections below it. */
  readonly #removed = new Map<string, Removed>();
  #positions = 0;

  /** True once something was put in, also when it is empty again. */
  has(path: string): boolean {
    return this.#collections.has(path);
  }

  /** The things of a collection, the newest last. */
  things(path: string): readonly Thing[] {
    return this.#collections.get(path) ?? [];
  }

  open(path: string): void {
    if (!this.has(path)) this.#collections.set(path, []);
  }

  add(path: string, id: Exact, item: ExactObject, isExample = false): Thing {
    this.#positions += 1;
    const thing = { id, item, position: this.#positions, isExample };
    this.#collections.set(path, [...this.things(path), thing]);
    this.#index(path, thing);
    return thing;
  }

  #index(path: string, thing: Thing): void {
    const own = this.#byKey.get(path) ?? new Map<string, Thing>();
    this.#byKey.set(path, own);
    if (!own.has(keyOf(thing.id))) own.set(keyOf(thing.id), thing);
  }

  find(path: string, id: Exact): Thing | undefined {
    // A moment, or an object, may be written in several ways.
    const hasOneSpelling = typeof id === 'string' ? !/^\d{4}-\d\d-\d\dT/i.test(id) : typeof id !== 'object';
    if (hasOneSpelling) return this.#byKey.get(path)?.get(keyOf(id));
    return this.things(path).find((thing) => isSame(thing.id, id) || textOf(thing.id) === textOf(id));
  }

  wasRemoved(path: string, id: Exact): boolean {
    return this.#removed.has(itemPath(path, id));
  }

  /** Removes a thing of a collection with everything below it. */
  remove(path: string, { id }: Pick<Thing, 'id'>, location = itemPath(path, id)): void {
    const thing = this.find(path, id);
    this.#collections.set(
      path,
      this.things(path).filter((other) => !isSame(other.id, id)),
    );
    this.#byKey.delete(path);
    for (const thing of this.things(path)) this.#index(path, thing);
    const below = [...this.#collections].filter(([other]) => other.startsWith(`${location}/`));
    for (const [other] of below) this.#forget(other);
    this.#removed.set(itemPath(path, id), { path, thing, below });
  }

  /** What was removed of a collection, and not put in again since. */
  removedFrom(path: string): Thing[] {
    return [...this.#removed.values()].flatMap(({ thing, path: from }) =>
      thing !== undefined && from === path && this.find(path, thing.id) === undefined ? [thing] : [],
    );
  }

  /** Puts back what was removed, with everything below it; undefined where there is no such thing, or another one. */
  restore(path: string, id: Exact): Thing | undefined {
    const { thing, below = [] } = this.#removed.get(itemPath(path, id)) ?? {};
    if (thing === undefined || this.find(path, id) !== undefined) return undefined;
    this.#removed.delete(itemPath(path, id));
    for (const [at, things] of below) this.#putBack(at, things);
    this.#putBack(path, [...this.things(path), thing]);
    return thing;
  }

  #putBack(path: string, things: Thing[]): void {
    this.#collections.set(path, things);
    for (const thing of things) this.#index(path, thing);
  }

  #forget(path: string): void {
    this.#collections.delete(path);
    this.#byKey.delete(path);
  }
}

/** The path of a thing in its collection. */
export function itemPath(path: string, id: Exact): string {
  return `${path}/${keyOf(id)}`;
}

/** A path of the contract with the values of its parameters. */
export function filledPath(template: string, valueOf: (name: string) => Exact | undefined): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => keyOf(valueOf(name) ?? ''));
}

/** An identifier in a path. A UUID has no case (RFC 9562 section 4). */
function keyOf(id: Exact): string {
  const text = textOf(id);
  return encode(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : text);
}
