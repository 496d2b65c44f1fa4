import { hash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPackaged, projectFile } from '../cli/project.ts';
import type { Contract } from '../openapi/contract.ts';
import type { Mistake } from '../openapi/mistakes/mistakes.ts';

/** A description that was read, and what was generated from it. Files are known by the digests of their texts. */
interface Generation {
  toolchain: string;
  sources: [file: string, digest: string][];
  outputs: [file: string, digest: string][];
  mistakes: readonly Mistake[];
}

const cache = projectFile(isPackaged ? '.cache' : 'node_modules/.cache/contract');
/** What decides about the bytes besides the toolchain itself. */
const generators = ['openapi-typescript', 'typescript', 'ajv', 'ajv-formats', 'rolldown'];

/**
 * The mistakes of a description, where it, what was generated from it into `folder`, and the toolchain are as they
 * were: to generate it again would change nothing. Undefined otherwise.
 */
export async function mistakesOfUnchanged(spec: string, folder: string): Promise<readonly Mistake[] | undefined> {
  try {
    // Only `keepGeneration` writes there; whatever is cut or missing makes this throw, and is generated again.
    const last = JSON.parse(await readFile(recordOf(spec, folder), 'utf8')) as Generation;
    const unchanged = await Promise.all(
      [...last.sources, ...last.outputs].map(async ([file, known]) => digest(await readFile(file)) === known),
    );
    return unchanged.every(Boolean) && last.toolchain === toolchainDigest() ? last.mistakes : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what `mistakesOfUnchanged` compares with; where nothing can be written, nothing is kept. */
export async function keepGeneration(contract: Contract, files: Map<string, string>, folder: string): Promise<void> {
  const record = recordOf(contract.file, folder);
  const part = `${record}.${process.pid}`;
  try {
    const generation: Generation = {
      toolchain: toolchainDigest(),
      sources: [...contract.texts].map(([file, text]) => [file, digest(text)]),
      outputs: [...files].map(([name, text]) => [resolve(folder, name), digest(text)]),
      mistakes: contract.mistakes,
    };
    await mkdir(dirname(record), { recursive: true });
    await writeFile(part, JSON.stringify(generation));
    await rename(part, record);
  } catch {
    // The folder of an installed package may be read-only.
  }
}

function recordOf(spec: string, folder: string): string {
  return join(cache, `${digest(`${resolve(spec)}\n${resolve(folder)}`)}.json`);
}

/** Every file of the toolchain, by its size and when it was written. */
function toolchainDigest(): string {
  const own = fileURLToPath(new URL('..', import.meta.url));
  const entries = readdirSync(own, { withFileTypes: true, recursive: true });
  // Neither `join` nor a promise for each of a thousand files: they take longer than all else that is done here.
  const files = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
  const packages = generators.map((name) => fileURLToPath(import.meta.resolve(`${name}/package.json`)));
  const states = [...files.toSorted(), ...packages].map((file) => {
    const { size, mtimeMs } = statSync(file);
    return `${file} ${size} ${mtimeMs}`;
  });
  return digest([process.version, ...states].join('\n'));
}

function digest(text: string | Uint8Array): string {
  return hash('sha256', text);
}
