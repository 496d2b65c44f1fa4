import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CannotRun, ContractError, type Problem } from '../cli/problem.ts';
import { isPackaged, paths, projectFile } from '../cli/project.ts';
import { type Contract, hasTarget, referenceOf } from './contract.ts';
import { childOf, isObject, type Json, type JsonObject, objectOf, pointerTo } from './json.ts';
import { mendDocument } from './mistakes/document-mend.ts';
import { mendLostReference } from './mistakes/lost-reference-mend.ts';
import { mistakesIn } from './mistakes/mistakes.ts';
import { suggestionFor } from './mistakes/suggestion.ts';
import { checkReferenceHeights } from './schemas/reference-height.ts';
import { checkCosts } from './schemas/schema-cost.ts';
import { isExtension } from './source/document-structure.ts';
import { type DocumentPart, partsOf, type VisitedPart } from './source/document-walk.ts';
import { redocly } from './source/redocly.ts';
import { Source } from './source/source.ts';
import { type Copy, withCopy } from './source/source-copy.ts';
import { type Permissions, pathOf } from './source/source-files.ts';
import { sourcePointers } from './source/source-pointers.ts';

const structureRules = fileURLToPath(new URL('structure.redocly.yaml', import.meta.url));

/**
 * The Redocly configuration of a description: of this project's own contract the `redocly.yaml` beside it. What stands
 * beside a document of others is never loaded, as its plugins would run.
 */
export function configurationOf(file: string): string {
  const beside = join(dirname(resolve(file)), 'redocly.yaml');
  return isOwn(file) && existsSync(beside) ? beside : structureRules;
}

/** True for this project's own contract. */
export function isOwn(file: string): boolean {
  return dirname(resolve(file)) === projectFile('spec');
}

/**
 * Opens a description for reading. Throws ContractError when it is not YAML or JSON, is not OpenAPI 3.0 to 3.2, is more
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
 * Bundles a description, with what it gets wrong mended where that can be read in one way. Throws ContractError when a
 * `$ref` to a parameter leads nowhere, when it is more than the limits allow, and, of this project's own contract or
 * where `isStrict`, for all that is wrong.
 */
export async function compileContract(source: Source, isStrict = false): Promise<Contract> {
  const contract = bundledContract(source, await bundle(source));
  const isExact = isStrict || isOwn(source.file);
  checkReferenceHeights(contract);
  if (!source.isWhole) emptyIgnoredPaths(contract.document);
  const lost = lostReferences(contract, source);
  const refused = lost.filter(({ part: { kind, node } }) => isExact || !mendLostReference(kind, node.value));
  if (refused.length > 0) throw new ContractError(refused.map(({ problem }) => problem));
  const mended = lost.map(({ problem }): Problem => {
    const message = `${problem.message} It is ignored.`;
    return { ...problem, message };
  });
  const problems = [...mended, ...mendDocument(contract, isExact)];
  if (isExact && problems.length > 0) throw new ContractError(problems);
  checkCosts(contract);
  return { ...contract, mistakes: mistakesIn(problems) };
}

/** Empties the paths that are ignored: Redocly has not followed the references in them. */
function emptyIgnoredPaths(document: JsonObject): void {
  const paths = objectOf(document['paths']);
  for (const path of Object.keys(paths)) if (!path.startsWith('/') && !isExtension(path)) paths[path] = {};
}

/** The references of the document that lead nowhere, each with its place in the source. */
function lostReferences(contract: Contract, source: Source): { part: VisitedPart<DocumentPart>; problem: Problem }[] {
  const inSource = sourcePointers(contract.document, source);
  return [...partsOf(contract.document)].flatMap((part) => {
    const { node } = part;
    const reference = referenceOf(node.value);
    if (reference === undefined || hasTarget(contract.document, reference)) return [];
    const { pointer } = node;
    const { target, location } = source.referenceAt(inSource(pointer)) ?? {
      target: reference,
      location: contract.locate(pointer),
    };
    const nearest = suggestionFor('no-unresolved-refs', () => contract.document, pointer);
    const suggested = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    const file = pathOf(target);
    const isMissing = file !== '' && !existsSync(resolve(dirname(location.file), file));
    const reason = isMissing ? ': there is no such file' : '';
    return [{ part, problem: { location, message: `$ref '${target}' leads nowhere${reason}.${suggested}` } }];
  });
}

