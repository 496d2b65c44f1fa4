import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

const usage = `Usage: npm run fuzz -- --runs N [--seed S]

Sends N requests to the server over sockets, and ends with 1 where one is answered with a server error, or in a way that
the contract does not have.`;

function readOptions() {
  const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
  const runs = Number(values.runs ?? 20_000);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  if (!(Number.isSafeInteger(runs) && runs > 0 && Number.isSafeInteger(seed)))
    throw new Error('N and S are whole numbers.');
  return { runs, seed };
}

let options: ReturnType<typeof readOptions> | undefined;
try {
  options = readOptions();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 2;
}
if (options !== undefined) {
  const { runs, seed } = options;
  try {
    await fuzz(options);
    console.log(`${runs} requests, seed ${seed}: every response is as documented, and none a server error.`);
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
    console.log(`\nAgain: npm run fuzz -- --runs ${runs} --seed ${seed}`);
    process.exitCode = 1;
  }
}
