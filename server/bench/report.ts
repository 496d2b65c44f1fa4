import { fewAnimals, manyAnimals, type Results } from './results.ts';
import { baseline, durableBaseline } from './servers.ts';
import { geometricMeanOf } from './statistics.ts';
import type { Measurement } from './throughput.ts';

/** A table of Markdown; all columns but the first `names` are numbers. */
function table(head: readonly string[], rows: readonly (readonly string[])[], names = 1): string {
  const line = head.map((_, index) => (index < names ? '---' : '---:'));
  return [head, line, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** What is measured of a server, as ratios to the same of another one. */
interface Ratios {
  server: string;
  /** Of the rates, in each scenario, and their geometric mean. */
  rates: { scenario: string; ratio: number }[];
  /** Of the processor's time for a request: the geometric mean of all scenarios. */
  cpu: number;
}

export const meanName = 'geometric mean';

export function ratiosOf(measurements: readonly Measurement[], base: string): Ratios[] {
  const ofBase = measurements.filter(({ server }) => server === base);
  return [...Map.groupBy(measurements, ({ server }) => server)].map(([server, own]) => {
    const ratios = (name: 'perSecond' | 'cpu') =>
      ofBase.map((one) => (own.find(({ scenario }) => scenario === one.scenario)?.[name] ?? Number.NaN) / one[name]);
    const rates = ratios('perSecond');
    const named = ofBase.map(({ scenario }, index) => ({ scenario, ratio: rates[index] ?? Number.NaN }));
    return {
      server,
      rates: [...named, { scenario: meanName, ratio: geometricMeanOf(rates) }],
      cpu: geometricMeanOf(ratios('cpu')),
    };
  });
}

/** What the README of the server shows: everything as a ratio, but for memory. */
export function summaryOf({ throughput, footprints, durable, lists }: Results): string {
  const ratios = ratiosOf(throughput.measurements, baseline.name);
  const startOfBase = footprints.find(({ server }) => server === baseline.name)?.start ?? Number.NaN;
  const [creates] = ratiosOf(durable, durableBaseline.name);
  const slowdowns = ratiosOf(lists, manyAnimals).find(({ server }) => server === fewAnimals)?.rates ?? [];
  return [
    table(
      ['', ...(ratios[0]?.rates ?? []).map(({ scenario }) => scenario), 'CPU a request'],
      ratios.map(({ server, rates, cpu }) => [server, ...rates.map(({ ratio }) => ratio.toFixed(2)), cpu.toFixed(2)]),
    ),
    table(
      ['', 'start to first answer', 'memory at rest (MB)', 'after load (MB)'],
      footprints.map(({ server, start, atRest, afterLoad }) => [
        server,
        (start / startOfBase).toFixed(2),
        (atRest / 1e6).toFixed(0),
        (afterLoad / 1e6).toFixed(0),
      ]),
    ),
    [
      `- Creates a second, against ${durableBaseline.name}: ${creates?.rates[0]?.ratio.toFixed(2)}.`,
      ...slowdowns
        .filter(({ scenario }) => scenario !== meanName)
        .map(
          ({ scenario, ratio }) =>
            `- Time of "${scenario}" on ${manyAnimals}, against ${fewAnimals}: ${ratio.toFixed(2)}.`,
        ),
    ].join('\n'),
  ].join('\n\n');
}

/** What was measured in each scenario: rate, processor and latency. */
export function detailsOf({ throughput, durable, lists }: Results): string {
  return table(
    ['', '', 'requests a second', 'CPU a request (µs)', 'latency p50 (ms)', 'p99 (ms)'],
    [...throughput.measurements, ...durable, ...lists].map(({ server, scenario, perSecond, cpu, p50, p99 }) => [
      server,
      scenario,
      perSecond.toFixed(0),
      cpu.toFixed(0),
      p50.toFixed(2),
      p99.toFixed(2),
    ]),
    2,
  );
}
