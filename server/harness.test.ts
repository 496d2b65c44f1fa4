import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operations, service } from '../generated/operations.ts';
import { type Harness, openHarness } from './harness.ts';

const { requestsPerMinute } = service.rateLimitPlans.free;

async function list({ baseUrl }: { baseUrl: string }, key: string): Promise<Response> {
  return fetch(baseUrl + operations.listPets.path, { headers: { Authorization: `Bearer ${key}` } });
}

const numberOf = (response: Response, header: string) => Number(response.headers.get(header));

async function spend(harness: Harness, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => list(harness, harness.limitedKey)));
}

describe('a harness', () => {
  let harnesses: Harness[];
  let harness: Harness;
  const open = async () => {
    const opened = await openHarness();
    harnesses.push(opened);
    return opened;
  };
  beforeEach(async () => {
    harnesses = [];
    harness = await open();
  });
  afterEach(() => Promise.all(harnesses.map(({ close }) => close())));

  test('takes many requests with its key, few with the limited one, none with the revoked', async () => {
    expect(numberOf(await list(harness, harness.key), 'X-RateLimit-Limit')).toBe(1_000_000);
    expect(numberOf(await list(harness, harness.limitedKey), 'X-RateLimit-Limit')).toBe(requestsPerMinute);
    const bad = await list(harness, 'bad');
    expect([bad.status, numberOf(bad, 'X-RateLimit-Limit')]).toEqual([401, 1_000_000]);
    expect((await list(harness, harness.revokedKey)).status).toBe(401);
  });

  test('starts a window anew when its time has come, and not before', async () => {
    const before = Date.now();
    await spend(harness, requestsPerMinute);
    harness.advance(55_000);
    const refused = await list(harness, harness.limitedKey);
    expect(refused.status).toBe(429);
    expect(numberOf(refused, 'Retry-After')).toBeLessThanOrEqual(5);
    expect(Math.abs(numberOf(refused, 'X-RateLimit-Reset') - before / 1000 - 60)).toBeLessThan(5);
    harness.advance(1000 * numberOf(refused, 'Retry-After'));
    const served = await list(harness, harness.limitedKey);
    expect([served.status, numberOf(served, 'X-RateLimit-Remaining')]).toEqual([200, requestsPerMinute - 1]);
    expect(numberOf(served, 'X-RateLimit-Reset')).toBeGreaterThanOrEqual(Math.floor((before + 55_000 + 60_000) / 1000));
  });

  test('keeps the day when the minute is over, and lifts a ban when that is', async () => {
    await spend(harness, requestsPerMinute + 101);
    const banned = await list(harness, harness.limitedKey);
    expect([banned.status, ((await banned.json()) as { code: string }).code]).toEqual([429, 'key_banned']);
    harness.advance(1000 * numberOf(banned, 'Retry-After') - 10_000);
    expect((await list(harness, harness.limitedKey)).status).toBe(429);
    harness.advance(10_000);
    expect((await list(harness, harness.limitedKey)).status).toBe(200);
    // The minute has fewer left than the day until the day is nearly spent.
    for (
      let spent = requestsPerMinute + 1;
      spent + requestsPerMinute < service.rateLimitPlans.free.requestsPerDay;
      spent += requestsPerMinute
    ) {
      harness.advance(60_000);
      await spend(harness, requestsPerMinute);
    }
    harness.advance(60_000);
    const last = await list(harness, harness.limitedKey);
    expect(numberOf(last, 'X-RateLimit-Limit')).toBe(service.rateLimitPlans.free.requestsPerDay);
    harness.advance(86_400_000);
    const next = await list(harness, harness.limitedKey);
    expect([numberOf(next, 'X-RateLimit-Limit'), numberOf(next, 'X-RateLimit-Remaining')]).toEqual([
      requestsPerMinute,
      requestsPerMinute - 1,
    ]);
  });

  test('is apart from another one: its keys, its clock, what it keeps', async () => {
    const other = await open();
    expect((await list(other, harness.key)).status).toBe(401);
    await Promise.all([spend(harness, requestsPerMinute), spend(other, requestsPerMinute)]);
    harness.advance(60_000);
    expect((await list(harness, harness.limitedKey)).status).toBe(200);
    expect((await list(other, other.limitedKey)).status).toBe(429);
    const headers = { Authorization: `Bearer ${harness.key}`, 'Content-Type': 'application/json' };
    const created = await fetch(harness.baseUrl + operations.createPet.path, {
      method: 'POST',
      headers,
      body: '{"name":"Bruno","categoryId":3}',
    });
    expect(created.status).toBe(201);
    expect(await (await list(harness, harness.key)).json()).toHaveLength(1);
    expect(await (await list(other, other.key)).json()).toEqual([]);
  });
});
