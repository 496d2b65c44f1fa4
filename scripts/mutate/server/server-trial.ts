import { CannotRun } from '../../cli/problem.ts';
import { type HttpRequest, type HttpResponse, NoResponse } from '../../http/exchange.ts';
import { openHttpClient } from '../../http/http-client.ts';
import type { Wrap } from '../../requirements/fault.ts';
import type { Verification } from '../../verify/result.ts';
import { clockOf, newSeed } from '../../verify/server/connect.ts';
import { openReferenceServer, type ReferenceServer } from '../../verify/server/reference-server.ts';
import { type RunOptions, verify } from '../../verify/server/run.ts';
import type { RunnableSpecification } from '../../verify/specification.ts';
import type { Mutant, Trial, TrialOptions } from '../kind.ts';
import { checkUnchanged, oneByOne, type Tried } from '../one-by-one.ts';

// As many as a run has requests under way.
const connections = 8;

/**
 * Verifies the reference server, with something before it, in a harness of its own.
 * A brief run ends at the first violation.
 */
export async function tryWrapped(
  specification: RunnableSpecification,
  server: ReferenceServer,
  wrap: Wrap,
  options: Pick<RunOptions, 'seed' | 'isBrief' | 'first'>,
): Promise<Verification> {
  const harness = await server.open();
  const clock = clockOf(harness);
  const client = openHttpClient(harness.baseUrl, connections, clock.now);
  let [doing, isOver] = ['', false];
  // Requests that are still under way after a violation end here, not in a server that is gone.
  const send = wrap(
    (request) => (isOver ? Promise.reject(new NoResponse(request, 'the run is over')) : client.send(request)),
    { ...harness, now: clock.now, doing: () => doing },
  );
  try {
    return await verify(specification, {
      baseUrl: harness.baseUrl,
      keys: harness,
      send,
      clock,
      ...options,
      progress: (now) => (doing = now),
    });
  } finally {
    isOver = true;
    client.close();
    await harness.close().catch((error: unknown) => {
      if (!(error instanceof CannotRun)) throw error;
    });
  }
}

/** Counts the exchanges that something changes, or adds: without any, a run with it shows nothing. */
function counted(wrap: Wrap): { wrap: Wrap; changes(): number } {
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

/** A server to be tried, by its id: a fault, or a control. */
export interface Candidate extends Mutant {
  wrap: Wrap;
  /** It changes no message. */
  isUnseen?: boolean;
}

/** Starts a reference server, which is then tried with each candidate before it, in a harness of its own. */
export async function openServerTrial(
  specification: RunnableSpecification,
  candidates: readonly Candidate[],
): Promise<Trial> {
  const server = await openReferenceServer();
  try {
    checkUnchanged(
      'server',
      (await tryWrapped(specification, server, (send) => send, { seed: newSeed(), isBrief: true })).requirements,
    );
  } catch (error) {
    await server.stop();
    throw error;
  }
  return oneByOne(
    'server',
    candidates,
    (candidate, options) => triedWith(specification, server, candidate, options),
    () => server.stop(),
  );
}

async function triedWith(
  specification: RunnableSpecification,
  server: ReferenceServer,
  { wrap: own, requirementIds, isUnseen = false }: Candidate,
  { seed, isFull }: TrialOptions,
): Promise<Tried> {
  const { wrap, changes } = counted(own);
  const { requirements } = await tryWrapped(
    specification,
    server,
    wrap,
    isFull ? { seed } : { seed, isBrief: true, first: requirementIds[0] ?? '' },
  );
  return { requirements, isChanged: changes() > 0 || isUnseen };
}
