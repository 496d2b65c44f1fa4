import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { barChart } from './plot.ts';
import { detailsOf, ratiosOf, summaryOf } from './report.ts';
import type { Results } from './results.ts';
import { baseline } from './servers.ts';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Prints the results, and writes them: the plot, the details, and the part of the server's README that shows them. */
export function publish(results: Results, rounds: number): void {
  const title = `Requests a second, as ratios to ${baseline.name}`;
  const summary = summaryOf(results);
  const details = `${circumstancesOf(results, rounds)}\n\n${detailsOf(results)}\n`;
  writeFileSync(fileOf('results.svg'), barChart(title, summary, groupsOf(results)));
  writeFileSync(fileOf('results.md'), `# What \`npm run bench -- server\` measured last\n\n${details}`);
  const readme = fileOf('../README.md');
  const between = /(?<=<!-- bench -->\n).*(?=<!-- \/bench -->)/s;
  const shown = `\n![${title}](bench/results.svg)\n\n${summary}\n\n`;
  writeFileSync(readme, readFileSync(readme, 'utf8').replace(between, shown));
  console.log(`${summary}\n\n${details}`);
}

/** A group of bars for each scenario, with one for each server; that of the baseline would always be 1. */
function groupsOf({ throughput }: Results) {
  const all = ratiosOf(throughput.measurements, baseline.name).filter(({ server }) => server !== baseline.name);
  return (all[0]?.rates ?? []).map(({ scenario }, index) => ({
    name: scenario,
    bars: all.map(({ server, rates }) => ({ series: server, value: rates[index]?.ratio ?? 0 })),
  }));
}

function circumstancesOf({ throughput }: Results, rounds: number): string {
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores`;
  const busy = `What makes the load was busy ${(throughput.generatorBusy * 100).toFixed(0)} % of the time at most.`;
  return `Medians of ${rounds} rounds; ${machine}, Node.js ${process.version}. ${busy}`;
}
