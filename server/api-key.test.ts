import { expect, test } from 'vitest';
import { service } from '../generated/operations.ts';
import { limitsOf } from './api-key.ts';
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
