import { expect, test } from 'vitest';
import { contractWith } from '../../test/contracts.ts';
import { readForm, writeForm } from './form-body.ts';

const contract = contractWith(`
    It:
      properties: { tags: { type: array, items: { type: string } } }
      anyOf:
        - { properties: { age: { type: [integer, 'null'] } } }
        - { oneOf: [{ properties: { place: { type: object } } }, { $ref: '#/components/schemas/It' }] }
`);
const read = (text: string) => readForm(contract, '/components/schemas/It', text);

test('the fields of a form are read by the types that their properties have, also those of alternatives', () => {
  expect(read('tags=old&age=7&place=%7B%22row%22%3A1%7D&other=7')).toEqual({
    tags: ['old'],
    age: 7,
    place: { row: 1 },
    other: '7',
  });
});

test('what is written is read', () => {
  const value = { tags: ['old', 'rare'], age: 7, place: { row: 1 } };
  expect(read(writeForm(value))).toEqual(value);
});
