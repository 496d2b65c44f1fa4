import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { responsesTo } from './response-sets.ts';
import { statusPropertiesOf } from './status-property.ts';

function namesIn(status: string, property: string, example = '', mediaType = 'application/json'): string[] {
  const description = descriptionOf(
    `
/books:
  get:
    operationId: listBooks
    responses:
      '${status}':
        description: ''
        content: { ${mediaType}: { ${example} schema: { type: object, properties: { ${property} } } } }
`,
  );
  const set = responsesTo(operationIn(description, 'listBooks'));
  const response = set.responses[status] ?? expect.fail('There is no such response.');
  return statusPropertiesOf(description.contract, { set, status, response }).map(({ name }) => name);
}
const described = (name: string) => `${name}: { type: integer, description: The HTTP status code. }`;
const json = 'application/json';
const bare = 'status: { type: integer }';

test.each<[name: string, status: string, property: string, example: string, mediaType: string, names: string[]]>([
  ['described as that', '404', described('status'), '', 'application/json', ['status']],
  ['of another name', '5XX', described('status_code'), '', 'application/json', ['status_code']],
  ['for all other responses', 'default', described('statusCode'), '', 'application/json', ['statusCode']],
  ['of a problem (RFC 9457)', '404', bare, '', 'application/problem+json', ['status']],
  [
    'that in all examples',
    '404',
    bare,
    'examples: { a: { value: { status: 404 } }, b: { value: {} } },',
    'application/json',
    ['status'],
  ],
  [
    'another one in an example',
    '404',
    bare,
    'examples: { a: { value: { status: 404 } }, b: { value: { status: 1 } } },',
    'application/json',
    [],
  ],
  ['that in its own example', '404', 'status: { type: integer, examples: [404] }', '', 'application/json', ['status']],
  ['that of another error in its example', '404', 'status: { type: integer, example: 400 }', '', json, ['status']],
  ['none of an error in its own example', '404', 'statusCode: { type: integer, example: 7 }', '', json, []],
  ['called `statusCode`', '404', 'statusCode: { type: number }', '', json, ['statusCode']],
  ['described as something else', '404', 'statusCode: { type: number, description: Of the job. }', '', json, []],
  ['not said to be that', '404', bare, '', 'application/json', []],
  ['a text', '404', 'status: { type: string, description: The HTTP status. }', '', 'application/json', []],
  ['in a success', '200', described('status'), '', 'application/json', []],
])('a property that is %s', (_, status, property, example, mediaType, names) =>
  expect(namesIn(status, property, example, mediaType)).toEqual(names),
);
