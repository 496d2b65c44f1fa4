import { ratioTable, timeInRounds } from './bench/timing.ts';
import { toolchainTimings, typeCheck } from './bench/toolchain.ts';
import { runCommand, UsageError } from './cli/command-line.ts';
import { statusLine } from './cli/progress.ts';

const command = {
  name: 'bench',
  positionals: 'toolchain',
  summary: 'Times the check as ratios to the type check of the same tree, and prints a table of medians.',
  options: {
    rounds: { type: 'string', value: 'NUMBER', default: '5', description: 'how often each is timed' },
  },
  notes: 'It takes minutes. The machine should have nothing else to do.',
} as const;

await runCommand(command, async ({ rounds }, [what, ...others]) => {
  if (what !== 'toolchain' || others.length > 0) throw new UsageError('What is timed? Say toolchain.');
  if (!/^[1-9]\d{0,2}$/.test(rounds)) throw new UsageError(`--rounds must be a whole number, not ${rounds}.`);
  const { all, remove } = toolchainTimings();
  const { show, clear } = statusLine(process.stderr);
  try {
    const medians = await timeInRounds(all, Number(rounds), (name, seconds) =>
      show((columns) => `${name}: ${seconds.toFixed(2)} s`.slice(0, columns)),
    );
    clear();
    console.log(ratioTable(medians, typeCheck));
  } finally {
    remove();
  }
  return 0;
});
