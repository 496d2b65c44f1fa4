import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ratioTable, timeInRounds } from './bench/timing.ts';
import { toolchainTimings, typeCheck } from './bench/toolchain.ts';
import { runCommand, UsageError } from './cli/command-line.ts';
import { statusLine } from './cli/progress.ts';
import { projectFile } from './cli/project.ts';

const command = {
  name: 'bench',
  positionals: 'toolchain | server | scale',
  summary:
    'Times the check as ratios to the type check of the same tree, or loads the reference server and others that do\n' +
    'the same job in turn, or several servers on one PostgreSQL and Redis; prints tables of medians.',
  options: {
    rounds: {
      type: 'string',
      value: 'NUMBER',
      description: 'how often each is timed (default 5, of server 10, of scale 3)',
    },
  },
  notes: 'It takes minutes. The machine should have nothing else to do.',
} as const;

await runCommand(command, async ({ rounds: given }, [what, ...others]) => {
  if (others.length > 0 || (what !== 'toolchain' && what !== 'server' && what !== 'scale'))
    throw new UsageError('What is timed? Say toolchain, server or scale.');
  const rounds = given ?? { toolchain: '5', server: '10', scale: '3' }[what];
  if (!/^[1-9]\d{0,2}$/.test(rounds)) throw new UsageError(`--rounds must be a whole number, not ${rounds}.`);
  if (what === 'toolchain') return benchToolchain(Number(rounds));
  return benchServer(what === 'server' ? 'main.ts' : 'scale.ts', rounds);
});

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
    remove();
  }
  return 0;
}

/** The toolchain knows no server in particular: the bench of this one lies beside it. */
async function benchServer(program: string, rounds: string): Promise<0 | 2> {
  const child = spawn(process.execPath, [projectFile(`server/bench/${program}`), rounds], { stdio: 'inherit' });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return exitCode === 0 ? 0 : 2;
}
