import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { Contract } from '../openapi/contract.ts';
import { pointerTo } from '../openapi/json.ts';
import type { Direction } from '../openapi/json-schemas.ts';
import type { DocumentedResponse, Operation } from '../openapi/operation-table.ts';
import { schemaOf } from '../openapi/schema-pointers.ts';
import type { ServiceDescription } from '../openapi/service.ts';
import { literal } from './literal.ts';
import { SchemaCompiler } from './schema-compiler.ts';
import { lineAt, schemaLines } from './schema-lines.ts';
import { declareValidators } from './validator-declarations.ts';

/** An object whose leaves are names of validators. */
interface Tree {
  [key: string]: Tree | string;
}

/**
 * The compiled validators of every request part and response part: one ES module without imports, and its declarations.
 * Throws ContractError for a schema that does not compile.
 */
export async function generateValidators(
  contract: Contract,
  operations: Operation[],
  service: ServiceDescription,
): Promise<{ code: string; declarations: string }> {
  const compiler = new SchemaCompiler(contract);
  const trees = {
    operations: Object.fromEntries(
      operations.map((operation) => [operation.id, operationTree(compiler, contract, operation)]),
    ),
    unmatchedResponses: responsesTree(compiler, contract, service.unmatchedResponses),
  };
  const lines = {
    responses: Object.fromEntries(operations.map(({ id, pointer }) => [id, lineAt(contract, `${pointer}/responses`)])),
    schemas: schemaLines(contract, compiler.responseNames),
  };
  const tables = Object.entries({ ...trees, lines }).map(([name, tree]) => `const ${name} = ${source(tree)};\n`);
  return { code: await complete(compiler.code() + tables.join('')), declarations: declareValidators(operations) };
}

function operationTree(compiler: SchemaCompiler, contract: Contract, operation: Operation): Tree {
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

function source(tree: object): string {
  return literal(tree).replaceAll(/: "(check\d+)"(?=,?$)/gm, ': $1');
}

/** A module without imports: what Ajv's code requires is bundled in front of it. */
async function complete(compiled: string): Promise<string> {
  const helpers = compiled.matchAll(/(?<== require\(")ajv\/dist\/runtime\/\w+(?="\)\.default;$)/gm);
  const names = [...new Set([...helpers].map(String))].sort();
  const required = names.map((name) => `${JSON.stringify(name)}: require(${JSON.stringify(`${name}.js`)})`);
  const formatsModule = JSON.stringify(fileURLToPath(new URL('../openapi/formats.ts', import.meta.url)));
  const runtime = await bundle(
    `export { formats } from ${formatsModule};\nexport const modules = { ${required.join(', ')} };\n`,
  );
  const given = 'const { formats } = runtime;\nconst require = (name) => runtime.modules[name];\n';
  return [runtime, given, compiled, 'export { lines, operations, unmatchedResponses };\n'].join('');
}

async function bundle(entry: string): Promise<string> {
  const build = await rolldown({
    input: 'runtime',
    logLevel: 'silent',
    plugins: [
      {
        name: 'modules in memory',
        resolveId: (id) => (id === 'runtime' ? id : undefined),
        load: (id) => (id === 'runtime' ? entry : undefined),
      },
    ],
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    // It would name the folders of this installation.
    experimental: { attachDebugInfo: 'none' },
  });
  const { output } = await build.generate({ format: 'iife', name: 'runtime', comments: false });
  await build.close();
  return output[0].code;
}
