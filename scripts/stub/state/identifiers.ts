import type { Exact } from '../../http/exact-json.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import { examplesAt, schemaExamples } from '../../openapi/examples.ts';
import type { Parameter } from '../../openapi/operation-table.ts';
import { scalarOf } from '../../openapi/parameters/scalar-text.ts';
import type { Resource } from '../../openapi/resources.ts';
import { numberAt, type SchemaView, viewSchema } from '../../openapi/schema-view.ts';
import type { ValueSource } from '../../openapi/values.ts';
import { itemSchemas } from './item-schemas.ts';

/** Gives identifiers to the things of one resource: the next number, or a text that its schema allows. */
export class Identifiers {
  readonly #view: SchemaView | undefined;
  readonly #values: ValueSource;
  /** Those that the contract gives as examples come first. */
  readonly #examples: Exact[];
  #highest = 0n;

  constructor(description: Description, resource: Resource, values: ValueSource) {
    const { contract, schemas } = description;
    const [property] = propertySchemas(description, resource);
    this.#view = schemaOf(description, resource, property, values);
    this.#values = values;
    const examples = [
      ...(resource.parameter === undefined
        ? []
        : examplesAt(contract, resource.parameter.pointer).map(({ value }) => value)),
      ...(property === undefined ? [] : schemaExamples(viewSchema(contract, property))),
    ];
    const view = this.#view;
    this.#examples =
      view === undefined
        ? []
        : examples.map((id) => this.read(id)).filter((id) => schemas.isValid('response', view.pointer, id));
  }

  /** Undefined where all that it tries are taken: a schema may allow a few alone. */
  next(isTaken: (id: Exact) => boolean): Exact | undefined {
    const example = this.#examples.shift();
    if (example !== undefined && !isTaken(example)) {
      this.note(example);
      return example;
    }
    for (let tries = 0; tries < 1000; tries += 1) {
      const id =
        this.#view === undefined || this.#view.types.includes('integer')
          ? this.#nextNumber()
          : this.#values.valueFor(this.#view, 'required');
      if (!isTaken(id)) return id;
    }
    return undefined;
  }

  /** An identifier as things have it: what is a number in them may be a text in the path. */
  read(id: Exact): Exact {
    return typeof id === 'string' ? scalarOf(this.#view?.types ?? [], id) : id;
  }

  #nextNumber(): Exact {
    const first = BigInt(Math.ceil((this.#view === undefined ? undefined : numberAt(this.#view, 'minimum')) ?? 1));
    this.#highest = this.#highest < first ? first : this.#highest + 1n;
    return Number.isSafeInteger(Number(this.#highest)) ? Number(this.#highest) : this.#highest;
  }

  /** Takes note of an identifier that was not given here. */
  note(id: Exact): void {
    const isWhole = typeof id === 'bigint' || (typeof id === 'number' && Number.isInteger(id));
    if (isWhole && BigInt(id) > this.#highest) this.#highest = BigInt(id);
  }
}

/** Of property and paths the one whose values all others allow as well; else the path, where both are of one type. */
function schemaOf(
  { contract, operations, schemas }: Description,
  { collectionPath, parameter }: Resource,
  pointer: string | undefined,
  values: ValueSource,
): SchemaView | undefined {
  const property = pointer === undefined ? undefined : viewSchema(contract, pointer);
  const inPath = parameter === undefined ? undefined : viewInPath(contract, parameter);
  if (parameter === undefined || property === undefined || inPath === undefined) return inPath ?? property;
  const itemPath = `${collectionPath}/{${parameter.name}}`;
  const inPaths = operations
    .filter(({ path }) => path === itemPath || path.startsWith(`${itemPath}/`))
    .flatMap(({ parameters }) => parameters.filter((one) => one.in === 'path' && one.name === parameter.name))
    .flatMap((one) => viewInPath(contract, one) ?? []);
  const all = [...new Set([inPath, property, ...inPaths])];
  const isForAll = (view: SchemaView) => {
    const id = values.valueFor(view, 'required');
    return all.every(({ pointer: at }) => schemas.isValid('response', at, id));
  };
  const isOther = !property.types.some((type) => inPath.types.includes(type));
  return all.find(isForAll) ?? (isOther ? property : inPath);
}

function viewInPath(contract: Contract, { pointer, mediaType }: Parameter): SchemaView | undefined {
  return mediaType === null ? viewSchema(contract, `${pointer}/schema`) : undefined;
}

/** Pointers of the schemas of the property that has the identifier. */
function propertySchemas(description: Description, resource: Resource): string[] {
  return itemSchemas(description, resource).flatMap(
    (schema) => viewSchema(description.contract, schema).properties.get(resource.idProperty ?? '') ?? [],
  );
}
