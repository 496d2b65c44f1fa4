import { expect, test } from 'vitest';
import { service } from '../generated/operations.ts';
import { createApiKey, limitsOf } from './api-key.ts';
import { openSqliteStorage } from './storage/sqlite/storage.ts';
import type { ApiKey } from './storage/store.ts';

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
