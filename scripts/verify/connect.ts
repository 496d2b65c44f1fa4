import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotRun } from '../contract/problem.ts';
import { isOpen } from './credentials.ts';
import { openHttpClient } from './http-client.ts';
import { openReferenceServer, type World } from './reference-server.ts';
import type { Verification } from './result.ts';
import { type Proof, type RunOptions, verify } from './run.ts';
import type { Clock, Keys } from './session.ts';

// More than work at a time in a run: what is left of a limit is spent at once.
const mostConnections = 64;

/** Another one for each run. Not too small: in base 36 it marks what a run has created. */
export function newSeed(): number {
  return randomInt(2 ** 28, 2 ** 31);
}

type Options = Pick<RunOptions, 'seed' | 'progress' | 'isBrief'>;

export interface Verified {
  verification: Verification;
  keys: Keys;
}

/** Holds the server at an address against a contract. */
export async function verifyAt(proof: Proof, baseUrl: string, { key, limitedKey }: { key: string | undefined; limitedKey: string | undefined }, options: Options): Promise<Verified> {
  if (key === undefined && proof.description.operations.some((operation) => !isOpen(operation))) throw new CannotRun('The contract asks for a credential: give one that has a generous limit with --key.');
  // One key cannot be both generous and soon spent.
  const keys = { key: key ?? '', limitedKey: limitedKey === key ? undefined : limitedKey };
  return { verification: await overHttp(proof, baseUrl, keys, { now: Date.now, wait: (milliseconds) => sleep(milliseconds) }, options), keys };
}

/** Starts the reference server of this project and holds it against a contract. Its clock is moved on where another server is waited for. */
export async function verifyReferenceServer(proof: Proof, options: Options): Promise<Verified> {
  const server = await openReferenceServer();
  try {
    const world = await server.open();
    return { verification: await overHttp(proof, world.baseUrl, world, clockOf(world), options), keys: world };
  } finally {
    await server.stop();
  }
}

/** The clock of a server that lets it be moved. */
export function clockOf(world: Pick<World, 'advance'>): Clock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    wait: async (milliseconds) => {
      const whole = Math.ceil(milliseconds);
      await world.advance(whole);
      ahead += whole;
    },
  };
}

async function overHttp(proof: Proof, baseUrl: string, keys: Keys, clock: Clock, options: Options): Promise<Verification> {
  const client = openHttpClient(baseUrl, mostConnections, clock.now);
  try {
    return await verify(proof, { ...options, baseUrl, keys, send: client.send, clock });
  } finally {
    client.close();
  }
}
