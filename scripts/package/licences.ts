import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The licences of packages, one under the other: who copies code of theirs copies these.
 * Throws an error for a package without one.
 */
export function licencesOf(packageFolders: readonly string[]): string {
  return packageFolders.map(licenceOf).join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const file = readdirSync(folder).find((one) => /^licen[cs]e(\.\w+)?$/i.test(one));
  if (file === undefined) throw new Error(`${name} has no file with its licence.`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
