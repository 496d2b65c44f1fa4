import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CannotRun, ContractError, type Location } from '../cli/problem.ts';
import { childOf, isObject, type Json, type JsonObject, pointerTo, segmentsOf, stringOf } from './json.ts';
import { lint, redocly } from './redocly.ts';
import { Source } from './source.ts';
import { sourcePointers } from './source-pointers.ts';

const structureRules = fileURLToPath(new URL('structure.redocly.yaml', import.meta.url));

/** The Redocly configuration of a description: `redocly.yaml` beside it, where its own lint rules and extensions are declared. */
export function configurationOf(file: string): string {
  const beside = join(dirname(file), 'redocly.yaml');
  return existsSync(beside) ? beside : structureRules;
}

/** An OpenAPI 3.0 or 3.1 description, bundled into one document, and the way back to the lines it was read from. */
export interface Contract {
  file: string;
  version: '3.0' | '3.1';
  document: JsonObject;
  /** Where the part that a JSON pointer into `document` names was written. */
  locate(pointer: string): Location;
}

/**
 * Opens a description for reading.
 * Throws ContractError when it is not YAML or JSON, is not OpenAPI 3.0 or 3.1, or refers to itself in a circle; CannotRun
 * when it cannot be read.
 */
export function openSource(file: string): Source {
  const source = new Source(file);
  versionOf(source);
  source.checkReferences();
  return source;
}

/** Bundles a description. Throws ContractError when it is not built as OpenAPI asks, or a `$ref` in it leads nowhere. */
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
  return compileContract(openSource(file));
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

/** A part of a document and the pointer under which it really stands, after the references on the way. */
export interface Part {
  pointer: string;
  value: Json;
}

// Looked up for every response that is verified. A document is never changed once it is read.
const parts = new WeakMap<Contract, Map<string, Part>>();
const resolved = new WeakMap<Contract, Map<string, Part>>();

/** The part at `pointer`; itself, also when it is a `$ref`. Throws ContractError when there is none. */
export function partAt(contract: Contract, pointer: string, followed: string[] = []): Part {
  return followed.length > 0
    ? walk(contract, pointer, followed)
    : remembered(parts, contract, pointer, () => walk(contract, pointer, followed));
}

/** The part at `pointer`, or what its `$ref` leads to. Throws ContractError, at the reference, when that is nowhere. */
export function resolvePart(contract: Contract, pointer: string): Part {
  return remembered(resolved, contract, pointer, () => follow(contract, partAt(contract, pointer), []));
}

function remembered(
  all: WeakMap<Contract, Map<string, Part>>,
  contract: Contract,
  pointer: string,
  find: () => Part,
): Part {
  const own = all.get(contract) ?? new Map<string, Part>();
  all.set(contract, own);
  const part = own.get(pointer) ?? find();
  own.set(pointer, part);
  return part;
}

function walk(contract: Contract, pointer: string, followed: string[]): Part {
  let part: Part = { pointer: '', value: contract.document };
  for (const segment of segmentsOf(pointer)) {
    if (childOf(part.value, segment) === undefined && referenceOf(part.value) !== undefined)
      part = follow(contract, part, followed);
    const value = childOf(part.value, segment);
    if (value === undefined) throw leadsNowhere(contract, followed.at(-1) ?? part.pointer, pointer);
    part = { pointer: part.pointer + pointerTo(segment), value };
  }
  return part;
}

/** The pointer that a `$ref` in the document has; undefined for what is no reference. */
export function referenceOf(value: Json): string | undefined {
  return isObject(value) ? stringOf(value['$ref']) : undefined;
}

function follow(contract: Contract, part: Part, followed: string[]): Part {
  const reference = referenceOf(part.value);
  if (reference === undefined) return part;
  if (followed.includes(part.pointer) || !reference.startsWith('#'))
    throw leadsNowhere(contract, part.pointer, reference);
  const way = [...followed, part.pointer];
  return follow(contract, partAt(contract, pointerTo(...segmentsOf(reference)), way), way);
}

function leadsNowhere(contract: Contract, at: string, target: string): ContractError {
  return new ContractError([{ location: contract.locate(at), message: `$ref '${target}' leads nowhere.` }]);
}
