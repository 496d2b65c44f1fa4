import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CannotRun, ContractError } from '../cli/problem.ts';
import { isPackaged, paths } from '../cli/project.ts';
import type { Contract } from './contract.ts';
import { isObject, type JsonObject } from './json.ts';
import { lint, redocly } from './redocly.ts';
import { Source } from './source.ts';
import { sourcePointers } from './source-pointers.ts';

const structureRules = fileURLToPath(new URL('structure.redocly.yaml', import.meta.url));

/**
 * The Redocly configuration of a description:
 * `redocly.yaml` beside it, where its own lint rules and extensions are declared.
 */
export function configurationOf(file: string): string {
  const beside = join(dirname(file), 'redocly.yaml');
  return existsSync(beside) ? beside : structureRules;
}

/**
 * Opens a description for reading.
 * Throws ContractError when it is not YAML or JSON, is not OpenAPI 3.0 or 3.1, or refers to itself in a circle;
 * CannotRun when it cannot be read.
 */
export function openSource(file: string): Source {
  const source = new Source(file);
  versionOf(source);
  source.checkReferences();
  return source;
}

/**
 * Bundles a description. Throws ContractError when it is not built as OpenAPI asks, or a `$ref` in it leads nowhere.
 */
export async function compileContract(source: Source): Promise<Contract> {
  const [problems, document] = await Promise.all([lint(source.file, structureRules), bundle(source.file)]);
  if (problems.length > 0) throw new ContractError(problems);
  if (document === undefined) throw new CannotRun(`The Redocly CLI could not bundle ${source.file}.`);
  return bundledContract(source, document);
}

/** The contract of a description that was bundled before. */
export function bundledContract(source: Source, document: JsonObject): Contract {
  const inSource = sourcePointers(document, source);
  return {
    file: source.file,
    version: versionOf(source),
    document,
    locate: (pointer) => source.locate(inSource(pointer)),
  };
}

/** Opens and bundles a description; see `openSource` and `compileContract` for what is thrown. */
export async function readContract(file: string): Promise<Contract> {
  const source = openSource(file);
  // The contract of the package comes with its bundle, so that nobody needs Redocly for it.
  if (!isPackaged || source.file !== resolve(paths.contract)) return compileContract(source);
  return bundledContract(source, JSON.parse(await readFile(paths.bundle, 'utf8')) as JsonObject);
}

function versionOf(source: Source): Contract['version'] {
  const [declared, swagger] = [source.root('openapi'), source.root('swagger')];
  const [, version, patch] = /^(3\.[01])(\.\d+(?:-.*)?)?$/.exec(String(declared)) ?? [];
  if ((version === '3.0' || version === '3.1') && patch !== undefined) return version;
  const location = source.locate(swagger === undefined ? '/openapi' : '/swagger');
  throw new ContractError([{ location, message: whyNoVersion(declared, swagger, version) }]);
}

function whyNoVersion(declared: unknown, swagger: unknown, understood: string | undefined): string {
  if (understood !== undefined)
    return `\`openapi\` must have a version of three parts, such as ${understood}.0; it has ${String(declared)}.`;
  if (swagger !== undefined) return `OpenAPI 3.0 and 3.1 are understood; this document is Swagger ${String(swagger)}.`;
  if (declared === undefined || declared === null) return 'This is no OpenAPI document: it has no field `openapi`.';
  return `OpenAPI 3.0 and 3.1 are understood; this document is OpenAPI ${String(declared)}.`;
}

async function bundle(file: string): Promise<JsonObject | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  try {
    const output = join(folder, 'openapi.json');
    const { exitCode } = await redocly('bundle', file, '--config', configurationOf(file), '--output', output);
    if (exitCode !== 0) return undefined;
    const document: unknown = JSON.parse(await readFile(output, 'utf8'));
    return isObject(document) ? document : undefined;
  } finally {
    await rm(folder, { recursive: true });
  }
}
