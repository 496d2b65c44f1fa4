import { CannotRun } from '../cli/problem.ts';
import { type Guard, hasMembers, isFunction, isText, isTextRecord } from './guards.ts';
import { Handles } from './handles.ts';
import { type OpenHarness, serveHarness } from './harness-module.ts';
import { handler } from './protocol.ts';
import { serveRequests } from './serve-requests.ts';
import { advanceServer, closeServer, isObservations, observeServer, openServer } from './server-methods.ts';

// The program of a process that opens servers with the module that its argument names.

/** What `openHarness` of that module gives. */
interface ServerHarness {
  baseUrl: string;
  key: string;
  limitedKey: string;
  revokedKey: string;
  planKeys: Readonly<Record<string, string>>;
  observations(): unknown;
  advance(milliseconds: number): unknown;
  close(): unknown;
}

const isServerHarness: Guard<ServerHarness> = hasMembers<ServerHarness>({
  baseUrl: isText,
  key: isText,
  limitedKey: isText,
  revokedKey: isText,
  planKeys: isTextRecord,
  observations: isFunction,
  advance: isFunction,
  close: isFunction,
});

const harnesses = new Handles<ServerHarness>();
await serveHarness((openHarness) =>
  serveRequests(() => [
    handler(openServer, async () => {
      const harness = await opened(openHarness);
      if (!isServerHarness(harness)) throw new Error('openHarness gives no harness of a server.');
      const { baseUrl, key, limitedKey, revokedKey, planKeys } = harness;
      return { harness: harnesses.open(harness), baseUrl, key, limitedKey, revokedKey, planKeys };
    }),
    handler(observeServer, async ({ harness }) => {
      const observations = harnesses.get(harness).observations();
      if (!isObservations(observations)) throw new Error('observations gives no observations of a server.');
      return observations;
    }),
    handler(advanceServer, async ({ harness, milliseconds }) => {
      await harnesses.get(harness).advance(milliseconds);
      return null;
    }),
    handler(closeServer, async ({ harness }) => {
      await harnesses.close(harness).close();
      return null;
    }),
  ]),
);

async function opened(openHarness: OpenHarness): Promise<unknown> {
  try {
    return await openHarness();
  } catch (error) {
    // It is about a part of the contract: where the server threw it helps nobody.
    if (error instanceof Error && 'pointer' in error)
      throw new CannotRun(`The reference server does not start: ${error.message}`);
    throw error;
  }
}
