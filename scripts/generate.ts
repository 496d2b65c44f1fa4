import { callOf, readArguments, runCommand } from './cli/command-line.ts';
import { requirePackages } from './cli/packages.ts';
import { paths } from './cli/project.ts';

const usage = `${callOf('generate')} [--check] [--spec FILE] [--out FOLDER]
Writes what follows from a contract: types, operations and validators. --check compares instead.`;

await runCommand(async () => {
  const { check, spec, out } = readArguments(usage, {
    check: { type: 'boolean', default: false },
    spec: { type: 'string', default: paths.contract },
    out: { type: 'string', default: paths.generated },
  });
  requirePackages('@redocly/cli@2', 'ajv@8', 'ajv-formats@3', 'openapi-typescript@7', 'rolldown@1');
  const { checkFolder, generateFolder } = await import('./generate/generate-folder.ts');
  return check ? checkFolder(spec, out) : generateFolder(spec, out);
});
