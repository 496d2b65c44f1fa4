import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { isFunction, isRecord } from './guards.ts';

/**
 * Imports the module that the first argument of this process names, and gives its export `openHarness`: once the first
 * message has come, which is sent on when `serve` has been called. Until then, a process that was started before it is
 * needed has loaded nothing that is edited. Throws when the module cannot be imported or has no such function.
 */
export async function serveHarness(serve: (openHarness: OpenHarness) => void): Promise<void> {
  const [message] = await once(process, 'message');
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
