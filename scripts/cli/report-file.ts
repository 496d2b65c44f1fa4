import { Console } from 'node:console';
import { existsSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UsageError } from './command-line.ts';
import { makeFolder } from './make-folder.ts';
import { CannotRun, errorMessage } from './problem.ts';

/** The name of standard output where that of a file is asked for. */
export const standardOutput = '-';

/**
 * Leaves standard output to a report that goes there: what people read goes to standard error.
 * Throws UsageError where several reports go there.
 */
export function leaveOutputTo(...files: readonly (string | undefined)[]): void {
  const reports = files.filter((file) => file === standardOutput);
  if (reports.length > 1) throw new UsageError('Only one report can go to standard output.');
  if (reports.length === 1) globalThis.console = new Console(process.stderr);
}

/**
 * Throws UsageError where what an option names would be written over one of these files, those of the contract. `given`
 * are the options that name a file to be written, or a folder, by the files to be written there. To find the path of
 * each takes long where a contract has a thousand files, and so has what follows from it: all are given at once.
 */
export function keepContract(
  files: Iterable<string>,
  given: Readonly<Record<string, string | readonly string[] | undefined>>,
): void {
  const kept = new Set([...files].map(realPath));
  for (const [option, named] of Object.entries(given))
    for (const file of [named ?? []].flat())
      if (file !== standardOutput && kept.has(realPath(file)))
        throw new UsageError(`--${option} ${file} is a file of the contract: name another one.`);
}

/** Two names of one file, as by a symbolic link, are one path. */
function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : resolve(file);
}

/** Writes a report, to standard output or in a folder that is made if need be. Throws CannotRun when that cannot be. */
export async function writeReport(file: string, text: string): Promise<void> {
  if (file === standardOutput) return void process.stdout.write(text);
  try {
    makeFolder(dirname(file));
    await writeFile(file, text);
  } catch (cause) {
    throw cannotWrite(file, cause);
  }
}

/** The same, synchronously and never in part: a process that is killed leaves the last whole report. */
export function writeReportAtOnce(file: string, text: string): void {
  try {
    makeFolder(dirname(file));
    writeFileSync(`${file}.part`, text);
    renameSync(`${file}.part`, file);
  } catch (cause) {
    throw cannotWrite(file, cause);
  }
}

function cannotWrite(file: string, cause: unknown): CannotRun {
  return new CannotRun(`Cannot write ${file}: ${errorMessage(cause)}`, { cause });
}
