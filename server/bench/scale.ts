import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createApiKey } from '../api-key.ts';
import { generousKey } from '../harness.ts';
import { openStorage } from '../storage/open.ts';
import { type PostgresServer, startPostgres } from '../storage/test/postgres.ts';
import { type RedisServer, startRedis } from '../test/redis.ts';
import type { Load, LoadReport } from './load-generator.ts';
import { type RunningServer, withServers } from './running-server.ts';
import { createScenario, listScenarios, requestText, type Scenario } from './scenarios.ts';
import { reference } from './servers.ts';
import { medianOf } from './statistics.ts';
import { measureThroughput } from './throughput.ts';

// `npm run bench -- scale` runs this, with the number of rounds. It reads /proc, so it needs Linux.

const connections = 64;
/** Seconds. */
const [warmUp, duration] = [0.5, 2];
const manyAnimals = 10_000_000;

/** What was measured of some servers in a scenario. Of each part, microseconds of the processor for a request. */
interface Result {
  perSecond: number;
  p50: number;
  p99: number;
  servers: number;
  postgres: number;
  redis: number;
  /** Share of the time in which what makes the load was busy. */
  generator: number;
}

const tell = (text: string) => console.error(`${text} …`);

/** Seconds of the processor that processes have used. What those that have ended used, the first one has. */
function cpuOf([first, ...others]: readonly number[]): number {
  const ticks = ticksOf(first).reduce((sum, one) => sum + one, 0);
  return (
    others.reduce(
      (sum, id) =>
        ticksOf(id)
          .slice(0, 2)
          .reduce((all, one) => all + one, sum),
      ticks,
    ) / 100
  );
}

/** Of a process as user and as system, and of those that it has started and that have ended. */
function ticksOf(id: number | undefined): number[] {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    // The name of a program, in brackets, may have blanks.
    return text
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 15)
      .map(Number);
  } catch {
    // It has ended in this moment.
    return [];
  }
}

interface Engines {
  postgres: PostgresServer;
  redis: RedisServer;
}

async function load(
  generator: ChildProcess,
  servers: readonly RunningServer[],
  { postgres, redis }: Engines,
  scenario: Scenario,
  key: string,
): Promise<Result> {
  const usages = async () => (await Promise.all(servers.map(({ usage }) => usage()))).map(({ cpu }) => cpu);
  const cpu = async () => ({
    servers: (await usages()).reduce((sum, one) => sum + one, 0),
    postgres: cpuOf(postgres.processes()),
    redis: cpuOf(redis.processes()),
  });
  const ports = servers.map(({ port }) => port);
  const before = await cpu();
  const request = requestText(scenario, key);
  generator.send({ ports, request, status: scenario.status, connections, warmUp, duration } satisfies Load);
  const [report] = (await once(generator, 'message')) as [LoadReport];
  if (report.problem !== undefined) throw new Error(`${scenario.name}: ${report.problem}`);
  const after = await cpu();
  const cost = (part: 'servers' | 'postgres' | 'redis') => ((after[part] - before[part]) * 1e6) / report.total;
  return {
    perSecond: report.perSecond,
    ...report.latency,
    servers: cost('servers'),
    postgres: cost('postgres'),
    redis: cost('redis'),
    generator: report.busy,
  };
}

/** A key that counts in several databases. */
async function prepare(urls: readonly string[]): Promise<string> {
  const storages = await Promise.all(urls.map((url) => openStorage({ engine: 'PostgreSQL', url })));
  const [first, ...others] = storages;
  if (first === undefined) throw new Error('There is no database.');
  const text = await createApiKey(first.keys, generousKey, new Date());
  for (const key of await first.keys.list()) for (const { keys } of others) await keys.add(key);
  for (const storage of storages) await storage.close();
  return text;
}

const fill = (animals: number) => `
  INSERT INTO animal (name, category_id, status)
  SELECT 'Bruno ' || number, number % 100, (ARRAY['available', 'pending', 'sold'])[1 + number % 3]
  FROM generate_series(1, ${animals}) AS number;
  ANALYZE animal;`;

const deploymentOf = (name: string, environment: Record<string, string>) => ({
  server: { ...reference, name, environment: { LOG_LEVEL: 'silent', ...environment } },
  databasePath: '',
});

