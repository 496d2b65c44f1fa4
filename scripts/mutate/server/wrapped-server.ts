import type { Clock } from '../../http/clock.ts';
import { type HttpRequest, type HttpResponse, NoResponse } from '../../http/exchange.ts';
import { openHttpClient } from '../../http/http-client.ts';
import type { Wrap } from '../../requirements/fault.ts';
import type { Keys } from '../../requirements/planning-context.ts';
import type { Verification } from '../../verify/result.ts';
import { type RunOptions, verify } from '../../verify/server/run.ts';
import type { RunnableSpecification } from '../../verify/specification.ts';

// As many as a run has requests under way.
const connections = 8;

export type WrappedOptions = Pick<RunOptions, 'seed' | 'isBrief' | 'first'>;

/** Verifies the server at an address, with something before it. A brief run ends at the first violation. */
export async function verifyWrapped(
  specification: RunnableSpecification,
  server: Keys & { baseUrl: string },
  clock: Clock,
  wrap: Wrap,
  options: WrappedOptions,
): Promise<Verification> {
  const client = openHttpClient(server.baseUrl, connections, clock.now);
  let [doing, isOver] = ['', false];
  // Requests that are still under way after a violation end here, not in a server that is gone.
  const send = wrap(
    (request) => (isOver ? Promise.reject(new NoResponse(request, 'the run is over')) : client.send(request)),
    { ...server, limitedKey: server.limitedKey ?? server.key, now: clock.now, doing: () => doing },
  );
  try {
    return await verify(specification, {
      baseUrl: server.baseUrl,
      keys: server,
      send,
      clock,
      ...options,
      progress: (now) => (doing = now),
    });
  } finally {
    isOver = true;
    client.close();
  }
}

/** Counts the exchanges that something changes, or adds: without any, a run with it shows nothing. */
export function counted(wrap: Wrap): { wrap: Wrap; changes(): number } {
  let changes = 0;
  const counting: Wrap = (send, harness) => {
    const passed = new WeakMap<HttpResponse, HttpRequest>();
    const changed = wrap(async (request) => {
      const response = await send(request);
      passed.set(response, request);
      changes += 1;
      return response;
    }, harness);
    return async (request) => {
      const response = await changed(request).catch((error: unknown) => {
        changes += 1;
        throw error;
      });
      if (passed.get(response) === request) changes -= 1;
      return response;
    };
  };
  return { wrap: counting, changes: () => changes };
}
