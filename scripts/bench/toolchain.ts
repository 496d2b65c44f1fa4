import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotRun } from '../cli/problem.ts';
import { paths, projectFile, projectFolder, rooms } from '../cli/project.ts';
import type { Timed } from './timing.ts';

/** What the others are compared with. */
export const typeCheck = 'TypeScript 7, the same tree';

/** The commands that are timed, in a copy of the project, which `remove` takes away. */
export function toolchainTimings(): { all: Timed[]; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  for (const name of [...rooms, 'package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(projectFile(name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.slice(projectFolder.length).includes('node_modules'),
    });
  symlinkSync(projectFile('node_modules'), join(folder, 'node_modules'));
  const contract = join(folder, paths.contract);
  const original = readFileSync(contract, 'utf8');
  let edits = 0;
  const run = (...programArguments: string[]) => runIn(folder, programArguments);
  const check = () => run('scripts/run.js', 'check');
  const passed = async () => {
    writeFileSync(contract, original);
    await check();
  };
  /** A check after `edit` of what has passed. Each round has another text: none is one that was checked before. */
  const after = (name: string, from: RegExp, to: (found: string, edit: number) => string): Timed => ({
    name,
    prepare: async () => {
      await passed();
      edits += 1;
      const edited = original.replace(from, (found) => to(found, edits));
      if (edited === original) throw new CannotRun(`${paths.contract} has nothing to change for ${from.source}.`);
      writeFileSync(contract, edited);
    },
    run: check,
  });
  const compiler = join('node_modules', 'typescript-7', 'bin', 'tsc');
  const all: Timed[] = [
    { name: typeCheck, prepare: () => undefined, run: () => run(compiler, '--project', paths.typeScript) },
    { name: 'check, nothing changed', prepare: passed, run: check },
    after('check, another description', /description: \w+/, (found, edit) => `${found} ${edit}`),
    after('check, another bound', /maximum: (\d+)/, (found, edit) => `${found}${edit}`),
    after('check, a response with a header that it lacks', / {10}headers:\n/, (found, edit) =>
      [
        found.trimEnd(),
        `            X-Edit-${edit}:`,
        '              description: D',
        '              required: true',
        '              schema: { type: string }',
        '',
      ].join('\n'),
    ),
    { name: 'check --fresh', prepare: passed, run: () => run('scripts/run.js', 'check', '--fresh') },
  ];
  return { all, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs a program to its end. That the answer is no is as good an end as any. */
async function runIn(folder: string, programArguments: string[]): Promise<void> {
  const child = spawn(process.execPath, programArguments, { cwd: folder, stdio: 'ignore' });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  if (exitCode !== 0 && exitCode !== 1)
    throw new CannotRun(`${programArguments.join(' ')} has ended with ${exitCode ?? 'a signal'}.`);
}