async function measureInstances(engines: Engines, rounds: number): Promise<string[]> {
  const url = await engines.postgres.newDatabase();
  const key = await prepare([url]);
  await engines.postgres.run(url, fill(1_000));
  const generator = fork(fileURLToPath(new URL('load-generator.ts', import.meta.url)));
  const rows: string[] = [];
  const counting = { PostgreSQL: {}, Redis: { REDIS_URL: engines.redis.url } };
  const [list] = listScenarios;
  if (list === undefined) throw new Error('There is no scenario.');
  for (const [name, environment] of Object.entries(counting))
    for (const instances of [1, 2, 4]) {
      tell(`${instances} servers, limits in ${name}`);
      const deployments = Array.from({ length: instances }, () =>
        deploymentOf(name, { DATABASE_URL: url, ...environment }),
      );
      await withServers(deployments, async (servers) => {
        for (const scenario of [list, createScenario]) {
          const results: Result[] = [];
          // The first one is left out: in it the code of the servers gets compiled.
          for (let round = 0; round <= rounds; round += 1)
            results.push(await load(generator, servers, engines, scenario, key));
          const median = (part: keyof Result) => medianOf(results.slice(1).map((one) => one[part]));
          const times = (['p50', 'p99'] as const).map((part) => median(part).toFixed(1));
          const cpu = (['servers', 'postgres', 'redis'] as const).map((part) => median(part).toFixed(0));
          rows.push(
            [
              name,
              scenario.name,
              instances,
              Math.round(median('perSecond')),
              ...times,
              ...cpu,
              median('generator').toFixed(2),
            ].join(' | '),
          );
        }
      });
    }
  generator.disconnect();
  return rows.map((row) => `| ${row} |`);
}

async function measureSizes({ postgres }: Engines, rounds: number): Promise<string[]> {
  const urls = [await postgres.newDatabase(), await postgres.newDatabase()] as const;
  const key = await prepare(urls);
  tell(`Making ${manyAnimals} animals`);
  await postgres.run(urls[0], fill(1_000));
  await postgres.run(urls[1], fill(manyAnimals));
  await postgres.run(urls[1], 'CHECKPOINT');
  tell('Listing a few of few and of many animals');
  const deployments = [deploymentOf('few', { DATABASE_URL: urls[0] }), deploymentOf('many', { DATABASE_URL: urls[1] })];
  const { measurements } = await withServers(deployments, (servers) =>
    measureThroughput({ servers, scenarios: listScenarios, key, rounds: rounds * 5 }, () => undefined),
  );
  const [size] = await postgres.run<{ bytes: number }>(
    urls[1],
    `SELECT pg_total_relation_size('animal')::float8 / ${manyAnimals} AS bytes`,
  );
  const times = listScenarios.map(({ name }) => {
    const [few = 0, many = 0] = ['few', 'many'].map(
      (server) => measurements.find((one) => one.server === server && one.scenario === name)?.perSecond ?? 0,
    );
    return `- Time of "${name}" on ten million animals, against a thousand animals: ${(few / many).toFixed(2)}.`;
  });
  return [...times, `- Bytes of an animal, its indexes with it: ${size?.bytes.toFixed(0)}.`];
}

/** Prints the results, and writes them to the page that shows them. */
function publish(lines: readonly string[]): void {
  console.log(lines.join('\n'));
  const page = fileURLToPath(new URL('../SCALE.md', import.meta.url));
  const between = /(?<=<!-- scale -->\n).*(?=<!-- \/scale -->)/s;
  writeFileSync(page, readFileSync(page, 'utf8').replace(between, `\n${lines.join('\n')}\n\n`));
}

const rounds = Number(process.argv[2]);
const [busy = 0] = loadavg();
const [postgres, redis] = await Promise.all([startPostgres([]), startRedis()]);
try {
  const columns = ['limits in', 'request', 'servers', 'a second', 'p50 (ms)', 'p99 (ms)'];
  const all = [...columns, ...['servers', 'PostgreSQL', 'Redis'].map((part) => `${part} (µs)`), 'load'];
  publish([
    `| ${all.join(' | ')} |`,
    `| ${all.map((_, index) => (index < 2 ? '---' : '---:')).join(' | ')} |`,
    ...(await measureInstances({ postgres, redis }, rounds)),
    '',
    ...(await measureSizes({ postgres, redis }, rounds)),
    '',
    `Medians of ${rounds} rounds; ${availableParallelism()} cores, which servers, engines and load share; ` +
      `${connections} connections. Load average before: ${busy.toFixed(1)}; ` +
      'where it is not near 0, rates are worth little.',
  ]);
} finally {
  await Promise.all([postgres.close(), redis.stop()]);
}
