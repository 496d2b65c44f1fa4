import { join } from 'node:path';
import { callOf, readArguments, runCommand } from './cli/command-line.ts';
import { paths } from './cli/project.ts';
import { describeDrift, findDrift } from './generate/drift.ts';
import { generateFiles, writeFiles } from './generate/files.ts';
import { loadTypeGenerator } from './generate/types.ts';
import { compileContract, openSource } from './openapi/read-contract.ts';

const usage = `${callOf('generate')} [--check] [--spec FILE] [--out FOLDER]
Writes what follows from a contract: types, operations and validators. --check compares instead.`;

await runCommand(async () => {
  const { check, spec, out } = readArguments(usage, {
    check: { type: 'boolean', default: false },
    spec: { type: 'string', default: paths.contract },
    out: { type: 'string', default: paths.generated },
  });
  const source = openSource(spec);
  const [contract] = await Promise.all([compileContract(source), loadTypeGenerator()]);
  const files = await generateFiles(contract);
  if (!check) {
    const written = await writeFiles(files, out);
    console.log(
      written.length === 0 ? `${out} is up to date.` : `Wrote ${written.map((name) => join(out, name)).join(', ')}.`,
    );
    return 0;
  }
  const drifts = await findDrift(contract, files, out);
  for (const drift of drifts) console.error(describeDrift(drift));
  if (drifts.length === 0) console.log(`${out} is what ${spec} generates.`);
  return drifts.length === 0 ? 0 : 1;
});
