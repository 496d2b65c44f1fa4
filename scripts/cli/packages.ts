import { CannotRun } from './problem.ts';

/**
 * Throws CannotRun, with what to type, when one of these packages is not installed:
 * the package of this project leaves large ones to its users.
 */
export function requirePackages(...names: readonly string[]): void {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const list = missing.join(' ');
  throw new CannotRun(
    `This needs ${missing.join(', ')}, which the package leaves to those who want it: npm install --save-dev ${list}`,
  );
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}
