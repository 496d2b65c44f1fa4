import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { CannotRun, describeLocation, type Location } from '../cli/problem.ts';
import { isObject, type Json } from '../openapi/json.ts';
import { openSource } from '../openapi/read-contract.ts';
import { workflowFileBeside } from '../requirements/workflow/workflow-file.ts';

/** Sets the version of the contract, and of the package that it is published in. All else stays as it is written. */
export async function setVersion(
  location: Location,
  from: string,
  to: string,
  packageFiles: readonly string[],
): Promise<void> {
  const lines = (await readFile(location.file, 'utf8')).split('\n');
  const line = lines[location.line - 1] ?? '';
  const [before, after] = [line.slice(0, location.column - 1), line.slice(location.column - 1)];
  if (!after.includes(from)) throw new CannotRun(`Set info.version to ${to} yourself: ${describeLocation(location)}`);
  lines[location.line - 1] = before + after.replace(from, to);
  await writeFile(location.file, lines.join('\n'));
  for (const file of packageFiles) {
    const json = JSON.parse(await readFile(file, 'utf8')) as Json;
    await writeFile(file, `${JSON.stringify(withVersion(json, to), null, 2)}\n`);
  }
}

/** In a lock file, the root of the packages has it as well. */
function withVersion(file: Json, version: string): Json {
  if (!isObject(file)) return file;
  const { packages } = file;
  const root = isObject(packages) ? packages[''] : undefined;
  return {
    ...file,
    version,
    ...(isObject(packages) && isObject(root) && { packages: { ...packages, '': { ...root, version } } }),
  };
}

/** Puts the contract, in all its files, and the workflows beside it in place of the released ones. */
export async function replaceReleased(contract: string, released: string): Promise<void> {
  const [folder, target] = [dirname(resolve(contract)), dirname(resolve(released))];
  const workflows = workflowFileBeside(contract);
  const source = openSource(contract);
  const files = [...source.files, ...(workflows === undefined ? [] : [resolve(workflows)])];
  await rm(target, { recursive: true, force: true });
  for (const file of files) {
    const copy = join(target, relative(folder, file));
    await mkdir(dirname(copy), { recursive: true });
    await cp(file, copy);
  }
}
