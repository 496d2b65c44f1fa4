import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { outbiddingNumber, risingNumbers } from './rising-numbers.ts';

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

test.each<[text: string, refusal: string, properties: string, name: string | undefined]>([
  ['A bid must be higher than the current price.', '', 'amount: { type: integer }', 'amount'],
  ['', 'It must be more than the highest one.', 'amount: { type: number }, note: { type: string }', 'amount'],
  ['A bid must be higher than 3.', '', 'amount: { type: integer }', undefined],
  ['A bid must be higher than the current price.', '', 'amount: { type: integer }, tip: { type: integer }', undefined],
  ['A bid must be higher than the current price.', '', 'amount: { type: string }', undefined],
  ['Bids are listed.', 'No such thing.', 'amount: { type: integer }', undefined],
])('whether what is made must outbid what is there: %s %s { %s }', (text, refusal, properties, name) => {
  const description = descriptionOf(`
/things/{id}/bids:
  parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
  post:
    operationId: bid
    description: ${JSON.stringify(text)}
    requestBody: { content: { application/json: { schema: { type: object, properties: { ${properties} } } } } }
    responses: { '201': { description: '' }, '409': { description: ${JSON.stringify(refusal)} } }`);
  expect(outbiddingNumber(description.contract, operationIn(description, 'bid'))).toBe(name);
});
