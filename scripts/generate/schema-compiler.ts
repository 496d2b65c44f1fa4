import { Ajv2020 } from 'ajv/dist/2020.js';
import { _, type _Code, nil } from 'ajv/dist/compile/codegen/code.js';
import type { UsedScopeValues, ValueScopeName } from 'ajv/dist/compile/codegen/scope.js';
import { compileSchema, SchemaEnv } from 'ajv/dist/compile/index.js';
import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import { callRef, getValidate } from 'ajv/dist/vocabularies/core/ref.js';
import { ContractError } from '../cli/problem.ts';
import { type Contract, partAt, referenceOf } from '../openapi/contract.ts';
import { partsOf } from '../openapi/document-walk.ts';
import { formats } from '../openapi/formats.ts';
import { childOf, type Json, type JsonObject, objectOf, pointerTo, segmentsOf } from '../openapi/json.ts';
import { type Direction, withJsonSchemas } from '../openapi/json-schemas.ts';
import { notCompiled } from '../openapi/schema-problems.ts';

/** A schema of the contract in one direction, and what Ajv has made of it. */
interface Compiled {
  pointer: string;
  environment: SchemaEnv;
}

/** Compiles schemas of a contract to JavaScript. The one place that knows Ajv. */
export class SchemaCompiler {
  readonly #contract: Contract;
  readonly #ajv: Ajv2020;
  readonly #documents: Record<Direction, SchemaEnv>;
  /** Each schema that is used, by direction and pointer: it is compiled once. */
  readonly #schemas = new Map<string, Compiled>();
  /** Name of the validator of each schema that is asked for. */
  readonly #names = new Map<string, string>();
  /** The same of responses, by the pointers of their schemas. */
  readonly responseNames = new Map<string, string>();

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#ajv = new Ajv2020({
      strict: false,
      logger: false,
      validateSchema: false,
      ownProperties: true,
      formats,
      // The code is written to a file; what Ajv makes a function of is never called.
      code: {
        source: true,
        esm: true,
        lines: true,
        optimize: false,
        formats: _`formats`,
        process: () => 'return () => false',
      },
    });
    this.#ajv.opts.unevaluated = [...partsOf(contract.document)].some(
      ({ kind, node: { value } }) =>
        kind === 'schema' && ['unevaluatedProperties', 'unevaluatedItems'].some((name) => name in objectOf(value)),
    );
    this.#callTargets();
    const environmentOf = (direction: Direction) =>
      new SchemaEnv({ schema: withJsonSchemas(contract, direction), baseId: direction });
    this.#documents = { request: environmentOf('request'), response: environmentOf('response') };
  }

  /** The name of the validator of the schema at `pointer`. Throws ContractError where a `$ref` leads nowhere. */
  add(direction: Direction, pointer: string): string {
    const standing = standalonePointer(this.#contract, pointer);
    const key = `${direction}#${standing}`;
    const name = this.#names.get(key) ?? `check${this.#names.size}`;
    this.#names.set(key, name);
    this.#find(direction, standing);
    if (direction === 'response') this.responseNames.set(standing, name);
    return name;
  }

  /**
   * Every validator as a constant of its name; expects `formats`, and `require` for what Ajv has at run time. Throws
   * ContractError for a schema that does not compile.
   */
  code(): string {
    // A schema that is compiled may name others, which are put behind it.
    for (const { pointer, environment } of this.#schemas.values())
      try {
        compileSchema.call(this.#ajv, environment);
      } catch (cause) {
        throw cause instanceof ContractError ? cause : notCompiled(this.#contract, pointer, cause);
      }
    const used: UsedScopeValues = {};
    const functions = [...this.#schemas.values()].map(({ environment }) => this.#codeOf(environment, used));
    const exports = [...this.#names].map(
      ([key, name]) => `const ${name} = ${String(this.#schemas.get(key)?.environment.validateName)};\n`,
    );
    return [...functions, ...exports].join('');
  }

  /**
   * Ajv compiles the target of a `$ref` within the schema that names it, and again for the next one. Here it is called,
   * and compiled once, in its turn: no chain of references is deeper than the stack.
   */
  #callTargets(): void {
    const rule = this.#ajv.RULES.all['$ref'];
    if (typeof rule !== 'object') throw new Error('Ajv has no rule for $ref.');
    const code = (context: KeywordCxt) => {
      const environment = this.#targetOf(context);
      callRef(context, getValidate(context, environment), environment);
    };
    rule.definition = { keyword: '$ref', type: [], schemaType: ['string'], code };
  }

  #targetOf({ schema, it }: KeywordCxt): SchemaEnv {
    const direction = it.schemaEnv.root === this.#documents.request ? 'request' : 'response';
    return this.#find(direction, standalonePointer(this.#contract, pointerTo(...segmentsOf(String(schema)))));
  }

  #find(direction: Direction, pointer: string): SchemaEnv {
    const key = `${direction}#${pointer}`;
    const known = this.#schemas.get(key);
    if (known !== undefined) return known.environment;
    const root = this.#documents[direction];
    // The document is made of JSON.
    const schema = segmentsOf(pointer).reduce<Json | undefined>(childOf, root.schema as JsonObject);
    if (typeof schema !== 'object' && typeof schema !== 'boolean') throw new Error(`There is no schema at ${pointer}.`);
    const environment = new SchemaEnv({ schema: schema ?? {}, root, baseId: root.baseId });
    this.#schemas.set(key, { pointer, environment });
    return environment;
  }

  /** Ajv's own standalone code takes the square of the time, and ends with a stack, for many exports. */
  #codeOf({ validate, validateName }: SchemaEnv, used: UsedScopeValues): string {
    if (validate?.source === undefined) throw new Error('A validator has no source.');
    const { scopeValues, validateCode, evaluated } = validate.source;
    // Ajv lists the whole of each schema; few are read.
    const read = new Set([...validateCode.matchAll(/\bschema\d+\b/g)].map(String));
    const schemas = new Set([...(scopeValues['schema'] ?? [])].filter((name) => read.has(String(name))));
    const scope = this.#ajv.scope.scopeCode({ ...scopeValues, schema: schemas }, used, codeOfReference);
    const properties =
      evaluated === undefined ? '' : `${String(validateName)}.evaluated = ${String(_`${evaluated}`)};\n`;
    return `${String(scope)}\n${String(validateCode)}\n${properties}`;
  }
}

/** A schema is called by way of an object where it was not compiled yet. Functions need not be declared before. */
function codeOfReference(name: ValueScopeName): _Code | undefined {
  if (name.prefix === 'validate') return nil;
  const reference: unknown = name.value?.ref;
  return reference instanceof SchemaEnv ? _`const ${name} = { validate: ${reference.validateName} };` : undefined;
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
