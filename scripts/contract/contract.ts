import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lint, redocly } from '../redocly.ts';
import { isObject, type Json, type JsonObject, pointerTo, segmentsOf, stringOf } from './json.ts';
import { CannotRun, ContractError, type Location } from './problem.ts';
import { Source } from './source.ts';

const structureRules = fileURLToPath(new URL('structure.redocly.yaml', import.meta.url));

/** The Redocly configuration of a description: `redocly.yaml` beside it, where its own rules and extensions are told. */
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
 * Reads and bundles a description.
 * Throws ContractError when it is not YAML or JSON, has a dangling `$ref`, or is not OpenAPI 3.0 or 3.1; CannotRun when it
 * cannot be read.
 */
export async function readContract(file: string): Promise<Contract> {
  const source = new Source(file);
  const version = versionOf(source);
  const [problems, document] = await Promise.all([lint(file, structureRules), bundle(file)]);
  if (problems.length > 0) throw new ContractError(problems);
  if (document === undefined) throw new CannotRun(`The Redocly CLI could not bundle ${file}.`);
  return { file: resolve(file), version, document, locate: (pointer) => source.locate(pointer) };
}

function versionOf(source: Source): Contract['version'] {
  const declared = source.root('openapi');
  const match = /^(3\.[01])\.\d+(-.*)?$/.exec(String(declared));
  if (match?.[1] === '3.0' || match?.[1] === '3.1') return match[1];
  const found = declared === undefined ? `swagger ${String(source.root('swagger') ?? '?')}` : `openapi ${String(declared)}`;
  const message =
    declared === undefined && source.root('swagger') === undefined
      ? 'This is no OpenAPI document: it has no field `openapi`.'
      : `OpenAPI 3.0 and 3.1 are understood; this document declares ${found}.`;
  throw new ContractError([{ location: source.locate(declared === undefined ? '/swagger' : '/openapi'), message }]);
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

/** A part of a document and the pointer under which it really stands, after every `$ref` on the way. */
export interface Part<Value extends Json | undefined = Json> {
  pointer: string;
  value: Value;
}

/** Follows the `$ref`s of the part at `pointer`. Throws ContractError, at the reference, when one leads nowhere. */
export function resolvePart(contract: Contract, pointer: string, seen: string[] = []): Part {
  let value: Json = contract.document;
  let at = '';
  for (const segment of segmentsOf(pointer)) {
    if (isObject(value) && !Object.hasOwn(value, segment) && typeof value['$ref'] === 'string') {
      ({ value, pointer: at } = resolvePart(contract, at, seen));
    }
    const next = childOf(value, segment);
    if (next === undefined) throw dangling(contract, pointer, seen.at(-1) ?? '');
    value = next;
    at += pointerTo(segment);
  }
  const reference = isObject(value) ? stringOf(value['$ref']) : undefined;
  if (reference === undefined) return { pointer: at, value };
  if (seen.includes(at)) throw dangling(contract, `${reference} (it leads back to itself)`, at);
  if (!reference.startsWith('#')) throw dangling(contract, reference, at);
  return resolvePart(contract, pointerTo(...segmentsOf(reference)), [...seen, at]);
}

function childOf(value: Json, segment: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(segment)];
  return isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
}

function dangling(contract: Contract, target: string, at: string): ContractError {
  return new ContractError([{ location: contract.locate(at), message: `The reference to ${target} leads nowhere.` }]);
}
