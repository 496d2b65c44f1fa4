import { CannotRun } from '../../contract/problem.ts';
import { clockOf, newSeed } from '../../verify/connect.ts';
import { type HttpRequest, type HttpResponse, NoResponse } from '../../verify/exchange.ts';
import { openHttpClient } from '../../verify/http-client.ts';
import { openReferenceServer, type ReferenceServer } from '../../verify/reference-server.ts';
import type { Verification } from '../../verify/result.ts';
import { type Proof, type RunOptions, verify } from '../../verify/run.ts';
import type { Wrap } from './fault.ts';
import type { Mutant, Trial, TrialOptions } from '../kind.ts';
import { checkUnchanged, type Held, oneByOne } from '../one-by-one.ts';

// As many as a run has requests under way.
const connections = 8;

/** Holds the reference server, with something before it, against a contract, in a world of its own. A brief run ends at the first breach. */
export async function tryWrapped(proof: Proof, server: ReferenceServer, wrap: Wrap, options: Pick<RunOptions, 'seed' | 'isBrief' | 'first'>): Promise<Verification> {
  const world = await server.open();
  const clock = clockOf(world);
  const client = openHttpClient(world.baseUrl, connections, clock.now);
  let [doing, isOver] = ['', false];
  // Requests that are still under way after a breach end here, not in a server that is gone.
  const send = wrap((request) => (isOver ? Promise.reject(new NoResponse(request, 'the run is over')) : client.send(request)), { key: world.key, limitedKey: world.limitedKey, now: clock.now, doing: () => doing });
  try {
    return await verify(proof, { baseUrl: world.baseUrl, keys: { key: world.key, limitedKey: world.limitedKey }, send, clock, ...options, progress: (now) => (doing = now) });
  } finally {
    isOver = true;
    client.close();
    await world.close().catch((error: unknown) => {
      if (!(error instanceof CannotRun)) throw error;
    });
  }
}

/** Counts the exchanges that something changes, or adds: without any, a run with it shows nothing. */
function counted(wrap: Wrap): { wrap: Wrap; changes(): number } {
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
  /** Held against the contract without the rules beside it. */
  withoutRules?: boolean;
  /** It changes no message. */
  isUnseen?: boolean;
}

/** Starts a reference server, which is then tried with each candidate before it, in a world of its own. */
export async function openServerTrial(proof: Proof, candidates: readonly Candidate[]): Promise<Trial> {
  const server = await openReferenceServer();
  try {
    checkUnchanged('server', (await tryWrapped(proof, server, (send) => send, { seed: newSeed(), isBrief: true })).facts);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return oneByOne('server', candidates, (candidate, options) => heldWith(proof, server, candidate, options), () => server.stop());
}

async function heldWith(proof: Proof, server: ReferenceServer, { wrap: own, factIds, withoutRules = false, isUnseen = false }: Candidate, { seed, isFull }: TrialOptions): Promise<Held> {
  const { wrap, changes } = counted(own);
  const { facts } = await tryWrapped(withoutRules ? { ...proof, rules: undefined } : proof, server, wrap, isFull ? { seed } : { seed, isBrief: true, first: factIds[0] ?? '' });
  return { facts, isChanged: changes() > 0 || isUnseen };
}
