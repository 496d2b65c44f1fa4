import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { CannotRun } from '../cli/problem.ts';
import { isPackaged } from '../cli/project.ts';
import type { Json } from '../openapi/json.ts';
import type { explainFiles } from './type-explanation.ts';
import type { TypeProblem } from './type-problem.ts';

/** In the package it is the compiler of its user. */
const compiler = () =>
  fileURLToPath(
    new URL('./bin/tsc', import.meta.resolve(`${isPackaged ? 'typescript' : 'typescript-7'}/package.json`)),
  );

/**
 * The type errors of the project of `configFile`, with more options of the compiler. TypeScript 7 needs a seventh of
 * the time that 5.9 needs.
 */
export async function checkTypes(configFile: string, options: readonly string[] = []): Promise<TypeProblem[]> {
  const { exitCode, printed } = await runCompiler(configFile, options);
  if (exitCode === 0) return [];
  const problems = [...printed.matchAll(/^(?:(.+)\((\d+),(\d+)\): )?error (TS\d+: .*)$/gm)].map(
    ([, file, line, column, message = '']) => ({
      location: { file: resolve(file ?? configFile), line: Number(line ?? 1), column: Number(column ?? 1) },
      message,
      pointer: undefined,
    }),
  );
  if (problems.length === 0) throw new CannotRun(`The TypeScript compiler failed without an error:\n${printed.trim()}`);
  return problems;
}

/**
 * The same type errors, each with the part of the contract that it is about. `document` is the bundled description.
 * Only the API of TypeScript 5.9 gives the declarations behind an error.
 */
export async function explainTypes(
  problems: TypeProblem[],
  configFile: string,
  generatedTypes: string,
  document: Json,
): Promise<TypeProblem[]> {
  // What cannot be parsed has no declarations, and is about no part of the contract.
  if (problems.every(isOfSyntax))
    return problems.map((problem) => ({ ...problem, message: problem.message.replace(/^TS\d+: /, '') }));
  const files = [...new Set(problems.map(({ location }) => location.file))];
  const explained = await explainInThread(files, configFile, generatedTypes, document);
  const known = new Set(explained.map(({ location }) => location.file));
  return [...explained, ...problems.filter(({ location }) => !known.has(location.file))];
}

/** The compiler numbers what is wrong with the syntax from 1000 on, and what is wrong with types from 2000. */
function isOfSyntax({ message }: TypeProblem): boolean {
  return /^TS1\d{3}: /.test(message);
}

// In the package it is compiled.
const explanation = new URL(`explanation-worker${extname(import.meta.url)}`, import.meta.url);

/** In a thread of its own: it takes seconds, in which this one goes on. */
async function explainInThread(...given: Parameters<typeof explainFiles>): Promise<TypeProblem[]> {
  const thread = new Worker(explanation, { workerData: given });
  // It sends what explainFiles gives, and nothing else.
  const [explained] = (await once(thread, 'message')) as [TypeProblem[]];
  return explained;
}

function runCompiler(
  configFile: string,
  options: readonly string[],
): Promise<{ exitCode: number | null; printed: string }> {
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, [compiler(), '--project', configFile, '--pretty', 'false', ...options], {
      // Its garbage is collected less often: that is a quarter of its time, and hardly any memory.
      env: { GOGC: '400', ...process.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.on('error', (cause) =>
      reject(new CannotRun(`Cannot start the TypeScript compiler: ${cause.message}`, { cause })),
    );
    child.on('close', (exitCode) => settle({ exitCode, printed }));
  });
}
