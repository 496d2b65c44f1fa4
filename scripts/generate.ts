import { resolve } from 'node:path';
import { contractOptions } from './cli/command-help.ts';
import { runCommand, UsageError } from './cli/command-line.ts';
import { requirePackages } from './cli/packages.ts';
import { ContractError } from './cli/problem.ts';
import { paths, projectFile } from './cli/project.ts';
import { mistakesOfUnchanged } from './generate/last-generation.ts';
import { reportMistakes } from './openapi/mistakes/mistakes.ts';

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
    strict: {
      type: 'boolean',
      default: false,
      description: 'writes nothing where the linter, or the generator, finds anything wrong with the contract',
    },
    out: { type: 'string', value: 'FOLDER', default: paths.generated, description: 'where the files are' },
  },
} as const;

await runCommand(command, async ({ check, spec, out, strict, 'allow-remote': allowRemote }) => {
  if (resolve(out) === projectFile(paths.generated) && resolve(spec) !== projectFile('spec/openapi.yaml'))
    throw new UsageError(`${paths.generated}/ follows from ${paths.contract}: name another folder with --out.`);
  requirePackages('ajv@8', 'ajv-formats@3', 'openapi-typescript@7', 'rolldown@1');
  if (strict) {
    const { lintContract } = await import('./check/lint.ts');
    const { problems } = await lintContract(spec, undefined, { allowRemote });
    if (problems.length > 0) throw new ContractError([...problems]);
  }
  if (!check && !strict && !allowRemote) {
    const mistakes = await mistakesOfUnchanged(spec, out);
    if (mistakes !== undefined) {
      reportMistakes(mistakes);
      console.log(`${out} is up to date.`);
      return 0;
    }
  }
  const { checkFolder, generateFolder } = await import('./generate/generate-folder.ts');
  const permissions = { allowRemote, isStrict: strict };
  return check ? checkFolder(spec, out, permissions) : generateFolder(spec, out, permissions);
});
