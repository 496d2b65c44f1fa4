import { contractOptions } from './cli/command-help.ts';
import { runCommand } from './cli/command-line.ts';
import { requirePackages } from './cli/packages.ts';
import { paths } from './cli/project.ts';

const command = {
  name: 'generate',
  summary: 'Writes what follows from a contract: types, operations, validators and documentation.',
  options: {
    check: {
      type: 'boolean',
      default: false,
      description: 'writes nothing, and lists the files that are not up to date',
    },
    ...contractOptions,
    out: { type: 'string', value: 'FOLDER', default: paths.generated, description: 'where the files are' },
  },
} as const;

await runCommand(command, async ({ check, spec, out, 'allow-remote': allowRemote }) => {
  requirePackages('@redocly/cli@2', 'ajv@8', 'ajv-formats@3', 'openapi-typescript@7', 'rolldown@1');
  const { checkFolder, generateFolder } = await import('./generate/generate-folder.ts');
  return check ? checkFolder(spec, out, { allowRemote }) : generateFolder(spec, out, { allowRemote });
});
