import { relative, resolve } from 'node:path';
import { visible } from './text.ts';

/** A place in a document; lines and columns count from 1. */
export interface Location {
  file: string;
  line: number;
  column: number;
}

export interface Problem {
  location: Location;
  message: string;
  rule?: string;
}

/** The document is not what it must be: each problem says where and why. */
export class ContractError extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.problems = problems;
  }
}

/** For a `catch` that is about the document alone: any other error is thrown again. */
export function contractErrorOf(error: unknown): ContractError {
  if (error instanceof ContractError) return error;
  throw error;
}

/** The command could not do its work at all (a missing file, a wrong argument): exit code 2. */
export class CannotRun extends Error {}

/** A process did not answer in time: that says nothing of what it would have done. */
export class OutOfTime extends CannotRun {}

/** For a command that only uses the contract: where that is not what it must be, the command cannot run. */
export async function orCannotRun<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new CannotRun(error.message, { cause: error });
  }
}

const plainWords: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder.',
  ENOTDIR: 'a part of this path is a file.',
};

/** What an error says, plainly where the system speaks in codes; of what is thrown and is none, its text. */
export function errorMessage(error: unknown): string {
  const plain = error instanceof Error && 'code' in error ? plainWords[String(error.code)] : undefined;
  if (plain !== undefined) return plain;
  return error instanceof Error ? error.message : String(error);
}

/** A path as a person reads it: from the working directory, or from the root where that is shorter. */
export function shownPath(file: string): string {
  const [path, whole] = [relative('.', file) || '.', resolve(file)];
  return path.startsWith('..') && path.length > whole.length ? whole : path;
}

/** `file:line:column`: terminals and editors make it a link. */
export function describeLocation({ file, line, column }: Location): string {
  return `${shownPath(file)}:${line}:${column}`;
}

/** One line for a person: where, what, and which rule says so. */
export function describeProblem({ location, message, rule }: Problem): string {
  return visible(`${describeLocation(location)} ${message}${rule === undefined ? '' : ` (${rule})`}`);
}
