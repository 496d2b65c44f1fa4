import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { isCommaSeparated, isReadLeniently, separatedValues } from './lenient-reading.ts';

test.each<[description: string, expected: boolean]>([
  ['A value above 100 is reduced to 100.', true],
  ['Page number. Negative values, and what is not a number, are read as 0.', true],
  ['Invalid values are ignored.', true],
  ['Anything else falls back to the default.', true],
  ['Capped at 50.', true],
  ['At most 100; defaults to 20.', false],
  ['Must not be negative. Defaults to 0.', false],
  ['Above 100 is refused with 400.', false],
  ['Set to 1 to see more than the name.', false],
])('what descriptions say of wrong values: %s', (text, expected) => {
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters: [{ name: limit, in: query, description: '${text}', schema: { type: integer, maximum: 100 } }]
    responses: { '200': { description: '' } }`);
  const [limit = expect.fail('There is no parameter.')] = operationIn(description, 'listBooks').parameters;
  expect(isReadLeniently(description.contract, limit)).toBe(expected);
});

test.each<[description: string, ofOperation: string, expected: boolean]>([
  ['', 'Multiple genre values can be provided with comma separated strings.', true],
  ['Genres, separated by commas.', '', true],
  ['A comma-delimited list of genres.', '', true],
  ['', 'Multiple authors can be given with comma separated strings. Filters by genre.', false],
  ['One of the genres.', 'Lists books.', false],
])('what descriptions say of several values in a text: %s %s', (text, ofOperation, expected) => {
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    description: '${ofOperation}'
    parameters: [{ name: genre, in: query, description: '${text}', schema: { type: string, enum: [novel, atlas] } }]
    responses: { '200': { description: '' } }`);
  const operation = operationIn(description, 'listBooks');
  const [genre = expect.fail('There is no parameter.')] = operation.parameters;
  expect(isCommaSeparated(description.contract, operation, genre)).toBe(expected);
});

test('blanks beside commas are no part of the values', () =>
  expect(separatedValues(' novel, atlas')).toEqual(['novel', 'atlas']));
