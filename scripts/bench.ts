import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { benchGeneration } from './bench/generation.ts';
import { ratioTable, timeInRounds } from './bench/timing.ts';
import { toolchainTimings, typeCheck } from './bench/toolchain.ts';
import { runCommand, UsageError } from './cli/command-line.ts';
import { CannotRun } from './cli/problem.ts';
import { statusLine } from './cli/progress.ts';
import { projectFile } from './cli/project.ts';

const command = {
  name: 'bench',
  positionals: 'toolchain | generate [FILE…] | server | scale',
  summary:
    'Times the check as ratios to the type check of the same tree, or generate as ratios to openapi-typescript, or\n' +
    'loads the reference server and others that do the same job in turn, or several servers on one PostgreSQL and\n' +
    'Redis; prints tables of medians.',
  options: {
    rounds: {
      type: 'string',
      value: 'NUMBER',
      description: 'how often each is timed (default 5, of generate 3, of server 10, of scale 3)',
    },
  },
  notes: 'It takes minutes. The machine should have nothing else to do.',
} as const;

const defaultRounds = { toolchain: '5', generate: '3', server: '10', scale: '3' };
/** Of the documents that `generate` is timed with besides those that are given. */
const sizes = [100, 1_000, 10_000];

await runCommand(command, async ({ rounds: given }, [what = '', ...files]) => {
  if (!isSubject(what) || (files.length > 0 && what !== 'generate'))
    throw new UsageError('What is timed? Say toolchain, generate, server or scale.');
  const absent = files.find((file) => !existsSync(file));
  if (absent !== undefined) throw new CannotRun(`Cannot read ${absent}: there is no such file.`);
  const rounds = given ?? defaultRounds[what];
  if (!/^[1-9]\d{0,2}$/.test(rounds))
    throw new UsageError(`--rounds must be a whole number from 1 to 999, not ${rounds}.`);
  if (what === 'toolchain') return benchToolchain(Number(rounds));
  if (what === 'generate') return benchGenerate(files, Number(rounds));
  return benchServer(what === 'server' ? 'main.ts' : 'scale.ts', rounds);
});

function isSubject(text: string): text is keyof typeof defaultRounds {
  return Object.hasOwn(defaultRounds, text);
}

async function benchGenerate(files: readonly string[], rounds: number): Promise<0> {
  const { show, clear } = statusLine(process.stderr);
  const table = await benchGeneration(files, sizes, rounds, (text) => show((columns) => text.slice(0, columns)));
  clear();
  console.log(table);
  return 0;
}

async function benchToolchain(rounds: number): Promise<0> {
  const { all, remove } = toolchainTimings();
  const { show, clear } = statusLine(process.stderr);
  try {
    const medians = await timeInRounds(all, rounds, (name, seconds) =>
      show((columns) => `${name}: ${seconds.toFixed(2)} s`.slice(0, columns)),
    );
    clear();
    console.log(ratioTable(medians, typeCheck));
  } finally {
    await remove();
  }
  return 0;
}

/** The toolchain knows no server in particular: the bench of this one lies beside it. */
async function benchServer(program: string, rounds: string): Promise<0 | 2> {
  const child = spawn(process.execPath, [projectFile(`server/bench/${program}`), rounds], { stdio: 'inherit' });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return exitCode === 0 ? 0 : 2;
}
