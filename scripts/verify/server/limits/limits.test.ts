import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../../http/exchange.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { noon, type StillClock } from '../../../http/test/still-clock.ts';
import type { Description } from '../../../openapi/description.ts';
import { catalogueOf } from '../../../requirements/catalogue.ts';
import type { Wrap } from '../../../requirements/fault.ts';
import { MessageContext } from '../../../requirements/message-context.ts';
import type { Keys } from '../../../requirements/planning-context.ts';
import { kindOf } from '../../../requirements/registry.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import type { Ledger } from '../../ledger.ts';
import { benchFor } from '../../test/bench.ts';
import { countDown } from './count-down.ts';
import { exhaust } from './exhaust.ts';
import { LimitedKey } from './limited-key.ts';
import { checkReset } from './reset.ts';

const headers = 'headers: { X-RateLimit-Limit: {}, X-RateLimit-Remaining: {}, X-RateLimit-Reset: {} }';
const refusal = headers.replace(' }', ', Retry-After: {} }');
const responses = `responses: { '200': { description: '', ${headers} }, '429': { description: '', ${refusal} } }`;
const token = 'security: [{ token: [] }]\ncomponents: { securitySchemes: { token: { type: http, scheme: bearer } } }';
const description = descriptionOf(
  `
/tools: { get: { operationId: listTools, ${responses} } }
/reading-desk: { get: { operationId: seeDesk, ${responses} } }
/door: { get: { operationId: open, security: [], ${responses} } }
`,
  token,
);

/** How a server violates what it says. */
interface Faults {
  /** What a request to the desk takes. */
  deskCosts?: number;
  /** All keys have one window. */
  isShared?: boolean;
  /** Requests that are announced, and not served. */
  hidden?: number;
  /** The desk is open to everybody who has spent his requests. */
  isDeskFree?: boolean;
  /** Seconds from the announced reset to the real one. */
  resetsLater?: number;
  /** How the time to wait is written. */
  waits?: (seconds: number) => number | string;
  /** Requests that are left after a reset. */
  refill?: number;
  /** Nobody is refused. */
  isEndless?: boolean;
  /** What a served request to the desk is answered with. */
  deskStatus?: number;
  limit?: number;
  /** Seconds of a window. */
  window?: number;
  /** Milliseconds of a request. */
  latency?: number;
  /** Milliseconds by which some requests take longer, as on a machine that is busy. */
  pause?: number;
}

/** A server that counts the requests of each key in windows of a minute. */
function counting({
  deskCosts = 1,
  isShared = false,
  hidden = 0,
  isDeskFree = false,
  resetsLater = 0,
  waits = Math.ceil,
  refill,
  isEndless = false,
  deskStatus = 200,
  limit = 20,
  window = 60,
  latency = 5,
  pause = 0,
}: Faults) {
  let requests = 0;
  const used = new Map<string, { ends: number; count: number }>();
  return (request: HttpRequest, clock: StillClock): ResponseParts => {
    requests += 1;
    clock.time += latency + (requests % 7 === 0 || requests % 11 === 0 ? pause : 0);
    const key = isShared ? '' : String(request.headers.find(([name]) => name === 'Authorization')?.[1]);
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
    const announced = {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(isServed ? Math.max(0, limit - state.count) : 0),
      'X-RateLimit-Reset': String(state.ends / 1000),
    };
    return isServed
      ? { status: isDesk ? deskStatus : 200, headers: announced }
      : {
          status: 429,
          headers: { ...announced, 'Retry-After': String(waits(Math.max(1, (state.ends - clock.time) / 1000))) },
        };
  };
}

/** A server that refuses what would be more requests than the limit within the last minute. */
function sliding({ limit = 20, waits = Math.ceil, resetsLater = 0, latency = 400 }: Faults) {
  const served = new Map<string, number[]>();
  return (request: HttpRequest, clock: StillClock): ResponseParts => {
    clock.time += latency;
    const key = String(request.headers.find(([name]) => name === 'Authorization')?.[1]);
    const recent = (served.get(key) ?? []).filter((time) => time > clock.time - 60_000);
    const isServed = recent.length < limit;
    if (isServed) recent.push(clock.time);
    served.set(key, recent);
    const [first = 0, last = 0] = [recent[0], recent.at(-1)];
    const announced = {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(limit - recent.length),
      'X-RateLimit-Reset': String(Math.ceil(last / 1000) + 60 - resetsLater),
    };
    const seconds = waits((first + 60_000 - clock.time) / 1000);
    return isServed
      ? { status: 200, headers: announced }
      : { status: 429, headers: { ...announced, 'Retry-After': String(seconds) } };
  };
}

