import { type Exact, type ExactObject, isExactObject } from '../../http/exact-json.ts';
import type { Contract } from '../../openapi/contract.ts';
import { discriminatorOf, withName } from '../../openapi/schemas/discriminator.ts';
import { isReadOnly, numberAt, type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { Extent, ValueSource } from '../../openapi/values/values.ts';
import { type Aspect, aspectsOf } from '../schema/aspects.ts';

/** A key on the way down to a part of a body; null for any item of a list. */
export type Step = string | null;

/** Gives a whole body that has a value in one place. */
type Place = (values: ValueSource, value: Exact, extent: Extent) => Exact;

interface Position {
  /** Of an alternative: the property that says it is meant. */
  namedBy?: string | undefined;
  path: string;
  steps: readonly Step[];
  depth: number;
  place: Place;
}

/** One part of a body, as its schema describes it: the whole, a property, the items of a list, or an alternative. */
export class BodyPart {
  /** As ids have it: `.shape(Circle).radius`, `.tags[]`, and '' for the whole. */
  readonly path: string;
  readonly steps: readonly Step[];
  readonly view: SchemaView;
  readonly depth: number;
  readonly namedBy: string | undefined;
  /** A whole body that is otherwise as it must be, with this value in place of the part. */
  readonly bodyWith: Place;
  readonly #contract: Contract;
  #aspects: readonly Aspect[] | undefined;
  #properties: ReadonlyMap<string, BodyPart> | undefined;
  #alternatives: readonly BodyPart[] | undefined;

  constructor(contract: Contract, schema: string, { path, steps, depth, place, namedBy }: Position) {
    this.namedBy = namedBy;
    this.path = path;
    this.steps = steps;
    this.depth = depth;
    this.bodyWith = place;
    this.view = viewSchema(contract, schema);
    this.#contract = contract;
  }

  get isObject(): boolean {
    return this.view.types.includes('object') || this.view.properties.size > 0;
  }

  /** The property that names one of its alternatives, if one does. */
  get discriminator(): string | undefined {
    return discriminatorOf(this.view);
  }

  /** What only the server sets. */
  get isReadOnly(): boolean {
    return isReadOnly(this.view);
  }

  /** The path of a property or an item, described or not. */
  pathOf(step: Step): string {
    return this.path + (step === null ? '[]' : `.${step}`);
  }

  /** What `pathOf` makes this path of, wherever the path leads; undefined for one that is not below the part. */
  nameAt(path: string): string | undefined {
    const start = this.pathOf('');
    return path.startsWith(start) ? path.slice(start.length) : undefined;
  }

  /** What its schema says of its values. */
  get aspects(): readonly Aspect[] {
    this.#aspects ??= aspectsOf(this.view);
    return this.#aspects;
  }

  get properties(): ReadonlyMap<string, BodyPart> {
    this.#properties ??= new Map([...this.view.properties].map(([name, at]) => [name, this.#property(name, at)]));
    return this.#properties;
  }

  get alternatives(): readonly BodyPart[] {
    this.#alternatives ??= this.view.alternatives.map((at, index) => this.#alternative(at, index));
    return this.#alternatives;
  }

  get items(): BodyPart | undefined {
    const { items } = this.view;
    const least = numberAt(this.view, 'minItems') ?? 1;
    return items === undefined
      ? undefined
      : this.#below(items, this.pathOf(null), [null], (values, value, extent) =>
          this.bodyWith(values, [...values.itemsOf(this.view, Math.max(least - 1, 0)), value], extent),
        );
  }

  /** An object that the part may be: a new one each time, so that what must be unique is not there already. */
  object(values: ValueSource, extent: Extent, changes: ExactObject = {}): ExactObject {
    return { ...objectIn(values.holderOf(this.view, extent, this.depth)), ...changes };
  }

  objectWithout(values: ValueSource, extent: Extent, isLeftOut: (name: string) => boolean): ExactObject {
    return Object.fromEntries(Object.entries(this.object(values, extent)).filter(([name]) => !isLeftOut(name)));
  }

  #property(name: string, schema: string): BodyPart {
    return this.#below(schema, this.pathOf(name), [name], (values, value, extent) =>
      this.bodyWith(values, this.object(values, extent, { [name]: value }), extent),
    );
  }

  #alternative(schema: string, index: number): BodyPart {
    const view = viewSchema(this.#contract, schema);
    const joined = (values: ValueSource, value: ExactObject): ExactObject => ({
      ...(this.view.properties.size > 0 ? this.object(values, 'all') : {}),
      ...objectIn(withName(this.#contract, this.view, view, value)),
    });
    const place: Place = (values, value, extent) =>
      this.bodyWith(values, isExactObject(value) ? joined(values, value) : value, extent);
    return this.#below(schema, `${this.path}(${view.name ?? index + 1})`, [], place, this.discriminator);
  }

  #below(schema: string, path: string, steps: readonly Step[], place: Place, namedBy?: string): BodyPart {
    const position = { path, steps: [...this.steps, ...steps], depth: this.depth + 1, place, namedBy };
    return new BodyPart(this.#contract, schema, position);
  }
}

function objectIn(value: Exact): ExactObject {
  return isExactObject(value) ? value : {};
}

/** What stands at a path of a body, for people. */
export function nameOf(path: string): string {
  return path === '' ? 'The body' : path.replace(/^\./, '');
}
