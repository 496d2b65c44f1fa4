import { Ajv2020 } from 'ajv/dist/2020.js';
import { _, _Code } from 'ajv/dist/compile/codegen/code.js';
import { type UsedScopeValues, UsedValueState, type ValueScopeName } from 'ajv/dist/compile/codegen/scope.js';
import { SchemaEnv } from 'ajv/dist/compile/index.js';
import type { AnyValidateFunction, SourceCode } from 'ajv/dist/types/index.js';
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
    const used: UsedScopeValues = {};
    return [...this.#names.values()]
      .map((name) => {
        const { source } = this.#ajv.getSchema(name) ?? {};
        return `export const ${name} = ${String(source?.validateName)};\n${this.#codeOf(source, used)}`;
      })
      .join('');
  }

  /** As Ajv's own standalone code, which takes the square of the time, and ends with a stack, for many exports. */
  #codeOf(source: SourceCode | undefined, used: UsedScopeValues): string {
    if (source === undefined) throw new Error('A validator has no source.');
    const { validateName, scopeValues, validateCode, evaluated } = source;
    const states = (used[validateName.prefix] ??= new Map());
    if (states.get(validateName) === UsedValueState.Completed) return '';
    states.set(validateName, UsedValueState.Started);
    const scope = this.#ajv.scope.scopeCode(scopeValues, used, (name) => {
      const code = this.#codeOfReference(name, used);
      return code === undefined ? undefined : new _Code(code);
    });
    const properties =
      evaluated === undefined ? '' : `${String(validateName)}.evaluated = ${String(_`${evaluated}`)};\n`;
    return `${String(scope)}\n${String(validateCode)}${properties}`;
  }

  /** A schema that holds itself calls its validator by way of an object, as that is not there yet. */
  #codeOfReference(name: ValueScopeName, used: UsedScopeValues): string | undefined {
    const reference: unknown = name.value?.ref;
    if (name.prefix === 'validate' && isValidator(reference)) return this.#codeOf(reference.source, used);
    if (!(reference instanceof SchemaEnv) || reference.validateName === undefined) return undefined;
    const { validate, validateName } = reference;
    const isKnown = used[validateName.prefix]?.has(validateName) === true;
    const code = isKnown ? '' : this.#codeOf(validate?.source, used);
    return `const ${String(name)} = { validate: ${String(validateName)} };\n${code}`;
  }
}

function isValidator(value: unknown): value is AnyValidateFunction {
  return typeof value === 'function';
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
