import type { Contract } from '../openapi/contract.ts';
import { pointerTo } from '../openapi/json.ts';
import type { DocumentedResponse, Operation } from '../openapi/operation-table.ts';
import type { Direction } from '../openapi/schemas/json-schemas.ts';
import { schemaOf } from '../openapi/schemas/schema-pointers.ts';
import type { ServiceDescription } from '../openapi/service.ts';
import { literal } from './literal.ts';
import { ModulePaths } from './module-paths.ts';
import { SchemaCompiler } from './schema-compiler.ts';
import { lineAt, schemaLines } from './schema-lines.ts';
import { declareValidators } from './validator-declarations.ts';
import { type Exports, type Tree, validatorModules } from './validator-modules.ts';

const folder = 'validators';
const unmatchedPath = 'unmatched-responses.js';
const linesPath = 'lines.js';

/**
 * The compiled validators of every request part and response part: ES modules, by their file names. `validators.js`
 * loads the one of an operation when it is asked for; they import nothing but each other. Throws ContractError for a
 * schema that does not compile.
 */
export async function generateValidators(
  contract: Contract,
  operations: readonly Operation[],
  service: ServiceDescription,
): Promise<Map<string, string>> {
  const compiler = new SchemaCompiler(contract);
  const paths = new ModulePaths(operations);
  const exports = new Map<string, Exports>(
    operations.map((operation) => [
      paths.ofOperation(operation.pointer),
      operationTrees(compiler, contract, operation),
    ]),
  );
  exports.set(unmatchedPath, { responses: responsesTree(compiler, contract, service.unmatchedResponses) });
  const modules = await validatorModules(compiler, paths, exports);
  modules.set(linesPath, linesModule(contract, compiler, operations));
  return new Map([
    ['validators.js', index(operations, paths)],
    ['validators.d.ts', declareValidators(operations)],
    ...[...modules].map(([path, code]) => [`${folder}/${path}`, code] as const),
  ]);
}

/** Where the contract has what responses can violate. */
function linesModule(
  contract: Contract,
  { responsePointers }: SchemaCompiler,
  operations: readonly Operation[],
): string {
  const lines = {
    responses: Object.fromEntries(operations.map(({ id, pointer }) => [id, lineAt(contract, `${pointer}/responses`)])),
    schemas: schemaLines(contract, responsePointers),
  };
  return Object.entries(lines)
    .map(([name, value]) => `export const ${name} = ${literal(value)};\n`)
    .join('');
}

/** The module that loads the others. */
function index(operations: readonly Operation[], paths: ModulePaths): string {
  const load = (path: string) => `() => import(${JSON.stringify(`./${folder}/${path}`)})`;
  const loaders = operations.map(
    ({ id, pointer }) => `  [${JSON.stringify(id)}]: ${load(paths.ofOperation(pointer))},\n`,
  );
  return [
    `export const operations = {\n${loaders.join('')}};\n`,
    `export const unmatchedResponses = ${load(unmatchedPath)};\n`,
    `export const lines = ${load(linesPath)};\n`,
  ].join('\n');
}

function operationTrees(compiler: SchemaCompiler, contract: Contract, operation: Operation): Exports {
  const places = ['path', 'query', 'header', 'cookie'].map((place) => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === place);
    const holders = parameters.map(
      ({ name, pointer, mediaType }) =>
        [name, mediaType === null ? pointer : `${pointer}/content${pointerTo(mediaType)}`] as const,
    );
    return [place, schemasTree(compiler, contract, 'request', holders)] as const;
  });
  const body = operation.requestBody;
  return {
    parameters: Object.fromEntries(places),
    requestBody: body === null ? {} : contentTree(compiler, contract, 'request', body),
    responses: responsesTree(compiler, contract, operation.responses),
  };
}

function responsesTree(
  compiler: SchemaCompiler,
  contract: Contract,
  responses: Record<string, DocumentedResponse>,
): Tree {
  const entries = Object.entries(responses).map(([status, response]) => {
    const headers = response.headers.map(({ name, pointer }) => [name, pointer] as const);
    const tree = {
      headers: schemasTree(compiler, contract, 'response', headers),
      content: contentTree(compiler, contract, 'response', response),
    };
    return [status, tree] as const;
  });
  return Object.fromEntries(entries);
}

function contentTree(
  compiler: SchemaCompiler,
  contract: Contract,
  direction: Direction,
  { pointer, mediaTypes }: { pointer: string; mediaTypes: readonly string[] },
): Tree {
  return schemasTree(
    compiler,
    contract,
    direction,
    mediaTypes.map((mediaType) => [mediaType, `${pointer}/content${pointerTo(mediaType)}`]),
  );
}

/** The validators of what has a schema, by name; what has none may be anything. */
function schemasTree(
  compiler: SchemaCompiler,
  contract: Contract,
  direction: Direction,
  holders: (readonly [name: string, pointer: string])[],
): Tree {
  const validators = holders.flatMap(([name, pointer]) => {
    const schema = schemaOf(contract, pointer);
    return schema === undefined ? [] : [[name, compiler.add(direction, schema)] as const];
  });
  return Object.fromEntries(validators);
}