interface Outcome {
  ledger: Ledger;
  requests: number;
  time: number;
}

const both = { key: 'right-key', limitedKey: 'small' };

interface Setting {
  of?: Description;
  keys?: Keys;
  wrap?: Wrap;
  /** Milliseconds after a full second. */
  startsAfter?: number;
  serves?: typeof counting;
}

async function checked(
  faults: Faults,
  { of: own = description, keys = both, wrap = (send) => send, startsAfter = 0, serves = counting }: Setting = {},
): Promise<Outcome> {
  const { session, ledger, clock } = benchFor(own, serves(faults), keys, (send, clock) =>
    wrap(send, { ...both, now: () => clock.now(), doing: () => '' }),
  );
  clock.time += startsAfter;
  for (const requirement of catalogueOf(session.specification, 'server')) ledger.add(requirement);
  const key = new LimitedKey(session);
  await countDown(key);
  await exhaust(key);
  await checkReset(key);
  return { ledger, requests: session.sender.requests, time: clock.time - noon };
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
  'listTools.rateLimit.enforced',
  'seeDesk.rateLimit.counted',
  'seeDesk.rateLimit.enforced',
  'rateLimit.limit',
  'rateLimit.resets',
  'rateLimit.retryAfter',
];

test('a server that keeps its contract violates nothing, and everything is shown', async () => {
  const { ledger, requests, time } = await checked({});
  expect(idsWith(ledger, 'kept')).toEqual(all);
  expect(requests).toBeLessThan(60);
  expect(time).toBeLessThan(150_000);
});

test('so it is with the key itself, and with one that has nothing left at first', async () => {
  expect(idsWith((await checked({}, { keys: { ...both, limitedKey: undefined } })).ledger, 'kept')).toEqual(all);
  expect(idsWith((await checked({ limit: 8 })).ledger, 'violated')).toEqual([]);
});

test('an operation that answers otherwise than documented is not asked again and again', async () => {
  const { ledger, requests } = await checked({ deskStatus: 203 });
  expect(idsWith(ledger, 'unproven')).toEqual(['seeDesk.rateLimit.counted']);
  expect(requests).toBeLessThan(60);
});

describe('so it is whatever the moment at which the run begins', () => {
  const moments = [0, 250, 500, 750, 990];
  test.each([
    { limit: 2, window: 2, latency: 50 },
    { limit: 3, window: 1, latency: 20 },
    { limit: 3, window: 2, latency: 100 },
    { limit: 3, window: 2, latency: 50, pause: 1500 },
    { limit: 5, window: 1, latency: 20, pause: 700 },
    { limit: 10, window: 10, latency: 50, pause: 4000 },
    { limit: 10, window: 60, latency: 50, pause: 5000 },
    { limit: 3, window: 60, latency: 100 },
    { limit: 10, window: 1, latency: 20 },
    { limit: 10, window: 10, latency: 200 },
    { limit: 60, window: 5, latency: 20 },
    { limit: 60, window: 60, latency: 100 },
  ])('%j', async (faults) => {
    for (const startsAfter of moments) {
      const { ledger } = await checked(faults, { startsAfter });
      expect([startsAfter, idsWith(ledger, 'kept')]).toEqual([startsAfter, all]);
    }
  });

  test('the refusal of a path that the contract does not have is seen as well', async () => {
    const unmatched = `x-unmatched-responses: { '429': { description: '', ${headers} } }\n${token}`;
    const own = descriptionOf(`/tools: { get: { operationId: listTools, ${responses} } }`, unmatched);
    // Whenever the window turns, before that request or after it.
    for (const latency of Array.from({ length: 40 }, (_, index) => 20 + 2 * index)) {
      const { ledger } = await checked({ limit: 3, window: 1, latency }, { of: own });
      const verdicts = ledger.results('http://localhost').map((one) => [one.requirement.id, one.verdict]);
      expect(verdicts).toContainEqual(['unmatched.responses.429', 'kept']);
    }
  });

  test('with one request a window there is nothing to count', async () => {
    const { ledger } = await checked({ limit: 1 });
    const uncounted = ['listTools.rateLimit.counted', 'seeDesk.rateLimit.counted'];
    expect(idsWith(ledger, 'waived')).toEqual(uncounted);
    expect(idsWith(ledger, 'kept')).toEqual(all.filter((id) => !uncounted.includes(id)));
  });
});

