import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import ajv from 'ajv/package.json' with { type: 'json' };
import openapiTypescript from 'openapi-typescript/package.json' with { type: 'json' };
import rolldown from 'rolldown/package.json' with { type: 'json' };
import type { Contract } from '../contract/contract.ts';
import { operationsOf, serviceFactsOf } from '../contract/operations.ts';
import { generateOperations } from './operations.ts';
import { generateTypes } from './types.ts';
import { generateValidators } from './validators.ts';

const documentFile = 'openapi.json';
const generators = [openapiTypescript, ajv, rolldown].map(({ name, version }) => `${name} ${version}`).join(', ');

/** Everything that follows from a contract: file name to content, the same bytes for the same contract. */
export async function generateFiles(contract: Contract): Promise<Map<string, string>> {
  const operations = operationsOf(contract);
  const service = serviceFactsOf(contract);
  const [types, validators] = await Promise.all([generateTypes(contract), generateValidators(contract, operations, service)]);
  const document = `${JSON.stringify(contract.document, null, 2)}\n`;
  const header = `// Generated from the OpenAPI description; edit that and run \`npm run generate\`.\n// ${documentFile} sha256 ${digest(document)}\n// ${generators}\n\n`;
  return new Map([
    [documentFile, document],
    ['types.ts', header + types],
    ['operations.ts', header + generateOperations(operations, service)],
    ['validators.js', header + validators.code],
    ['validators.d.ts', header + validators.declarations],
  ]);
}

/** A generated file that is not what the contract generates, and why. */
export interface Drift {
  file: string;
  reason: 'missing' | 'stale' | 'edited' | 'made by other generator versions' | 'not generated';
  line?: number;
}

/** Compares the files in `folder` with what they should be. */
export async function findDrift(files: Map<string, string>, folder: string): Promise<Drift[]> {
  const present = await readFolder(folder);
  const drifts: Drift[] = [];
  for (const [name, wanted] of files) {
    const found = present.get(name);
    const file = join(folder, name);
    if (found === undefined) drifts.push({ file, reason: 'missing' });
    else if (found !== wanted) drifts.push({ file, reason: reasonFor(name, found, wanted, present), line: firstDifference(found, wanted) });
  }
  for (const name of present.keys()) if (!files.has(name)) drifts.push({ file: join(folder, name), reason: 'not generated' });
  return drifts;
}

/** Stale: made from another description. Edited: made from this one, and changed since. */
function reasonFor(name: string, found: string, wanted: string, present: Map<string, string>): Drift['reason'] {
  if (name === documentFile) {
    const recorded = [...present].filter(([other]) => other !== documentFile).map(([, text]) => recordedDigest(text));
    return recorded.includes(digest(found)) ? 'stale' : 'edited';
  }
  if (recordedDigest(found) !== recordedDigest(wanted)) return 'stale';
  return found.split('\n')[2] === wanted.split('\n')[2] ? 'edited' : 'made by other generator versions';
}

/** Writes the files whose content differs; a reader never sees half a file. Gives the names of those written. */
export async function writeFiles(files: Map<string, string>, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const present = await readFolder(folder);
  const changed = [...files].filter(([name, content]) => present.get(name) !== content);
  for (const [name, content] of changed) await writeFile(join(folder, `${name}.new`), content);
  for (const [name] of changed) await rename(join(folder, `${name}.new`), join(folder, name));
  return changed.map(([name]) => name);
}

/** One line for a person: what is wrong with the file and what to do. */
export function describeDrift({ file, reason, line }: Drift): string {
  const at = `${relative(process.cwd(), file)}${line === undefined ? '' : `:${line}`}`;
  switch (reason) {
    case 'missing':
      return `${at} is missing: run \`npm run generate\`.`;
    case 'stale':
      return `${at} is stale: the description has changed since it was generated. Run \`npm run generate\`.`;
    case 'edited':
      return `${at} was edited by hand: put the change into the description, then run \`npm run generate\`.`;
    case 'made by other generator versions':
      return `${at} was made by other generator versions: run \`npm ci\`, then \`npm run generate\`.`;
    case 'not generated':
      return `${at} does not come from the description: delete it or move it elsewhere.`;
  }
}

async function readFolder(folder: string): Promise<Map<string, string>> {
  const entries = existsSync(folder) ? await readdir(folder, { withFileTypes: true }) : [];
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name).sort();
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function recordedDigest(text: string): string | undefined {
  return /^\/\/ .* sha256 ([0-9a-f]{64})$/m.exec(text)?.[1];
}

function firstDifference(found: string, wanted: string): number {
  const lines = wanted.split('\n');
  return found.split('\n').findIndex((line, index) => line !== lines[index]) + 1 || lines.length;
}
