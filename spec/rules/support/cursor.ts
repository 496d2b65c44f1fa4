import type { Context, Location, Resolved } from './redocly.ts';

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isReference(value: unknown): value is { $ref: string } {
  return isFields(value) && typeof value['$ref'] === 'string';
}

/** A value of the document and where it stands; walking on from it follows every `$ref`. */
export class Cursor {
  readonly value: unknown;
  readonly location: Location;
  readonly #context: Context;

  constructor(value: unknown, location: Location, context: Context) {
    this.value = value;
    this.location = location;
    this.#context = context;
  }

  static at(node: unknown, context: Context): Cursor {
    return new Cursor(node, context.location, context);
  }

  /**
   * The value at `key`, or undefined without one,
   * as for a `$ref` that leads nowhere (`no-unresolved-refs` reports that).
   */
  child(key: string | number): Cursor | undefined {
    const { value } = this;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    return this.#follow((value as Fields)[key], this.location.child([key]));
  }

  /** The fields of an object, or the items of an array, in the order of the document. */
  entries(): [string, Cursor][] {
    if (typeof this.value !== 'object' || this.value === null) return [];
    return Object.keys(this.value).flatMap((key) => {
      const child = this.child(key);
      return child ? [[key, child] as [string, Cursor]] : [];
    });
  }

  #follow(value: unknown, location: Location): Cursor | undefined {
    if (!isReference(value)) return new Cursor(value, location, this.#context);
    const target: Resolved = this.#context.resolve(value, location.source.absoluteRef);
    if (target.node === undefined || !target.location) return undefined;
    return new Cursor(target.node, target.location, this.#context);
  }
}
