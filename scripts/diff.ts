import { describeChange } from './change.ts';
import { paint, readArguments, runCommand } from './command-line.ts';
import { readContract } from './contract/contract.ts';
import { compareWithReleased, describeVersion } from './released.ts';

const usage = 'npm run diff';

await runCommand(async () => {
  readArguments(usage, {});
  const comparison = await compareWithReleased('spec/released/openapi.yaml', await readContract('spec/openapi.yaml'));
  for (const change of comparison.changes) console.log(describeChange(change));
  console.log(paint(comparison.isVersionEnough ? 'green' : 'red', describeVersion(comparison)));
  return comparison.isVersionEnough ? 0 : 1;
});
