import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Load, LoadReport } from './load-generator.ts';
import type { RunningServer } from './running-server.ts';
import { requestText, type Scenario } from './scenarios.ts';
import { medianOf } from './statistics.ts';

/** What was measured of a server in a scenario: medians of the rounds. */
export interface Measurement {
  server: string;
  scenario: string;
  perSecond: number;
  /** Microseconds of the processor that the server takes for a request. */
  cpu: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export interface Throughput {
  measurements: Measurement[];
  /** Share of the time in which the generator of the load was busy, where that was largest. */
  generatorBusy: number;
}

const connections = 50;
/** Seconds. */
const [warmUp, duration] = [0.15, 0.5];

export interface Plan {
  servers: readonly RunningServer[];
  scenarios: readonly Scenario[];
  /** To the databases of all servers. */
  key: string;
  rounds: number;
}

/**
 * Measures every scenario at every server, one after the other, in rounds; each round begins with another server. There
 * is one round more, whose results are left out: in it the code of the servers gets compiled.
 */
export async function measureThroughput(
  { servers, scenarios, key, rounds }: Plan,
  onRound: (round: number) => void,
): Promise<Throughput> {
  const generator = fork(fileURLToPath(new URL('load-generator.ts', import.meta.url)));
  const all: (Measurement & { busy: number; round: number })[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      onRound(round);
      for (const scenario of scenarios)
        for (const server of rotated(servers, round)) {
          const before = await server.usage();
          const { total, busy, perSecond, latency } = await load(generator, server, scenario, key);
          const after = await server.usage();
          const cpu = ((after.cpu - before.cpu) * 1e6) / total;
          all.push({ server: server.name, scenario: scenario.name, perSecond, cpu, ...latency, busy, round });
        }
    }
  } finally {
    generator.disconnect();
  }
  const counted = all.filter(({ round }) => round > 0);
  const measurements = servers.flatMap(({ name: server }) =>
    scenarios.map(({ name: scenario }): Measurement => {
      const own = counted.filter((one) => one.server === server && one.scenario === scenario);
      const median = (name: 'perSecond' | 'cpu' | 'p50' | 'p99') => medianOf(own.map((one) => one[name]));
      return {
        ...{ server, scenario, perSecond: median('perSecond'), cpu: median('cpu') },
        ...{ p50: median('p50'), p99: median('p99') },
      };
    }),
  );
  return { measurements, generatorBusy: Math.max(...counted.map(({ busy }) => busy)) };
}

/** Loads a server for a while. Throws when it answers otherwise than it should. */
async function load(
  generator: ChildProcess,
  { name, port }: RunningServer,
  scenario: Scenario,
  key: string,
): Promise<LoadReport> {
  const request = requestText(scenario, key);
  generator.send({ port, request, status: scenario.status, connections, warmUp, duration } satisfies Load);
  const [report] = (await once(generator, 'message')) as [LoadReport];
  if (report.problem !== undefined) throw new Error(`${name}, ${scenario.name}: ${report.problem}`);
  return report;
}

/** The same, beginning with another one in each round. */
function rotated<One>(all: readonly One[], round: number): One[] {
  const first = round % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
}
