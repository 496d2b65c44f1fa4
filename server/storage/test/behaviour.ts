import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Animal, ApiKey, KeyUse, NewAnimal, Status, Storage } from '../store.ts';

const names = {
  'an ordinary one': 'Bruno',
  'an empty one': '',
  'blanks at the ends': '  Bruno\t\n ',
  'quotes and backslashes': `'"\`\\''; DROP TABLE animal; --`,
  markup: '<b onclick="x">&amp;</b>',
  emoji: '🐕‍🦺👩🏽‍🌾',
  'other scripts': 'Ελπίδα Надежда 希望 أمل תקווה',
  'a combining form': 'Zoe\u0301',
  'the composed form': 'Zo\u00e9',
  'U+0000 within': 'Bru\u0000no',
  'U+0000 at the ends': '\u0000Bruno\u0000',
  'what another engine may escape': '\\0 \\\\ \\u0000 \\',
  'the greatest code point': '\u{10FFFF}',
  'a byte order mark': '\uFEFFBruno',
  '1,000 characters': 'é'.repeat(1_000),
  '60,000 characters': 'é'.repeat(60_000),
};

const categoryIds = [0, 1, -1, 2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
const statuses: Status[] = ['available', 'pending', 'sold'];
const noIds = [0, -1, 2, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1.5, 1e300];

/** What every storage engine must do; `open` gives an empty one. */
export function describeStorage(name: string, open: () => Storage | Promise<Storage>): void {
  describe(name, () => {
    let storage: Storage;
    beforeEach(async () => {
      storage = await open();
    });
    afterEach(() => storage.close());

    describeAnimals(() => storage);
    describeKeys(() => storage);

    const use: KeyUse = {
      id: 'a',
      lastSeen: day(1),
      refused: 0,
      ban: null,
      minute: { count: 3, resetsAt: day(2) },
      day: null,
      refusals: null,
    };

    test('keeps the last use of each key', async () => {
      const banned: KeyUse = { ...use, id: 'b', refused: 200, ban: { since: day(1), until: day(2) } };
      const counted: KeyUse = { ...use, day: { count: 9, resetsAt: day(3) }, refusals: { count: 1, resetsAt: day(2) } };
      expect(await storage.keyUses.list()).toEqual([]);
      await storage.keyUses.save([use, banned]);
      await storage.keyUses.save([counted]);
      expect(await storage.keyUses.list()).toEqual([counted, banned]);
    });

    test('a write that fails in the middle leaves nothing behind', async () => {
      const impossible: KeyUse = { ...use, id: 'b', refused: 0.5 };
      await expect(storage.keyUses.save([use, impossible])).rejects.toThrow();
      expect(await storage.keyUses.list()).toEqual([]);
    });

    test('has no problem', async () => {
      expect(await storage.problem()).toBeUndefined();
    });

    test('a write that fails takes none with it that was asked for at the same time', async () => {
      const key = keyOf('a');
      await storage.keys.add(key);
      const outcomes = await Promise.allSettled([
        storage.animals.add({ name: 'Bruno', categoryId: 3 }),
        storage.keys.add(keyOf('b')),
        storage.keys.add(keyOf('a', { plan: 'pro' })),
        storage.animals.add({ name: 'Clementine', categoryId: 7 }),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
      expect((await storage.animals.list({ limit: 100 })).map(({ name }) => name)).toEqual(['Clementine', 'Bruno']);
      expect(await storage.keys.list()).toEqual([key, keyOf('b')]);
    });
  });
}

function describeAnimals(storage: () => Storage): void {
  const bruno: NewAnimal = { name: 'Bruno', categoryId: 3 };
  const add = (animal: NewAnimal) => storage().animals.add(animal);
  /** One animal without a status and one with each, `rounds` times over; oldest first. */
  const addMany = async (rounds: number) => {
    const added: Animal[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const status of [undefined, ...statuses]) added.push(await add(status ? { ...bruno, status } : bruno));
    }
    return added;
  };

  const kept: [string, NewAnimal][] = [
    ...Object.entries(names).map(([what, name]): [string, NewAnimal] => [`a name: ${what}`, { name, categoryId: 3 }]),
    ...categoryIds.map((categoryId): [string, NewAnimal] => [
      `categoryId ${categoryId}`,
      { name: 'Bruno', categoryId },
    ]),
    ...statuses.map((status): [string, NewAnimal] => [`status ${status}`, { ...bruno, status }]),
  ];

  test.each(kept)('keeps an animal as it was given: %s', async (_, animal) => {
    const added = await add(animal);
    expect(added).toStrictEqual({ id: added.id, ...animal });
    expect(await storage().animals.find(added.id)).toStrictEqual(added);
    expect(await storage().animals.list({ limit: 1 })).toStrictEqual([added]);
    expect(await storage().animals.list({ limit: 1, status: animal.status })).toStrictEqual([added]);
  });

  test.each([
    ['the first half', 'Bru\uD83Dno'],
    ['the second half', 'Bru\uDC15no'],
  ])('has U+FFFD for half a surrogate pair, which is no text: %s', async (_, name) => {
    const { id } = await add({ name, categoryId: 3 });
    expect((await storage().animals.find(id))?.name).toBe('Bru\uFFFDno');
    expect((await storage().animals.list({ limit: 1 }))[0]?.name).toBe('Bru\uFFFDno');
  });

  test('many animals added at once are all kept, each as it was given', async () => {
    const given = Array.from(
      { length: 500 },
      (_, index): NewAnimal => ({ name: `animal ${index}`, categoryId: index }),
    );
    const added = await Promise.all(given.map(add));
    expect(added.map(({ id: _, ...animal }) => animal)).toEqual(given);
    expect(await storage().animals.list({ limit: 1000 })).toEqual(added.toReversed());
  });

  test('an animal without a status has no such field', async () => {
    expect(Object.keys(await add(bruno))).toEqual(['id', 'name', 'categoryId']);
  });

  test('identifiers are positive integers and grow, also for animals added at once', async () => {
    const added = [...(await addMany(2)), ...(await Promise.all(Array.from({ length: 20 }, () => add(bruno))))];
    const ids = added.map(({ id }) => id);
    expect(ids.every((id) => Number.isSafeInteger(id) && id >= 1)).toBe(true);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  test.each(noIds)('finds no animal %d', async (id) => {
    expect(await add(bruno)).toMatchObject({ id: 1 });
    expect(await storage().animals.find(id)).toBeUndefined();
  });

  test('finds the animal that was asked for', async () => {
    const [, second] = await addMany(1);
    expect(await storage().animals.find(second?.id ?? 0)).toStrictEqual(second);
  });

  test('the list of an empty store is empty', async () => {
    expect(await storage().animals.list({ limit: 100 })).toEqual([]);
    expect(await storage().animals.list({ limit: 100, status: 'sold' })).toEqual([]);
  });

  test.each<[limit: number, status: Status | undefined, expected: number]>([
    [100, undefined, 12],
    [12, undefined, 12],
    [5, undefined, 5],
    [1, undefined, 1],
    [100, 'available', 3],
    [100, 'pending', 3],
    [3, 'sold', 3],
    [2, 'sold', 2],
    [1, 'available', 1],
  ])('lists at most %d of those with status %s, newest first: %d', async (limit, status, expected) => {
    const added = await addMany(3);
    const matching = added.filter((animal) => status === undefined || animal.status === status);
    const listed = await storage().animals.list({ limit, status });
    expect(listed).toHaveLength(expected);
    expect(listed).toStrictEqual(matching.toReversed().slice(0, limit));
  });
}

const day = (number: number) => new Date(Date.UTC(2026, 10, number));

const keyOf = (id: string, changes: Partial<ApiKey> = {}): ApiKey => ({
  id,
  secretHash: new Uint8Array([0, 255, 1]),
  plan: 'free',
  requestsPerMinute: null,
  requestsPerDay: null,
  name: null,
  createdAt: day(1),
  revokedAt: null,
  expiresAt: null,
  ...changes,
});

function describeKeys(storage: () => Storage): void {
  test.each<[string, Partial<ApiKey>]>([
    ['the least', {}],
    ['agreed limits', { plan: 'enterprise', requestsPerMinute: 1, requestsPerDay: Number.MAX_SAFE_INTEGER }],
    ['a name', { name: `Bruno's 🐕 "app"` }],
    ['a name with what an engine may escape', { name: 'C:\\0\\\\' }],
    ['an empty name', { name: '' }],
    ['created within a second', { createdAt: new Date(Date.UTC(2026, 10, 1, 2, 3, 4, 567)) }],
    ['revoked', { revokedAt: day(2) }],
    ['that expires', { expiresAt: day(2) }],
  ])('keeps a key as it was given: %s', async (_, changes) => {
    const key = keyOf('a', changes);
    await storage().keys.add(key);
    expect(await storage().keys.find('a')).toEqual(key);
    expect(await storage().keys.list()).toEqual([key]);
  });

  test('refuses a second key with the same identifier, and keeps the first', async () => {
    await storage().keys.add(keyOf('a'));
    await expect(storage().keys.add(keyOf('a', { plan: 'pro' }))).rejects.toThrow();
    expect(await storage().keys.list()).toEqual([keyOf('a')]);
  });

  test.each(['', 'b', 'A', 'a ', `a' OR ''='`])('finds no key %j', async (id) => {
    await storage().keys.add(keyOf('a'));
    expect(await storage().keys.find(id)).toBeUndefined();
    expect(await storage().keys.revoke(id, day(2))).toBe(false);
    expect(await storage().keys.list()).toEqual([keyOf('a')]);
  });

  test('lists keys oldest first, revoked ones with them', async () => {
    for (const [id, created] of Object.entries({ b: 3, c: 1, a: 2 }))
      await storage().keys.add(keyOf(id, { createdAt: day(created) }));
    await storage().keys.revoke('a', day(4));
    expect((await storage().keys.list()).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });

  test('revokes one key; revoking it again keeps the first date', async () => {
    await storage().keys.add(keyOf('a'));
    await storage().keys.add(keyOf('b'));
    expect(await storage().keys.find('a')).toEqual(keyOf('a'));
    expect(await storage().keys.revoke('a', day(2))).toBe(true);
    expect(await storage().keys.revoke('a', day(3))).toBe(true);
    expect(await storage().keys.find('a')).toEqual(keyOf('a', { revokedAt: day(2) }));
    expect(await storage().keys.find('b')).toEqual(keyOf('b'));
  });

  test.each<[string, Date | null, Date]>([
    ['that does not expire', null, day(5)],
    ['that expires later', day(9), day(5)],
    ['that expires earlier', day(3), day(3)],
  ])('replaces a key %s', async (_, expiresAt, expected) => {
    await storage().keys.add(keyOf('a', { expiresAt }));
    expect(await storage().keys.find('a')).toEqual(keyOf('a', { expiresAt }));
    await storage().keys.replace('a', keyOf('b'), day(5));
    expect(await storage().keys.find('a')).toEqual(keyOf('a', { expiresAt: expected }));
    expect(await storage().keys.find('b')).toEqual(keyOf('b'));
    await storage().keys.setExpiry('a', expiresAt);
    expect(await storage().keys.find('a')).toEqual(keyOf('a', { expiresAt }));
    expect(await storage().keys.find('b')).toEqual(keyOf('b'));
  });
}
