import { posix } from 'node:path';
import { literal } from './literal.ts';
import type { ModulePaths } from './module-paths.ts';
import { runtimeModule } from './runtime-module.ts';
import type { SchemaCompiler } from './schema-compiler.ts';

/** An object whose leaves are keys of schemas that were added to the compiler: here are their validators. */
export interface Tree {
  [key: string]: Tree | string;
}

/** Trees of validators, by the names under which a module exports them. */
export type Exports = Readonly<Record<string, Tree>>;

const runtimePath = 'runtime.js';

/**
 * The modules of all that was added to the compiler, by their paths; each imports what it calls from the others.
 * `exports` has what the modules at these paths export beside. Throws ContractError for a schema that does not compile.
 */
export async function validatorModules(
  compiler: SchemaCompiler,
  paths: ModulePaths,
  exports: ReadonlyMap<string, Exports>,
): Promise<Map<string, string>> {
  const schemas = compiler.compile();
  const pathOf = new Map(schemas.map(({ name, pointer }) => [name, paths.ofSchema(pointer)]));
  const schemasIn = Map.groupBy(schemas, ({ name }) => pathOf.get(name) ?? '');
  const [formats, helpers] = [new Set<string>(), new Set<string>()];
  const modules = [...new Set([...exports.keys(), ...schemasIn.keys()])].map((path): [string, string] => {
    const own = schemasIn.get(path) ?? [];
    const functions = withHelpers(compiler.codeOf(own.map(({ name }) => name)));
    for (const format of functions.formats) formats.add(format);
    for (const helper of functions.helpers) helpers.add(helper);
    const trees = Object.entries(exports.get(path) ?? {}).map(([name, tree]) => [name, named(compiler, tree)] as const);
    const names = [...own.flatMap(({ calls }) => calls), ...trees.flatMap(([, tree]) => leavesOf(tree))];
    const imports = Map.groupBy(new Set(names), (name) => pathOf.get(name) ?? '');
    imports.delete(path);
    imports.set(runtimePath, [...functions.helpers, ...(functions.formats.length > 0 ? ['formats'] : [])]);
    const text = [
      importsOf(path, imports),
      functions.code,
      own.length > 0 ? `export { ${own.map(({ name }) => name).join(', ')} };\n` : '',
      ...trees.map(([name, tree]) => `export const ${name} = ${source(tree)};\n`),
    ];
    return [path, text.join('')];
  });
  modules.push([runtimePath, await runtimeModule([...formats].sort(), [...helpers].sort())]);
  return new Map(modules.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The code with the helpers of Ajv by the names of their modules, and the names of what it needs. */
function withHelpers(code: string): { code: string; helpers: string[]; formats: string[] } {
  const required = /^const (\w+) = require\("ajv\/dist\/runtime\/(\w+)"\)\.default;$/gm;
  const helpers = [...code.matchAll(required)].map(([, , helper = '']) => helper);
  const formats = [...code.matchAll(/^const \w+ = formats(?:\.(\w+)|\["([^"]+)"\]);$/gm)];
  return {
    code: code.replaceAll(required, 'const $1 = $2;'),
    helpers: [...new Set(helpers)],
    formats: formats.map(([, plain, quoted]) => plain ?? quoted ?? ''),
  };
}

function importsOf(path: string, imports: ReadonlyMap<string, readonly string[]>): string {
  return [...imports]
    .filter(([, names]) => names.length > 0)
    .map(([from, names]) => `import { ${names.join(', ')} } from ${JSON.stringify(relativePath(path, from))};\n`)
    .join('');
}

function relativePath(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

function named(compiler: SchemaCompiler, tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, part]) => [
      key,
      typeof part === 'string' ? compiler.nameOf(part) : named(compiler, part),
    ]),
  );
}

function leavesOf(tree: Tree): string[] {
  return Object.values(tree).flatMap((part) => (typeof part === 'string' ? [part] : leavesOf(part)));
}

function source(tree: Tree): string {
  return literal(tree).replaceAll(/: "(validate\d+)"(?=,?$)/gm, ': $1');
}
