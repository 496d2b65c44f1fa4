import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '../../cli/project.ts';
import { isObject, listOf, stringOf } from '../../openapi/json.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { buildPackage } from '../build.ts';

const program = 'dist/scripts/commands/contract.js';

/** The package as its users get it. */
export interface PackedPackage {
  name: string;
  tarball: string;
  /** The files in it, sorted. */
  files: string[];
}

/** Builds and packs the package, elsewhere than the project does: several tests may do so at once. */
export async function packPackage(): Promise<PackedPackage> {
  const folder = temporaryFolder();
  for (const file of ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE'])
    copyFileSync(projectFile(file), join(folder, file));
  await buildPackage(join(folder, 'dist'));
  const printed = await run('npm', ['pack', '--json', '--ignore-scripts'], folder);
  const [packed] = listOf(JSON.parse(printed));
  if (!isObject(packed)) throw new Error(`npm pack says nothing of the package: ${printed}`);
  const files = listOf(packed['files']).flatMap((file) => (isObject(file) ? (stringOf(file['path']) ?? []) : []));
  return {
    name: stringOf(packed['name']) ?? '',
    tarball: join(folder, stringOf(packed['filename']) ?? ''),
    files: files.sort(),
  };
}

/** What the package leaves to its users, as this project has it, and what that needs. */
export const optionalPackages = [
  '@redocly',
  'ajv',
  'ajv-formats',
  'openapi-explorer',
  'openapi-typescript',
  'rolldown',
  'typescript',
];

/** A folder with these files and the package installed, as `installPackage` does. */
export async function folderWith(
  packed: PackedPackage,
  files: Record<string, string> = {},
  others: readonly string[] = [],
): Promise<string> {
  const folder = temporaryFolder({ 'package.json': '{"type":"module"}', ...files });
  await installPackage(packed, folder, others);
  return folder;
}

/**
 * Installs the package in a folder without a registry:
 * what the package depends on, and what else is named, is linked from this project.
 */
export async function installPackage(
  { name, tarball }: Pick<PackedPackage, 'name' | 'tarball'>,
  folder: string,
  others: readonly string[] = [],
): Promise<void> {
  const installed = join(folder, 'node_modules', name);
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed], folder);
  // As npm does with a program.
  mkdirSync(join(folder, 'node_modules/.bin'));
  chmodSync(join(installed, program), 0o755);
  symlinkSync(join(installed, program), join(folder, 'node_modules/.bin/contract'));
  for (const other of ['openapi-fetch', 'openapi-typescript-helpers', ...others]) {
    mkdirSync(dirname(join(folder, 'node_modules', other)), { recursive: true });
    symlinkSync(projectFile(`node_modules/${other}`), join(folder, 'node_modules', other));
  }
}

/** What a program printed. Rejects when it fails. */
export async function run(
  program: string,
  options: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(program, options, { cwd: folder, env }).catch((cause: unknown) => {
    // What a compiler finds, it prints.
    const { stdout, stderr } = isObject(cause) ? cause : {};
    throw new Error(`${program} ${options.join(' ')} failed:\n${stdout}${stderr}`, { cause });
  });
  return stdout;
}
