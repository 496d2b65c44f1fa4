import { Ajv2020 } from 'ajv/dist/2020.js';
import { _, type _Code, nil } from 'ajv/dist/compile/codegen/code.js';
import type { UsedScopeValues, ValueScopeName } from 'ajv/dist/compile/codegen/scope.js';
import { compileSchema, SchemaEnv } from 'ajv/dist/compile/index.js';
import type { KeywordCxt } from 'ajv/dist/compile/validate/index.js';
import type { SourceCode } from 'ajv/dist/types/index.js';
import { callRef, getValidate } from 'ajv/dist/vocabularies/core/ref.js';
import { ContractError } from '../cli/problem.ts';
import type { Contract } from '../openapi/contract.ts';
import { type JsonObject, objectOf, pointerTo, segmentsOf, valueAt } from '../openapi/json.ts';
import { type Direction, withJsonSchemas } from '../openapi/schemas/json-schemas.ts';
import { standalonePointer } from '../openapi/schemas/schema-pointers.ts';
import { notCompiled } from '../openapi/schemas/schema-problems.ts';
import { partsOf } from '../openapi/source/document-walk.ts';
import { formats } from '../openapi/values/formats.ts';

/** A schema of the contract in one direction, and what Ajv has made of it. */
interface Compiled {
  pointer: string;
  environment: SchemaEnv;
  /** The names of the schemas that its code reads, once it is compiled. */
  read: ReadonlySet<string>;
}

/** The validator of a schema: a function. */
export interface CompiledSchema {
  /** Where the schema is written. */
  pointer: string;
  name: string;
  /** The names of the validators that it calls. */
  calls: readonly string[];
}

