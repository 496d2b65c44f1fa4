import { expect, test } from 'vitest';
import { jsonIn, withJson } from '../../../http/message-changes.ts';
import { bodyParameters } from '../../../openapi/resources/body-parameters.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { askedTexts, withAsked } from './asked-texts.ts';

const description = descriptionOf(`
/books/search:
  post:
    operationId: searchBooks
    requestBody:
      content:
        application/json:
          schema:
            type: object
            properties:
              filter: { type: object, properties: { kinds: { type: array, items: { type: string } } } }
              price: { type: object, properties: { min: { type: number } } }
              page: { type: object, properties: { size: { type: integer } } }
              limit: { type: integer }
    responses: { '200': { description: '' } }`);
const parameters = bodyParameters(description.contract, operationIn(description, 'searchBooks'));
const empty = { method: 'POST', target: '/books/search', headers: [], body: null };

test('the properties of a body are named as parameters are', () => {
  expect(parameters.map(({ name }) => name)).toEqual(['kinds', 'price[min]', 'page[size]', 'limit']);
});

test.each([
  ['kinds', ['a', 'b'], { limit: 3, filter: { kinds: ['a', 'b'] } }],
  ['price[min]', ['2'], { limit: 3, price: { min: 2 } }],
  ['limit', ['7'], { limit: 7 }],
  ['limit', [], {}],
])('%s is asked for in the body', (name, texts, body) => {
  const parameter = parameters.find((one) => one.name === name) ?? expect.fail(name);
  const request = withAsked(withJson(empty, { limit: 3 }), parameter, texts);
  expect(jsonIn(request.body)).toEqual(body);
  expect(askedTexts(request, parameter)).toEqual(texts);
});
