import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { paint, runCommand } from './command-line.ts';
import { readContract } from './contract/contract.ts';
import { CannotRun } from './contract/problem.ts';
import { serverControls } from './mutate/controls.ts';
import type { Job } from './mutate/lane.ts';
import { runJobs } from './mutate/lanes.ts';
import { describeControls, describeFaults, faultReport } from './mutate/report.ts';
import { heldFacts, serverFaults } from './mutate/server-faults.ts';
import type { Outcome } from './mutate/trial.ts';
import { progressLine } from './verify/progress.ts';
import { prepare, type Proof } from './verify/run.ts';

const usage = `npm run -s mutate -- server [--only REGEX] [--full] [--seed NUMBER] [--json FILE] [--spec FILE]
       npm run -s mutate -- controls [--only REGEX] [--runs NUMBER] [--seed NUMBER] [--json FILE] [--spec FILE]
Holds servers against the contract that depart from it in one fact each, or in none (controls): the first must be
told, the others not. --full goes on after the first breach, to see which facts are reported.`;

await runCommand(async () => {
  const { what, ...given } = readGiven();
  const proof = prepare(await readContract(given.spec));
  const run = { ...given, proof, isWanted: (id: string) => new RegExp(given.only).test(id) };
  return what === 'server' ? runFaults(run) : runControls(run);
});

interface Given {
  spec: string;
  seed: number;
  full: boolean;
  runs: number;
  json: string | undefined;
  proof: Proof;
  isWanted(id: string): boolean;
}

async function runFaults({ spec, seed, full, json, proof, isWanted }: Given): Promise<0 | 1> {
  const faults = serverFaults(proof).filter(({ id }) => isWanted(id));
  const jobs = faults.map(({ id }): Job => ({ kind: 'fault', id, seed, isBrief: !full }));
  const { outcomes, seconds } = await runAll(spec, jobs);
  const report = faultReport(heldFacts(proof).filter(({ draft }) => isWanted(draft.id) || faults.some(({ factId }) => factId === draft.id)), faults, outcomes);
  if (json !== undefined) await writeFile(json, JSON.stringify({ seed, seconds, ...report, outcomes }, null, 2));
  console.log(describeFaults(report));
  console.log(paint(report.isGood ? 'green' : 'red', `${report.caught} of ${report.total} faults caught, seed ${seed} (${seconds.toFixed(0)} s)`));
  return report.isGood ? 0 : 1;
}

async function runControls({ spec, seed, runs, json, proof, isWanted }: Given): Promise<0 | 1> {
  const controls = serverControls(proof).filter(({ name }) => isWanted(name));
  const seeds = Array.from({ length: runs }, (_, index) => (seed + index * 7_919) % 2 ** 31);
  const jobs = seeds.flatMap((own) => controls.map(({ name }): Job => ({ kind: 'control', id: name, seed: own, isBrief: false })));
  const alarms: { job: Job; outcome: Outcome }[] = [];
  const { outcomes, seconds } = await runAll(spec, jobs, (outcome, job) => {
    if (outcome.verdict !== 'survived') alarms.push({ job, outcome });
  });
  if (json !== undefined) await writeFile(json, JSON.stringify({ seed, seconds, alarms, outcomes }, null, 2));
  console.log(describeControls(alarms.map(({ job, outcome }) => ({ seed: job.seed, outcome }))));
  console.log(paint(alarms.length === 0 ? 'green' : 'red', `${controls.length} controls, ${outcomes.length} runs, ${alarms.length} false alarms, seed ${seed} (${seconds.toFixed(0)} s)`));
  return alarms.length === 0 ? 0 : 1;
}

async function runAll(spec: string, jobs: Job[], onOutcome: (outcome: Outcome, job: Job) => void = () => undefined): Promise<{ outcomes: Outcome[]; seconds: number }> {
  if (jobs.length === 0) throw new CannotRun('Nothing is left to run: --only matches none.');
  const started = performance.now();
  const outcomes: Outcome[] = [];
  const { progress, done } = progressLine(process.stderr);
  try {
    await runJobs(spec, jobs, (outcome, job) => {
      outcomes.push(outcome);
      progress(`${outcomes.length} of ${jobs.length} · ${outcome.id}`, outcomes.reduce((sum, { requests }) => sum + requests, 0));
      onOutcome(outcome, job);
    });
  } finally {
    done();
  }
  return { outcomes, seconds: (performance.now() - started) / 1000 };
}

function readGiven() {
  const { positionals, values } = readArguments();
  const [what, ...others] = positionals;
  if ((what !== 'server' && what !== 'controls') || others.length > 0) throw new CannotRun(`Say what to run.\nUsage: ${usage}`);
  const number = (name: 'seed' | 'runs', text: string | undefined, otherwise: number): number => {
    if (text === undefined) return otherwise;
    if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) >= 2 ** 31) throw new CannotRun(`--${name} must be a whole number below 2^31, not ${JSON.stringify(text)}.\nUsage: ${usage}`);
    return Number(text);
  };
  try {
    new RegExp(values.only);
  } catch (cause) {
    throw new CannotRun(`--only must be a regular expression, not ${JSON.stringify(values.only)}.`, { cause });
  }
  return { what, ...values, json: values.json, seed: number('seed', values.seed, randomInt(2 ** 28, 2 ** 31)), runs: number('runs', values.runs, 20) } as const;
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string', default: '' },
        full: { type: 'boolean', default: false },
        seed: { type: 'string' },
        runs: { type: 'string' },
        json: { type: 'string' },
        spec: { type: 'string', default: 'spec/openapi.yaml' },
      },
    });
  } catch (cause) {
    throw new CannotRun(`${cause instanceof Error ? cause.message : String(cause)}\nUsage: ${usage}`, { cause });
  }
}
