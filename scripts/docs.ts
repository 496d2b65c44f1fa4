import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contractOptions } from './cli/command-help.ts';
import { runCommand } from './cli/command-line.ts';
import { requirePackages } from './cli/packages.ts';
import { paths } from './cli/project.ts';
import { keepContract, writeReport } from './cli/report-file.ts';
import { documentationPage } from './documentation/page.ts';
import { reportMistakes } from './openapi/mistakes/mistakes.ts';
import { readContract } from './openapi/read-contract.ts';

const command = {
  name: 'docs',
  summary: `Writes the reference documentation of a contract as one file of HTML, which needs no network: with a console
that sends requests to the server, and with the key, that the reader gives it.`,
  options: {
    ...contractOptions,
    out: { type: 'string', value: 'FILE', default: paths.documentation, description: 'the file that it writes' },
  },
} as const;

await runCommand(command, async ({ spec, out, 'allow-remote': allowRemote }) => {
  requirePackages('openapi-explorer@2');
  const contract = await readContract(spec, { allowRemote });
  keepContract(contract.texts.keys(), { out });
  reportMistakes(contract.mistakes);
  await writeReport(out, documentationPage(contract));
  console.log(`Wrote ${out}: ${pathToFileURL(resolve(out))}`);
  return 0;
});
