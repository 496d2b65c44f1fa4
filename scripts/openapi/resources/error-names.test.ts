import { expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { contractWith } from '../../test/contracts.ts';
import { isNameOf, namesIn, namingIn, namingProperty } from './error-names.ts';

const text = '{ type: string }';
const found = (schema: string) => {
  const pointer = namingProperty(contractWith(`Error: ${schema}`), '/components/schemas/Error');
  return pointer?.replace('/components/schemas/Error', '');
};

test.each([
  [`{ type: object, properties: { param: ${text} } }`, '/properties/param'],
  [
    `{ type: object, properties: { error: { type: object, properties: { field_name: ${text} } } } }`,
    '/properties/error/properties/field_name',
  ],
  [
    `{ properties: { errors: { type: array, items: { type: object, properties: { field: ${text} } } } } }`,
    '/properties/errors/items/properties/field',
  ],
  [`{ type: object, properties: { loc: { type: array, items: ${text} } } }`, '/properties/loc'],
  [`{ type: object, properties: { field: { type: object }, path: ${text}, message: ${text} } }`, undefined],
])('%s', (schema, pointer) => {
  expect(found(schema)).toBe(pointer);
});

test.each<[error: Exact, names: string[]]>([
  [{ error: { param: 'name', message: 'wrong' } }, ['name']],
  [{ errors: [{ source: { pointer: '/data/name' } }, { source: { parameter: 'page' } }] }, ['/data/name', 'page']],
  [{ detail: [{ loc: ['body', 'lines', 0, 'sku'] }] }, ['body.lines.0.sku']],
  [{ param: null, field: {}, path: '/tools' }, []],
])('%j', (error, names) => expect(namesIn(error)).toEqual(names));

test.each([
  ['name', 'name', true],
  ['/data/attributes/last-name', 'lastName', true],
  ['Lines[0].Sku', 'sku', true],
  ['body.last_name', 'lastName', true],
  ['/data/attributes', 'name', false],
  ['surname', 'name', false],
])('%s names %s: %s', (name, property, isIt) => expect(isNameOf(name, property)).toBe(isIt));

test('an error that names another part', () => {
  const error = { param: 'a', errors: [{ loc: ['a'], source: { pointer: '/a' }, field: null }], message: 'wrong' };
  expect(namingIn(error, ['data', 'name'])).toEqual({
    param: 'data.name',
    errors: [{ loc: ['data', 'name'], source: { pointer: '/data/name' }, field: null }],
    message: 'wrong',
  });
});
