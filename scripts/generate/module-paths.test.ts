import { expect, test } from 'vitest';
import { pointerTo } from '../openapi/json.ts';
import { operationsOf } from '../openapi/operations.ts';
import { contractOf } from '../test/contracts.ts';
import { ModulePaths } from './module-paths.ts';

const contract = contractOf(`openapi: 3.1.0
info: { title: Lamps, version: '1' }
paths:
  /lamps:
    get: { operationId: list lamps, responses: {} }
    post: { operationId: list/lamps, responses: {} }
    put: { operationId: ../../../etc/passwd, responses: {} }
    delete: { operationId: LIST-lamps, responses: {} }
    patch: { operationId: '', responses: {} }
`);
const operations = operationsOf(contract);
const paths = new ModulePaths(operations);

test('the module of an operation is a file of its own, in the folder of operations, whatever it is called', () => {
  const found = operations.map(({ pointer }) => paths.ofOperation(pointer));
  expect(new Set(found.map((path) => path.toLowerCase())).size).toBe(operations.length);
  for (const path of found) expect(path).toMatch(/^operations\/[\w-]+\.js$/);
});

test('a schema is in the module of the operation or component that it is written in; others are shared', () => {
  const [list] = operations;
  const inOperation = `${list?.pointer}/responses/200/content/application~1json/schema`;
  expect(paths.ofSchema(inOperation)).toBe(paths.ofOperation(list?.pointer ?? ''));
  expect(paths.ofSchema('/components/schemas/Lamp')).toBe('components/schemas/Lamp.js');
  expect(paths.ofSchema('/components/schemas/Lamp/properties/name')).toBe('components/schemas/Lamp.js');
  expect(paths.ofSchema('/paths/~1lamps/parameters/0/schema')).toBe('shared.js');
});

test('the headers of all responses are in one file', () => {
  expect(paths.ofSchema('/components/headers/X-Total/schema')).toBe('components/headers.js');
  expect(paths.ofSchema('/components/headers/..~1headers/schema')).toBe('components/headers.js');
});

test('components are files of their own where names differ in what files cannot have', () => {
  const names = ['Lamp', 'lamp', 'a/b', 'a b', '..', 'é'.repeat(300), `${'é'.repeat(300)}x`];
  const found = names.map((name) => paths.ofSchema(pointerTo('components', 'schemas', name)));
  expect(new Set(found.map((path) => path.toLowerCase())).size).toBe(names.length);
  for (const path of found) expect(path).toMatch(/^components\/schemas\/[\w-]{1,110}\.js$/);
});
