import { relative } from 'node:path';
import { readArguments, runCommand } from './command-line.ts';
import { readContract } from './contract/contract.ts';
import { describeDrift, findDrift, generateFiles, writeFiles } from './generate/files.ts';

const usage = 'npm run generate -- [--check] [--spec FILE] [--out FOLDER]';

await runCommand(async () => {
  const { check, spec, out } = readArguments(usage, {
    check: { type: 'boolean', default: false },
    spec: { type: 'string', default: 'spec/openapi.yaml' },
    out: { type: 'string', default: 'generated' },
  });
  const files = await generateFiles(await readContract(spec));
  if (!check) {
    const written = await writeFiles(files, out);
    console.log(written.length === 0 ? `${relative('.', out)}/ is up to date.` : `Wrote ${written.map((name) => `${out}/${name}`).join(', ')}.`);
    return 0;
  }
  const drifts = await findDrift(files, out);
  for (const drift of drifts) console.error(describeDrift(drift));
  if (drifts.length === 0) console.log(`${relative('.', out)}/ is what ${spec} generates.`);
  return drifts.length === 0 ? 0 : 1;
});
