import { resolve } from 'node:path';
import { checkedContractOptions, readCheckedContract, refuseCheckedContract } from './check/contract-options.ts';
import { runCommand } from './cli/command-line.ts';
import { paths } from './cli/project.ts';
import { contractSubject } from './dev/contract-subject.ts';
import { projectSubject } from './dev/project-subject.ts';
import { portOptions, runDev } from './dev/run-dev.ts';

const command = {
  name: 'dev',
  summary: `Checks both sides at each save in spec/, server/ and client/, and serves the verdict beside the
documentation of the contract. The reference server restarts with each version of its code that fits the types.
With --spec it does so for another contract and what there is of it; its stub is the server where none is given.`,
  options: { ...portOptions, ...checkedContractOptions },
} as const;

await runCommand(command, async (given) => {
  if (resolve(given.spec) === resolve(paths.contract)) {
    refuseCheckedContract(given);
    return runDev(given, projectSubject);
  }
  const checked = readCheckedContract(given);
  return runDev(given, (port) => contractSubject(checked, port));
});
