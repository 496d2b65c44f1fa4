import { exitCodeOf } from '../report/check-verdict.ts';
import { checkContract, stageNamesOf } from './check-contract.ts';
import { type GivenContract, readCheckedContract } from './contract-options.ts';
import { type GivenOutput, showCheck } from './show-check.ts';

/** Checks the contract that the options name, as the command `check` does, and gives its exit code. */
export async function showContractCheck(given: GivenContract & GivenOutput): Promise<0 | 1 | 2> {
  const checked = readCheckedContract(given);
  const { stages } = await showCheck(given, {
    spec: checked.spec,
    names: stageNamesOf(checked),
    run: (only, onStage) => checkContract(checked, { only, onStage }),
  });
  return exitCodeOf(stages);
}
