import { expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { objectOf } from '../json.ts';
import { mendSaidProperties } from './said-property-mend.ts';

/** What a description of a request body makes of its schema, and where that is reported. */
function leastOf(
  said: string,
  schema = 'properties: { name: {}, size: {} }',
  at = 'body',
): { schemas: unknown; reported: string[] } {
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
  const reported: string[] = [];
  mendSaidProperties(document, (pointer) => reported.push(pointer));
  return { schemas: objectOf(document['components'])['schemas'], reported };
}

test.each([
  'At least **one** field is required.',
  'What to change. At least one property must be provided.',
  'Must contain at least one of the properties.',
  'Provide at least one field.',
  'At least one of these attributes has to be set; others stay.',
])('%s', (said) => {
  const places = { body: '/paths/~1lamps/patch/requestBody', operation: '/paths/~1lamps/patch' };
  for (const [at, pointer] of Object.entries({ ...places, schema: '/components/schemas/Lamp' })) {
    const { schemas, reported } = leastOf(said, undefined, at);
    expect(schemas).toMatchObject({ Lamp: { minProperties: 1 } });
    expect(reported).toEqual([`${pointer}/description`]);
  }
});

test('what holds the object that is meant is not it', () => {
  const held = "{ required: [lamp], properties: { lamp: { $ref: '#/components/schemas/Inner' } } }";
  const { schemas } = leastOf('At least one field is required.', held.slice(1, -1).trim().replace(', ', '\n      '));
  expect(schemas).toMatchObject({ Inner: { minProperties: 1 } });
});

test.each<[said: string, schema: string | undefined]>([
  ['At least one field is required if the lamp is new.', undefined],
  ['Lists lamps that have at least one field.', undefined],
  ['At least one field is required.', 'required: [name]\n      properties: { name: {}, size: {} }'],
])('%s says nothing of %s', (said, schema) => {
  const { schemas, reported } = leastOf(said, schema);
  expect(schemas).not.toMatchObject({ Lamp: { minProperties: 1 } });
  expect(reported).toEqual([]);
});
