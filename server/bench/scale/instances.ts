import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PostgresServer } from '../../storage/test/postgres.ts';
import type { RedisServer } from '../../test/redis.ts';
import type { Load, LoadReport } from '../load-generator.ts';
import { type RunningServer, withServers } from '../running-server.ts';
import { createScenario, listScenarios, requestText, type Scenario } from '../scenarios.ts';
import { medianOf } from '../statistics.ts';
import { deploymentOf, newDatabase, newKey } from './databases.ts';
import { cpuOf } from './processes.ts';
import { table } from './table.ts';

const connections = 64;
/** Seconds. */
const [warmUp, duration] = [0.5, 2];

export interface Engines {
  postgres: PostgresServer;
  redis: RedisServer;
}

/** What was measured of some servers in a scenario. Of each part, microseconds of the processor for a request. */
interface Result {
  perSecond: number;
  p50: number;
  p99: number;
  servers: number;
  balancer: number;
  postgres: number;
  redis: number;
  /** Share of the time in which what makes the load was busy. */
  generator: number;
}

/** One, two and four servers behind a round-robin, with limits in each engine. */
export async function measureInstances(
  engines: Engines,
  rounds: number,
  tell: (text: string) => void,
): Promise<string[]> {
  const url = await newDatabase(engines.postgres, 1_000);
  const key = await newKey(url);
  const generator = fork(fileURLToPath(new URL('../load-generator.ts', import.meta.url)));
  const rows: string[][] = [];
  const counting = { PostgreSQL: {}, Redis: { REDIS_URL: engines.redis.url } };
  for (const [name, environment] of Object.entries(counting))
    for (const instances of [1, 2, 4]) {
      tell(`${instances} servers, limits in ${name}`);
      const deployments = Array.from({ length: instances }, () =>
        deploymentOf(name, { DATABASE_URL: url, ...environment }),
      );
      await withServers(deployments, (servers) =>
        withServers([roundRobin(servers)], async ([balancer]) => {
          if (balancer === undefined) throw new Error('There is no round-robin.');
          for (const scenario of [listScenarios[0], createScenario]) {
            if (scenario === undefined) throw new Error('There is no scenario.');
            const results: Result[] = [];
            // The first one is left out: in it the code of the servers gets compiled.
            for (let round = 0; round <= rounds; round += 1)
              results.push(await load(generator, servers, balancer, engines, scenario, key));
            rows.push([name, scenario.name, `${instances}`, ...cellsOf(results.slice(1))]);
          }
        }),
      );
    }
  generator.disconnect();
  const parts = ['servers', 'round-robin', 'PostgreSQL', 'Redis'].map((part) => `${part} (µs)`);
  const columns = ['limits in', 'request', 'servers', 'a second', 'p50 (ms)', 'p99 (ms)', ...parts, 'load'];
  return table(columns, rows, 2);
}

const roundRobin = (servers: readonly RunningServer[]) => ({
  server: {
    name: 'round-robin',
    nodeOptions: [],
    file: fileURLToPath(new URL('round-robin.ts', import.meta.url)),
    environment: { SERVERS: servers.map(({ port }) => port).join() },
  },
  databasePath: '',
});

async function load(
  generator: ChildProcess,
  servers: readonly RunningServer[],
  balancer: RunningServer,
  { postgres, redis }: Engines,
  scenario: Scenario,
  key: string,
): Promise<Result> {
  const usages = async () => (await Promise.all(servers.map(({ usage }) => usage()))).map(({ cpu }) => cpu);
  const cpu = async () => ({
    servers: (await usages()).reduce((sum, one) => sum + one, 0),
    balancer: (await balancer.usage()).cpu,
    postgres: cpuOf(postgres.processes()),
    redis: cpuOf(redis.processes()),
  });
  const before = await cpu();
  const request = requestText(scenario, key);
  generator.send({
    port: balancer.port,
    request,
    status: scenario.status,
    connections,
    warmUp,
    duration,
  } satisfies Load);
  const [report] = (await once(generator, 'message')) as [LoadReport];
  if (report.problem !== undefined) throw new Error(`${scenario.name}: ${report.problem}`);
  const after = await cpu();
  const cost = (part: keyof typeof after) => ((after[part] - before[part]) * 1e6) / report.total;
  return {
    perSecond: report.perSecond,
    ...report.latency,
    servers: cost('servers'),
    balancer: cost('balancer'),
    postgres: cost('postgres'),
    redis: cost('redis'),
    generator: report.busy,
  };
}

function cellsOf(results: readonly Result[]): string[] {
  const median = (part: keyof Result) => medianOf(results.map((one) => one[part]));
  return [
    median('perSecond').toFixed(0),
    ...(['p50', 'p99'] as const).map((part) => median(part).toFixed(1)),
    ...(['servers', 'balancer', 'postgres', 'redis'] as const).map((part) => median(part).toFixed(0)),
    median('generator').toFixed(2),
  ];
}
