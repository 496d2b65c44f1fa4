import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectFile } from '../cli/project.ts';
import { readFolder } from '../generate/files.ts';
import { commonFiles } from '../new/common-files.ts';
import { compileLibrary } from './library.ts';
import { licencesOf } from './licences.ts';
import { bundleProgram } from './program.ts';

/** The command, the programs that it starts, and the plugins of Redocly. */
const programs = {
  contract: 'scripts/contract.ts',
  'redocly-process': 'scripts/openapi/source/redocly-process.ts',
  'contract-check-process': 'scripts/dev/contract-check-process.ts',
  'explanation-worker': 'scripts/types/explanation-worker.ts',
  'contract-rules': 'spec/rules/plugin.ts',
  'structure-plugin': 'scripts/openapi/structure-plugin.ts',
};

/** Packages that a command asks its user for. */
const external = ['@redocly/cli', 'openapi-typescript', 'rolldown', 'typescript'];

/** Files of the package that are files of the project. */
const copied = [
  'generated/openapi.json',
  'generated/validators.js',
  'generated/validators.d.ts',
  'spec/openapi.yaml',
  'spec/rules.arazzo.yaml',
  'spec/released/openapi.yaml',
  'spec/released/rules.arazzo.yaml',
  // What `generate` writes is made of these.
  'scripts/documentation/page.css',
  'scripts/documentation/show-contract.js',
  'scripts/documentation/viewer.css',
  'scripts/generate/call-types.ts',
  'scripts/openapi/operation-table.ts',
  'scripts/openapi/values/formats.ts',
  // What `new` lays out is made of these.
  ...Object.values(commonFiles),
  'scripts/new/service/README.md',
  'server/package.json',
];

/**
 * Writes the folder `dist` of the package. It has the folders of the project: what is TypeScript here is JavaScript
 * there. The commands are one program with the packages that they need in it, so that who wants types or the client
 * installs none of those.
 */
export async function buildPackage(dist: string): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  const [packages] = await Promise.all([
    bundleProgram({ input: programs, folder: join(dist, 'scripts/commands'), external }),
    compileLibrary(dist),
    ...[...copied, ...(await validatorModules())].map(async (file) =>
      put(join(dist, file), await readFile(projectFile(file), 'utf8')),
    ),
    putRules('spec/redocly.yaml', '../scripts/commands/contract-rules.js', join(dist, 'spec/redocly.yaml')),
    putRules(
      'scripts/openapi/structure.redocly.yaml',
      'structure-plugin.js',
      join(dist, 'scripts/commands/structure.redocly.yaml'),
    ),
    // A text or an object: that depends on what loads it.
    put(join(dist, 'spec/openapi.yaml.d.ts'), 'declare const document: unknown;\nexport default document;\n'),
  ]);
  await put(join(dist, 'scripts/commands/LICENCES.txt'), licencesOf(packages));
}

/** The modules that `generated/validators.js` loads. */
async function validatorModules(): Promise<string[]> {
  const folder = 'generated/validators';
  return [...(await readFolder(projectFile(folder))).keys()].map((name) => `${folder}/${name}`);
}

/** Writes a Redocly configuration of the project, with its plugin compiled. */
async function putRules(configuration: string, plugin: string, file: string): Promise<void> {
  const text = await readFile(projectFile(configuration), 'utf8');
  await put(file, text.replace(/(?<=^plugins:\n {2}- ).*$/m, plugin));
}

async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
