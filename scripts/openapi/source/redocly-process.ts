import { pathToFileURL } from 'node:url';
import type { RedoclyAnswer, RedoclyResult } from './redocly.ts';

// The program of a process that runs the Redocly CLI any number of times, one after the other. To load the CLI takes
// several times as long as what it does.

const [program = '', network] = process.argv.slice(2);
// Also where a document makes the CLI follow what nobody has thought of.
if (network !== 'online')
  globalThis.fetch = () => Promise.reject(new Error('Nothing is fetched from the network without --allow-remote.'));
// Each run leaves some of the CLI in memory.
const mostRuns = 100;
let runs = 0;
let running: RedoclyResult | undefined;

process.on('message', (programArguments: readonly string[]) => {
  running = { exitCode: 0, stdout: '', stderr: '' };
  process.argv.splice(1, Infinity, program, ...programArguments);
  // The run has ended when nothing is left to do, as with the CLI itself.
  process.channel?.unref();
  runs += 1;
  import(`${pathToFileURL(program)}?run=${runs}`).catch((error: unknown) => {
    console.error(error);
    process.exit(2);
  });
});
process.on('disconnect', () => process.exit());
process.on('uncaughtExceptionMonitor', (error) => console.error(error));

const exit = process.exit;
let isAtEnd = false;
process.on('beforeExit', () => {
  isAtEnd = true;
  process.channel?.ref();
  setImmediate(() => {
    isAtEnd = false;
    answer(runs < mostRuns);
  });
});
// The CLI tells its exit code so at the end of a run; this process goes on.
process.exit = ((exitCode = 0) => (isAtEnd ? setExitCode(exitCode) : exit(exitCode))) as typeof exit;
process.on('exit', (exitCode) => {
  setExitCode(exitCode);
  answer(false);
});

function setExitCode(exitCode: string | number | null): void {
  if (running !== undefined) running.exitCode = Number(exitCode);
}

function answer(goesOn: boolean): void {
  if (running !== undefined) process.send?.({ result: running, goesOn } satisfies RedoclyAnswer);
  running = undefined;
}

for (const name of ['stdout', 'stderr'] as const)
  process[name].write = (chunk: string | Uint8Array, ...others: unknown[]) => {
    if (running !== undefined) running[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = others.find((other) => typeof other === 'function');
    if (done !== undefined) process.nextTick(done);
    return true;
  };
