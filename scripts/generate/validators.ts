import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { _ } from 'ajv/dist/compile/codegen/index.js';
import standalone from 'ajv/dist/standalone/index.js';
import { rolldown } from 'rolldown';
import { type Contract, resolvePart } from '../contract/contract.ts';
import { isObject, objectOf, pointerTo } from '../contract/json.ts';
import type { DocumentedResponse, Operation, ServiceFacts } from '../contract/operations.ts';
import { ContractError } from '../contract/problem.ts';
import { formats } from './formats.ts';
import { type Direction, withJsonSchemas } from './schemas.ts';

/** JavaScript source text of an object whose leaves are names of validators. */
interface Tree {
  [key: string]: Tree | string;
}

/**
 * The compiled validators of every request part and response part: one ES module without imports, and its declarations.
 * Throws ContractError for a schema that does not compile.
 */
export async function generateValidators(contract: Contract, operations: Operation[], service: ServiceFacts): Promise<{ code: string; declarations: string }> {
  const compiler = new Compiler(contract);
  const tree: Tree = {
    operations: Object.fromEntries(operations.map((operation) => [operation.id, operationTree(compiler, contract, operation)])),
    unmatchedResponses: responsesTree(compiler, contract, service.unmatchedResponses),
  };
  const exports = Object.entries(tree).map(([name, value]) => `export const ${name} = ${print(value)};\n`);
  return { code: await bundle(compiler.code(), exports.join('')), declarations: declare(operations) };
}

class Compiler {
  readonly #contract: Contract;
  readonly #ajv: Ajv2020;
  /** Name of the validator of each schema, so that a schema used twice is compiled once. */
  readonly #names = new Map<string, string>();

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#ajv = new Ajv2020({
      strict: false,
      logger: false,
      ownProperties: true,
      formats,
      code: { source: true, esm: true, lines: true, formats: _`formats` },
    });
    this.#ajv.addVocabulary(['x-unverifiable']);
    for (const direction of ['request', 'response'] as const) this.#ajv.addSchema(withJsonSchemas(contract, direction), direction);
  }

  /** The name of the validator of the schema at `pointer`. */
  add(direction: Direction, pointer: string): string {
    const key = `${direction}#${encodeURI(resolvePlain(this.#contract, pointer))}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = `check${this.#names.size}`;
    try {
      this.#ajv.addSchema({ $ref: key }, name).getSchema(name);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new ContractError([{ location: this.#contract.locate(pointer), message: `This schema does not compile: ${reason}` }]);
    }
    this.#names.set(key, name);
    return name;
  }

  code(): string {
    const names = [...this.#names.values()];
    return standalone.default(this.#ajv, Object.fromEntries(names.map((name) => [name, name])));
  }
}

/** The pointer of a schema after each `$ref` that stands alone: one with siblings says more than its target. */
function resolvePlain(contract: Contract, pointer: string): string {
  const segments = pointer.slice(0, pointer.lastIndexOf('/'));
  const holder = resolvePart(contract, segments);
  const here = holder.pointer + pointer.slice(pointer.lastIndexOf('/'));
  const schema = objectOf(holder.value)[pointer.slice(pointer.lastIndexOf('/') + 1)];
  if (isObject(schema) && typeof schema['$ref'] === 'string' && (contract.version === '3.0' || Object.keys(schema).length === 1)) {
    return resolvePart(contract, here).pointer;
  }
  return here;
}

function operationTree(compiler: Compiler, contract: Contract, operation: Operation): Tree {
  const parameters: Record<string, Tree> = { path: {}, query: {}, header: {}, cookie: {} };
  for (const parameter of operation.parameters) {
    const schema = parameter.mediaType === null ? `${parameter.pointer}/schema` : `${parameter.pointer}/content${pointerTo(parameter.mediaType)}/schema`;
    const place = (parameters[parameter.in] ??= {});
    if (hasSchema(contract, schema)) place[parameter.name] = compiler.add('request', schema);
  }
  const body = operation.requestBody;
  return {
    parameters,
    requestBody: body === null ? {} : contentTree(compiler, contract, 'request', body.pointer, body.mediaTypes),
    responses: responsesTree(compiler, contract, operation.responses),
  };
}

function responsesTree(compiler: Compiler, contract: Contract, responses: Record<string, DocumentedResponse>): Tree {
  return Object.fromEntries(
    Object.entries(responses).map(([status, { pointer, headers, mediaTypes }]) => [
      status,
      {
        headers: Object.fromEntries(
          headers
            .filter((header) => hasSchema(contract, `${header.pointer}/schema`))
            .map((header) => [header.name, compiler.add('response', `${header.pointer}/schema`)]),
        ),
        content: contentTree(compiler, contract, 'response', pointer, mediaTypes),
      },
    ]),
  );
}

function contentTree(compiler: Compiler, contract: Contract, direction: Direction, pointer: string, mediaTypes: string[]): Tree {
  const schemas = mediaTypes.map((mediaType) => [mediaType, `${pointer}/content${pointerTo(mediaType)}/schema`] as const);
  return Object.fromEntries(
    schemas.filter(([, schema]) => hasSchema(contract, schema)).map(([mediaType, schema]) => [mediaType, compiler.add(direction, schema)]),
  );
}

function hasSchema(contract: Contract, pointer: string): boolean {
  const holder = objectOf(resolvePart(contract, pointer.slice(0, -'/schema'.length)).value);
  return holder['schema'] !== undefined;
}

function print(tree: Tree | string, indent = ''): string {
  if (typeof tree === 'string') return `compiled.${tree}`;
  const entries = Object.entries(tree).map(([key, value]) => `${indent}  ${JSON.stringify(key)}: ${print(value, `${indent}  `)},\n`);
  return entries.length === 0 ? '{}' : `{\n${entries.join('')}${indent}}`;
}

/** Ajv's standalone code still has `require` calls for its helpers, also as ES module: one bundle has none. */
async function bundle(compiled: string, exports: string): Promise<string> {
  const formatsModule = JSON.stringify(fileURLToPath(new URL('formats.ts', import.meta.url)));
  const modules: Record<string, string> = {
    validators: `import * as compiled from 'compiled';\n${exports}`,
    compiled: `import { formats } from ${formatsModule};\n${compiled}`,
  };
  const build = await rolldown({
    input: 'validators',
    logLevel: 'silent',
    plugins: [{ name: 'modules in memory', resolveId: (id) => (id in modules ? id : undefined), load: (id) => modules[id] }],
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  const { output } = await build.generate({ format: 'esm', comments: false });
  await build.close();
  return output[0].code;
}

function declare(operations: Operation[]): string {
  return `/** Why a value is not valid, as Ajv reports it. */
export interface ValidationError {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** True when the value is valid; otherwise \`errors\` of the function says why, until its next call. */
export interface Validate {
  (value: unknown): boolean;
  errors?: ValidationError[] | null;
}

export interface ResponseValidators {
  headers: Record<string, Validate>;
  content: Record<string, Validate>;
}

export interface OperationValidators {
  parameters: Record<'path' | 'query' | 'header' | 'cookie', Record<string, Validate>>;
  requestBody: Record<string, Validate>;
  responses: Record<string, ResponseValidators>;
}

export const operations: {
${operations.map(({ id }) => `  ${JSON.stringify(id)}: OperationValidators;\n`).join('')}};

export const unmatchedResponses: Record<string, ResponseValidators>;
`;
}
