import { specOption } from './cli/command-help.ts';
import { paint, runCommand } from './cli/command-line.ts';
import { paths } from './cli/project.ts';
import { readContract } from './openapi/read-contract.ts';
import { describeChange } from './release/change.ts';
import { compareWithReleased, describeVersion } from './release/contract-changes.ts';

const command = {
  name: 'diff',
  summary: 'Lists the changes since the released contract, and the version that they need.',
  options: { spec: specOption },
} as const;

await runCommand(command, async ({ spec }) => {
  const comparison = await compareWithReleased(paths.released, await readContract(spec));
  for (const change of comparison.changes) console.log(describeChange(change));
  console.log(paint(comparison.isVersionEnough ? 'green' : 'red', describeVersion(comparison)));
  return comparison.isVersionEnough ? 0 : 1;
});
