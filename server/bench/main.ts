import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertSameJob } from './conformance.ts';
import { makeSeed } from './database.ts';
import { publish } from './publish.ts';
import { measure } from './results.ts';

// `npm run bench -- server` runs this, with the number of rounds.

const folder = fileURLToPath(new URL('.', import.meta.url));
const tell = (text: string) => console.error(`${text} …`);

function installPeers(): void {
  if (existsSync(join(folder, 'node_modules'))) return;
  tell('Installing the packages of the peers');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci has failed in server/bench.');
}

const temporary = mkdtempSync(join(tmpdir(), 'bench-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(2));
try {
  const rounds = Number(process.argv[2]);
  const [load = 0] = loadavg();
  installPeers();
  const seed = await makeSeed(temporary);
  tell('Verifying that every peer does the same job');
  await assertSameJob(seed);
  publish(await measure(seed, rounds, tell), rounds, load);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
