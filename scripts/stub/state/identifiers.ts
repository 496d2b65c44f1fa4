import { type Exact, writeExact } from '../../http/exact-json.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import { scalarOf, textOf } from '../../openapi/parameters/scalar-text.ts';
import { viewItem } from '../../openapi/resources/item-view.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { numberAt, type SchemaView, typesOf, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { examplesAt, schemaExamples } from '../../openapi/values/examples.ts';
import type { ValueSource } from '../../openapi/values/values.ts';
import { itemSchemas } from './item-schemas.ts';

/** Gives identifiers to the things of one resource: the next number, or a text that its schema allows. */
export class Identifiers {
  /** What an identifier must be: in the path, and in the things. */
  readonly #views: readonly SchemaView[];
  /** True for what the things and their paths may have. */
  readonly isAllowed: (id: Exact) => boolean;
  readonly #contract: Contract;
  readonly #values: ValueSource;
  /** Those that the contract gives as examples come first. */
  readonly #examples: Exact[];
  #highest = 0n;
  /** What has been given: what is removed leaves its identifier to nothing else. */
  readonly #given = new Set<string>();

  constructor(description: Description, resource: Resource, values: ValueSource) {
    const { contract, schemas } = description;
    const [property] = propertySchemas(description, resource);
    this.#views = viewsOf(description, resource, property);
    this.isAllowed = (id) => this.#views.every(({ pointer }) => schemas.isValid('response', pointer, id));
    this.#contract = contract;
    this.#values = values;
    const examples = [
      ...(resource.parameter === undefined
        ? []
        : examplesAt(contract, resource.parameter.pointer).map(({ value }) => value)),
      ...(property === undefined ? [] : schemaExamples(viewSchema(contract, property))),
    ];
    this.#examples = this.#views.length === 0 ? [] : examples.map((id) => this.read(id)).filter(this.isAllowed);
  }

  /** True as long as the contract gives an example of one that is not in use. */
  get hasExample(): boolean {
    return this.#examples.length > 0;
  }

  /** Undefined where all that it tries are taken: a schema may allow a few alone. */
  next(isTaken: (id: Exact) => boolean): Exact | undefined {
    const example = this.#examples.shift();
    if (example !== undefined && !isTaken(example)) {
      this.note(example);
      return example;
    }
    let free: Exact | undefined;
    for (let tries = 0; tries < 1000; tries += 1) {
      // Of what two patterns match, one of them may be made more often.
      const view = this.#views[tries % Math.max(this.#views.length, 1)];
      const id =
        view === undefined || isNumeric(this.#contract, view)
          ? this.#nextNumber()
          : this.#values.valueFor(view, 'required');
      if (isTaken(id)) continue;
      const isNew = !this.#given.has(writeExact(id));
      if (isNew && this.isAllowed(id)) {
        this.#given.add(writeExact(id));
        return id;
      }
      free ??= id;
    }
    return free;
  }

  /** An identifier as things have it: what is a number in them may be a text in the path, and the other way round. */
  read(id: Exact): Exact {
    const [view] = this.#views;
    if (typeof id === 'string') return scalarOf(view?.types ?? [], id);
    return view?.types.includes('string') === true && !isNumeric(this.#contract, view) ? textOf(id) : id;
  }

  #nextNumber(): Exact {
    const [view] = this.#views;
    const first = BigInt(Math.ceil((view === undefined ? undefined : numberAt(view, 'minimum')) ?? 1));
    this.#highest = this.#highest < first ? first : this.#highest + 1n;
    return exactOf(this.#highest);
  }

  /** Takes note of an identifier that was not given here. */
  note(id: Exact): void {
    const isWhole = typeof id === 'bigint' || (typeof id === 'number' && Number.isInteger(id));
    if (!isWhole || BigInt(id) <= this.#highest) return;
    // After the last one that is allowed comes none: others are looked for below.
    if (this.isAllowed(exactOf(BigInt(id) + 1n))) this.#highest = BigInt(id);
  }
}

function exactOf(whole: bigint): Exact {
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole;
}

/** As the paths ask for it and as the property has it; the latter alone where that is of another type. */
function viewsOf(
  { contract, operations }: Description,
  { itemsPath, parameter }: Resource,
  pointer: string | undefined,
): SchemaView[] {
  const property = pointer === undefined ? [] : [viewSchema(contract, pointer)];
  if (parameter === undefined) return property;
  const itemPath = `${itemsPath}/{${parameter.name}}`;
  const inPaths = operations
    .filter(({ path }) => path === itemPath || path.startsWith(`${itemPath}/`))
    .flatMap(({ parameters }) => parameters.filter((one) => one.in === 'path' && one.name === parameter.name))
    .filter(({ mediaType }) => mediaType === null)
    .map((one) => viewSchema(contract, parameterSchema(one)))
    // What a path has a list of is named by each entry.
    .map((view) => (view.items === undefined ? view : viewSchema(contract, view.items)));
  const isOther = property.some((own) => inPaths.every((one) => !hasTypeInCommon(contract, own, one)));
  return isOther ? property : [...new Set([...inPaths, ...property])];
}

function hasTypeInCommon(contract: Contract, one: SchemaView, other: SchemaView): boolean {
  const types = typesOf(contract, other);
  return (
    [one, other].every((view) => isNumeric(contract, view)) ||
    typesOf(contract, one).some((type) => types.includes(type))
  );
}

/** Identifiers are whole numbers, whichever of both types a schema has. */
function isNumeric(contract: Contract, view: SchemaView): boolean {
  return typesOf(contract, view).some((type) => type === 'integer' || type === 'number');
}

/** Pointers of the schemas of the property that has the identifier. */
function propertySchemas(description: Description, resource: Resource): string[] {
  return itemSchemas(description, resource).flatMap(
    (schema) => viewItem(description.contract, schema).properties.get(resource.idProperty ?? '') ?? [],
  );
}
