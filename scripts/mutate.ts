import { parseArgs } from 'node:util';
import { runCommand } from './cli/command-line.ts';
import { CannotRun, orCannotRun } from './cli/problem.ts';
import { paths } from './cli/project.ts';
import { allKinds, kinds } from './mutate/kinds.ts';
import { runControls } from './mutate/run-controls.ts';
import { runMutants } from './mutate/run-mutants.ts';
import { runSamples } from './mutate/run-samples.ts';
import { readContract } from './openapi/read-contract.ts';
import { newSeed } from './verify/server/connect.ts';
import { specificationOf } from './verify/specification.ts';

const names = allKinds.map(({ name }) => name);

const usage = `npm run mutate -- [${names.join(' | ')}]… [--sample NUMBER] [--full]
                         [--only REGEX] [--seed NUMBER] [--json FILE] [--spec FILE]
       npm run mutate -- controls [--runs NUMBER] [--only REGEX] [--seed NUMBER] [--json FILE] [--spec FILE]
       npm run mutate -- samples [--only REGEX] [--seed NUMBER] [--json FILE]
Mutation testing: violates each requirement on purpose, at every place where that can happen, and reports what nothing
detected. source: mistakes in the code of both sides; only when asked for, as it takes an hour. controls: negative
controls, which keep the contract; any report is a false positive. samples: the faults and negative controls of three
other contracts, with servers of their own. --full goes on after the first violation, to see which requirements report
it.`;

await runCommand(async () => {
  const { chosen, only, spec, seed, json, ...given } = readGiven();
  const contract = await orCannotRun(readContract(spec));
  const subject = { file: spec, contract, specification: specificationOf(contract) };
  const run = () => {
    const shared = { only: only ?? /^/, seed: seed ?? newSeed(), json };
    if (chosen === 'controls') return runControls(subject, { ...shared, runs: given.runs });
    if (chosen === 'samples') return runSamples(subject, shared);
    return runMutants(subject, { kinds: chosen, only, sample: given.sample, seed, isFull: given.full, json });
  };
  return (await run()) ? 0 : 1;
});

function readGiven() {
  const { positionals, values } = readArguments();
  const other = (['controls', 'samples'] as const).find((name) => positionals.includes(name));
  const unknown = positionals.find((name) => name !== other && !names.some((one) => one === name));
  if (unknown !== undefined || (other !== undefined && positionals.length > 1))
    throw new CannotRun(`There are no mutants ${JSON.stringify(unknown ?? positionals.join(' '))}.\nUsage: ${usage}`);
  const chosen =
    other ?? (positionals.length === 0 ? kinds : allKinds.filter(({ name }) => positionals.includes(name)));
  return {
    chosen,
    only: values.only === undefined ? undefined : readPattern(values.only),
    full: values.full,
    sample: readNumber('sample', values.sample) ?? null,
    runs: readNumber('runs', values.runs) ?? 20,
    seed: readNumber('seed', values.seed, 0),
    json: values.json,
    spec: values.spec,
  };
}

function readNumber(name: string, text: string | undefined, least = 1): number | undefined {
  if (text === undefined) return undefined;
  if (!/^(0|[1-9]\d{0,9})$/.test(text) || Number(text) < least || Number(text) >= 2 ** 31)
    throw new CannotRun(
      `--${name} must be a whole number from ${least} to 2^31 - 1, not ${JSON.stringify(text)}.\nUsage: ${usage}`,
    );
  return Number(text);
}

function readPattern(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch (cause) {
    throw new CannotRun(`--only must be a regular expression, not ${JSON.stringify(text)}.`, { cause });
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        full: { type: 'boolean', default: false },
        sample: { type: 'string' },
        seed: { type: 'string' },
        runs: { type: 'string' },
        json: { type: 'string' },
        spec: { type: 'string', default: paths.contract },
      },
    });
  } catch (cause) {
    throw new CannotRun(`${cause instanceof Error ? cause.message : String(cause)}\nUsage: ${usage}`, { cause });
  }
}
