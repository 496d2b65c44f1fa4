import { expect, test } from 'vitest';
import { descriptionOf } from '../../test/contracts.ts';
import { risingNumbers } from './rising-numbers.ts';

test.each<[text: string, isRising: boolean]>([
  ['It cannot be lower than the current one.', true],
  ['Must not be less than its previous value.', true],
  ['It can only increase.', true],
  ['May never be reduced.', true],
  ['Must be at least the current value.', true],
  ['It cannot be lower than 3.', false],
  ['The current one.', false],
])('whether a change may lower a number: %s', (text, isRising) => {
  const { contract } = descriptionOf(
    '/cars: { get: { operationId: list, responses: {} } }',
    `components:
  schemas:
    Car: { type: object, properties: { mileage: { type: integer, description: ${JSON.stringify(text)} } } }`,
  );
  expect(risingNumbers(contract, '/components/schemas/Car')).toEqual(isRising ? ['mileage'] : []);
});
