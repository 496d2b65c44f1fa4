import { expect, test } from 'vitest';
import { operationsOf } from '../openapi/operations.ts';
import { contractOf } from '../test/contracts.ts';
import { largeDocument } from './large-document.ts';

test('a document has as many operations as it is to have', () => {
  expect(operationsOf(contractOf(JSON.stringify(largeDocument(100))))).toHaveLength(100);
});
