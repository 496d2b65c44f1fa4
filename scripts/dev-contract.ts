import { checkedContractOptions, readCheckedContract } from './check/contract-options.ts';
import { runCommand } from './cli/command-line.ts';
import { requirePackages } from './cli/packages.ts';
import { contractSubject } from './dev/contract-subject.ts';
import { portOptions, runDev } from './dev/run-dev.ts';

// The command `dev` of the package: it has no sides of its own.
const command = {
  name: 'dev',
  summary: `Checks a contract and what there is of it at each save, and serves the verdict beside its documentation.
The stub of the contract is the server of that page where no server is given.`,
  options: { ...portOptions, ...checkedContractOptions },
} as const;

await runCommand(command, async (given) => {
  requirePackages('openapi-explorer@2');
  const checked = readCheckedContract(given);
  return runDev(given, (port) => contractSubject(checked, port));
});
