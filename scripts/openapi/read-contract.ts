import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CannotRun, ContractError } from '../cli/problem.ts';
import { isPackaged, paths, projectFile } from '../cli/project.ts';
import { shortened, visible } from '../cli/text.ts';
import type { Contract } from './contract.ts';
import { partsOf } from './document-walk.ts';
import { isObject, type JsonObject, objectOf, pointerTo, stringOf } from './json.ts';
import { whyUnsafe } from './pattern-safety.ts';
import { lintCopy, redocly } from './redocly.ts';
import { checkCosts } from './schema-cost.ts';
import { Source } from './source.ts';
import { type Copy, withCopy } from './source-copy.ts';
import type { Permissions } from './source-files.ts';
import { sourcePointers } from './source-pointers.ts';

const structureRules = fileURLToPath(new URL('structure.redocly.yaml', import.meta.url));

/**
 * The Redocly configuration of a description: of this project's own contract the `redocly.yaml` beside it. What stands
 * beside a document of others is never loaded, as its plugins would run.
 */
export function configurationOf(file: string): string {
  const folder = projectFile('spec');
  const beside = join(folder, 'redocly.yaml');
  return dirname(resolve(file)) === folder && existsSync(beside) ? beside : structureRules;
}

/**
 * Opens a description for reading. Throws ContractError when it is not YAML or JSON, is not OpenAPI 3.0 or 3.1, is more
 * than the limits allow, or has references that lead out of its folder or in a circle. Throws CannotRun when it cannot
 * be read.
 */
export function openSource(file: string, permissions?: Permissions): Source {
  const source = new Source(file, permissions);
  versionOf(source);
  source.checkReferences();
  return source;
}

/**
 * Bundles a description. Throws ContractError when it is not built as OpenAPI asks, or a `$ref` in it leads nowhere.
 */
export async function compileContract(source: Source): Promise<Contract> {
  const [problems, document] = await withCopy(source, (copy) =>
    Promise.all([lintCopy(copy, source.file, structureRules), bundle(copy, source.file, configurationOf(source.file))]),
  );
  if (problems.length > 0) throw new ContractError(problems);
  if (document === undefined) throw new CannotRun(`The Redocly CLI could not bundle ${source.file}.`);
  const contract = bundledContract(source, document);
  checkPatterns(contract);
  checkCosts(contract);
  return contract;
}

/** Throws ContractError for patterns that a text of a few letters can keep busy for years. */
function checkPatterns({ document, locate }: Contract): void {
  const problems = [...partsOf(document)].flatMap(({ kind, node: { pointer, value } }) => {
    if (kind !== 'schema' || !isObject(value)) return [];
    const own = stringOf(value['pattern']);
    const ofNames = Object.keys(objectOf(value['patternProperties']));
    return [
      ...(own === undefined ? [] : [[own, `${pointer}/pattern`] as const]),
      ...ofNames.map((name) => [name, `${pointer}/patternProperties${pointerTo(name)}`] as const),
    ].flatMap(([pattern, at]) => {
      const reason = whyUnsafe(pattern);
      return reason === undefined
        ? []
        : [{ location: locate(at), message: `This pattern ${reason}: ${visible(shortened(pattern, 80))}` }];
    });
  });
  if (problems.length > 0) throw new ContractError(problems);
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
export async function readContract(file: string, permissions?: Permissions): Promise<Contract> {
  const source = openSource(file, permissions);
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

async function bundle(
  { copyOf, folder, isRemoteAllowed }: Copy,
  file: string,
  config: string,
): Promise<JsonObject | undefined> {
  const output = join(folder, 'openapi.json');
  // An example that is elsewhere stays there; what else leads nowhere is reported by the linter.
  const options = ['--config', config, '--output', output, '--force'];
  const { exitCode } = await redocly('bundle', copyOf(file), options, isRemoteAllowed);
  if (exitCode !== 0) return undefined;
  const document: unknown = JSON.parse(await readFile(output, 'utf8'));
  return isObject(document) ? document : undefined;
}
