import { expect, test } from 'vitest';
import { descriptionOf } from '../../test/contracts.ts';
import { bodyAsStored } from './stored-case.ts';

test.each<[text: string, stored: string | undefined]>([
  ['It is unique, and is stored in upper case.', 'AB 1'],
  ['Converted to lower-case.', 'ab 1'],
  ['It is upper-cased.', 'AB 1'],
  ['It is not converted to upper case.', 'aB 1'],
  ['Letters in upper case.', 'aB 1'],
])('the case of a text as it comes back: %s', (text, stored) => {
  const { contract } = descriptionOf(
    '/cars: { get: { operationId: list, responses: {} } }',
    `components:
  schemas:
    Car: { type: object, properties: { plate: { type: string, description: ${JSON.stringify(text)} } } }`,
  );
  const of = (plate: string) => bodyAsStored(contract, '/components/schemas/Car', { plate, wheels: 4 });
  expect(of('aB 1')).toEqual({ plate: stored, wheels: 4 });
  expect(of('ß')).toEqual(stored === 'aB 1' ? { plate: 'ß', wheels: 4 } : { wheels: 4 });
});
