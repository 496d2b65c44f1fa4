import { expect, test } from 'vitest';
import * as client from './index.ts';

test('everything that callers are told of has its name', () => {
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
