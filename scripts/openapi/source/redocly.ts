import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requirePackages } from '../../cli/packages.ts';
import { CannotRun, ContractError, type Problem } from '../../cli/problem.ts';
import { misplacedField } from '../mistakes/misplaced-field.ts';
import { replacedField } from '../mistakes/replaced-field.ts';
import { isEmptyReference, namesakeOf, suggestionFor, valueMeant } from '../mistakes/suggestion.ts';
import { Source } from './source.ts';
import type { Copy } from './source-copy.ts';

// In the package it is compiled.
const program = new URL(`redocly-process${extname(import.meta.url)}`, import.meta.url);

const quiet = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
};

/** How a run of the Redocly CLI ended. */
export interface RedoclyResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

// Many times what the largest published documents take.
const bounds = { seconds: 180, megabytes: 3072 };

// The CLI takes options from an `.env` file where it runs: none may stand beside the document.
const workingFolder = dirname(fileURLToPath(program));

/**
 * Runs the Redocly CLI on a file; it answers with its own exit code, which the caller reads. Throws CannotRun where it
 * is not installed, ContractError where it does not end within bounds.
 */
export async function redocly(command: string, file: string, options: string[], isRemoteAllowed = false) {
  requirePackages('@redocly/cli@2');
  const child = (isRemoteAllowed ? undefined : idle.pop()) ?? new RedoclyProcess(isRemoteAllowed);
  const answer = await child.run([command, resolve(file), ...options]);
  if (answer === undefined) throw beyondBounds(file);
  if (answer.goesOn && !isRemoteAllowed) idle.push(child);
  else child.kill();
  return answer.result;
}

/** What the process of the CLI says of a run. */
export interface RedoclyAnswer {
  result: RedoclyResult;
  /** Whether it waits for another run. */
  goesOn: boolean;
}

/** Processes that have run the CLI, and wait for another run. */
const idle: RedoclyProcess[] = [];

