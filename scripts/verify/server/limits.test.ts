import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../http/exchange.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import { noon, type StillClock } from '../../http/test/still-clock.ts';
import { descriptionOf } from '../../test/contracts.ts';
import type { Ledger } from '../ledger.ts';
import { benchFor } from '../test/bench.ts';
import { LimitCheck } from './limits.ts';

const headers = 'headers: { X-RateLimit-Limit: {}, X-RateLimit-Remaining: {}, X-RateLimit-Reset: {} }';
const responses = `responses: { '200': { description: '', ${headers} }, '429': { description: '', ${headers} } }`;
const description = descriptionOf(
  `
/tools: { get: { operationId: listTools, ${responses} } }
/reading-desk: { get: { operationId: seeDesk, ${responses} } }
/door: { get: { operationId: open, security: [], ${responses} } }
`,
  'security: [{ token: [] }]\ncomponents: { securitySchemes: { token: { type: http, scheme: bearer } } }',
);

/** What a server does otherwise than it says. */
interface Faults {
  /** What a request to the desk takes. */
  deskCosts?: number;
  /** Requests that are announced, and not served. */
  hidden?: number;
  /** The desk is open to everybody who has spent his requests. */
  isDeskFree?: boolean;
  /** Seconds from the announced reset to the real one. */
  resetsLater?: number;
  /** Requests that are left after a reset. */
  refill?: number;
  /** Nobody is refused. */
  isEndless?: boolean;
  limit?: number;
  /** Seconds of a window. */
  window?: number;
}

/** A server that counts the requests of each key in windows of a minute. */
function counting({
  deskCosts = 1,
  hidden = 0,
  isDeskFree = false,
  resetsLater = 0,
  refill,
  isEndless = false,
  limit = 20,
  window = 60,
}: Faults) {
  const used = new Map<string, { ends: number; count: number }>();
  return (request: HttpRequest, clock: StillClock): ResponseParts => {
    clock.time += 5;
    const key = String(request.headers.find(([name]) => name === 'Authorization')?.[1]);
    const known = used.get(key);
    const isRunning = known !== undefined && clock.time < known.ends + resetsLater * 1000;
    const state = isRunning
      ? known
      : {
          ends: clock.time - (clock.time % 1000) + window * 1000,
          count: known === undefined || refill === undefined ? 0 : limit - refill,
        };
    used.set(key, state);
    const isDesk = request.target.startsWith('/reading-desk');
    const isServed = state.count < limit - hidden || isEndless || (isDesk && isDeskFree);
    state.count += isServed ? (isDesk ? deskCosts : 1) : 0;
    const told = {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(isServed ? Math.max(0, limit - state.count) : 0),
      'X-RateLimit-Reset': String(state.ends / 1000),
    };
    return isServed
      ? { headers: told }
      : {
          status: 429,
          headers: { ...told, 'Retry-After': String(Math.max(1, Math.ceil((state.ends - clock.time) / 1000))) },
        };
  };
}

interface Outcome {
  ledger: Ledger;
  requests: number;
  time: number;
}

async function checked(faults: Faults, limitedKey: string | undefined = 'small'): Promise<Outcome> {
  const { session, ledger, clock } = benchFor(description, counting(faults), { key: 'right-key', limitedKey });
  const check = new LimitCheck(session);
  for (const requirement of check.requirements()) ledger.add(requirement);
  await check.countDown();
  await check.exhaust();
  await check.checkReset();
  return { ledger, requests: session.requests, time: clock.time - noon };
}

const of = (ledger: Ledger) =>
  Object.fromEntries(
    ledger
      .results('http://localhost')
      .filter(({ requirement }) => requirement.id.includes('ateLimit.') && !requirement.id.includes('responses'))
      .map((result) => [result.requirement.id, result]),
  );
const idsWith = (ledger: Ledger, verdict: string) =>
  Object.values(of(ledger))
    .filter((one) => one.verdict === verdict)
    .map(({ requirement }) => requirement.id);
