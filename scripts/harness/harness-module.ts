import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { isFunction, isRecord } from './guards.ts';

/**
 * Waits for the first message, imports the module that the first argument of this process names, and calls `serve` with
 * its export `openHarness`. `serve` handles that message as well. A process may so be started before the code is edited
 * that it is to load. Throws when the module cannot be imported or has no such function.
 */
export async function serveHarness(serve: (openHarness: OpenHarness) => void): Promise<void> {
  const started = once(process, 'message');
  // Meanwhile, what both sides use of Node.js and it loads once it is used.
  await fetch('data:,');
  const [message] = await started;
  serve(await importOpenHarness());
  process.emit('message', message, undefined);
}

/** How the module opens what is verified. */
export type OpenHarness = (...values: unknown[]) => unknown;

async function importOpenHarness(): Promise<OpenHarness> {
  const [, , path = ''] = process.argv;
  // A path from outside: the toolchain imports no module of a server or client by name.
  const module: unknown = await import(pathToFileURL(path).href);
  const openHarness = isRecord(module) ? module['openHarness'] : undefined;
  if (!isFunction(openHarness)) throw new Error(`${path} does not export a function openHarness.`);
  return openHarness;
}
