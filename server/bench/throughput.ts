import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Load, LoadReport } from './load-generator.ts';
import type { RunningServer } from './running-server.ts';
import { requestText, type Scenario } from './scenarios.ts';
import { medianOf } from './statistics.ts';

/** A server that runs, and a key to its database. */
export interface Target {
  name: string;
  server: RunningServer;
  key: string;
}

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
const [warmUp, duration] = [0.25, 1.5];

/**
 * Measures every scenario at every target, one after the other, in rounds; each round begins with another target. What
 * the first round shows is left out: there the servers are compiled.
 */
export async function measureThroughput(
  targets: readonly Target[],
  scenarios: readonly Scenario[],
  rounds: number,
  onMeasure: (text: string) => void,
): Promise<Throughput> {
  const generator = fork(fileURLToPath(new URL('load-generator.ts', import.meta.url)));
  const all: (Measurement & { busy: number; round: number })[] = [];
  try {
    for (let round = 0; round <= rounds; round += 1)
      for (const scenario of scenarios)
        for (const target of rotated(targets, round)) {
          const before = await target.server.usage();
          generator.send({
            port: target.server.port,
            request: requestText(scenario, target.key),
            status: scenario.status,
            connections,
            warmUp,
            duration,
          } satisfies Load);
          const [report] = (await once(generator, 'message')) as [LoadReport];
          if (report.problem !== undefined) throw new Error(`${target.name}, ${scenario.name}: ${report.problem}`);
          const after = await target.server.usage();
          const { perSecond, latency, busy, total } = report;
          const cpu = ((after.cpu - before.cpu) * 1e6) / total;
          all.push({ server: target.name, scenario: scenario.name, perSecond, cpu, ...latency, busy, round });
          onMeasure(`round ${round} of ${rounds}, ${scenario.name}, ${target.name}: ${perSecond.toFixed(0)}/s`);
        }
  } finally {
    generator.disconnect();
  }
  const counted = all.filter(({ round }) => round > 0);
  const measurements = targets.flatMap(({ name: server }) =>
    scenarios.map(({ name: scenario }) => {
      const own = counted.filter((one) => one.server === server && one.scenario === scenario);
      const median = (name: 'perSecond' | 'cpu' | 'p50' | 'p99') => medianOf(own.map((one) => one[name]));
      return {
        server,
        scenario,
        perSecond: median('perSecond'),
        cpu: median('cpu'),
        p50: median('p50'),
        p99: median('p99'),
      };
    }),
  );
  return { measurements, generatorBusy: Math.max(...counted.map(({ busy }) => busy)) };
}

/** The same, beginning with another one in each round. */
function rotated<One>(all: readonly One[], round: number): One[] {
  const first = round % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
}
