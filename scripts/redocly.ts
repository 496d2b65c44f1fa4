import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CannotRun, type Problem } from './contract/problem.ts';

const cli = fileURLToPath(new URL('./bin/cli.js', import.meta.resolve('@redocly/cli/package.json')));

export interface RedoclyResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs the Redocly CLI; it answers with its own exit code, which the caller reads. */
export function redocly(...args: string[]): Promise<RedoclyResult> {
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, [cli, ...args], {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true', NO_COLOR: '1', FORCE_COLOR: '0' },
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
  problems: { ruleId: string; message: string; location: LintLocation[] }[];
}

interface LintLocation {
  source: { ref: string };
  start?: { line: number; col: number };
  end?: { line: number; col: number };
}

/** Lints `file` with the rules of `config`; no problem means an empty list. */
export async function lint(file: string, config: string): Promise<Problem[]> {
  const result = await redocly('lint', file, '--config', config, '--format', 'json', '--max-problems', '1000');
  const { problems } = readReport<LintReport>(result);
  return Promise.all(
    problems.map(async ({ ruleId, message, location: [place] }) => ({
      location: { file: resolve(place?.source.ref ?? file), line: place?.start?.line ?? 1, column: place?.start?.col ?? 1 },
      // Redocly does not say which reference it could not resolve.
      message: ruleId === 'no-unresolved-refs' && place ? `${message}: ${await excerpt(place)}` : oneLine(message),
      rule: ruleId,
    })),
  );
}

function oneLine(message: string): string {
  return message.trim().replaceAll(/\s*\n\s*/g, ' ');
}

async function excerpt({ source, start, end }: LintLocation): Promise<string> {
  const line = (await readFile(source.ref, 'utf8')).split('\n')[(start?.line ?? 1) - 1] ?? '';
  return line.slice((start?.col ?? 1) - 1, start?.line === end?.line ? end?.col : undefined).trim();
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
