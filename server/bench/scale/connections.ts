import { Pool } from 'pg';
import { listQueries } from '../../storage/postgres/animals.ts';
import type { PostgresServer } from '../../storage/test/postgres.ts';
import { medianOf, percentileOf } from '../statistics.ts';
import { newDatabase } from './databases.ts';
import { cpuOf, memoryOf } from './processes.ts';
import { table } from './table.ts';

const callers = 80;
/** Seconds. */
const duration = 2;
const statement = { name: 'animals', text: listQueries.newest, values: [20], rowMode: 'array' };

/** Eighty callers that list all the time, over more and more connections to one PostgreSQL. */
export async function measureConnections(postgres: PostgresServer, rounds: number): Promise<string[]> {
  const url = await newDatabase(postgres, 1_000);
  const rows: string[][] = [];
  for (const connections of [10, 40, 80]) {
    const all: Awaited<ReturnType<typeof load>>[] = [];
    for (let round = 0; round < rounds; round++) all.push(await load(postgres, url, connections));
    const median = (part: keyof (typeof all)[number]) => medianOf(all.map((one) => one[part]));
    rows.push([
      `${connections}`,
      median('perSecond').toFixed(0),
      ...(['p50', 'p99', 'memory'] as const).map((part) => median(part).toFixed(1)),
      median('cpu').toFixed(0),
    ]);
  }
  const columns = ['connections', 'lists a second', 'p50 (ms)', 'p99 (ms)', 'memory of each (MB)', 'PostgreSQL (µs)'];
  return table(columns, rows);
}

async function load(postgres: PostgresServer, url: string, connections: number) {
  const unused = memoryOf(postgres.processes());
  const pool = new Pool({ connectionString: url, max: connections });
  // One that is still on its way out when the database ends.
  pool.on('error', () => undefined);
  // Each connection is made, and has used its caches, before anything is measured.
  await Promise.all(Array.from({ length: callers }, () => repeat(0.5, () => pool.query(statement))));
  const before = cpuOf(postgres.processes());
  const times = (
    await Promise.all(Array.from({ length: callers }, () => repeat(duration, () => pool.query(statement))))
  ).flat();
  const processes = postgres.processes();
  const cpu = ((cpuOf(processes) - before) * 1e6) / times.length;
  const memory = (memoryOf(processes) - unused) / connections;
  await pool.end();
  return {
    perSecond: times.length / duration,
    p50: percentileOf(times, 0.5),
    p99: percentileOf(times, 0.99),
    memory,
    cpu,
  };
}

/** Milliseconds that each one took, one after the other for some seconds. */
async function repeat(seconds: number, one: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const started = performance.now();
  for (let now = started; now < started + seconds * 1000; ) {
    await one();
    times.push(performance.now() - now);
    now = performance.now();
  }
  return times;
}
