import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CannotRun } from '../cli/problem.ts';

/** What git prints. Throws CannotRun, with what it says, where it refuses. */
export async function git(...options: string[]): Promise<Buffer> {
  try {
    const { stdout } = await promisify(execFile)('git', options, { encoding: 'buffer', maxBuffer: 2 ** 28 });
    return stdout;
  } catch (cause) {
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : '';
    throw new CannotRun(`git ${options[0]} failed: ${said === '' ? String(cause) : said}`, { cause });
  }
}
