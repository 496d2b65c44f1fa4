import { exitCodeOf } from '../report/check-verdict.ts';
import { checkContract, stageNamesOf } from './check-contract.ts';
import { type GivenContract, readCheckedContract } from './contract-options.ts';
import { type GivenOutput, showCheck } from './show-check.ts';

const whatElse =
  'Nothing else was given to check: --out FOLDER checks the code, --base-url URL a server, --released OLD the changes.';

/** Checks the contract that the options name, as the command `check` does, and gives its exit code. */
export async function showContractCheck(given: GivenContract & GivenOutput): Promise<0 | 1 | 2> {
  const checked = readCheckedContract(given);
  const names = stageNamesOf(checked);
  const { stages } = await showCheck(given, {
    spec: checked.spec,
    names,
    run: (only, onStage) => checkContract(checked, { only, onStage }),
  });
  if (names.join() === 'lint') console.log(whatElse);
  return exitCodeOf(stages);
}
