import { pathToFileURL } from 'node:url';
import { isFunction, isRecord } from './guards.ts';

/**
 * Imports the module that the first argument of this process names, and gives its export `openHarness`.
 * Throws when the module cannot be imported or has no such function.
 */
export async function importOpenHarness(): Promise<(...values: unknown[]) => unknown> {
  const [, , path = ''] = process.argv;
  // A path from outside: the toolchain imports no module of a server or client by name.
  const module: unknown = await import(pathToFileURL(path).href);
  const openHarness = isRecord(module) ? module['openHarness'] : undefined;
  if (!isFunction(openHarness)) throw new Error(`${path} does not export a function openHarness.`);
  return openHarness;
}
