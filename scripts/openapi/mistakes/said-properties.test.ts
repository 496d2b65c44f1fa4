import { expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { readSaidProperties } from './said-properties.ts';

/** What a description of a request body makes of its schema. */
function leastOf(said: string, schema = 'properties: { name: {}, size: {} }', at = 'body'): unknown {
  const description = `description: "${said}"`;
  const { document } = contractOf(`
openapi: 3.1.0
info: { title: Lamps, version: '1' }
paths:
  /lamps:
    patch:
      ${at === 'operation' ? description : ''}
      requestBody:
        ${at === 'body' ? description : ''}
        content: { application/json: { schema: { $ref: '#/components/schemas/Lamp' } } }
components:
  schemas:
    Lamp:
      ${at === 'schema' ? description : ''}
      ${schema}
    Inner: { properties: { name: {} } }
`);
  readSaidProperties(document);
  return (document as { components: { schemas: Record<string, { minProperties?: number }> } }).components.schemas;
}

test.each([
  'At least **one** field is required.',
  'What to change. At least one property must be provided.',
  'Must contain at least one of the properties.',
  'Provide at least one field.',
  'At least one of these attributes has to be set; others stay.',
])('%s', (said) => {
  for (const at of ['body', 'operation', 'schema'])
    expect(leastOf(said, undefined, at)).toMatchObject({ Lamp: { minProperties: 1 } });
});

test('what holds the object that is meant is not it', () => {
  const held = "{ required: [lamp], properties: { lamp: { $ref: '#/components/schemas/Inner' } } }";
  const schemas = leastOf('At least one field is required.', held.slice(1, -1).trim().replace(', ', '\n      '));
  expect(schemas).toMatchObject({ Inner: { minProperties: 1 } });
});

test.each<[said: string, schema: string | undefined]>([
  ['At least one field is required if the lamp is new.', undefined],
  ['Lists lamps that have at least one field.', undefined],
  ['At least one field is required.', 'required: [name]\n      properties: { name: {}, size: {} }'],
])('%s says nothing of %s', (said, schema) =>
  expect(leastOf(said, schema)).not.toMatchObject({ Lamp: { minProperties: 1 } }),
);
