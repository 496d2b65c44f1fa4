import { type ParseArgsConfig, parseArgs, styleText } from 'node:util';
import { CannotRun, ContractError, describeProblem } from './problem.ts';
import { isPackaged } from './project.ts';

/** Thrown where `--help` is asked for. */
class Help extends Error {}

/**
 * Runs a command and ends the process with its exit code: 0 good, 1 the answer is no, 2 could not run.
 * `main` gives it; a ContractError it throws is printed problem by problem (1),
 * anything else is a failure to run (2).
 */
export async function runCommand(main: () => Promise<0 | 1 | 2>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (error instanceof Help) return console.log(error.message);
    process.exitCode = error instanceof ContractError ? 1 : 2;
    if (error instanceof ContractError) for (const problem of error.problems) console.error(describeProblem(problem));
    else if (error instanceof CannotRun) console.error(error.message);
    else
      console.error(
        `This is a defect of the toolchain, please report it.\n${error instanceof Error ? error.stack : String(error)}`,
      );
  }
}

/** The name of a command: that of its script in the project, or of the program of the package. */
export function nameOf(command: string): string {
  return isPackaged ? `contract ${command}` : `npm run ${command}`;
}

/** How a command is called with options. */
export function callOf(command: string): string {
  return isPackaged ? nameOf(command) : `npm run -s ${command} --`;
}

/**
 * The arguments of this process; `--help` prints the usage.
 * Throws CannotRun, with the usage, for one that the command does not take.
 */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
) {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h'))
    throw new Help(`Usage: ${usage}`);
  try {
    return parseArgs({ options }).values;
  } catch (cause) {
    throw new CannotRun(`${cause instanceof Error ? cause.message : String(cause)}\nUsage: ${usage}`, { cause });
  }
}

/** A key from the environment; undefined for one that is not set, or empty. */
export function keyIn(variable: 'CONTRACT_KEY' | 'CONTRACT_LIMITED_KEY' | 'CONTRACT_REVOKED_KEY'): string | undefined {
  return process.env[variable] || undefined;
}

/** Text in a colour, where the stream is a terminal and `NO_COLOR` is not set. */
export function paint(colour: 'green' | 'red' | 'yellow' | 'dim' | 'bold', text: string): string {
  return styleText(colour, text, { stream: process.stdout });
}
