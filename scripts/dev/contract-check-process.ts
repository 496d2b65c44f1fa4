// The package runs on Node.js 20.
import '../cli/node-20.ts';
import { checkContract, stageNamesOf } from '../check/check-contract.ts';
import { handler } from '../harness/protocol.ts';
import { serveRequests } from '../harness/serve-requests.ts';
import type { Stage } from '../report/check-verdict.ts';
import { endTestsMethod, prepareMethod, runContractMethod, stageMethod } from './methods.ts';

// The program of a process that checks the contract of others, one time after the other.

serveRequests((driver) => [
  // What a check needs is loaded by now, and none of its stages are tests.
  handler(prepareMethod, () => null),
  handler(endTestsMethod, () => null),
  handler(runContractMethod, async (checked) => {
    const said: Promise<null>[] = [];
    const onStage = (stage: Stage) => void said.push(driver.request(stageMethod, stage));
    await checkContract(checked, { only: stageNamesOf(checked), onStage });
    await Promise.all(said);
    return null;
  }),
]);
