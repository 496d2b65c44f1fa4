import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../cli/project.ts';
import { readHeader } from '../generate/files.ts';
import type { Contract } from '../openapi/contract.ts';
import { workflowFileBeside } from '../requirements/workflow/workflow-file.ts';
import { type ContractParts, digest, meaningOf } from './contract-parts.ts';
import { seenByCompiler } from './type-inputs.ts';

/** A digest of each part of the project that results depend on. */
export interface Inputs {
  /** The commands, the packages that they use, and the runtime. */
  toolchain: string;
  spec: string;
  generated: string;
  /** What the compiler sees of both. */
  types: string;
  /** Generated files that were edited by hand: code that does not follow from the contract. */
  edited: string;
  server: string;
  client: string;
}

let toolchainDigest: string | undefined;

const packages = ['package-lock.json', 'tsconfig.json', 'vitest.config.ts'];

/** Reads every file of the project; those of the toolchain once: what this process has loaded stays as it was. */
export function readInputs(): Inputs {
  toolchainDigest ??= digest([process.version, digestOf([...textsIn('scripts'), ...packages.map(withText)])]);
  const [spec, generated] = [textsIn('spec'), textsIn(paths.generated)];
  return {
    toolchain: toolchainDigest,
    spec: digestOf(spec),
    generated: digestOf(generated),
    types: digestOf([...spec, ...generated].flatMap(seenByCompiler)),
    edited: digestOf(generated.filter(isEdited)),
    server: digestOf(textsIn('server')),
    client: digestOf(textsIn('client')),
  };
}

/** What a whole check depends on, and which stages it has. */
export function keyOfAll(inputs: Inputs, stages: readonly string[]): string {
  return digest([...Object.values(inputs), today(), ...stages]);
}

/** What lint depends on: it also refuses a date of removal that has passed. */
export function keyOfLint({ toolchain, spec }: Inputs): string {
  return digest([toolchain, spec, today()]);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/**
 * What stages depend on. Those of both sides: their code, the toolchain, and the contract without its texts, or the
 * types that are generated from it; and what somebody wrote into generated files. A verification depends on each
 * operation by itself as well, with its texts.
 */
export function keysOfStages(
  { toolchain, spec, types, edited, server, client }: Inputs,
  contract: Contract,
  { rest }: ContractParts,
): Readonly<Record<string, string>> {
  const workflows = workflowFileBeside(contract.file);
  const common = [toolchain, edited, workflows === undefined ? '' : readFileSync(workflows, 'utf8')];
  const meaning = JSON.stringify(meaningOf(contract));
  const both = digest([...common, meaning, server, client]);
  return {
    readiness: digest([toolchain, spec]),
    types: digest([toolchain, types, server, client]),
    // Quick tests of the server use the client, and those of the client no server: a test of the rooms holds it.
    server: both,
    client: digest([...common, meaning, client]),
    'verify server': digest([...common, rest, server]),
    'verify client': digest([...common, rest, client]),
  };
}

/** What a check depends on besides the contract. */
export function keyOfCode({ toolchain, server, client }: Inputs): string {
  const workflows = workflowFileBeside(paths.contract);
  return digest([toolchain, server, client, workflows === undefined ? '' : readFileSync(workflows, 'utf8')]);
}

type FileText = readonly [file: string, text: string];

/** The files in a folder and below, but for installed packages. One after the other is the fastest for small files. */
function textsIn(folder: string): FileText[] {
  return filesIn(folder).toSorted().map(withText);
}

function filesIn(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}

/** A folder that is not there, or of which one is removed meanwhile, has none. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** A file that is not there, or was removed since it was listed, has no text. */
function withText(file: string): FileText {
  try {
    return [file, readFileSync(file, 'latin1')];
  } catch {
    return [file, ''];
  }
}

/** The document has no header. */
function isEdited([file, text]: FileText): boolean {
  return !file.endsWith('.json') && readHeader(Buffer.from(text, 'latin1').toString())?.isIntact !== true;
}

function digestOf(files: readonly FileText[]): string {
  return digest(files.flat());
}
