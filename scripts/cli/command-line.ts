import { type ParseArgsConfig, parseArgs, styleText } from 'node:util';
import { CannotRun, ContractError, describeProblem } from './problem.ts';

/**
 * Runs a command and ends the process with its exit code: 0 good, 1 the answer is no, 2 could not run.
 * `main` gives 0 or 1; a ContractError it throws is printed problem by problem (1), anything else is a failure to run (2).
 */
export async function runCommand(main: () => Promise<0 | 1>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.exitCode = error instanceof ContractError ? 1 : 2;
    if (error instanceof ContractError) for (const problem of error.problems) console.error(describeProblem(problem));
    else if (error instanceof CannotRun) console.error(error.message);
    else
      console.error(
        `This is a defect of the toolchain, please report it.\n${error instanceof Error ? error.stack : String(error)}`,
      );
  }
}

/** The arguments of this process. Throws CannotRun, with the usage line, for one that the command does not take. */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
) {
  try {
    return parseArgs({ options }).values;
  } catch (cause) {
    throw new CannotRun(`${cause instanceof Error ? cause.message : String(cause)}\nUsage: ${usage}`, { cause });
  }
}

/** Text in a colour, where the stream is a terminal and `NO_COLOR` is not set. */
export function paint(colour: 'green' | 'red' | 'yellow' | 'dim' | 'bold', text: string): string {
  return styleText(colour, text, { stream: process.stdout });
}
