import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotRun } from '../cli/problem.ts';
import { paths, projectFile, projectFolder, rooms } from '../cli/project.ts';
import { isLinted, isVerified, RunningDev } from './running-dev.ts';
import type { Timed } from './timing.ts';

/** What the others are compared with. */
export const typeCheck = 'TypeScript 7, the same tree';

/** What is timed, each in a copy of the project; `remove` takes these away. */
export function toolchainTimings(): { all: Timed[]; remove: () => Promise<void> } {
  const [checked, watched] = [copyOfProject(), copyOfProject()];
  const dev = devTimings(watched);
  return {
    all: [...checkTimings(checked), ...dev.all],
    remove: async () => {
      await dev.stop();
      for (const folder of [checked, watched]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  for (const name of [...rooms, 'package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(projectFile(name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.slice(projectFolder.length).includes('node_modules'),
    });
  symlinkSync(projectFile('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Edits of the contract in a folder: each has another text, and none is one that was checked before. */
class Edits {
  readonly #file: string;
  readonly #original: string;
  #count = 0;

  constructor(folder: string) {
    this.#file = join(folder, paths.contract);
    this.#original = readFileSync(this.#file, 'utf8');
  }

  undo(): void {
    writeFileSync(this.#file, this.#original);
  }

  make(from: RegExp, to: (found: string, edit: number) => string): void {
    this.#count += 1;
    const edited = this.#original.replace(from, (found) => to(found, this.#count));
    if (edited === this.#original) throw new CannotRun(`${paths.contract} has nothing to change for ${from.source}.`);
    writeFileSync(this.#file, edited);
  }
}

const bound = /maximum: (\d+)/;
const otherBound = (found: string, edit: number) => `${found}${edit}`;

function checkTimings(folder: string): Timed[] {
  const edits = new Edits(folder);
  const run = (...programArguments: string[]) => runIn(folder, programArguments);
  const check = () => run('scripts/run.js', 'check');
  const passed = async () => {
    edits.undo();
    await check();
  };
  /** A check after `edit` of what has passed. */
  const after = (name: string, from: RegExp, to: (found: string, edit: number) => string): Timed => ({
    name,
    prepare: async () => {
      await passed();
      edits.make(from, to);
    },
    run: check,
  });
  const compiler = join('node_modules', 'typescript-7', 'bin', 'tsc');
  return [
    { name: typeCheck, prepare: () => undefined, run: () => run(compiler, '--project', paths.typeScript) },
    { name: 'check, nothing changed', prepare: passed, run: check },
    after('check, another description', /description: \w+/, (found, edit) => `${found} ${edit}`),
    after('check, another bound', bound, otherBound),
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
}

/** From the save to what `npm run dev` prints, which runs all the while. */
function devTimings(folder: string): { all: Timed[]; stop: () => Promise<void> } {
  const edits = new Edits(folder);
  let dev: RunningDev | undefined;
  const after = (name: string, line: RegExp): Timed => ({
    name,
    prepare: async () => {
      dev ??= new RunningDev(['scripts/run.js', 'dev', '--port', '0'], folder);
      await dev.ended();
    },
    run: async () => {
      edits.make(bound, otherBound);
      await dev?.saw(line);
    },
  });
  return {
    all: [after('dev, lint after a save', isLinted), after('dev, both sides verified after a save', isVerified)],
    stop: async () => dev?.stop(),
  };
}

/** Runs a program to its end. That the answer is no is as good an end as any. */
async function runIn(folder: string, programArguments: string[]): Promise<void> {
  const child = spawn(process.execPath, programArguments, { cwd: folder, stdio: 'ignore' });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  if (exitCode !== 0 && exitCode !== 1)
    throw new CannotRun(`${programArguments.join(' ')} has ended with ${exitCode ?? 'a signal'}.`);
}
