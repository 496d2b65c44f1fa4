import { expect, test } from 'vitest';
import { contractWith } from '../../test/contracts.ts';
import { markedProperties } from './marked-properties.ts';

test('what goes one way alone is found in objects as well, and not below what is found', () => {
  const contract = contractWith(`
    Lamp:
      type: object
      properties:
        id: { type: string, readOnly: true }
        key: { type: string, writeOnly: true }
        owner:
          type: object
          properties:
            since: { type: object, readOnly: true, properties: { year: { type: integer, readOnly: true } } }
            name: { type: string }`);
  const pathsOf = (mark: 'readOnly' | 'writeOnly') =>
    markedProperties(contract, '/components/schemas/Lamp', mark).map(({ path }) => path.join('.'));
  expect(pathsOf('readOnly')).toEqual(['id', 'owner.since']);
  expect(pathsOf('writeOnly')).toEqual(['key']);
});
