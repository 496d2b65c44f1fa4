import { readFile } from 'node:fs/promises';
import { diff } from 'node:util';
import { paths } from '../cli/project.ts';
import { git } from '../release/git.ts';
import { type Inputs, keyOfCode } from './inputs.ts';
import { keepResult, keptResult } from './kept-results.ts';

/**
 * The contract as it was when the code passed with it: in the last check that passed, or as it is committed beside the
 * same code, since what is committed passes; of both the one that was edited less. Undefined where the code is another.
 */
export async function passedContract(inputs: Inputs): Promise<string | undefined> {
  const [kept, committed] = await Promise.all([keptResult<string>('passed', keyOfCode(inputs)), committedContract()]);
  if (kept === undefined || committed === undefined || kept === committed) return kept ?? committed;
  // One that cannot be read is a finding of the check.
  const current = await readFile(paths.contract, 'utf8').catch(() => '');
  return editedLines(committed, current) < editedLines(kept, current) ? committed : kept;
}

function editedLines(before: string, now: string): number {
  return diff(before.split('\n'), now.split('\n')).filter(([operation]) => operation !== 0).length;
}

/** Keeps the contract that the code passes with. */
export async function keepPassedContract(inputs: Inputs): Promise<void> {
  await keepResult('passed', keyOfCode(inputs), await readFile(paths.contract, 'utf8'));
}

async function committedContract(): Promise<string | undefined> {
  try {
    const others = ['.', `:(exclude)${paths.contract}`, `:(exclude)${paths.generated}`];
    const changed = await git('status', '--porcelain', '--', ...others);
    return changed.length > 0 ? undefined : (await git('show', `HEAD:./${paths.contract}`)).toString();
  } catch {
    // There is no git, or nothing is committed.
    return undefined;
  }
}
