import { CannotRun } from '../contract/problem.ts';
import { clockOf } from '../verify/connect.ts';
import { type HttpRequest, type HttpResponse, NoResponse } from '../verify/exchange.ts';
import { openHttpClient } from '../verify/http-client.ts';
import type { ReferenceServer } from '../verify/reference-server.ts';
import type { Verification } from '../verify/result.ts';
import { type Proof, verify } from '../verify/run.ts';
import type { Wrap } from './fault.ts';

// As many as a run has requests under way.
const connections = 8;

export interface TrialOptions {
  seed: number;
  /** Ends at the first breach. */
  isBrief: boolean;
}

/** Holds the reference server, with something before it, against a contract, in a world of its own. */
export async function tryWrapped(proof: Proof, server: ReferenceServer, wrap: Wrap, { seed, isBrief }: TrialOptions): Promise<Verification> {
  const world = await server.open();
  const clock = clockOf(world);
  const client = openHttpClient(world.baseUrl, connections, clock.now);
  let [doing, isOver] = ['', false];
  // Requests that are still under way after a breach end here, not in a server that is gone.
  const send = wrap((request) => (isOver ? Promise.reject(new NoResponse(request, 'the run is over')) : client.send(request)), { key: world.key, limitedKey: world.limitedKey, now: clock.now, doing: () => doing });
  try {
    return await verify(proof, { baseUrl: world.baseUrl, keys: { key: world.key, limitedKey: world.limitedKey }, send, clock, seed, isBrief, progress: (now) => (doing = now) });
  } finally {
    isOver = true;
    client.close();
    await world.close().catch((error: unknown) => {
      if (!(error instanceof CannotRun)) throw error;
    });
  }
}

/** Counts the exchanges that something changes, or adds: without any, a run with it shows nothing. */
export function counted(wrap: Wrap): { wrap: Wrap; changes(): number } {
  let changes = 0;
  const counting: Wrap = (send, world) => {
    const passed = new WeakMap<HttpResponse, HttpRequest>();
    const changed = wrap(async (request) => {
      const response = await send(request);
      passed.set(response, request);
      changes += 1;
      return response;
    }, world);
    return async (request) => {
      const response = await changed(request);
      if (passed.get(response) === request) changes -= 1;
      return response;
    };
  };
  return { wrap: counting, changes: () => changes };
}

/** What came of a trial. */
export interface Outcome {
  id: string;
  /** `idle`: it kept the contract, and changed nothing that could have broken it. */
  verdict: 'caught' | 'unproven' | 'survived' | 'refused' | 'idle';
  /** Facts that were reported as broken, in their order; in a brief run the first alone. */
  broken: string[];
  /** Facts that the run could not hold against the server, which it tells as well. */
  unproven: string[];
  message: string | undefined;
  seconds: number;
  requests: number;
}

export function outcomeOf(id: string, { facts, seconds, requests }: Verification): Outcome {
  const broken = facts.flatMap((result) => (result.verdict === 'broken' ? [result] : []));
  const ids = facts.filter(({ verdict }) => verdict === 'unproven').map(({ fact }) => fact.id);
  const [first] = broken;
  const message = first === undefined ? undefined : `${first.breach.documented} Received: ${first.breach.received}`;
  return { id, verdict: first !== undefined ? 'caught' : ids.length > 0 ? 'unproven' : 'survived', broken: broken.map(({ fact }) => fact.id), unproven: first === undefined ? ids : [], message, seconds, requests };
}
