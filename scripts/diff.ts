import { callOf, paint, readArguments, runCommand } from './cli/command-line.ts';
import { paths } from './cli/project.ts';
import { readContract } from './openapi/read-contract.ts';
import { describeChange } from './release/change.ts';
import { compareWithReleased, describeVersion } from './release/contract-changes.ts';

const usage = `${callOf('diff')} [--spec FILE]
Lists the changes since the released contract, and the version that they need.`;

await runCommand(async () => {
  const { spec } = readArguments(usage, { spec: { type: 'string', default: paths.contract } });
  const comparison = await compareWithReleased(paths.released, await readContract(spec));
  for (const change of comparison.changes) console.log(describeChange(change));
  console.log(paint(comparison.isVersionEnough ? 'green' : 'red', describeVersion(comparison)));
  return comparison.isVersionEnough ? 0 : 1;
});
