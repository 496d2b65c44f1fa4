import { geometricMeanOf } from './statistics.ts';
import type { Measurement } from './throughput.ts';

/** A table of Markdown: for each server its requests a second as ratios to those of `base`, by scenario. */
export function ratioTable(measurements: readonly Measurement[], base: string): string {
  const scenarios = [...new Set(measurements.map(({ scenario }) => scenario))];
  const servers = [...new Set(measurements.map(({ server }) => server))];
  const rows = servers.map((server) => {
    const ratios = scenarios.map((scenario) => ratioOf(measurements, server, scenario, base));
    return `| ${[server, ...ratios, geometricMeanOf(ratios)].map(asCell).join(' | ')} |`;
  });
  return [
    `| | ${scenarios.join(' | ')} | geometric mean |`,
    `|---|${'---:|'.repeat(scenarios.length + 1)}`,
    ...rows,
  ].join('\n');
}

const asCell = (value: string | number) => (typeof value === 'number' ? value.toFixed(2) : value);

function ratioOf(measurements: readonly Measurement[], server: string, scenario: string, base: string): number {
  const of = (name: string) =>
    measurements.find((one) => one.server === name && one.scenario === scenario)?.perSecond ?? Number.NaN;
  return of(server) / of(base);
}

/** A table of Markdown with what was measured: rate, processor and latency, by scenario and server. */
export function measurementTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ server, scenario, perSecond, cpu, p50, p99 }) => {
    const numbers = [perSecond.toFixed(0), cpu.toFixed(0), p50.toFixed(2), p99.toFixed(2)];
    return `| ${[server, scenario, ...numbers].join(' | ')} |`;
  });
  return [
    '| | | requests a second | CPU a request (µs) | latency p50 (ms) | p99 (ms) |',
    '|---|---|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}