/** The contract of a description that was bundled before. */
export function bundledContract(source: Source, document: JsonObject): Contract {
  const inSource = sourcePointers(document, source);
  return {
    file: source.file,
    texts: source.texts.texts,
    version: versionOf(source),
    document,
    mistakes: [],
    locate: (pointer) => source.locate(inSource(pointer)),
  };
}

/** How a description is read. */
export interface ReadOptions extends Permissions {
  /** Whether all that is wrong with it is refused: it always is of this project's own contract. */
  isStrict?: boolean;
}

/** Opens and bundles a description; see `openSource` and `compileContract` for what is thrown. */
export async function readContract(file: string, options?: ReadOptions): Promise<Contract> {
  const source = openSource(file, options);
  // The contract of the package comes with its bundle, so that nobody needs Redocly for it.
  if (!isPackaged || source.file !== resolve(paths.contract)) return compileContract(source, options?.isStrict);
  return bundledContract(source, JSON.parse(await readFile(paths.bundle, 'utf8')) as JsonObject);
}

function versionOf(source: Source): Contract['version'] {
  const [declared, swagger] = [source.root('openapi'), source.root('swagger')];
  const [, version, patch] = /^(3\.[012])(\.\d+(?:-.*)?)?$/.exec(String(declared)) ?? [];
  // What 3.2 adds to 3.1 is ignored; it takes nothing away.
  if (version !== undefined && patch !== undefined) return version === '3.0' ? version : '3.1';
  const location = source.locate(swagger === undefined ? '/openapi' : '/swagger');
  throw new ContractError([{ location, message: whyNoVersion(declared, swagger, version) }]);
}

function whyNoVersion(declared: unknown, swagger: unknown, understood: string | undefined): string {
  if (understood !== undefined)
    return `\`openapi\` must have a version of three parts, such as ${understood}.0; it has ${String(declared)}.`;
  if (swagger !== undefined) return `OpenAPI 3.0 to 3.2 is understood; this document is Swagger ${String(swagger)}.`;
  if (declared === undefined || declared === null) return 'This is no OpenAPI document: it has no field `openapi`.';
  return `OpenAPI 3.0 to 3.2 is understood; this document is OpenAPI ${String(declared)}.`;
}

/** One file is the document itself; several are put together by Redocly, which also resolves merge keys. */
async function bundle(source: Source): Promise<JsonObject> {
  const document: unknown = source.isWhole
    ? (source.json ?? plain(source.value))
    : await withCopy(source, bundleCopy(source.file));
  if (!isObject(document)) throw new CannotRun(`The Redocly CLI could not bundle ${source.file}.`);
  if (!source.isWhole) escapeNames(document);
  return document;
}

/** Redocly gives a component the name that a pointer has for it, escaped, and refers to it as if that were its name. */
function escapeNames(document: JsonObject): void {
  for (const { node } of partsOf(document)) {
    const reference = referenceOf(node.value);
    const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/([^/]*~[01][^/]*)$/.exec(reference ?? '') ?? [];
    const isMeant = childOf(childOf(document['components'], kind), name) !== undefined;
    if (isMeant && isObject(node.value)) node.value['$ref'] = `#${pointerTo('components', kind, name)}`;
  }
}

const bundleCopy =
  (file: string) =>
  async ({ copyOf, folder, isRemoteAllowed }: Copy): Promise<unknown> => {
    const output = join(folder, 'openapi.json');
    // An example that is elsewhere stays there; what else leads nowhere is reported afterwards.
    const options = ['--config', configurationOf(file), '--output', output, '--force'];
    const { exitCode } = await redocly('bundle', copyOf(file), options, isRemoteAllowed);
    return exitCode === 0 ? JSON.parse(await readFile(output, 'utf8')) : undefined;
  };

/** What was read of YAML, as JSON has it. */
function plain(value: unknown): Json {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}
