import { resolve } from 'node:path';
import { reportCheck } from './check/check-report.ts';
import { checkedContractOptions, refuseCheckedContract } from './check/contract-options.ts';
import { runCheck, stageNames } from './check/run-check.ts';
import { outputOptions, showCheck } from './check/show-check.ts';
import { showContractCheck } from './check/show-contract-check.ts';
import { paint, runCommand, UsageError } from './cli/command-line.ts';
import { paths } from './cli/project.ts';
import { exitCodeOf } from './report/check-verdict.ts';

const command = {
  name: 'check',
  summary: `Says whether everything here keeps the contract, which side does not, and at which line of the contract.
With --spec it checks another contract, and what there is of it: its code, its server, its last release.`,
  options: {
    ...outputOptions,
    fresh: {
      type: 'boolean',
      default: false,
      description: 'runs again what has passed with the same contract and code',
    },
    all: { type: 'boolean', default: false, description: 'runs every test of the project as well: npm test' },
    ...checkedContractOptions,
  },
  notes: `Stages: ${stageNames(false)
    .map((name) => name.replace(' ', '-'))
    .join(', ')};
of another contract lint, generate and types (with --out), verify-server (with --base-url), released.`,
} as const;

await runCommand(command, async ({ all, fresh, ...given }) => {
  if (resolve(given.spec) !== resolve(paths.contract)) {
    if (all) throw new UsageError('--all is for the tests of this project: leave out --spec.');
    return showContractCheck(given);
  }
  refuseCheckedContract(given);
  const { stages, verified } = await showCheck(given, {
    spec: paths.contract,
    names: stageNames(all),
    run: (only, onStage) => runCheck({ all, only, isFresh: fresh || all, onStage }),
  });
  // After the verdict: whatever becomes of the page, that is known. A part of the stages is not the whole report.
  const page = given.only === undefined ? await reportCheck(stages, verified) : undefined;
  if (page !== undefined) console.log(paint('dim', `Every requirement, with its cases and mutants: ${page}`));
  return exitCodeOf(stages);
});
