import { hash } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import ajv from 'ajv/package.json' with { type: 'json' };
import openapiTypescript from 'openapi-typescript/package.json' with { type: 'json' };
import rolldown from 'rolldown/package.json' with { type: 'json' };
import { makeFolder } from '../cli/make-folder.ts';
import { CannotRun, errorMessage } from '../cli/problem.ts';
import type { Contract } from '../openapi/contract.ts';
import { operationsOf } from '../openapi/operations.ts';
import { serviceOf } from '../openapi/service.ts';
import { generateCalls } from './calls.ts';
import { generateDocumentation } from './documentation.ts';
import { generateOperations } from './operations.ts';
import { generateTypes } from './types.ts';
import { generateValidators } from './validators.ts';

export const documentFile = 'openapi.json';
const generators = [openapiTypescript, ajv, rolldown].map(({ name, version }) => `${name} ${version}`).join(', ');

/** Everything that follows from a contract: file name to content, the same bytes for the same contract. */
export async function generateFiles(contract: Contract): Promise<Map<string, string>> {
  const document = `${JSON.stringify(contract.document, null, 2)}\n`;
  const source = digest(document);
  const withHeader = (body: string) => headerOf({ document: source, generators, body: digest(body) }) + body;
  const operations = operationsOf(contract);
  const service = serviceOf(contract);
  // One after the other: each takes most of the memory. The digest makes one text of what the compiler has printed.
  const types = withHeader(await generateTypes(contract));
  const validators = await generateValidators(contract, operations, service);
  return new Map([
    [documentFile, document],
    ['types.ts', types],
    ['operations.ts', withHeader(generateOperations(operations, service))],
    ['calls.ts', withHeader(generateCalls(contract, operations, service))],
    ['documentation.ts', withHeader(generateDocumentation(contract, service))],
    ...[...validators].map(([name, code]) => [name, withHeader(code)] as const),
  ]);
}

/** What a generated file says of itself, so that a stale file can be distinguished from an edited one. */
export interface Header {
  /** Digest of the bundled document that the file was made from. */
  document: string;
  generators: string;
  /** Digest of what follows the header. */
  body: string;
}

function headerOf({ document, generators, body }: Header): string {
  return `// Generated from the OpenAPI description; edit that and run \`npm run generate\`.
// ${documentFile} sha256 ${document}
// ${generators}
// sha256 ${body}

`;
}

const headerPattern = new RegExp(
  [
    String.raw`^// .*\n`,
    String.raw`// \S+ sha256 (?<document>[0-9a-f]{64})\n`,
    String.raw`// (?<generators>.*)\n`,
    String.raw`// sha256 (?<body>[0-9a-f]{64})\n\n`,
  ].join(''),
);

/** The header of a generated file and what follows it; undefined for a file that has none. */
export function readHeader(text: string): (Header & { isIntact: boolean }) | undefined {
  const match = headerPattern.exec(text);
  const { document = '', generators = '', body = '' } = match?.groups ?? {};
  if (match === null) return undefined;
  const header = { document, generators, body };
  return { ...header, isIntact: match[0] === headerOf(header) && digest(text.slice(match[0].length)) === body };
}

/** The SHA-256 digest of a text. */
export function digest(text: string): string {
  return hash('sha256', text);
}

/**
 * Writes the files whose content differs, and removes those that an earlier generation has left; a reader never sees
 * half a file. Gives the names of those written. Throws CannotRun when the folder cannot be written.
 */
export async function writeFiles(files: Map<string, string>, folder: string): Promise<string[]> {
  try {
    const present = await readFolder(folder);
    const changed = [...files].filter(([name, content]) => present.get(name) !== content);
    // One after the other, as each is small: a large contract has thousands.
    const paths = new Set(changed.map(([name]) => dirname(join(folder, name))));
    for (const path of [...paths].sort()) makeFolderWithin(folder, path);
    for (const [name, content] of changed) writeNew(join(folder, `${name}.new`), content);
    for (const [name] of changed) renameSync(join(folder, `${name}.new`), join(folder, name));
    const left = [...present].filter(([name, content]) => !files.has(name) && isLeftOver(name, content));
    for (const [name] of left) rmSync(join(folder, name));
    return changed.map(([name]) => name);
  } catch (cause) {
    if (cause instanceof CannotRun) throw cause;
    throw new CannotRun(`Cannot write to ${folder}: ${errorMessage(cause)}`, { cause });
  }
}

/** Makes a folder below another one. Throws CannotRun where a symbolic link on the way leads out of that. */
function makeFolderWithin(folder: string, path: string): void {
  makeFolder(path);
  if (realpathSync(path) !== join(realpathSync(folder), relative(folder, path)))
    throw new CannotRun(`Cannot write to ${path}: it is a symbolic link, or in one.`);
}

/** Writes a file that is not there, or was left by a run that was killed: never what a symbolic link leads to. */
function writeNew(file: string, content: string): void {
  rmSync(file, { force: true });
  writeFileSync(file, content, { flag: 'wx' });
}

/** Whether an earlier generation to the same folder has left a file; a folder in it may be that of another contract. */
export function isLeftOver(name: string, content: string): boolean {
  return /^(validators\/.*|[^/]*)$/.test(name) && readHeader(content)?.isIntact === true;
}

/** The names of files for a person; of many, how many they are. */
export function listed(names: readonly string[], folder: string): string {
  return names.length > 9 ? `${names.length} files in ${folder}/` : names.map((name) => join(folder, name)).join(', ');
}

/**
 * The content of every file in a folder and below, by name; none when there is no such folder. Throws CannotRun for
 * what is no folder, or cannot be read.
 */
export async function readFolder(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw new CannotRun(`Cannot read ${folder}: ${errorMessage(cause)}`, { cause });
  });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // One after the other: a folder may have more files than can be open at once.
  return new Map(files.sort().map((file) => [relative(folder, file), readFileSync(file, 'utf8')]));
}
