import { expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { decimalsOf, hasDecimals, isPast } from './described-bounds.ts';
import { ValueSource } from './values.ts';

const pointer = '/components/schemas/Book/properties';
const described = (name: string, schema: string, description: string) =>
  contractOf(`openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths: {}
components:
  schemas:
    Book: { type: object, properties: { ${name}: { ${schema}, description: '${description}' } } }`);

test.each<[name: string, description: string, expected: boolean]>([
  ['boughtOn', 'Must not be in the future.', true],
  ['boughtOn', 'When it was bought, today or earlier', true],
  ['boughtOn', 'Cannot be later than today', true],
  ['boughtOn', 'No future dates', true],
  ['boughtOn', 'Must be a date in the past', true],
  ['dateOfBirth', '', true],
  ['dueOn', 'Must be in the future', false],
  ['dueOn', 'Must not be in the past', false],
  ['dueOn', 'Not before today', false],
])('%s, "%s": dates in the past', (name, description, expected) => {
  const contract = described(name, 'type: string, format: date', description);
  expect(isPast(viewSchema(contract, `${pointer}/${name}`))).toBe(expected);
  const made = String(new ValueSource(contract, 1).valueAt(`${pointer}/${name}`, 'all'));
  expect(Date.parse(made) < Date.now()).toBe(expected);
});

test.each([
  ['At most two decimal places', 2],
  ['A price with 2 decimals', 2],
  ['no more than one digit after the decimal point', 1],
  ['Up to 3 fraction digits', 3],
  ['A decimal number of metres', undefined],
])('"%s"', (description, expected) => {
  const contract = described('price', 'type: number, minimum: 0, maximum: 0.6', description);
  const view = viewSchema(contract, `${pointer}/price`);
  expect(decimalsOf(view)).toBe(expected);
  const source = new ValueSource(contract, 1);
  const made = Array.from({ length: 20 }, () => source.valueAt(`${pointer}/price`, 'all'));
  expect(made.every((value) => hasDecimals(value, expected ?? 9))).toBe(true);
});
