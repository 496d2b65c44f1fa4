import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { projectFile } from '../cli/project.ts';

export interface Run {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a script of this folder, or of a copy of the project, as its users do. */
export function runScript(
  script: string,
  options: string[],
  folder: string,
  environment: Record<string, string> = {},
): Promise<Run> {
  // What the test runner sets for its own processes is not for others.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV|TEST|NO_COLOR|FORCE_COLOR|CONTRACT_)/.test(name),
  );
  return new Promise((settle, reject) => {
    const env = { ...Object.fromEntries(inherited), ...environment };
    const child = spawn(process.execPath, [resolve(projectFile('scripts'), script), ...options], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const run: Run = { exitCode: null, stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (run.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (run.stderr += text));
    child.on('error', reject);
    child.on('close', (exitCode) => settle({ ...run, exitCode }));
  });
}
