import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requirePackages } from '../cli/packages.ts';
import { CannotRun, type Problem } from '../cli/problem.ts';
import { Source } from './source.ts';
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

/**
 * Runs the Redocly CLI; it answers with its own exit code, which the caller reads.
 * Throws CannotRun where it is not installed.
 */
export async function redocly(...args: string[]): Promise<RedoclyResult> {
  requirePackages('@redocly/cli@2');
  const cli = fileURLToPath(new URL('./bin/cli.js', import.meta.resolve('@redocly/cli/package.json')));
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, [cli, ...args], {
      env: { ...process.env, ...quiet },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', (cause) => reject(new CannotRun(`Cannot start the Redocly CLI: ${cause.message}`, { cause })));
    child.on('close', (exitCode) => settle({ exitCode: exitCode ?? 2, stdout, stderr }));
  });
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

/**
 * Lints files in one process, which is faster; gives the problems of each, in their order.
 * All of them must be YAML or JSON.
 */
export async function lintEach(files: readonly string[], config: string): Promise<Problem[][]> {
  const { stdout, ...result } = await redocly(
    'lint',
    ...files,
    '--config',
    config,
    '--format',
    'json',
    '--max-problems',
    '1000',
  );
  // One report follows the other, in the order of the files.
  const reports = stdout.split(/(?<=^\})(?=\{)/m);
  if (reports.length !== files.length)
    throw new CannotRun(
      `The Redocly CLI gave ${reports.length} reports for ${files.length} files:\n${result.stderr.trim()}`,
    );
  return files.map((file, index) =>
    readReport<LintReport>({ ...result, stdout: reports[index] ?? '' }).problems.map((problem) =>
      problemOf(problem, file),
    ),
  );
}

function problemOf({ ruleId, message, location: [place] }: LintProblem, file: string): Problem {
  const source = resolve(place?.source.ref ?? file);
  const suggestion =
    place?.pointer === undefined ? undefined : suggestionFor(ruleId, new Source(source).value, place.pointer.slice(1));
  const suggested = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  // Redocly does not say which reference it could not resolve.
  const reference =
    ruleId === 'no-unresolved-refs' && place?.pointer !== undefined
      ? new Source(source).referenceAt(place.pointer.slice(1))
      : undefined;
  if (reference !== undefined) {
    const reason = message.includes('ENOENT') ? ': there is no such file' : '';
    return {
      location: reference.location,
      message: `$ref '${reference.target}' leads nowhere${reason}.${suggested}`,
      rule: ruleId,
    };
  }
  const location = { file: source, line: place?.start?.line ?? 1, column: place?.start?.col ?? 1 };
  return { location, message: message.trim().replaceAll(/\s*\n\s*/g, ' ') + suggested, rule: ruleId };
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