/** Compiles schemas of a contract to JavaScript. The one place that knows Ajv. */
export class SchemaCompiler {
  readonly #contract: Contract;
  readonly #ajv: Ajv2020;
  readonly #documents: Record<Direction, SchemaEnv>;
  /** Each schema that is used, by direction and pointer: it is compiled once. */
  readonly #schemas = new Map<string, Compiled>();
  /** By the name of its validator. */
  readonly #byName = new Map<string, Compiled>();
  /** The pointers of the schemas that responses ask for. */
  readonly responsePointers = new Set<string>();

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
    const used = schemaKeywords(contract);
    this.#ajv.opts.unevaluated = used.has('unevaluatedProperties') || used.has('unevaluatedItems');
    this.#callTargets();
    const environmentOf = (direction: Direction) =>
      new SchemaEnv({ schema: withJsonSchemas(contract, direction), baseId: direction });
    const response = environmentOf('response');
    // Without these, a schema asks the same of both.
    const isOne = !used.has('readOnly') && !used.has('writeOnly');
    this.#documents = { request: isOne ? response : environmentOf('request'), response };
  }

  /** The key of the schema at `pointer`, see `nameOf`. Throws ContractError where a `$ref` leads nowhere. */
  add(direction: Direction, pointer: string): string {
    const standing = standalonePointer(this.#contract, pointer);
    this.#find(direction, standing);
    if (direction === 'response') this.responsePointers.add(standing);
    return this.#keyOf(direction, standing);
  }

  /** Compiles what was added and all that it refers to. Throws ContractError for a schema that does not compile. */
  compile(): CompiledSchema[] {
    // A schema that is compiled may name others, which are put behind it.
    for (const compiled of this.#schemas.values())
      try {
        compileSchema.call(this.#ajv, compiled.environment);
        // To search the code makes one text of it; until then it is the tree of all that it was joined from.
        compiled.read = schemasReadIn(sourceOf(compiled.environment).validateCode);
      } catch (cause) {
        throw cause instanceof ContractError ? cause : notCompiled(this.#contract, compiled.pointer, cause);
      }
    return [...this.#schemas.values()].map((compiled) => {
      const { pointer, environment } = compiled;
      const name = String(environment.validateName);
      this.#byName.set(name, compiled);
      return { pointer, name, calls: callsOf(environment) };
    });
  }

  /** The name of the validator of a schema that was added, by its key, once it is compiled. */
  nameOf(key: string): string {
    return String(this.#schemas.get(key)?.environment.validateName);
  }

  /** The functions of one module; it needs `formats`, and `require` for what Ajv has at run time. */
  codeOf(names: readonly string[]): string {
    const used: UsedScopeValues = {};
    return names.map((name) => this.#codeOf(name, used)).join('');
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

  #keyOf(direction: Direction, pointer: string): string {
    return `${this.#documents[direction].baseId}#${pointer}`;
  }

  #find(direction: Direction, pointer: string): SchemaEnv {
    const key = this.#keyOf(direction, pointer);
    const known = this.#schemas.get(key);
    if (known !== undefined) return known.environment;
    const root = this.#documents[direction];
    // The document is made of JSON.
    const schema = valueAt(root.schema as JsonObject, pointer);
    if (typeof schema !== 'object' && typeof schema !== 'boolean') throw new Error(`There is no schema at ${pointer}.`);
    const environment = new SchemaEnv({ schema: schema ?? {}, root, baseId: root.baseId });
    this.#schemas.set(key, { pointer, environment, read: new Set() });
    return environment;
  }

  /** Ajv's own standalone code takes the square of the time, and ends with a stack, for many exports. */
  #codeOf(name: string, used: UsedScopeValues): string {
    const { pointer, environment, read } = this.#byName.get(name) ?? unknown(name);
    const { scopeValues, validateCode, evaluated } = sourceOf(environment);
    // Ajv lists the whole of each schema; few are read.
    const schemas = new Set([...(scopeValues['schema'] ?? [])].filter((value) => read.has(String(value))));
    const scope = this.#ajv.scope.scopeCode({ ...scopeValues, schema: schemas }, used, codeOfReference);
    const properties = [
      ...(evaluated === undefined ? [] : [`${name}.evaluated = ${String(_`${evaluated}`)};\n`]),
      ...(environment.root === this.#documents.response && this.responsePointers.has(pointer)
        ? [`${name}.pointer = ${JSON.stringify(pointer)};\n`]
        : []),
    ];
    return [String(scope), String(validateCode), properties.join('')].join('\n');
  }
}

/** The keywords that the schemas of a document have. */
function schemaKeywords({ document }: Contract): Set<string> {
  const keywords = new Set<string>();
  for (const { kind, node } of partsOf(document))
    if (kind === 'schema') for (const name of Object.keys(objectOf(node.value))) keywords.add(name);
  return keywords;
}

function sourceOf({ validate }: SchemaEnv): SourceCode {
  if (validate?.source === undefined) throw new Error('A validator has no source.');
  return validate.source;
}

function schemasReadIn(code: string): Set<string> {
  return new Set([...code.matchAll(/\bschema\d+\b/g)].map(String));
}

function unknown(name: string): never {
  throw new Error(`There is no validator ${name}.`);
}

/** By their names, or by way of an object where they were not compiled yet. */
function callsOf(environment: SchemaEnv): string[] {
  const { scopeValues } = sourceOf(environment);
  return Object.values(scopeValues).flatMap((names) =>
    [...(names ?? [])].flatMap((name) => {
      const reference: unknown = name.value?.ref;
      const called = reference instanceof SchemaEnv ? reference.validateName : name;
      return name.prefix === 'validate' || reference instanceof SchemaEnv ? [String(called)] : [];
    }),
  );
}

/** A schema is called by way of an object where it was not compiled yet. Functions need not be declared before. */
function codeOfReference(name: ValueScopeName): _Code | undefined {
  if (name.prefix === 'validate') return nil;
  const reference: unknown = name.value?.ref;
  return reference instanceof SchemaEnv ? _`const ${name} = { validate: ${reference.validateName} };` : undefined;
}
