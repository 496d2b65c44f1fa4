import { paint, readArguments, runCommand } from './cli/command-line.ts';
import { paths } from './cli/project.ts';
import { readContract } from './openapi/read-contract.ts';
import { describeChange } from './release/change.ts';
import { compareWithReleased, describeVersion } from './release/contract-changes.ts';

const usage = 'npm run diff';

await runCommand(async () => {
  readArguments(usage, {});
  const comparison = await compareWithReleased(paths.released, await readContract(paths.contract));
  for (const change of comparison.changes) console.log(describeChange(change));
  console.log(paint(comparison.isVersionEnough ? 'green' : 'red', describeVersion(comparison)));
  return comparison.isVersionEnough ? 0 : 1;
});