describe('a fault violates its own requirements', () => {
  test.each<[name: string, faults: Faults, violated: string[]]>([
    ['requests to one operation are not counted', { deskCosts: 0 }, ['seeDesk.rateLimit.counted']],
    ['requests to one operation count twice', { deskCosts: 2 }, ['seeDesk.rateLimit.counted']],
    [
      'all keys have one window',
      { isShared: true, limit: 40 },
      ['listTools.rateLimit.counted', 'seeDesk.rateLimit.counted'],
    ],
    ['fewer requests than announced', { hidden: 3 }, ['rateLimit.limit']],
    ['one operation is served beyond the limit', { isDeskFree: true }, ['seeDesk.rateLimit.enforced']],
    [
      'every operation is served beyond the limit',
      { isEndless: true },
      expect.arrayContaining(['listTools.rateLimit.enforced', 'seeDesk.rateLimit.enforced']),
    ],
    ['served before the reset', { resetsLater: -20 }, ['rateLimit.resets']],
    ['refused after the reset', { resetsLater: 20 }, ['rateLimit.resets', 'rateLimit.retryAfter']],
    ['refused after the time to wait', { waits: Math.floor }, ['rateLimit.retryAfter']],
    ['not all left after the reset', { refill: 12 }, ['rateLimit.resets']],
    [
      'served by a time to wait that ends before the reset',
      { resetsLater: -20, waits: (seconds) => Math.ceil(seconds) - 20 },
      ['rateLimit.resets'],
    ],
    ['always the same time to wait', { waits: () => 1 }, ['rateLimit.retryAfter']],
  ])('%s', async (_, faults, violated) =>
    expect(idsWith((await checked(faults)).ledger, 'violated')).toEqual(violated),
  );
});

describe('each way to violate one of them on purpose is detected', () => {
  const five = ['/tools', '/desks', '/lamps', '/keys', '/doors'];
  const own = descriptionOf(
    five.map((path) => `${path}: { get: { operationId: get${path.slice(1)}, ${responses} } }`).join('\n'),
    token,
  );
  const specification = withoutWorkflows(own);
  const context = new MessageContext(specification);
  const faults = catalogueOf(specification, 'server').flatMap((requirement) => {
    const { server } = kindOf(requirement);
    if (server?.reach.by !== 'limits') return [];
    return server.faults(context, requirement).map((fault) => ({ ...fault, requirement }));
  });

  test('there are some of each kind', () => {
    expect([...new Set(faults.map(({ requirement }) => requirement.kind))]).toHaveLength(5);
  });

  test.each(faults)('$requirement.id: $what', async ({ requirement, wrap }) => {
    // A limit of more requests than any of these leaves out.
    const { ledger } = await checked({ limit: 50 }, { of: own, wrap });
    expect(idsWith(ledger, 'violated')).toContain(requirement.id);
  });
});

describe('where requests come back one by one', () => {
  test.each<[name: string, faults: Faults, violated: string[]]>([
    ['a server that keeps its contract violates nothing', {}, []],
    ['nor where most of them come back within a second', { latency: 70 }, []],
    ['nor where all of them come back within half a second', { latency: 20 }, []],
    ['nor where they come back within the second of the reset', { latency: 40 }, []],
    ['refused after the time to wait', { waits: () => 1 }, ['rateLimit.retryAfter']],
    ['not all left after the reset', { resetsLater: 5 }, ['rateLimit.resets']],
  ])('%s', async (_, faults, violated) => {
    const { ledger } = await checked(faults, { serves: sliding });
    expect(idsWith(ledger, 'violated')).toEqual(violated);
    expect(idsWith(ledger, 'kept')).toEqual(all.filter((id) => !violated.includes(id)));
  });
});

test('a time to wait that is written as a date is waited for, and not to the second', async () => {
  const { ledger } = await checked({ waits: (seconds) => new Date(noon + 1000 * Math.ceil(seconds)).toUTCString() });
  expect(idsWith(ledger, 'waived')).toEqual(['rateLimit.retryAfter']);
  expect(idsWith(ledger, 'violated')).toEqual([]);
});

test.each<[faults: Faults, documented: RegExp]>([
  [{ resetsLater: -20 }, /^429 until the reset, \d+ seconds later\.$/],
  [{ resetsLater: 20 }, /^A request after the reset is served/],
])('a reset is reported as early or late: %j', async (faults, documented) => {
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
    expect(idsWith(ledger, 'violated')).toEqual([]);
  });
});
