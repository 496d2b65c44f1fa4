import { expect, test } from 'vitest';
import { requestOf } from '../http/test/messages.ts';
import { preferredType } from './negotiation.ts';
import { type Preference, preferenceOf } from './preference.ts';

test.each<[fields: string[], expected: Preference | undefined]>([
  [['code=404'], { code: 404, example: undefined }],
  [['Code = "404" ; example=a'], { code: 404, example: 'a' }],
  [['example="with, a \\"comma\\"", code=200'], { code: 200, example: 'with, a "comma"' }],
  [['respond-async', 'code=200'], { code: 200, example: undefined }],
  [['code=200, code=404'], { code: 200, example: undefined }],
  [['code=x'], { code: Number.NaN, example: undefined }],
  [['respond-async, wait=10, barcode=7'], undefined],
  [[], undefined],
])('%j prefers %j', (fields, expected) => {
  expect(
    preferenceOf(
      requestOf(
        'GET',
        '/',
        fields.map((field) => ['prefer', field]),
      ),
    ),
  ).toEqual(expected);
});

test.each<[accept: string | undefined, expected: string | undefined]>([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['text/csv', 'text/csv'],
  ['text/*', 'text/csv'],
  ['application/json;q=0.1, text/csv;q=0.2', 'text/csv'],
  ['*/*;q=0.9, application/json;q=0.1', 'text/csv'],
  ['TEXT/CSV; charset=utf-8', 'text/csv'],
  ['application/json;q=0', undefined],
  ['image/png', undefined],
])('Accept: %s gets %s', (accept, expected) => {
  expect(preferredType(accept, ['application/json', 'text/csv'])).toBe(expected);
});
