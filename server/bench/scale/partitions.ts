import { Client } from 'pg';
import { listQueries } from '../../storage/postgres/animals.ts';
import type { PostgresServer } from '../../storage/test/postgres.ts';
import { medianOf } from '../statistics.ts';
import { table } from './table.ts';

const repetitions = 200;
/** How many animals have the status `pending`: the oldest ones alone. */
const rare = 100;

const statements = [
  { name: 'list 20', text: listQueries.newest, values: [20] },
  { name: 'list 100 by status', text: listQueries.newestByStatus, values: [100, 'sold'] },
  { name: 'list 100 of the oldest by status', text: listQueries.newestByStatus, values: [100, 'pending'] },
];

/** Times of the statements of the list on a table, and on the same in partitions by ranges of the identifier. */
export async function measurePartitions(postgres: PostgresServer, animals: number): Promise<string[]> {
  const rows: string[][] = [];
  for (const partitions of [0, 1, 10, 100]) {
    const url = await postgres.newDatabase();
    for (const statement of schema(animals, partitions)) await postgres.run(url, statement);
    const client = new Client(url);
    await client.connect();
    const times = [];
    for (const { name, text, values } of statements)
      times.push(await medianTime(() => client.query({ name, text, values })));
    const planning = medianOf(
      await repeat(async () => {
        const { rows: plans } = await client.query<{ 'QUERY PLAN': [{ 'Planning Time': number }] }>(
          `EXPLAIN (SUMMARY, FORMAT JSON) ${listQueries.newest.replace('$1', '20')}`,
        );
        return plans[0]?.['QUERY PLAN'][0]['Planning Time'] ?? 0;
      }),
    );
    await client.end();
    rows.push([partitions === 0 ? 'none' : `${partitions}`, ...[...times, planning].map((time) => time.toFixed(2))]);
  }
  return table(['partitions', ...statements.map(({ name }) => `${name} (ms)`), 'planning (ms)'], rows);
}

/** That of the storage, but for the partitions; it is filled before its indexes are made. */
function schema(animals: number, partitions: number): string[] {
  const size = animals / partitions;
  return [
    `CREATE TABLE animal (id bigint NOT NULL, name text NOT NULL, category_id bigint NOT NULL, status text)
       ${partitions > 0 ? 'PARTITION BY RANGE (id)' : ''}`,
    ...Array.from(
      { length: partitions },
      (_, index) =>
        `CREATE TABLE animal_${index} PARTITION OF animal
           FOR VALUES FROM (${1 + index * size}) TO (${1 + (index + 1) * size})`,
    ),
    `INSERT INTO animal
       SELECT id, 'Bruno ' || id, id % 100,
         CASE WHEN id <= ${rare} THEN 'pending' WHEN id % 2 = 0 THEN 'available' ELSE 'sold' END
       FROM generate_series(1, ${animals}) AS id`,
    'ALTER TABLE animal ADD PRIMARY KEY (id)',
    'CREATE INDEX animal_by_status ON animal (status, id)',
    'VACUUM ANALYZE animal',
  ];
}

async function repeat<Result>(one: () => Promise<Result>): Promise<Result[]> {
  const all: Result[] = [];
  for (let done = 0; done < repetitions; done++) all.push(await one());
  return all;
}

async function medianTime(one: () => Promise<unknown>): Promise<number> {
  // Until the code is compiled, and the statement has its plan.
  await repeat(one);
  return medianOf(
    await repeat(async () => {
      const started = performance.now();
      await one();
      return performance.now() - started;
    }),
  );
}
