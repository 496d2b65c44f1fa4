import { Ajv2020 } from 'ajv/dist/2020.js';
import { _ } from 'ajv/dist/compile/codegen/index.js';
import standalone from 'ajv/dist/standalone/index.js';
import { type Contract, partAt, referenceOf } from '../openapi/contract.ts';
import { formats } from '../openapi/formats.ts';
import { objectOf, pointerTo, segmentsOf } from '../openapi/json.ts';
import { type Direction, withJsonSchemas } from '../openapi/json-schemas.ts';
import { notCompiled } from '../openapi/schema-problems.ts';

/** Compiles schemas of a contract to JavaScript. The one place that knows Ajv. */
export class SchemaCompiler {
  readonly #contract: Contract;
  readonly #ajv: Ajv2020;
  /** Name of the validator of each schema, so that a schema used twice is compiled once. */
  readonly #names = new Map<string, string>();
  /** The same of responses, by the pointers of their schemas. */
  readonly responseNames = new Map<string, string>();

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#ajv = new Ajv2020({
      strict: false,
      logger: false,
      ownProperties: true,
      formats,
      code: { source: true, esm: true, lines: true, formats: _`formats` },
    });
    for (const direction of ['request', 'response'] as const)
      this.#ajv.addSchema(withJsonSchemas(contract, direction), direction);
  }

  /** The name of the validator of the schema at `pointer`. Throws ContractError when it does not compile. */
  add(direction: Direction, pointer: string): string {
    const standing = standalonePointer(this.#contract, pointer);
    const key = `${direction}#${encodeURI(standing)}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = `check${this.#names.size}`;
    try {
      this.#ajv.addSchema({ $ref: key }, name).getSchema(name);
    } catch (cause) {
      throw notCompiled(this.#contract, pointer, cause);
    }
    this.#names.set(key, name);
    if (direction === 'response') this.responseNames.set(standing, name);
    return name;
  }

  /** A module that exports every validator by its name, and expects `formats` to be there. */
  code(): string {
    const names = [...this.#names.values()];
    return standalone.default(this.#ajv, Object.fromEntries(names.map((name) => [name, name])));
  }
}

/** The pointer of a schema after each `$ref` that stands alone: one with siblings says more than its target. */
export function standalonePointer(contract: Contract, pointer: string, followed: string[] = []): string {
  const part = partAt(contract, pointer, followed);
  const reference = referenceOf(part.value);
  const isAlone = contract.version === '3.0' || Object.keys(objectOf(part.value)).length === 1;
  return reference !== undefined && isAlone
    ? standalonePointer(contract, pointerTo(...segmentsOf(reference)), [part.pointer])
    : part.pointer;
}
