import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CannotRun } from './problem.ts';

/**
 * Throws CannotRun, with what to type, unless these packages are installed, each in the major version after its name.
 * The package of this project does not install large ones by itself.
 */
export function requirePackages(...packages: readonly string[]): void {
  const missing = packages.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  throw new CannotRun(
    `This needs ${missing.join(', ')}, which the package does not install by itself: ` +
      `npm install --save-dev ${missing.join(' ')}`,
  );
}

function isInstalled(wanted: string): boolean {
  const [, name, major] = /^(.+)@(\d+)$/.exec(wanted) ?? [];
  try {
    const text = readFileSync(fileURLToPath(import.meta.resolve(`${name}/package.json`)), 'utf8');
    const { version } = JSON.parse(text) as { version: string };
    return version.startsWith(`${major}.`);
  } catch {
    return false;
  }
}
