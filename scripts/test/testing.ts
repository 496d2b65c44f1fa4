import { projectFolder } from '../cli/project.ts';

export { projectFolder } from '../cli/project.ts';

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { afterAll, vi } from 'vitest';
import { parse } from 'yaml';
import type { Location } from '../cli/problem.ts';
import type { Contract } from '../openapi/contract.ts';
import { isObject } from '../openapi/json.ts';
import { Source } from '../openapi/source.ts';

// Many tests start processes, which take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

// One for each test file, which imports this module for itself.
const root = realpathSync(mkdtempSync(join(tmpdir(), 'scripts-')));
let folders = 0;
afterAll(() => rmSync(root, { recursive: true }));

/** A folder with these files, which is gone when the tests of the file are over. */
export function temporaryFolder(files: Record<string, string> = {}, name = ''): string {
  folders += 1;
  const folder = join(root, `${folders}${name}`);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

/** The path of a file in `contracts/`. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`contracts/${name}`, import.meta.url));
}

/** A contract in one file, without the checks and the bundling of `readContract`. */
export function contractOf(text: string): Contract {
  const file = join(temporaryFolder({ 'openapi.yaml': text }), 'openapi.yaml');
  const source = new Source(file);
  const document: unknown = parse(text);
  if (!isObject(document)) throw new Error('The document is no object.');
  return {
    file,
    version: String(document['openapi']).startsWith('3.0') ? '3.0' : '3.1',
    document,
    locate: (pointer) => source.locate(pointer),
  };
}

/** The text that a location points at, to the end of the line. */
export function textAt({ file, line, column }: Location): string {
  return (readFileSync(file, 'utf8').split('\n')[line - 1] ?? '').slice(column - 1);
}

export interface Validate {
  (value: unknown): boolean;
  errors?: { instancePath: string; message?: string }[];
}

export interface Validators {
  operations: Record<
    string,
    {
      parameters: Record<string, Record<string, Validate>>;
      requestBody: Record<string, Validate>;
      responses: Record<string, { headers: Record<string, Validate>; content: Record<string, Validate> }>;
    }
  >;
  unmatchedResponses: Record<string, { content: Record<string, Validate> }>;
}

/**
 * Runs a generated `validators.js` where there is nothing but the language itself: no import, no `require`, no Node, no
 * DOM. A script takes no `export`, so that alone is replaced; an `import` would be a syntax error.
 */
export function runValidators(files: Map<string, string>): Validators {
  const code = files.get('validators.js') ?? '';
  const script = code.replace(
    /^export \{ operations, unmatchedResponses \};$/m,
    '({ operations, unmatchedResponses });',
  );
  if (script === code) throw new Error('The module does not export what it should.');
  return runInNewContext(script, {}) as Validators;
}

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
    ([name]) => !/^(VITEST|NODE_ENV|TEST|NO_COLOR|FORCE_COLOR)/.test(name),
  );
  return new Promise((settle, reject) => {
    const env = { ...Object.fromEntries(inherited), ...environment };
    const child = spawn(process.execPath, [resolve(projectFolder, 'scripts', script), ...options], {
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
