import { expect, test } from 'vitest';
import { contractWith } from '../../test/contracts.ts';
import { describe } from '../description.ts';
import { schemaCheckOf } from './schema-validator.ts';

test('the schemas of a contract are compiled once, whoever asks', () => {
  const contract = contractWith('It: { type: object }');
  const check = schemaCheckOf(contract);
  expect(schemaCheckOf(contract)).toBe(check);
  expect(describe(contract).schemas).toBe(check);
  expect(schemaCheckOf(contractWith('It: { type: object }'))).not.toBe(check);
});
