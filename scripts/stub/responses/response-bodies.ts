import { type Exact, isExactObject } from '../../http/exact-json.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import { withComputedAmounts } from '../../openapi/resources/computed-amounts.ts';
import { type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { type ContractExample, examplesAt, schemaExamples } from '../../openapi/values/examples.ts';
import type { Extent, ValueSource } from '../../openapi/values/values.ts';

/** How many alternatives are tried, in all places at once. */
const mostAlternatives = 8;

/** Bodies that the schema of one media type allows in one response. */
export class ResponseBodies {
  readonly contract: Contract;
  readonly values: ValueSource;
  /** Pointer of the schema. */
  readonly schema: string;
  readonly #media: string;
  readonly #isValid: (value: Exact) => boolean;
  readonly #withComputed: (value: Exact) => Exact;
  readonly #known: Readonly<Record<string, Exact>>;

  /**
   * `media`: pointer of a media type that has a schema; `known`: properties whose value the response itself decides.
   */
  constructor(
    { contract, schemas }: Description,
    values: ValueSource,
    media: string,
    known: Readonly<Record<string, Exact>>,
  ) {
    this.contract = contract;
    this.values = values;
    this.schema = `${media}/schema`;
    this.#media = media;
    this.#known = known;
    const isValid = (pointer: string, value: Exact) => schemas.isValid('response', pointer, value);
    this.#isValid = (value) => isValid(this.schema, value);
    this.#withComputed = (value) => withComputedAmounts(contract, this.schema, value, isValid);
  }

  isAllowed(body: Exact): boolean {
    const isTrue =
      !isExactObject(body) ||
      Object.entries(this.#known).every(([name, value]) => !Object.hasOwn(body, name) || body[name] === value);
    return isTrue && this.#isValid(body);
  }

  /** The valid ones among the examples of the contract. */
  examples(): ContractExample[] {
    return examplesAt(this.contract, this.#media).filter(({ value }) => this.isAllowed(value));
  }

  /** What must be there alone. Undefined when none is found. */
  least(): Exact | undefined {
    return this.#made('required');
  }

  /** With all that may be there, if that can be at the same time. Undefined when none is found. */
  most(): Exact | undefined {
    return this.#made('all') ?? this.least();
  }

  /** What is nearest to the schema, where no value is found that it allows. */
  nearest(): Exact {
    return this.#tried('required')[0] ?? null;
  }

  /** Of several alternatives the first that alone matches. */
  #made(extent: Extent): Exact | undefined {
    try {
      for (let alternative = 0; alternative < mostAlternatives; alternative += 1) {
        this.values.alternative = alternative;
        const body = this.#tried(extent).find((one) => this.isAllowed(one));
        if (body !== undefined) return body;
      }
      return undefined;
    } finally {
      this.values.alternative = 0;
    }
  }

  /** As the examples of its parts where they fit, else as made from the schema. */
  #tried(extent: Extent): Exact[] {
    const view = viewSchema(this.contract, this.schema);
    const made = this.#withKnown(this.values.valueFor(view, extent));
    return [
      this.#withKnown(withExamples(this.contract, view, made)),
      made,
      ...this.examples().map(({ value }) => value),
    ].map((body) => this.#withComputed(body));
  }

  #withKnown(body: Exact): Exact {
    if (!isExactObject(body)) return body;
    return {
      ...body,
      ...Object.fromEntries(Object.entries(this.#known).filter(([name]) => Object.hasOwn(body, name))),
    };
  }
}

/**
 * A value with the examples that its parts have in the schema;
 * the first item alone of a list, as there may be no two of the same.
 */
function withExamples(contract: Contract, view: SchemaView, value: Exact): Exact {
  const [example] = schemaExamples(view).filter((one) => one !== null);
  if (example !== undefined) return example;
  if (Array.isArray(value))
    return value.map((item, index) =>
      index > 0 || view.items === undefined ? item : withExamples(contract, viewSchema(contract, view.items), item),
    );
  if (!isExactObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => {
      const pointer = view.properties.get(name);
      return [name, pointer === undefined ? child : withExamples(contract, viewSchema(contract, pointer), child)];
    }),
  );
}
