import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import packageFile from '../../package.json' with { type: 'json' };
import { makeFolder } from '../cli/make-folder.ts';
import { CannotRun, errorMessage } from '../cli/problem.ts';
import { isPackaged, projectFolder } from '../cli/project.ts';

const folderOfPackages = 'packages';

/**
 * How a new service names this toolchain among its dependencies: by its version where it runs as a package, else by the
 * file of a package that is made of this checkout and put into the folder of the service. Throws CannotRun when
 * `npm pack` fails.
 */
export async function toolchainDependency(folder: string): Promise<Record<string, string>> {
  if (isPackaged) return { [packageFile.name]: packageFile.version };
  const destination = resolve(folder, folderOfPackages);
  makeFolder(destination);
  try {
    await promisify(execFile)('npm', ['pack', '--pack-destination', destination], { cwd: projectFolder });
  } catch (cause) {
    throw new CannotRun(`npm pack failed: ${errorMessage(cause).trim()}`, { cause });
  }
  return { [packageFile.name]: `file:${folderOfPackages}/${packageFile.name}-${packageFile.version}.tgz` };
}
