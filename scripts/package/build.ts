import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectFile } from '../cli/project.ts';
import { compileLibrary } from './library.ts';
import { licencesOf } from './licences.ts';
import { bundleProgram } from './program.ts';

const dist = projectFile('dist');

/** The command, and the plugins of Redocly that it runs. */
const programs = {
  contract: 'scripts/contract.ts',
  'contract-rules': 'spec/rules/plugin.ts',
  'structure-plugin': 'scripts/openapi/structure-plugin.ts',
};

/** Packages that a command asks its user for. */
const external = ['@redocly/cli', 'openapi-typescript', 'rolldown'];

/** Files of the package that are files of the project. */
const copied = [
  'generated/openapi.json',
  'generated/validators.js',
  'generated/validators.d.ts',
  'spec/openapi.yaml',
  'spec/rules.arazzo.yaml',
  'spec/released/openapi.yaml',
  'spec/released/rules.arazzo.yaml',
];

/**
 * Writes `dist/`, which has the folders of the project: what is TypeScript in it is JavaScript there. The commands are
 * one program with the packages that they need in it, so that who wants types or the client installs none of those.
 */
export async function buildPackage(): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  const [packages] = await Promise.all([
    bundleProgram({ input: programs, folder: join(dist, 'scripts/commands'), external }),
    compileLibrary(dist),
    ...copied.map((file) => copy(file, file)),
    // What `generate` writes is made of these.
    copy('scripts/generate/call-types.ts', 'scripts/generate/call-types.ts'),
    copy('scripts/openapi/operation-table.ts', 'scripts/openapi/operation-table.ts'),
    copy('scripts/openapi/formats.ts', 'scripts/openapi/formats.ts'),
    copyRules('spec/redocly.yaml', 'spec/redocly.yaml', '../scripts/commands/contract-rules.js'),
    copyRules(
      'scripts/openapi/structure.redocly.yaml',
      'scripts/commands/structure.redocly.yaml',
      'structure-plugin.js',
    ),
  ]);
  await writeFile(join(dist, 'scripts/commands/LICENCES.txt'), licencesOf(packages));
  // A text or an object: that depends on what loads it.
  await writeFile(join(dist, 'spec/openapi.yaml.d.ts'), 'declare const document: unknown;\nexport default document;\n');
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(join(dist, to)), { recursive: true });
  await copyFile(projectFile(from), join(dist, to));
}

/** A Redocly configuration, with its plugin compiled. */
async function copyRules(from: string, to: string, plugin: string): Promise<void> {
  await mkdir(dirname(join(dist, to)), { recursive: true });
  const text = await readFile(projectFile(from), 'utf8');
  await writeFile(join(dist, to), text.replace(/(?<=^plugins:\n {2}- ).*$/m, plugin));
}
