import { expect, test } from 'vitest';
import { alteredKeys } from './wrong-credentials.ts';

const usersIn = (key: string) =>
  alteredKeys({ kind: 'basic' }, key).map(({ credential: { headers } }) =>
    Buffer.from(headers[0]?.[1].replace(/^Basic /, '') ?? '', 'base64').toString(),
  );

test('of a user without a password, the name is altered: the password may be ignored', () => {
  const altered = usersIn('key_1:');
  expect(altered.length).toBeGreaterThan(5);
  expect(altered.filter((one) => one.startsWith('key_1:'))).toEqual([]);
});

test('of a user with a password, both are altered', () => {
  const altered = usersIn('key_1:secret');
  expect(altered.some((one) => one.startsWith('key_1:'))).toBe(true);
  expect(altered.some((one) => one.endsWith(':secret'))).toBe(true);
});
