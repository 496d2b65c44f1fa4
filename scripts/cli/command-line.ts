import { parseArgs, styleText } from 'node:util';
import { type CommandDescription, describeCommand, version } from './command-help.ts';
import { CannotRun, ContractError, describeProblem, errorMessage } from './problem.ts';
import { isPackaged } from './project.ts';
import { harmless } from './text.ts';

/** A wrong argument. The message is followed by where the right ones stand. */
export class UsageError extends CannotRun {}

type Options = CommandDescription['options'];
type Parsed<Given extends Options> = ReturnType<typeof parseArgs<{ options: Given; allowPositionals: boolean }>>;

/**
 * Runs a command and ends the process with its exit code: 0 good, 1 the answer is no, 2 could not run.
 * `main` is given the options and the other arguments, and gives the exit code; a ContractError that it throws is
 * printed problem by problem (1), anything else is a failure to run (2). `--help` and `--version` are answered here.
 */
export async function runCommand<const Given extends Options>(
  command: CommandDescription & { options: Given },
  main: (values: Parsed<Given>['values'], positionals: string[]) => Promise<0 | 1 | 2>,
): Promise<void> {
  goOnUnread();
  printWithoutControls();
  process.once('beforeExit', failUnsettled);
  try {
    if (isAsked('--help', '-h')) return console.log(describeCommand(callOf(command.name), command));
    if (isAsked('--version', '-v')) return console.log(version);
    const { values, positionals } = parsed(command);
    process.exitCode = await main(values, positionals);
  } catch (error) {
    process.exitCode = error instanceof ContractError ? 1 : 2;
    if (error instanceof ContractError) for (const problem of error.problems) console.error(describeProblem(problem));
    else if (error instanceof UsageError) console.error(`${error.message}\nSee: ${callOf(command.name)} --help`);
    else if (error instanceof CannotRun) console.error(error.message);
    else if (isRefusal(error)) console.error(`Could not run: ${error.message}`);
    else
      console.error(
        `This is a defect of the toolchain, please report it.\n${error instanceof Error ? error.stack : String(error)}`,
      );
  } finally {
    process.off('beforeExit', failUnsettled);
  }
}

/** Node.js ends a process in which nothing is left to do with 13, also one that still awaits something. */
function failUnsettled(): void {
  console.error('This is a defect of the toolchain, please report it. The command waits for what never comes.');
  process.exit(2);
}

/** Whether the system has refused something, as in a checkout that is read-only: that is no defect of the toolchain. */
function isRefusal(error: unknown): error is Error {
  const refusals = ['EACCES', 'EDQUOT', 'EMFILE', 'ENOSPC', 'EPERM', 'EROFS'];
  return error instanceof Error && 'code' in error && refusals.some((code) => code === error.code);
}

/** Who reads the output may have read enough, as `head` has: the command goes on, and its exit code is the same. */
function goOnUnread(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}

/**
 * What a document says may be on any line that is printed: what a terminal would act on is shown as an escape, but for
 * colours where a terminal reads them.
 */
function printWithoutControls(): void {
  for (const [name, stream] of [
    ['log', process.stdout],
    ['error', process.stderr],
  ] as const) {
    const print = console[name].bind(console);
    const isColoured = styleText('red', 'a', { stream }) !== 'a';
    console[name] = (text = '') => print(harmless(String(text), isColoured));
  }
}

function isAsked(...spellings: string[]): boolean {
  return process.argv.slice(2).some((argument) => spellings.includes(argument));
}

function parsed<Given extends Options>({
  options,
  positionals,
}: CommandDescription & { options: Given }): Parsed<Given> {
  try {
    const given = parseArgs({ options, allowPositionals: positionals !== undefined });
    const [empty] = Object.entries(given.values).find(([, value]) => [value].flat().includes('')) ?? [];
    if (empty !== undefined) throw new UsageError(`--${empty} has no value, but an empty text.`);
    return given;
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const message = errorMessage(cause);
    const [, option] =
      /^Option '(?:-\w, )?(--[\w-]+)(?: <value>)?' argument (?:missing|is ambiguous)/.exec(message) ?? [];
    if (option !== undefined)
      throw new UsageError(`${option} needs a value; one that begins with a dash is written ${option}=VALUE.`, {
        cause,
      });
    // What parseArgs adds after the first sentence is about arguments that begin with a dash.
    const [reason = ''] = message.split(/\. (?=To )/);
    throw new UsageError(reason.replace(/\.?$/, '.'), { cause });
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

/** A key from the environment; undefined for one that is not set, or empty. */
export function keyIn(variable: 'CONTRACT_KEY' | 'CONTRACT_LIMITED_KEY' | 'CONTRACT_REVOKED_KEY'): string | undefined {
  return process.env[variable] || undefined;
}

/** The value of an option that takes a whole number. Throws UsageError. */
export function wholeNumber(
  option: string,
  text: string,
  { least = 0, most }: { least?: number; most: number },
): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) < least || Number(text) > most)
    throw new UsageError(`--${option} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`);
  return Number(text);
}

/** Text in a colour, where the stream is a terminal and `NO_COLOR` is not set. */
export function paint(colour: 'green' | 'red' | 'yellow' | 'dim' | 'bold', text: string): string {
  return styleText(colour, text, { stream: process.stdout });
}
