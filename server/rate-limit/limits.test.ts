import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operations, service } from '../../generated/operations.ts';
import { idOf, rotateApiKey } from '../api-keys/api-key.ts';
import { openInProcess, type TestHarness } from '../test/transports.ts';
import { unmatchedViolations, violationsOf } from '../test/violations.ts';

// What spec/decisions.md has of keys and limits beyond the contract, for this server alone; the clock stands still.
const start = Date.UTC(2026, 10, 20);
const { free } = service.rateLimitPlans;
const anonymousPerMinute = 5;
const banSeconds = 300;
const refusalsBeforeBan = 100;

interface Sent {
  method?: string;
  path?: string;
  body?: string;
  type?: string;
}

const post = (body: string, type = 'application/json'): Sent => ({ method: 'POST', body, type });

/** Requests with each of the answers that one with a key may have, but for those of the limit. */
const requests: [name: string, sent: Sent][] = [
  ['a list', {}],
  ['HEAD', { method: 'HEAD' }],
  ['an invalid query', { path: '/pets?limit=0' }],
  ['a creation', post('{"name": "Bruno", "categoryId": 3}')],
  ['an invalid body', post('{}')],
  ['a body beyond the limit', post(`"${'x'.repeat(70_000)}"`)],
  ['another media type', post('x', 'text/plain')],
  ['an unknown animal', { path: '/pets/4711' }],
  ['an unknown path', { path: '/nothing' }],
  ['a wrong method', { method: 'PROPFIND' }],
];

let harness: TestHarness;
let key: string;

beforeEach(async () => {
  // The rate limiter reads the clock of the process.
  vi.useFakeTimers({ now: start, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  harness = await openInProcess({ settings: { anonymousPerMinute } });
  key = await harness.newKey({ plan: 'free' });
});

afterEach(async () => {
  // Where no server was opened, too: files that follow in this process need the real clock.
  try {
    await harness.close();
  } finally {
    vi.useRealTimers();
  }
});

function send({ method = 'GET', path = '/pets', body, type }: Sent = {}, own: string | null = key): Promise<Response> {
  const headers = { ...(own !== null && { Authorization: `Bearer ${own}` }), ...(type && { 'Content-Type': type }) };
  return harness.send(new Request(harness.baseUrl + path, { method, headers, ...(body !== undefined && { body }) }));
}

async function spend(count: number, own: string | null = key): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) await send({}, own);
}

const numberIn = (response: Response, name: string) => Number(response.headers.get(name));
const leftIn = (response: Response) => numberIn(response, 'X-RateLimit-Remaining');
const codeOf = async (response: Response) => ((await response.clone().json()) as { code: string }).code;

describe('a request with a key', () => {
  test.each(requests)('counts, whatever its answer: %s', async (_, sent) => {
    await spend(1);
    expect(leftIn(await send(sent))).toBe(free.requestsPerMinute - 2);
    expect(leftIn(await send())).toBe(free.requestsPerMinute - 3);
  });

  test.each(requests)('beyond the limit is refused before anything else of it is looked at: %s', async (_, sent) => {
    await spend(free.requestsPerMinute);
    expect((await send(sent)).status).toBe(429);
  });

  test('counts for this key alone, and not for the address that it comes from', async () => {
    await spend(free.requestsPerMinute);
    expect(leftIn(await send({}, await harness.newKey({ plan: 'free' })))).toBe(free.requestsPerMinute - 1);
    expect(leftIn(await send({}, null))).toBe(anonymousPerMinute - 1);
  });

  test('counts for the day as well where the minute does not refuse it, until a day has passed', async () => {
    const newKey = () => harness.newKey({ plan: 'enterprise', limits: { requestsPerMinute: 3, requestsPerDay: 5 } });
    key = await newKey();
    await spend(20);
    vi.advanceTimersByTime(60_000);
    await spend(1);
    const last = await send();
    expect([last.status, numberIn(last, 'X-RateLimit-Limit'), leftIn(last)]).toEqual([200, 5, 0]);
    const refused = await send();
    expect([refused.status, numberIn(refused, 'X-RateLimit-Limit'), numberIn(refused, 'Retry-After')]).toEqual([
      429, 5, 86_340,
    ]);
    expect((await send({}, await newKey())).status).toBe(200);
    vi.advanceTimersByTime(86_340_000 - 1);
    expect((await send()).status).toBe(429);
    vi.advanceTimersByTime(1);
    expect((await send()).status).toBe(200);
  });
});

test.each(requests)(
  'without a valid key is 401 up to the limit of the address, then 429, whatever it asks for: %s',
  async (_, sent) => {
    await spend(anonymousPerMinute - 1, 'unknown');
    expect([(await send(sent, null)).status, (await send(sent, null)).status]).toEqual([401, 429]);
  },
);

