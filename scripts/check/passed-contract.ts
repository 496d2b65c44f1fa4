import { readFile } from 'node:fs/promises';
import { paths } from '../cli/project.ts';
import { git } from '../release/git.ts';
import { type Inputs, keyOfCode } from './inputs.ts';
import { keepResult, keptResult } from './kept-results.ts';

/**
 * The contract as it was when the code passed with it: in the last check that passed, else as it is committed beside
 * the same code, since what is committed passes. Undefined where the code is another one than that.
 */
export async function passedContract(inputs: Inputs): Promise<string | undefined> {
  return (await keptResult<string>('passed', keyOfCode(inputs))) ?? committedContract();
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
