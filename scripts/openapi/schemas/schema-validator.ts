import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Exact, toPlain } from '../../http/exact-json.ts';
import type { Contract } from '../contract.ts';
import { remembered } from '../remembered.ts';
import { formats } from '../values/formats.ts';
import { type Direction, withJsonSchemas } from './json-schemas.ts';
import { referenceHeights } from './reference-height.ts';
import { standalonePointer } from './schema-pointers.ts';
import { endless, notCompiled } from './schema-problems.ts';

/** How a value violates a schema. */
export interface SchemaViolation {
  /** Keys and indices down to the part of the value that differs. */
  path: string[];
  keyword: string;
  message: string;
  /** The property that is missing or surplus. */
  property: string | undefined;
}

// What schemas themselves must be is compiled once, for all contracts.
const metaSchema = new Ajv2020({ strict: false, logger: false, formats });

/** What validates the values of a contract: each schema is compiled once, whoever asks. */
export const schemaCheckOf = remembered((contract: Contract) => new SchemaCheck(contract));

/** Validates values against the schemas of a contract. */
export class SchemaCheck {
  readonly #contract: Contract;
  readonly #ajv: Ajv2020;
  /** By the URI of the schema. */
  readonly #compiled = new Map<string, ValidateFunction>();
  /** The same by direction and pointer, with which they are asked for. */
  readonly #known = new Map<string, ValidateFunction>();

  constructor(contract: Contract) {
    this.#contract = contract;
    // All of int64 is allowed here: what a server makes of integers beyond a double is a requirement of its own.
    const int64 = {
      type: 'number',
      validate: (value: number) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63,
    } as const;
    this.#ajv = new Ajv2020({
      strict: false,
      logger: false,
      validateSchema: false,
      ownProperties: true,
      allErrors: true,
      // It takes most of the time to compile hundreds of alternatives, and little of that to run them.
      code: { optimize: false },
      multipleOfPrecision: 6,
      formats: { ...formats, int64 },
    });
    for (const direction of ['request', 'response'] as const) {
      const schemas = withJsonSchemas(contract, direction);
      metaSchema.validateSchema(schemas, true);
      this.#ajv.addSchema(schemas, direction);
    }
  }

  /** How `value` violates the schema at `pointer`; empty when it is valid. */
  violations(direction: Direction, pointer: string, value: Exact): SchemaViolation[] {
    return this.#errors(direction, pointer, value).map(violationOf);
  }

  isValid(direction: Direction, pointer: string, value: Exact): boolean {
    return this.#errors(direction, pointer, value).length === 0;
  }

  #errors(direction: Direction, pointer: string, value: Exact): ErrorObject[] {
    const validate = this.#validator(direction, pointer);
    const plain = toPlain(value);
    try {
      return validate(plain) ? [] : (validate.errors ?? []);
    } catch (cause) {
      throw cause instanceof RangeError ? endless(this.#contract, pointer) : cause;
    }
  }

  #validator(direction: Direction, pointer: string): ValidateFunction {
    const asked = `${direction} ${pointer}`;
    const known = this.#known.get(asked);
    if (known !== undefined) return known;
    try {
      const key = keyOf(this.#contract, direction, pointer);
      const validate = this.#compiled.get(key) ?? this.#compile(key, direction);
      this.#compiled.set(key, validate);
      this.#known.set(asked, validate);
      return validate;
    } catch (cause) {
      throw notCompiled(this.#contract, pointer, cause);
    }
  }

  /** Ajv goes down each reference before it ends: where they are too many, the lowest schemas are compiled first. */
  #compile(key: string, direction: Direction): ValidateFunction {
    try {
      return this.#ajv.compile({ $ref: key });
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      const schemas = [...referenceHeights(this.#contract)].toSorted((one, other) => one.height - other.height);
      for (const { pointer } of schemas) this.#ajv.compile({ $ref: keyOf(this.#contract, direction, pointer) });
      return this.#ajv.compile({ $ref: key });
    }
  }
}

/** The URI of the schema at a pointer. */
function keyOf(contract: Contract, direction: Direction, pointer: string): string {
  return `${direction}#${encodeURI(standalonePointer(contract, pointer))}`;
}

function violationOf({ instancePath, keyword, message, params }: ErrorObject): SchemaViolation {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  const named: unknown = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  const values = keyword === 'enum' ? `: ${JSON.stringify(params['allowedValues'])}` : '';
  const property = typeof named === 'string' ? named : undefined;
  return {
    path,
    keyword,
    message: `${message ?? keyword}${values}${/additional|unevaluated/.test(keyword) ? `: ${property}` : ''}`,
    property,
  };
}
