import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { pageBoundOf } from './page-bound.ts';

test.each<[what: string, description: string, schema: string, expected: ReturnType<typeof pageBoundOf>]>([
  ['its schema', 'At most 10.', 'maximum: 30', { most: 30, isReduced: false }],
  ['its schema, and what is reduced', 'Above 30 is reduced to 30.', 'maximum: 30', { most: 30, isReduced: true }],
  ['nothing', 'Items for each page, 20 by default.', '', undefined],
  ['a range', 'Limit can range between 1 and 100, and the default is 10.', '', { most: 100, isReduced: false }],
  ['a bound that is enforced', 'At most 50.', '', { most: 50, isReduced: false }],
  ['what is reduced', 'Values above 50 are reduced to 50.', '', { most: 50, isReduced: true }],
  ['what is capped', 'Page size, capped at `40`.', '', { most: 40, isReduced: true }],
  ['what is cut', 'The default is 20; more than 100 is cut down to 100.', '', { most: 100, isReduced: true }],
  [
    'what is coerced',
    'The maximum value is 1000; values above 1000 will be coerced to 1000.',
    '',
    { most: 1000, isReduced: true },
  ],
  ['what its schema says in words', '', "description: 'Maximum page size: 25'", { most: 25, isReduced: false }],
])('the bound of a page, by %s', (_, text, schema, expected) => {
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters: [{ name: limit, in: query, description: '${text}', schema: { type: integer, ${schema} } }]
    responses: { '200': { description: '' } }`);
  const [limit = expect.fail('There is no parameter.')] = operationIn(description, 'listBooks').parameters;
  expect(pageBoundOf(description.contract, limit)).toEqual(expected);
});
