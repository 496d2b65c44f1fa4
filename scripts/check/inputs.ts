import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '../cli/project.ts';
import type { Contract } from '../openapi/contract.ts';
import { isObject, type Json } from '../openapi/json.ts';
import { workflowFileBeside } from '../requirements/workflow/workflow-file.ts';

/** A digest of each part of the project that results depend on. */
export interface Inputs {
  /** The commands, the packages that they use, and the runtime. */
  toolchain: string;
  spec: string;
  generated: string;
  server: string;
  client: string;
}

const packages = ['package-lock.json', 'tsconfig.json', 'vitest.config.ts'];

/** Reads every file of the project. */
export async function readInputs(): Promise<Inputs> {
  const [toolchain, spec, generated, server, client] = await Promise.all([
    digestOf('scripts', packages),
    digestOf('spec'),
    digestOf(paths.generated),
    digestOf('server'),
    digestOf('client'),
  ]);
  return { toolchain: digest([toolchain, process.version]), spec, generated, server, client };
}

/** What a whole check depends on, and which stages it has. */
export function keyOfAll({ toolchain, spec, generated, server, client }: Inputs, stages: readonly string[]): string {
  return digest([toolchain, spec, generated, server, client, ...stages]);
}

/**
 * What stages depend on. Those of both sides: their code, the toolchain, and what the contract means to programs. What
 * is generated follows from these.
 */
export function keysOfStages(
  { toolchain, spec, server, client }: Inputs,
  contract: Contract,
): Readonly<Record<string, string>> {
  const workflows = workflowFileBeside(contract.file);
  const common = [toolchain, meaningOf(contract), workflows === undefined ? '' : readFileSync(workflows, 'utf8')];
  const both = digest([...common, server, client]);
  return {
    readiness: digest([toolchain, spec]),
    types: both,
    // Tests of a side may use the other one.
    server: both,
    client: both,
    'verify server': digest([...common, server]),
    'verify client': digest([...common, client]),
  };
}

/** A digest of texts, in their order. */
function digest(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length} `).update(text);
  return hash.digest('hex');
}

/** What a contract says to programs: without the texts that are for people, and however it is written. */
function meaningOf({ document }: Contract): string {
  return JSON.stringify(withoutTexts(document));
}

// Below these stands data, in which a description is a value like others.
const data = new Set(['default', 'example', 'examples', 'enum', 'const', 'value']);

function withoutTexts(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !((name === 'description' || name === 'summary') && typeof member === 'string'))
      .map(([name, member]) => [name, data.has(name) ? member : withoutTexts(member)]),
  );
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