test.each([0, 1, 250, 500, 750, 999])(
  'from the end of its window on a key is served again, and told so in whole seconds, rounded up: %i ms after one',
  async (milliseconds) => {
    vi.advanceTimersByTime(milliseconds);
    const end = start + milliseconds + 60_000;
    await spend(free.requestsPerMinute);
    vi.advanceTimersByTime(20_600);
    const refused = await send();
    expect(numberIn(refused, 'Retry-After')).toBe(Math.ceil((end - Date.now()) / 1000));
    expect(numberIn(refused, 'X-RateLimit-Reset')).toBe(Math.ceil(end / 1000));
    vi.advanceTimersByTime(end - Date.now() - 1);
    expect((await send()).status).toBe(429);
    vi.advanceTimersByTime(1);
    expect(leftIn(await send())).toBe(free.requestsPerMinute - 1);
  },
);

test('a refusal says which limit it is about, and when to try again', async () => {
  const messageOf = async (own: string | null) => ((await (await send({}, own)).json()) as { message: string }).message;
  const daily = await harness.newKey({ plan: 'enterprise', limits: { requestsPerMinute: 3, requestsPerDay: 2 } });
  await spend(2, daily);
  await spend(anonymousPerMinute, null);
  await spend(free.requestsPerMinute);
  vi.advanceTimersByTime(20_600);
  expect([await messageOf(key), await messageOf(daily), await messageOf(null)]).toEqual([
    `The limit of ${free.requestsPerMinute} requests per minute is exceeded; try again in 40 seconds.`,
    'The limit of 2 requests per day is exceeded; try again in 86380 seconds.',
    `The limit of ${anonymousPerMinute} requests per minute is exceeded; try again in 40 seconds.`,
  ]);
  vi.advanceTimersByTime(38_500);
  expect(await messageOf(null)).toMatch(/; try again in 1 second\.$/);
  await spend(refusalsBeforeBan);
  expect(await messageOf(key)).toBe(
    'The API key is banned for a time because it went on after its limit was exceeded; try again in 300 seconds.',
  );
});

describe('a key that goes on after its refusals', () => {
  test('is banned for as long as Retry-After says, whatever it sends, and then served', async () => {
    await spend(free.requestsPerMinute + refusalsBeforeBan);
    const banned = await send();
    expect([await codeOf(banned), numberIn(banned, 'Retry-After')]).toEqual(['key_banned', banSeconds]);
    for (const [, sent] of requests) {
      const answer = await send(sent);
      expect([answer.status, numberIn(answer, 'Retry-After')]).toEqual([429, banSeconds]);
    }
    vi.advanceTimersByTime(1000 * banSeconds - 1);
    expect(await codeOf(await send())).toBe('key_banned');
    vi.advanceTimersByTime(1);
    const served = await send();
    expect([served.status, leftIn(served)]).toEqual([200, free.requestsPerMinute - 1]);
  });

  test('is refused as documented', async () => {
    await spend(free.requestsPerMinute + refusalsBeforeBan + 1);
    expect(await violationsOf(operations.listPets.id, await send())).toEqual([]);
    expect(await unmatchedViolations(await send({ path: '/nothing' }))).toEqual([]);
  });

  test('is not banned before, and no other key with it', async () => {
    await spend(free.requestsPerMinute + refusalsBeforeBan - 1);
    expect(await codeOf(await send())).toBe('rate_limited');
    await spend(1);
    expect((await send({}, await harness.newKey({ plan: 'free' }))).status).toBe(200);
  });
});

test.each(requests)(
  'a key that was served is refused with its first request after it is revoked: %s',
  async (_, sent) => {
    expect((await send()).status).toBe(200);
    await harness.storage.keys.revoke(idOf(key) ?? '', new Date());
    expect((await send(sent)).status).toBe(401);
  },
);

test('a key is served until it expires, and then refused', async () => {
  key = await harness.newKey({ plan: 'free', expiresAt: new Date(start + 5000) });
  vi.advanceTimersByTime(4999);
  expect((await send()).status).toBe(200);
  vi.advanceTimersByTime(1);
  expect((await send()).status).toBe(401);
});

test('a key with another one in its place is served for an hour', async () => {
  const replacement = await rotateApiKey(harness.storage.keys, idOf(key) ?? '', new Date());
  vi.advanceTimersByTime(3_599_999);
  expect((await send()).status).toBe(200);
  vi.advanceTimersByTime(1);
  expect([(await send()).status, (await send({}, replacement)).status]).toEqual([401, 200]);
});