/** A process that runs the Redocly CLI. It ends with this one, and keeps it alive only while it runs. */
class RedoclyProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<undefined>;

  constructor(isRemoteAllowed: boolean) {
    const cli = fileURLToPath(new URL('./lib/index.js', import.meta.resolve('@redocly/cli/package.json')));
    this.#child = fork(fileURLToPath(program), [cli, isRemoteAllowed ? 'online' : 'offline'], {
      cwd: workingFolder,
      execArgv: [`--max-old-space-size=${bounds.megabytes}`],
      env: { ...process.env, ...quiet },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // What it has sent is received before.
    this.#ended = once(this.#child, 'disconnect').then(
      () => undefined,
      (cause: Error) => {
        throw new CannotRun(`Cannot start the Redocly CLI: ${cause.message}`, { cause });
      },
    );
  }

  /** What came of a run; undefined where it needs more than the bounds. Throws CannotRun where it cannot start. */
  async run(programArguments: readonly string[]): Promise<RedoclyAnswer | undefined> {
    const deadline = setTimeout(() => this.#child.kill('SIGKILL'), bounds.seconds * 1000);
    this.#child.ref();
    this.#child.channel?.ref();
    try {
      // It sends nothing else.
      const answered = once(this.#child, 'message') as Promise<[RedoclyAnswer]>;
      this.#child.send(programArguments);
      const [answer] = (await Promise.race([answered, this.#ended])) ?? [];
      return answer;
    } finally {
      clearTimeout(deadline);
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

function beyondBounds(file: string): ContractError {
  const message = `The linter needs more than ${bounds.seconds} seconds, or ${bounds.megabytes} MB, for this document.`;
  return new ContractError([{ location: { file, line: 1, column: 1 }, message }]);
}

interface LintReport {
  problems: LintProblem[];
}

interface LintProblem {
  ruleId: string;
  message: string;
  location: { source: { ref: string }; pointer?: string; start?: { line: number; col: number } }[];
}

/** Lints files of a description in a copy of it; the problems are those of the originals. */
export async function lintCopies(
  { copyOf, isRemoteAllowed, originalOf }: Copy,
  files: readonly string[],
  config: string,
): Promise<Problem[]> {
  const problems = await lintEach(files.map(copyOf), config, isRemoteAllowed);
  return problems.flat().map((problem) => ({
    ...problem,
    location: { ...problem.location, file: originalOf(problem.location.file) },
  }));
}

/**
 * Lints files in one run, which is faster; gives the problems of each, in their order.
 * All of them must be YAML or JSON.
 */
export async function lintEach(
  files: readonly string[],
  config: string,
  isRemoteAllowed = false,
): Promise<Problem[][]> {
  const [first = '', ...others] = files;
  const options = ['--config', resolve(config), '--format', 'json', '--max-problems', '100000'];
  const { stdout, ...result } = await redocly('lint', first, [...others, ...options], isRemoteAllowed);
  // A configuration that cannot be used ends the run before the first file.
  if (stdout.trim() === '')
    throw new CannotRun(`With ${config}, the Redocly CLI gives no report. It says:\n${result.stderr.trim()}`);
  // One report follows the other, in the order of the files.
  const reports = stdout.split(/(?<=^\})(?=\{)/m);
  if (reports.length !== files.length)
    throw new CannotRun(
      `The Redocly CLI gave ${reports.length} reports for ${files.length} files:\n${result.stderr.trim()}`,
    );
  const sources = new Map<string, Source>();
  const sourceOf = (path: string) => {
    const source = sources.get(path) ?? new Source(path);
    sources.set(path, source);
    return source;
  };
  return files.map((file, index) =>
    readReport<LintReport>({ ...result, stdout: reports[index] ?? '' }).problems.map((problem) =>
      problemOf(problem, file, sourceOf),
    ),
  );
}

function problemOf(
  { ruleId, message, location: [place] }: LintProblem,
  file: string,
  sourceOf: (file: string) => Source,
): Problem {
  const text = message.trim().replaceAll(/\s*\n\s*/g, ' ');
  const ref = place?.source.ref ?? file;
  // What was fetched has no lines here.
  if (/^https?:/i.test(ref))
    return { location: { file, line: 1, column: 1 }, message: `In ${ref}: ${text}`, rule: ruleId };
  const path = resolve(workingFolder, ref);
  const pointer = place?.pointer?.slice(1);
  const documentOf = () => sourceOf(path).value;
  const suggestion =
    pointer === undefined
      ? undefined
      : (suggestionFor(ruleId, documentOf, pointer) ?? valueMeant(text, documentOf, pointer));
  const namesake = pointer === undefined ? undefined : namesakeOf(ruleId, documentOf, pointer);
  const suggested = [
    ...(suggestion === undefined ? [] : [` Did you mean ${suggestion}?`]),
    ...(namesake === undefined
      ? []
      : [` That of line ${sourceOf(path).locate(`${namesake}/operationId`).line} is the same.`]),
  ].join('');
  // Redocly does not say which reference it could not resolve.
  const reference =
    ruleId === 'no-unresolved-refs' && pointer !== undefined ? sourceOf(path).referenceAt(pointer) : undefined;
  if (reference !== undefined) {
    const reason = message.includes('ENOENT') ? ': there is no such file' : '';
    return {
      location: reference.location,
      message: `$ref '${reference.target}' leads nowhere${reason}.${suggested}`,
      rule: ruleId,
    };
  }
  const location = { file: path, line: place?.start?.line ?? 1, column: place?.start?.col ?? 1 };
  if (pointer !== undefined && isEmptyReference(ruleId, documentOf, pointer))
    return {
      location,
      message: 'The `$ref` is empty: write what it refers to in quotes, as without them # begins a comment.',
      rule: ruleId,
    };
  const advice =
    pointer === undefined || suggested !== ''
      ? suggested
      : misplacedField(text, documentOf, pointer) + replacedField(text, documentOf, pointer);
  return { location, message: text + advice, rule: ruleId };
}

/** The JSON document that a `--format json` run printed. */
export function readReport<Report>({ stdout, stderr }: RedoclyResult): Report {
  try {
    // The shape of this report is Redocly's, pinned with its version in package-lock.json.
    return JSON.parse(stdout) as Report;
  } catch (cause) {
    throw new CannotRun(`The Redocly CLI gave no report:\n${stderr.trim() || stdout.trim()}`, { cause });
  }
}
