import { callClient, closeClient, openClient, sleepMethod } from './client-methods.ts';
import { type Guard, hasMembers, isFunction } from './guards.ts';
import { Handles } from './handles.ts';
import { serveHarness } from './harness-module.ts';
import { handler } from './protocol.ts';
import { serveRequests } from './serve-requests.ts';

// The program of a process that opens clients with the module that its argument names.

/** What `openHarness` of that module gives. */
interface ClientHarness {
  call(call: unknown): unknown;
}

const isClientHarness: Guard<ClientHarness> = hasMembers<ClientHarness>({ call: isFunction });

const harnesses = new Handles<ClientHarness>();
await serveHarness((openHarness) =>
  serveRequests((driver) => [
    handler(openClient, async (options) => {
      const sleep = (milliseconds: number) => driver.request(sleepMethod, { harness: handle, milliseconds });
      const harness = await openHarness({ ...options, sleep });
      if (!isClientHarness(harness)) throw new Error('openHarness gives no harness of a client.');
      const handle = harnesses.open(harness);
      return handle;
    }),
    handler(callClient, ({ harness, ...call }) => harnesses.get(harness).call(call)),
    handler(closeClient, ({ harness }) => {
      harnesses.close(harness);
      return null;
    }),
  ]),
);
