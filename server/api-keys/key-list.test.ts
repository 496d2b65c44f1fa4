import { expect, test } from 'vitest';
import type { ApiKey, KeyUse } from '../storage/store.ts';
import { describeKey } from './key-list.ts';

const hours = (count: number) => new Date(Date.UTC(2026, 10, 20, count));
const key: ApiKey = {
  id: 'a',
  secretHash: new Uint8Array(),
  plan: 'free',
  requestsPerMinute: null,
  requestsPerDay: null,
  name: null,
  createdAt: hours(0),
  revokedAt: null,
  expiresAt: null,
};
const use: KeyUse = {
  id: 'a',
  lastSeen: hours(2),
  refused: 7,
  ban: { since: hours(2), until: hours(4) },
  minute: null,
  day: null,
  refusals: null,
};
const at = (count: number) => hours(count).toISOString();

test.each<[string, Partial<ApiKey>, KeyUse | undefined, Date, string, string]>([
  ['never seen', {}, undefined, hours(3), 'active', 'never seen'],
  ['banned', {}, use, hours(3), `banned since ${at(2)} until ${at(4)}`, `seen ${at(2)}, 7 refused`],
  ['no longer banned', {}, use, hours(4), 'active', `seen ${at(2)}, 7 refused`],
  ['to expire', { expiresAt: hours(5) }, undefined, hours(4), `expires ${at(5)}`, 'never seen'],
  [
    'banned, and to expire',
    { expiresAt: hours(5) },
    use,
    hours(3),
    `banned since ${at(2)} until ${at(4)}, expires ${at(5)}`,
    `seen ${at(2)}, 7 refused`,
  ],
  ['expired', { expiresAt: hours(3) }, use, hours(3), `expired ${at(3)}`, `seen ${at(2)}, 7 refused`],
  ['revoked', { revokedAt: hours(3) }, undefined, hours(4), `revoked ${at(3)}`, 'never seen'],
  [
    'revoked, and would have expired',
    { revokedAt: hours(2), expiresAt: hours(3) },
    use,
    hours(3),
    `revoked ${at(2)}`,
    `seen ${at(2)}, 7 refused`,
  ],
])('a key that is %s', (_, changes, used, now, state, seen) => {
  expect(describeKey({ ...key, ...changes }, used, now)).toBe(['a', 'free', at(0), state, seen].join('\t'));
});

test('its own limits and its name are shown with it', () => {
  const own = { ...key, plan: 'enterprise', requestsPerMinute: 7, requestsPerDay: 70, name: 'Shelter' };
  expect(describeKey(own, undefined, hours(1))).toBe(
    ['a', 'enterprise (7 a minute, 70 a day)', at(0), 'active', 'never seen', 'Shelter'].join('\t'),
  );
});