const all = [
  'listTools.rateLimit.counted',
  'seeDesk.rateLimit.counted',
  'listTools.rateLimit.enforced',
  'seeDesk.rateLimit.enforced',
  'rateLimit.limit',
  'rateLimit.resets',
];

test('a faithful server is silent, and everything is shown', async () => {
  const { ledger, requests, time } = await checked({});
  expect(idsWith(ledger, 'kept')).toEqual(all);
  expect(requests).toBeLessThan(60);
  expect(time).toBeLessThan(150_000);
});

test('so it is with the key itself, and with one that has nothing left at first', async () => {
  expect(idsWith((await checked({}, undefined)).ledger, 'kept')).toEqual(all);
  expect(idsWith((await checked({ limit: 8 })).ledger, 'broken')).toEqual([]);
});

describe('a fault breaks its own requirements', () => {
  test.each<[name: string, faults: Faults, broken: string[]]>([
    ['requests to one operation are not counted', { deskCosts: 0 }, ['seeDesk.rateLimit.counted']],
    ['requests to one operation count twice', { deskCosts: 2 }, ['seeDesk.rateLimit.counted']],
    ['fewer requests than announced', { hidden: 3 }, ['rateLimit.limit']],
    ['one operation is served beyond the limit', { isDeskFree: true }, ['seeDesk.rateLimit.enforced']],
    [
      'every operation is served beyond the limit',
      { isEndless: true },
      expect.arrayContaining(['listTools.rateLimit.enforced', 'seeDesk.rateLimit.enforced']),
    ],
    ['served before the reset', { resetsLater: -20 }, ['rateLimit.resets']],
    ['refused after the reset', { resetsLater: 20 }, ['rateLimit.resets']],
    ['not all left after the reset', { refill: 12 }, ['rateLimit.resets']],
  ])('%s', async (_, faults, broken) => expect(idsWith((await checked(faults)).ledger, 'broken')).toEqual(broken));
});

test.each<[faults: Faults, documented: RegExp]>([
  [{ resetsLater: -20 }, /^429 until the reset, \d+ seconds later\.$/],
  [{ resetsLater: 20 }, /^A request after the reset is served/],
])('a reset is told as early or late: %j', async (faults, documented) => {
  expect(of((await checked(faults)).ledger)['rateLimit.resets']).toMatchObject({
    violation: { documented: expect.stringMatching(documented) },
  });
});

describe('what cannot be shown is left, with the reason', () => {
  test.each<[name: string, faults: Faults, requirement: string, reason: RegExp]>([
    [
      'a limit that takes too many requests',
      { limit: 5000 },
      'rateLimit.limit',
      /^the key has \d+ requests left; give --limited-key/,
    ],
    ['a reset that is too far away', { window: 3600 }, 'rateLimit.resets', /^the limit resets in \d+ seconds only$/],
  ])('%s', async (_, faults, requirement, reason) => {
    const { ledger } = await checked(faults);
    expect(of(ledger)[requirement]).toMatchObject({ verdict: 'unproven', reason: expect.stringMatching(reason) });
    expect(idsWith(ledger, 'broken')).toEqual([]);
  });
});

test('only what the contract says of limits is a requirement', () => {
  const requirementsOf = (own: string) =>
    new LimitCheck(
      benchFor(
        descriptionOf(
          own,
          'security: [{ token: [] }]\ncomponents: { securitySchemes: { token: { type: http, scheme: bearer } } }',
        ),
      ).session,
    )
      .requirements()
      .map(({ id }) => id);
  expect(
    requirementsOf(
      `/tools: { get: { operationId: listTools, responses: { '200': { description: '' }, '429': { description: '' } } } }`,
    ),
  ).toEqual(['listTools.rateLimit.enforced', 'rateLimit.resets']);
  expect(
    requirementsOf(
      `/tools: { get: { operationId: listTools, responses: { '200': { description: '', headers: { RateLimit-Remaining: {} } } } } }`,
    ),
  ).toEqual(['listTools.rateLimit.counted', 'rateLimit.limit']);
  expect(
    requirementsOf(`/tools: { get: { operationId: listTools, responses: { '200': { description: '' } } } }`),
  ).toEqual([]);
});
