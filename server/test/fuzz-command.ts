import { parseArgs } from 'node:util';
import { service } from '../../generated/operations.ts';
import { fuzz } from './fuzz.ts';

const usage = `Usage: npm run -s fuzz -- [OPTION]…

Sends requests to the server over sockets, and ends with 1 where one is answered with a server error, or in a way that
the contract does not have.

  --runs N     how many requests; 20000 unless given
  --seed S     replays those of a run
  --help       shows this
  --version    shows the version of the service`;

function readOptions() {
  const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
  const runs = Number(values.runs ?? 20_000);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  if (!(Number.isSafeInteger(runs) && runs > 0 && Number.isSafeInteger(seed)))
    throw new Error('N and S are whole numbers.');
  return { runs, seed };
}

async function main(): Promise<0 | 1 | 2> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`${reason.replace(/\.?$/, '.')}\nSee: npm run -s fuzz -- --help`);
    return 2;
  }
  const { runs, seed } = options;
  try {
    await fuzz(options);
    console.log(`${runs} requests, seed ${seed}: every response is as documented, and none a server error.`);
    return 0;
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
    console.log(`\nAgain: npm run fuzz -- --runs ${runs} --seed ${seed}`);
    return 1;
  }
}

const [argument] = process.argv.slice(2);
if (argument === '--help' || argument === '-h') console.log(usage);
else if (argument === '--version' || argument === '-v') console.log(service.version);
else process.exitCode = await main();
