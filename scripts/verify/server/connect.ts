import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotRun } from '../../cli/problem.ts';
import type { Observations } from '../../harness/server-methods.ts';
import type { Clock } from '../../http/clock.ts';
import type { Send } from '../../http/exchange.ts';
import { openHttpClient } from '../../http/http-client.ts';
import { carrierOf, carry, isOpen } from '../../openapi/credentials.ts';
import type { Description } from '../../openapi/description.ts';
import type { Keys } from '../../requirements/planning-context.ts';
import { plansOf } from '../../requirements/rate-limit/plans.ts';
import type { Verification } from '../result.ts';
import type { RunnableSpecification } from '../specification.ts';
import { type Harness, openReferenceServer } from './reference-server.ts';
import { type RunOptions, verify } from './run.ts';
import { atPace } from './session/pace.ts';

// As many as work at a time in a run. A server may queue five connections only, as those of Python do, and leaves
// others waiting for seconds.
const mostConnections = 8;

/** Another one for each run. */
export function newSeed(): number {
  return randomInt(2 ** 31);
}

/** The clock of this machine. */
export const realClock: Clock = { now: Date.now, wait: (milliseconds) => sleep(milliseconds) };

type Options = Pick<
  RunOptions,
  'seed' | 'timeout' | 'progress' | 'isBrief' | 'first' | 'requests' | 'selection' | 'cleanUp' | 'note'
>;

/** The keys that a run was given, as far as it was. */
export type GivenKeys = Omit<Keys, 'key'> & { key: string | undefined };

export interface Verified {
  verification: Verification;
  keys: Keys;
  /** What the server has noticed of itself, where it tells. */
  observations?: Observations;
}

/** Verifies the server at an address against a contract, for `timeout` seconds at most. */
export async function verifyAt(
  specification: RunnableSpecification,
  baseUrl: string,
  { key, limitedKey, ...others }: GivenKeys,
  { requestsPerSecond, ...options }: Options & { timeout: number; requestsPerSecond?: number | undefined },
): Promise<Verified> {
  const { description } = specification;
  const isAsked = description.operations.some((operation) => !isOpen(operation));
  if (key === undefined && others.credentials === undefined && isAsked)
    throw new CannotRun('The contract asks for a credential: give one that has a generous limit with --key.');
  checkNames(description, others);
  if (others.revokedKey !== undefined && [key, limitedKey].includes(others.revokedKey))
    throw new CannotRun('The revoked key is one of the others: give --revoked-key a key that is no longer valid.');
  const plans = plansOf(specification.description).map(({ name }) => name);
  for (const plan of Object.keys(others.planKeys ?? {}))
    if (!plans.includes(plan))
      throw new CannotRun(`The contract has no plan ${plan}: --limited-plan must be one of ${plans.join(', ')}.`);
  // One key cannot be both generous and soon spent.
  const keys = { ...others, key: key ?? '', limitedKey: limitedKey === key ? undefined : limitedKey };
  return {
    verification: await overHttp(specification, baseUrl, keys, realClock, options, (send) =>
      requestsPerSecond === undefined ? send : atPace(requestsPerSecond, send, realClock),
    ),
    keys,
  };
}

/** Throws CannotRun for a credential of no scheme, and for a header that is one. */
function checkNames(
  { service }: Description,
  { credentials = {}, headers = [] }: Pick<Keys, 'credentials' | 'headers'>,
): void {
  const schemes = Object.keys(service.securitySchemes);
  for (const name of Object.keys(credentials))
    if (!schemes.includes(name))
      throw new CannotRun(
        `The contract has no security scheme ${name}, but these: ${schemes.join(', ') || 'none'} (--credential).`,
      );
  const carriers = schemes.map((name) => carry(carrierOf(service, name), '').headers[0]?.[0].toLowerCase());
  for (const [name] of headers)
    if (carriers.includes(name.toLowerCase()))
      throw new CannotRun(
        `${name} carries a credential, which some requests must not have: give it with --credential.`,
      );
}

/** A side of this project in a process of its own, which whoever has started it must stop. */
export interface StartedSide<SideOptions> {
  /** Verifies it against a contract. Throws CannotRun where it has not started. */
  verify(specification: RunnableSpecification, options: SideOptions): Promise<Verified>;
  stop(): Promise<void>;
}

/** Verifies a side against a contract, and stops it. */
export async function verifySide<SideOptions>(
  side: StartedSide<SideOptions>,
  specification: RunnableSpecification,
  options: SideOptions,
): Promise<Verified> {
  try {
    return await side.verify(specification, options);
  } finally {
    await side.stop();
  }
}

/**
 * Starts the reference server of this project. While it does, it can be worked out what is to be verified.
 * Its clock is moved on where another server is waited for.
 */
export function startReferenceServer(): StartedSide<Options> {
  const starting = openReferenceServer();
  const opening = starting.then((server) => server.open());
  // Why it has not started is said when it is verified.
  opening.catch(() => undefined);
  return {
    verify: async (specification, options) => {
      const harness = await opening;
      const verification = await overHttp(specification, harness.baseUrl, harness, clockOf(harness), options);
      const { key, limitedKey, revokedKey, planKeys } = harness;
      return {
        verification,
        keys: { key, limitedKey, revokedKey, planKeys },
        observations: await harness.observations(),
      };
    },
    stop: () =>
      starting.then(
        (server) => server.stop(),
        () => undefined,
      ),
  };
}

/** The clock of a server that lets it be moved. */
export function clockOf(harness: Pick<Harness, 'advance'>): Clock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    wait: async (milliseconds) => {
      const whole = Math.ceil(milliseconds);
      await harness.advance(whole);
      ahead += whole;
    },
  };
}

async function overHttp(
  specification: RunnableSpecification,
  baseUrl: string,
  keys: Keys,
  clock: Clock,
  options: Options,
  paced = (send: Send) => send,
): Promise<Verification> {
  const client = openHttpClient(baseUrl, mostConnections, clock.now);
  try {
    return await verify(specification, { ...options, baseUrl, keys, send: paced(client.send), clock });
  } finally {
    client.close();
  }
}
