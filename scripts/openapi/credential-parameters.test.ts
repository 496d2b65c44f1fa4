import { expect, test } from 'vitest';
import { isCredential } from './credential-parameters.ts';

test.each<[place: string, name: string, expected: boolean]>([
  ['header', 'X-User-Token', true],
  ['header', 'X-API-Key', true],
  ['header', 'apiKey', true],
  ['query', 'api_key', true],
  ['query', 'access_token', true],
  ['header', 'X-User-Email', false],
  ['header', 'X-CSRF-Token', false],
  ['header', 'Idempotency-Key', false],
  ['query', 'next_page_token', false],
  ['query', 'key', false],
  ['path', 'token', false],
])('in the %s, %s shows who sends a request: %s', (place, name, expected) =>
  expect(isCredential({ in: place, name })).toBe(expected),
);
