import { expect, test } from 'vitest';
import { resourcesOf } from '../../openapi/resources/resources.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { namedThings } from './named-things.ts';

interface Said {
  operation?: string;
  property?: string;
  responses?: Readonly<Record<string, string>>;
}

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const product = '{ type: object, properties: { id: { type: string } } }';
const products = `
/products:
  get:
    operationId: listProducts
    responses: { '200': { description: '', ${json(`{ type: array, items: ${product} }`)} } }
/products/{productId}:
  get:
    operationId: getProduct
    parameters: [{ name: productId, in: path, required: true, schema: { type: string } }]
    responses: { '200': { description: '' }, '404': { description: Product not found } }`;
const body = (schema: string) => `requestBody: { ${json(schema)} }`;

function pathsNamed({ operation = '', property = '', responses = {} }: Said, path = '/orders') {
  const refused = Object.entries(responses).map(([status, text]) => `'${status}': { description: '${text}' }`);
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name]) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`,
  );
  const line = `{ type: object, properties: { productId: { type: string, description: '${property}' } } }`;
  const order = `{ type: object, required: [lines], properties: { lines: { type: array, items: ${line} } } }`;
  const description = descriptionOf(`${products}
${path}:
  post:
    operationId: place
    description: '${operation}'
    parameters: [${parameters.join(', ')}]
    ${body(order)}
    responses: { ${[`'201': { description: '' }`, ...refused].join(', ')} }`);
  const known = { description, resources: resourcesOf(description) };
  return namedThings(known, operationIn(description, 'place')).map(({ path: at, statuses }) => [at, ...statuses]);
}

const lines = '.lines[].productId';

test.each<[Said, unknown]>([
  [{ responses: { '404': 'Product not found' } }, [[lines, 404]]],
  [{ responses: { '400': 'Validation failed, or a product does not exist' } }, [[lines, 400]]],
  [{ responses: { '422': 'One of the products is not there', '400': 'Wrong' } }, [[lines, 422]]],
  [{ responses: { '400': 'Unknown product' } }, [[lines, 400]]],
  [{ responses: { '409': 'There is no such product: see the list', '400': '' } }, [[lines, 409]]],
  [{ responses: { '404': '`productId` could not be found' } }, [[lines, 404]]],
  [{ responses: { '404': '', '422': '' }, operation: 'Fails with 422 if a product doesn’t exist.' }, [[lines, 422]]],
  [{ responses: { '400': '' }, operation: 'Fails if a product does not exist.' }, [[lines, 400]]],
  [{ responses: { '400': '' }, property: 'Id of an existing product' }, [[lines, 400]]],
  [{ responses: { '400': '', '404': '' }, property: 'The product must exist.' }, [[lines, 404, 400]]],
  [{ responses: { '400': '' }, property: 'Need not be an existing product' }, []],
  [{ property: 'Id of an existing product' }, []],
  [{ responses: { '400': 'The order was not found, or the product is sold out' } }, []],
  [{ responses: { '400': 'An unknown error occurred while the order with its product was stored' } }, []],
  [{ responses: { '400': 'A product is missing' } }, []],
  [{ responses: { '409': 'Product is sold out' } }, []],
])('%j', (said, named) => {
  expect(pathsNamed(said)).toEqual(named);
});

test('what the path names is not looked for in the body', () => {
  const responses = { '404': 'Product not found' };
  expect(pathsNamed({ responses }, '/products/{productId}/orders')).toEqual([]);
});

/** POST with a reference and a 404 that says nothing, beside another one. `required`: of the reference. */
function namedBeside(other: string, required = '[productId]') {
  const description = descriptionOf(`${products}
/orders:
  post:
    operationId: place
    ${body(`{ type: object, required: ${required}, properties: { productId: { type: string } } }`)}
    responses: { '201': { description: '' }, '404': { description: Not found } }
/logs:
  post: { operationId: log, responses: { '201': { description: '' }, ${other} } }`);
  const known = { description, resources: resourcesOf(description) };
  return namedThings(known, operationIn(description, 'place')).map(({ path: at }) => at);
}

test.each([
  ['is about the body where the path names nothing', "'400': { description: '' }", '[productId]', ['.productId']],
  ['is of every operation where others have it', "'404': { description: '' }", '[productId]', []],
  ['may be about a case where the property is optional', "'400': { description: '' }", '[]', []],
])('a 404 %s', (_, other, required, named) => {
  expect(namedBeside(other, required)).toEqual(named);
});
