import { expect, test } from 'vitest';
import { contractOf } from '../test/contracts.ts';
import { schemaNames } from './schema-names.ts';

const namesOf = (...keys: string[]) =>
  schemaNames(
    contractOf(`openapi: 3.1.0
info: { title: T, version: '1' }
paths: {}
components:
  schemas:
${keys.map((key) => `    ${key}: { type: object }\n`).join('')}`),
  );

test.each([
  ['its own name', ['Desk'], ['Desk']],
  ['with a capital', ['desk'], ['Desk']],
  ['without what no name has', ['desk-of.wood', 'Desk.v2'], ['DeskOfWood', 'DeskV2']],
  ['another one than those of the language', ['Error', 'Map'], ['ApiError', 'ApiMap']],
  ['another one than those of the file', ['paths', 'components'], ['Paths', 'Components']],
  ['no name of another schema', ['Error', 'ApiError', 'desk', 'Desk'], ['ApiError', 'ApiApiError', 'Desk', 'ApiDesk']],
  ['one that begins with a letter', ['2D'], ['Schema2D']],
])('a schema has %s', (_, keys, names) => {
  expect([...namesOf(...keys).matchAll(/^export type (\S+) = /gm)].map(([, name]) => name)).toEqual(names);
});

test('it leads to the schema, and has its description', () => {
  const contract = contractOf(`openapi: 3.1.0
info: { title: T, version: '1' }
paths: {}
components: { schemas: { 'a.b': { type: object, description: A thing. } } }
`);
  expect(schemaNames(contract)).toBe('/**\n * A thing.\n */\nexport type AB = components["schemas"]["a.b"];\n');
});
