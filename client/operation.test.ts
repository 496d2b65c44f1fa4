import { expect, test } from 'vitest';
import { operations } from '../generated/operations.ts';
import { operationAt, operationById } from './operation.ts';

test.each(Object.values(operations))('$id is found by its method and path, and by its id', (operation) => {
  expect(operationAt(operation.method, operation.path)).toBe(operation);
  expect(operationById(operation.id)).toBe(operation);
});

test.each([
  ['an unknown path', 'GET', '/cats'],
  ['another method', 'DELETE', '/pets'],
  ['a filled-in path', 'GET', '/pets/1'],
])('%s is no operation', (_name, method, path) => {
  expect(operationAt(method, path)).toBeUndefined();
});
