import { expect, test } from 'vitest';
import { service } from '../../generated/operations.ts';
import { openSqliteStorage } from '../storage/sqlite/storage.ts';
import type { ApiKey } from '../storage/store.ts';
import { createApiKey, idOf, limitsOf, PlanError, rotateApiKey } from './api-key.ts';

const agreed = { requestsPerMinute: 7, requestsPerDay: 70 };
const key: ApiKey = {
  id: 'one',
  secretHash: new Uint8Array(),
  plan: 'free',
  ...agreed,
  name: null,
  createdAt: new Date(0),
  revokedAt: null,
  expiresAt: null,
};

test.each(Object.entries(service.rateLimitPlans))(
  'a key of the plan %s has the limits of the contract, and those agreed with its holder where that leaves them open',
  (plan, { requestsPerMinute, requestsPerDay }) => {
    expect(limitsOf({ ...key, plan })).toEqual({
      requestsPerMinute: requestsPerMinute === 'custom' ? agreed.requestsPerMinute : requestsPerMinute,
      requestsPerDay: requestsPerDay === 'custom' ? agreed.requestsPerDay : requestsPerDay,
    });
  },
);

test.each<[what: string, changes: Partial<ApiKey>, message: string]>([
  [
    'a plan that the contract does not have',
    { plan: 'gold' },
    'Key one has the plan gold, which the contract does not have: revoke it.',
  ],
  [
    'no limits, where its plan has them agreed',
    { plan: 'enterprise', requestsPerDay: null },
    'Key one has no agreed limits, which the plan enterprise asks for: revoke it.',
  ],
])('it is said which key has %s', (_, changes, message) => {
  expect(() => limitsOf({ ...key, ...changes })).toThrow(new PlanError(message));
});

test('the secret of a key is random in each part, and is not kept', async () => {
  const { keys, close } = openSqliteStorage(':memory:');
  const texts = [
    await createApiKey(keys, { plan: 'free' }, new Date(0)),
    await createApiKey(keys, { plan: 'free' }, new Date(0)),
  ];
  const secrets = texts.map((text) => text.slice(-64));
  expect(new Set(secrets.flatMap((secret) => secret.match(/.{8}/g))).size).toBe(16);
  const kept = (await keys.list()).flatMap(({ secretHash }) => [
    Buffer.from(secretHash).toString('hex'),
    Buffer.from(secretHash).toString('latin1'),
  ]);
  for (const secret of secrets) expect(kept).not.toContain(secret);
  await close();
});

test('a key is kept with all it was made with, and so is the one in its place; the old one has an hour', async () => {
  const { keys, close } = openSqliteStorage(':memory:');
  const own = { plan: 'enterprise', name: 'Shelter', expiresAt: new Date(2 ** 40) } as const;
  const made = { ...own, ...agreed, createdAt: new Date(1000), revokedAt: null };
  const text = await createApiKey(keys, { ...own, limits: agreed }, made.createdAt);
  const [old] = await keys.list();
  expect(old).toMatchObject(made);
  const other = await rotateApiKey(keys, idOf(text) ?? '', new Date(5000));
  expect(await keys.find(idOf(other ?? '') ?? '')).toMatchObject({ ...made, createdAt: new Date(5000) });
  expect(await keys.find(idOf(text) ?? '')).toEqual({ ...old, expiresAt: new Date(5000 + 3_600_000) });
  await close();
});
