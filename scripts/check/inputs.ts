import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '../cli/project.ts';
import type { Contract } from '../openapi/contract.ts';
import { workflowFileBeside } from '../requirements/workflow/workflow-file.ts';
import { type ContractParts, digest, meaningOf } from './contract-parts.ts';
import { digestOfTypes } from './type-inputs.ts';

/** A digest of each part of the project that results depend on. */
export interface Inputs {
  /** The commands, the packages that they use, and the runtime. */
  toolchain: string;
  spec: string;
  generated: string;
  /** What the compiler sees of both. */
  types: string;
  server: string;
  client: string;
}

let toolchainDigest: Promise<string> | undefined;

const packages = ['package-lock.json', 'tsconfig.json', 'vitest.config.ts'];

/** Reads every file of the project; those of the toolchain once: what this process has loaded stays as it was. */
export async function readInputs(): Promise<Inputs> {
  toolchainDigest ??= digestOf('scripts', packages);
  const [toolchain, spec, generated, server, client, ...types] = await Promise.all([
    toolchainDigest,
    digestOf('spec'),
    digestOf(paths.generated),
    digestOf('server'),
    digestOf('client'),
    digestOfTypes('spec'),
    digestOfTypes(paths.generated),
  ]);
  const runtime = digest([toolchain, process.version]);
  return { toolchain: runtime, spec, generated, types: digest(types), server, client };
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
 * What stages depend on. Those of both sides: their code, the toolchain, and what the contract means to programs, or
 * the types that are generated from it. A verification depends on each operation by itself as well.
 */
export function keysOfStages(
  { toolchain, spec, types, server, client }: Inputs,
  contract: Contract,
  { rest }: ContractParts,
): Readonly<Record<string, string>> {
  const workflows = workflowFileBeside(contract.file);
  const common = [toolchain, workflows === undefined ? '' : readFileSync(workflows, 'utf8')];
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

async function digestOf(folder: string, others: readonly string[] = []): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const texts = await Promise.all(
    [...files, ...others].map(async (file) => digest([file, await readFile(file, 'latin1').catch(() => '')])),
  );
  return digest(texts);
}
