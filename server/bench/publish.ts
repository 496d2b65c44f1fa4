import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { barChart } from './plot.ts';
import { detailsOf, ratiosOf, summaryOf } from './report.ts';
import type { Results } from './results.ts';
import { baseline } from './servers.ts';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const title = `Requests a second, as ratios to ${baseline.name}`;

/** Prints the results, and writes them: the plot, the details, and the part of the server's README that shows them. */
export function publish(results: Results, rounds: number, load: number): void {
  const summary = summaryOf(results);
  const circumstances = circumstancesOf(results, rounds, load);
  const details = detailsOf(results);
  const groups = groupsOf(results);
  const means = (groups.at(-1)?.bars ?? []).map(({ series, value }) => `${series} ${value.toFixed(2)}`);
  const description = `Geometric means of the scenarios: ${means.join('; ')}.`;
  writeFileSync(fileOf('results.svg'), barChart(title, description, groups));
  writeFileSync(
    fileOf('results.md'),
    `# What \`npm run bench -- server\` measured last\n\n${circumstances}\n\n${details}\n`,
  );
  const readme = fileOf('../README.md');
  const between = /(?<=<!-- bench -->\n).*(?=<!-- \/bench -->)/s;
  const shown = `\n![${title}. ${description}](bench/results.svg)\n\n${summary}\n\n${circumstances}\n\n`;
  writeFileSync(readme, readFileSync(readme, 'utf8').replace(between, shown));
  console.log(`${summary}\n\n${circumstances}\n\n${details}`);
}

/** A group of bars for each scenario, with one for each server; that of the baseline would always be 1. */
function groupsOf({ throughput }: Results) {
  const all = ratiosOf(throughput.measurements, baseline.name).filter(({ server }) => server !== baseline.name);
  return (all[0]?.rates ?? []).map(({ scenario }, index) => ({
    name: scenario,
    bars: all.map(({ server, rates }) => ({ series: server, value: rates[index]?.ratio ?? 0 })),
  }));
}

function circumstancesOf({ throughput }: Results, rounds: number, load: number): string {
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores`;
  const busy = `What makes the load was busy ${(throughput.generatorBusy * 100).toFixed(0)} % of the time at most.`;
  const others = `Load average before: ${load.toFixed(1)}; where it is not near 0, rates are worth little.`;
  return `Medians of ${rounds} rounds; ${machine}, Node.js ${process.version}. ${busy} ${others}`;
}
