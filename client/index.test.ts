import { expect, test } from 'vitest';
import * as client from './index.ts';

test('the package exports these names', () => {
  expect(Object.keys(client).toSorted()).toEqual([
    'RefusedError',
    'UnexpectedResponseError',
    'createClient',
    'orThrow',
    'rateLimitOf',
    'unexpectedResponse',
    'validateWith',
  ]);
});
