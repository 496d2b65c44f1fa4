import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isTestCode, projectFolder, rooms } from '../cli/project.ts';
import type { Contract } from '../openapi/contract.ts';

const files = ['package.json', 'package-lock.json', 'tsconfig.json'];
// Mutants of the source are tried with the tests of both sides.
const isSource = (path: string) =>
  !path.includes('node_modules') && (!isTestCode(path) || /^(server|client)\//.test(path));

/**
 * A digest of everything that results of mutants depend on:
 * the contract, the code of every room, the tests of both sides, the packages, the runtime.
 */
export async function fingerprintOf(contract: Contract, folder = projectFolder): Promise<string> {
  const hash = createHash('sha256').update(process.version).update(JSON.stringify(contract.document));
  const beside = ['rules.arazzo.yaml', 'released/openapi.yaml', 'released/rules.arazzo.yaml'].map((name) =>
    join(dirname(contract.file), name),
  );
  const single = [contract.file, ...beside, ...files.map((name) => join(folder, name))].filter((file) =>
    existsSync(file),
  );
  const own = await Promise.all(rooms.map((room) => sourcesIn(folder, room)));
  for (const file of [...single, ...own.flat()])
    hash.update(`\0${relative(folder, file)}\0`).update(await readFile(file));
  return hash.digest('hex');
}

async function sourcesIn(folder: string, room: string): Promise<string[]> {
  const entries = await readdir(join(folder, room), { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => isSource(relative(folder, file)))
    .toSorted();
}
