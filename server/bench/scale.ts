import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../storage/test/postgres.ts';
import { startRedis } from '../test/redis.ts';
import { measureConnections } from './scale/connections.ts';
import { measureFailover } from './scale/failover.ts';
import { simulateIdentifiers } from './scale/identifiers.ts';
import { measureInstances } from './scale/instances.ts';
import { measurePartitions } from './scale/partitions.ts';
import { simulateCluster } from './scale/redis-cluster.ts';
import { measureReplication } from './scale/replication.ts';
import { measureSizes } from './scale/sizes.ts';

// `npm run bench -- scale` runs this, with the number of rounds. It reads /proc, so it needs Linux.

const tell = (text: string) => console.error(`${text} …`);

/** Prints lines, and writes them to the place of SCALE.md that shows them. */
function publish(place: string, lines: readonly string[]): void {
  console.log([...lines, ''].join('\n'));
  const page = fileURLToPath(new URL('../SCALE.md', import.meta.url));
  const between = new RegExp(`(?<=<!-- ${place} -->\\n).*(?=<!-- /${place} -->)`, 's');
  writeFileSync(page, readFileSync(page, 'utf8').replace(between, `\n${lines.join('\n')}\n\n`));
}

const rounds = Number(process.argv[2]);
const [busy = 0] = loadavg();
publish('circumstances', [
  `Medians of ${rounds === 1 ? '1 round' : `${rounds} rounds`}; ${availableParallelism()} cores, which servers, ` +
    `engines and load share. Load average before: ${busy.toFixed(1)}; where it is not near 0, rates are worth little.`,
]);
publish('identifiers', simulateIdentifiers());
publish('cluster', simulateCluster());
const [postgres, redis] = await Promise.all([startPostgres([]), startRedis()]);
try {
  publish('scale', await measureInstances({ postgres, redis }, rounds, tell));
  tell('Lists over few and many connections');
  publish('connections', await measureConnections(postgres, rounds));
  tell('Lists of a thousand and of ten million animals');
  publish('sizes', await measureSizes(postgres, 10_000_000, rounds));
  tell('Lists in partitions');
  publish('partitions', await measurePartitions(postgres, 2_000_000));
} finally {
  await Promise.all([postgres.close(), redis.stop()]);
}
tell('Reading from a standby');
publish('replication', await measureReplication(300));
tell('Promoting a standby');
publish('failover', await measureFailover(rounds));
