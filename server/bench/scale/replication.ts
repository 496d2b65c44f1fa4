import { Client } from 'pg';
import { openStorage } from '../../storage/open.ts';
import { medianOf, percentileOf } from '../statistics.ts';
import { type Commit, commits, type Pair, withPair } from './standby.ts';
import { table } from './table.ts';

const atOnce = 64;
/** Seconds. */
const duration = 2;

/** What a reader finds on a standby once a creation is answered, and what it costs that he always does. */
export async function measureReplication(creations: number): Promise<string[]> {
  const rows: string[][] = [];
  for (const delay of [0, 10])
    for (const commit of Object.keys(commits) as Commit[]) {
      const { missed, lags, times, perSecond } = await withPair(delay, commit, (pair) => observe(pair, creations));
      rows.push([
        commit,
        `${2 * delay}`,
        `${((missed / creations) * 100).toFixed(0)} %`,
        ...[0.5, 0.99].map((share) => percentileOf(lags, share).toFixed(1)),
        medianOf(times).toFixed(1),
        perSecond.toFixed(0),
      ]);
    }
  const found = ['not found', 'found after, p50 (ms)', 'p99 (ms)'];
  const columns = ['creation', 'round trip (ms)', ...found, 'creation, p50 (ms)', `a second, ${atOnce} at once`];
  return table(columns, rows);
}

async function observe({ url, standbyUrl }: Pair, creations: number) {
  const storage = await openStorage({ engine: 'PostgreSQL', url });
  const reader = new Client(standbyUrl);
  await reader.connect();
  const isThere = async (id: number) =>
    (await reader.query({ name: 'animal', text: 'SELECT 1 FROM animal WHERE id = $1', values: [id] })).rowCount === 1;
  const bruno = { name: 'Bruno', categoryId: 3 };
  const [lags, times]: [number[], number[]] = [[], []];
  let missed = 0;
  for (let made = 0; made < creations; made++) {
    const sent = performance.now();
    const { id } = await storage.animals.add(bruno);
    const answered = performance.now();
    times.push(answered - sent);
    if (!(await isThere(id))) {
      missed += 1;
      while (!(await isThere(id)));
    }
    lags.push(performance.now() - answered);
  }
  await reader.end();
  const until = performance.now() + duration * 1000;
  let total = 0;
  const creating = async () => {
    while (performance.now() < until) {
      await storage.animals.add(bruno);
      total += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, creating));
  await storage.close();
  return { missed, lags, times, perSecond: total / duration };
}
