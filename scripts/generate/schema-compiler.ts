import { Ajv2020 } from 'ajv/dist/2020.js';
import { _ } from 'ajv/dist/compile/codegen/index.js';
import standalone from 'ajv/dist/standalone/index.js';
import { ContractError, type Problem } from '../cli/problem.ts';
import { type Contract, partAt, referenceOf } from '../openapi/contract.ts';
import { partsOf } from '../openapi/document-walk.ts';
import { formats } from '../openapi/formats.ts';
import { objectOf, pointerTo, segmentsOf, stringOf } from '../openapi/json.ts';
import { type Direction, withJsonSchemas } from '../openapi/json-schemas.ts';

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
      const reason = cause instanceof Error ? cause.message : String(cause);
      const patterns = invalidPatterns(this.#contract);
      throw new ContractError(
        patterns.length > 0
          ? patterns
          : [{ location: this.#contract.locate(pointer), message: `This schema does not compile: ${reason}.` }],
      );
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

/** Where the document has regular expressions that JavaScript does not; Ajv does not say which they are. */
function invalidPatterns(contract: Contract): Problem[] {
  return [...partsOf(contract.document)].flatMap(({ kind, node: { pointer, value } }) => {
    const pattern = kind === 'schema' ? stringOf(objectOf(value)['pattern']) : undefined;
    const reason = pattern === undefined ? undefined : whyNoPattern(pattern);
    if (reason === undefined) return [];
    const message = `This pattern is no regular expression of JavaScript: ${reason}.`;
    return [{ location: contract.locate(`${pointer}/pattern`), message }];
  });
}

function whyNoPattern(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
