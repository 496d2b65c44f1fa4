import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { CannotRun, ContractError, errorMessage, type Location } from '../cli/problem.ts';
import { git } from './git.ts';

/** A file, or what a revision of git has in its place: then a copy of the folder that it stands in. */
export interface Opened {
  file: string;
  isRevision: boolean;
  /** A place in the copy as one in the revision: `v1.0.0:spec/openapi.yaml`. */
  locationOf: (location: Location) => Location;
}

/** Where the released contract stands: in `released/` beside the contract. */
export function releasedBeside(contract: string): string {
  return join(dirname(contract), 'released', basename(contract));
}

/**
 * Opens the contract that an argument names: a file, else a revision of git (`v1.0.0`, `HEAD~3`, `main:api/spec.yaml`),
 * which has the contract where `path` has it. What `use` was given is gone when it has ended.
 */
export async function withRevision<Result>(
  argument: string,
  path: string,
  use: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  if (existsSync(argument) || /^[^:]+\.(ya?ml|json)$/.test(argument))
    return use({ file: argument, isRevision: false, locationOf: (location) => location });
  const [revision = '', named = path] = /^([^:]+):(.+)$/.exec(argument)?.slice(1) ?? [argument];
  const file = relative('.', named);
  const folder = await mkdtemp(join(tmpdir(), 'revision-'));
  const locationOf = (location: Location): Location => {
    const inside = relative(folder, location.file);
    return inside.startsWith('..') ? location : { ...location, file: `${revision}:${inside}` };
  };
  try {
    await copyRevision(revision, file, folder);
    return await use({ file: join(folder, file), isRevision: true, locationOf });
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new ContractError(error.problems.map((problem) => ({ ...problem, location: locationOf(problem.location) })));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes what a revision has in the folder of the file: a description may consist of several files. */
async function copyRevision(revision: string, file: string, folder: string): Promise<void> {
  const listed = await git('ls-tree', '-r', '--name-only', '-z', revision, '--', `${dirname(file)}/`).catch((cause) => {
    throw new CannotRun(`${revision} is neither a file nor a revision here: ${errorMessage(cause)}`, { cause });
  });
  const names = listed.toString().split('\0').filter(Boolean);
  if (!names.includes(file)) throw new CannotRun(`Revision ${revision} has no file ${file}.`);
  // No code of another revision is run: its lint rules may be such, and a comparison lints nothing.
  for (const name of names.filter((one) => basename(one) !== 'redocly.yaml')) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), await git('show', `${revision}:./${name}`));
  }
}
