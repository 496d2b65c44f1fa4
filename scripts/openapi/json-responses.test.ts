import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../test/contracts.ts';
import { jsonTypesOf } from './json-responses.ts';

const description = descriptionOf(
  `
/pens:
  get:
    operationId: listPens
    responses:
      '200': { description: '', content: { '*/*': { schema: { type: array, items: { type: object } } } } }
      '203': { description: '', content: { 'application/*': { schema: { $ref: '#/components/schemas/Pen' } } } }
      '206':
        description: ''
        content: { '*/*': { schema: { type: object } }, application/json: { schema: { type: object } } }
      '400': { description: '', content: { '*/*': { schema: { type: string, format: binary } } } }
      '404': { description: '', content: { '*/*': {} } }
      '409': { description: '', content: { 'text/*': { schema: { type: object } } } }
`,
  `components: { schemas: { Pen: { type: object, properties: { ink: { type: string } } } } }`,
);

test.each([
  ['200', ['*/*'], 'a range with a list'],
  ['203', ['application/*'], 'a range with an object'],
  ['206', ['application/json'], 'JSON beside a range'],
  ['400', [], 'a range with a file'],
  ['404', [], 'a range without a schema'],
  ['409', [], 'a range that has no JSON'],
])('%s: %j, of %s', (status, expected) => {
  const response = operationIn(description, 'listPens').responses[status] ?? expect.fail('It is not documented.');
  expect(jsonTypesOf(description.contract, response)).toEqual(expected);
});
