import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CannotRun } from './problem.ts';

/** Writes a report, in a folder that is made if need be. Throws CannotRun when that cannot be. */
export async function writeReport(file: string, text: string): Promise<void> {
  try {
    // Not `recursive`: below some folders of the system Node.js would try for ever.
    if (!existsSync(dirname(file))) await mkdir(dirname(file));
    await writeFile(file, text);
  } catch (cause) {
    throw cannotWrite(file, cause);
  }
}

/** The same, synchronously and never in part: a process that is killed leaves the last whole report. */
export function writeReportAtOnce(file: string, text: string): void {
  try {
    if (!existsSync(dirname(file))) mkdirSync(dirname(file));
    writeFileSync(`${file}.part`, text);
    renameSync(`${file}.part`, file);
  } catch (cause) {
    throw cannotWrite(file, cause);
  }
}

function cannotWrite(file: string, cause: unknown): CannotRun {
  return new CannotRun(`Cannot write ${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}
