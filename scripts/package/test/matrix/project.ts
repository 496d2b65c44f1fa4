import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFile } from '../../../cli/project.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { type PackedPackage, run } from '../packed-package.ts';

/** A project of a user: its own folder with the examples, and the package and others installed from the registry. */
export async function newProject({ tarball }: PackedPackage, others: readonly string[]): Promise<string> {
  const folder = temporaryFolder({ 'package.json': '{"type":"module","private":true}' });
  const examples = projectFile('examples');
  for (const entry of readdirSync(examples, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(folder, from.slice(examples.length));
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
  await installInto(folder, [tarball, ...others]);
  return folder;
}

/** Installs packages from the registry into a folder. */
export async function installInto(folder: string, packages: readonly string[]): Promise<void> {
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], folder);
}
