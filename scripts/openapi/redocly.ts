import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requirePackages } from '../cli/packages.ts';
import { CannotRun, ContractError, type Problem } from '../cli/problem.ts';
import { Source } from './source.ts';
import type { Copy } from './source-copy.ts';
import { suggestionFor } from './suggestion.ts';

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

// Redocly asks these variables first: nothing listens there.
const nowhere = { HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1', NO_PROXY: '', no_proxy: '' };

/**
 * Runs the Redocly CLI on a file; it answers with its own exit code, which the caller reads. Throws CannotRun where it
 * is not installed, ContractError where it does not end within bounds.
 */
export async function redocly(command: string, file: string, options: string[], isRemoteAllowed = false) {
  requirePackages('@redocly/cli@2');
  const cli = fileURLToPath(new URL('./bin/cli.js', import.meta.resolve('@redocly/cli/package.json')));
  const nodeOptions = [`--max-old-space-size=${bounds.megabytes}`];
  return new Promise<RedoclyResult>((settle, reject) => {
    const child = spawn(process.execPath, [...nodeOptions, cli, command, file, ...options], {
      env: { ...process.env, ...quiet, ...(isRemoteAllowed ? {} : nowhere) },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: bounds.seconds * 1000,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', (cause) => reject(new CannotRun(`Cannot start the Redocly CLI: ${cause.message}`, { cause })));
    child.on('close', (exitCode, signal) =>
      signal === null ? settle({ exitCode: exitCode ?? 2, stdout, stderr }) : reject(beyondBounds(file)),
    );
  });
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

/** Lints `file` with the rules of `config`; no problem means an empty list. */
export async function lint(file: string, config: string): Promise<Problem[]> {
  const [problems = []] = await lintEach([file], config);
  return problems;
}

/** Lints a file of a description in a copy of it; the problems are those of the original. */
export async function lintCopy(
  { copyOf, isRemoteAllowed, originalOf }: Copy,
  file: string,
  config: string,
): Promise<Problem[]> {
  const [problems = []] = await lintEach([copyOf(file)], config, isRemoteAllowed);
  return problems.map((problem) => ({
    ...problem,
    location: { ...problem.location, file: originalOf(problem.location.file) },
  }));
}

/**
 * Lints files in one process, which is faster; gives the problems of each, in their order.
 * All of them must be YAML or JSON.
 */
export async function lintEach(
  files: readonly string[],
  config: string,
  isRemoteAllowed = false,
): Promise<Problem[][]> {
  const [first = '', ...others] = files;
  const options = ['--config', config, '--format', 'json', '--max-problems', '100000'];
  const { stdout, ...result } = await redocly('lint', first, [...others, ...options], isRemoteAllowed);
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
  const path = resolve(ref);
  const pointer = place?.pointer?.slice(1);
  const suggestion = pointer === undefined ? undefined : suggestionFor(ruleId, () => sourceOf(path).value, pointer);
  const suggested = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
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
  return { location, message: text + suggested, rule: ruleId };
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
