import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyOf, makeSeed } from './database.ts';
import { startServer } from './running-server.ts';
import { scenarios } from './scenarios.ts';
import { baseline, servers } from './servers.ts';
import { measurementTable, ratioTable } from './table.ts';
import { measureThroughput, type Target } from './throughput.ts';

// `npm run bench -- server` runs this, with the number of rounds.

const rounds = Number(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const targets: Target[] = [];
try {
  const seed = await makeSeed(folder, 1000);
  for (const one of servers) {
    const server = await startServer(one, copyOf(seed, folder, one.file.replaceAll(/\W/g, '-')));
    targets.push({ name: one.name, server, key: seed.key });
  }
  const { measurements, generatorBusy } = await measureThroughput(targets, scenarios, rounds, (text) =>
    console.error(text),
  );
  console.log(`${ratioTable(measurements, baseline.name)}\n\n${measurementTable(measurements)}\n`);
  console.log(`The generator of the load was busy for ${(generatorBusy * 100).toFixed(0)} % of the time at most.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
} finally {
  for (const { server } of targets) await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
