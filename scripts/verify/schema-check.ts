import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Contract } from '../contract/contract.ts';
import { type Direction, withJsonSchemas } from '../generate/schemas.ts';
import { formats } from '../generate/formats.ts';
import { type Exact, toPlain } from './exact-json.ts';

/** How a value departs from a schema. */
export interface Departure {
  /** Keys and indices down to the part of the value that departs. */
  path: string[];
  keyword: string;
  message: string;
  /** The property that is missing or surplus. */
  property: string | undefined;
}

/** Holds values against the schemas of a contract. */
export class SchemaCheck {
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(contract: Contract) {
    // All of int64 is allowed here: what a server makes of integers beyond a double is a fact of its own.
    const int64 = { type: 'number', validate: (value: number) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63 } as const;
    this.#ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true, allErrors: true, multipleOfPrecision: 6, formats: { ...formats, int64 } });
    for (const direction of ['request', 'response'] as const) this.#ajv.addSchema(withJsonSchemas(contract, direction), direction);
  }

  /** How `value` departs from the schema at `pointer`; empty when it is valid. */
  departures(direction: Direction, pointer: string, value: Exact): Departure[] {
    const validate = this.#validator(direction, pointer);
    return validate(toPlain(value)) ? [] : (validate.errors ?? []).map(departureOf);
  }

  isValid(direction: Direction, pointer: string, value: Exact): boolean {
    return this.#validator(direction, pointer)(toPlain(value));
  }

  #validator(direction: Direction, pointer: string): ValidateFunction {
    const key = `${direction}#${encodeURI(pointer)}`;
    const validate = this.#compiled.get(key) ?? this.#ajv.compile({ $ref: key });
    this.#compiled.set(key, validate);
    return validate;
  }
}

function departureOf({ instancePath, keyword, message, params }: ErrorObject): Departure {
  const path = instancePath.split('/').slice(1).map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  const named: unknown = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  const values = keyword === 'enum' ? `: ${JSON.stringify(params['allowedValues'])}` : '';
  const property = typeof named === 'string' ? named : undefined;
  return { path, keyword, message: `${message ?? keyword}${values}${/additional|unevaluated/.test(keyword) ? `: ${property}` : ''}`, property };
}
