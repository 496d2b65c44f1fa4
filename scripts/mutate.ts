import { contractOptions } from './cli/command-help.ts';
import { runCommand, UsageError, wholeNumber } from './cli/command-line.ts';
import { orCannotRun } from './cli/problem.ts';
import { keepContract, leaveOutputTo } from './cli/report-file.ts';
import { checkKept } from './mutate/kept-contract.ts';
import { allKinds, kinds } from './mutate/kinds.ts';
import { runControls } from './mutate/run-controls.ts';
import { runMutants } from './mutate/run-mutants.ts';
import { runSamples } from './mutate/run-samples.ts';
import { readContract } from './openapi/read-contract.ts';
import { newSeed } from './verify/server/connect.ts';
import { specificationOf } from './verify/specification.ts';

const names = allKinds.map(({ name }) => name);
/** Runs that take no kinds. */
const others = ['controls', 'samples'] as const;

const command = {
  name: 'mutate',
  positionals: `[${names.join(' | ')}]… | controls | samples`,
  summary: `Mutation testing: violates each requirement on purpose, at every place where that can happen, and reports
what nothing detected.
  source    mistakes in the code of both sides; only when asked for, as it takes long
  controls  negative controls, which keep the contract: any report is a false positive
  samples   the negative controls and the faults of three other contracts, with servers of their own: those of the
            servers, and those of each requirement`,
  options: {
    sample: { type: 'string', value: 'NUMBER', description: 'so many mutants of each kind, drawn by the seed' },
    runs: { type: 'string', value: 'NUMBER', description: 'how often each of the controls is verified (default 20)' },
    seed: { type: 'string', value: 'NUMBER', description: 'draws the same mutants again' },
    only: { type: 'string', value: 'REGEX', description: 'those whose id matches; leaves no report' },
    full: {
      type: 'boolean',
      default: false,
      description: 'goes on after the first violation, to see which requirements report the mutant',
    },
    json: { type: 'string', value: 'FILE', description: 'the report at another place too; - is standard output' },
    ...contractOptions,
    spec: {
      ...contractOptions.spec,
      description: 'a contract that the server and the client of this project keep; for `generated`, any',
    },
  },
} as const;

type Given = Parameters<Parameters<typeof runCommand<typeof command.options>>[1]>[0];

await runCommand(command, async (values, positionals) => {
  const { chosen, only, seed, ...given } = readGiven(values, positionals);
  const { spec, json, full: isFull } = values;
  leaveOutputTo(json);
  const contract = await orCannotRun(readContract(spec, { allowRemote: values['allow-remote'] }));
  keepContract(contract.texts.keys(), { json });
  const subject = { file: spec, contract, specification: specificationOf(contract) };
  const isAtSides = chosen === 'controls' || (chosen !== 'samples' && chosen.some(({ name }) => name !== 'generated'));
  if (isAtSides) await orCannotRun(checkKept(subject));
  const run = () => {
    const shared = { only: only ?? /^/, seed: seed ?? newSeed(), json };
    if (chosen === 'controls') return runControls(subject, { ...shared, runs: given.runs });
    if (chosen === 'samples') return runSamples(subject, { ...shared, sample: given.sample });
    return runMutants(subject, { kinds: chosen, only, sample: given.sample, seed, isFull, json });
  };
  return (await run()) ? 0 : 1;
});

function readGiven(values: Given, positionals: readonly string[]) {
  const other = others.find((name) => positionals.includes(name));
  refuseOthers(values, positionals, other);
  const most = 2 ** 31 - 1;
  return {
    chosen: other ?? (positionals.length === 0 ? kinds : allKinds.filter(({ name }) => positionals.includes(name))),
    only: values.only === undefined ? undefined : readPattern(values.only),
    sample: values.sample === undefined ? null : wholeNumber('sample', values.sample, { least: 1, most }),
    runs: wholeNumber('runs', values.runs ?? '20', { least: 1, most }),
    seed: values.seed === undefined ? undefined : wholeNumber('seed', values.seed, { most }),
  };
}

/** Throws UsageError for what there is not, and for an option that the chosen run would not heed. */
function refuseOthers(values: Given, positionals: readonly string[], other: (typeof others)[number] | undefined): void {
  const known = [...names, ...others];
  const unknown = positionals.find((name) => !known.some((one) => one === name));
  if (unknown !== undefined)
    throw new UsageError(`There are no mutants ${JSON.stringify(unknown)}, but ${known.join(', ')}.`);
  if (other !== undefined && positionals.length > 1)
    throw new UsageError(`${other} is a run of its own: name nothing beside it.`);
  if (other !== 'controls' && values.runs !== undefined) throw new UsageError('--runs is for controls alone.');
  if (other === 'controls' && values.sample !== undefined) throw new UsageError('--sample is not for controls.');
  if (other !== undefined && values.full) throw new UsageError(`--full is not for ${other}.`);
}

function readPattern(text: string): RegExp {
  try {
    return new RegExp(text);
  } catch (cause) {
    throw new UsageError(`--only must be a regular expression, not ${JSON.stringify(text)}.`, { cause });
  }
}
