import { expect, test } from 'vitest';
import { resourcesOf } from '../../../openapi/resources/resources.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { removesOnce } from './removed.ts';

const key = '{ name: Idempotency-Key, in: header, schema: { type: string } }';

const inPath = (...names: string[]) =>
  names.map((name) => `{ name: ${name}, in: path, required: true, schema: {} }`).join(', ');
const statuses = "'204': { description: '' }, '404': { description: '' }";

test.each<[path: string, parameters: string, body: string, isOnce: boolean]>([
  ['/books/{id}/stars/{user}', inPath('id', 'user'), '', false],
  ['/books/{id}/notes/{user}', inPath('id', 'user'), 'requestBody: { content: { application/json: {} } },', true],
  ['/stars/{user}', inPath('user'), '', true],
])('a DELETE at %s of what PUT sets there', (path, parameters, body, isOnce) => {
  const description = descriptionOf(`
${path}:
  parameters: [${parameters}]
  put: { operationId: set, ${body} responses: { ${statuses} } }
  delete: { operationId: unset, responses: { ${statuses} } }`);
  expect(resourcesOf(description).map((own) => removesOnce(description.contract, own))).toEqual([isOnce]);
});

test.each<[what: string, parameters: string, statuses: string, isOnce: boolean]>([
  ['that documents 404', '', "'404': { description: '' }", true],
  ['that documents no refusal of what is gone', '', "'400': { description: '' }", false],
  ['with a key by which it is known when it is sent again', `, ${key}`, "'404': { description: '' }", false],
])('a DELETE %s', (_, parameters, statuses, isOnce) => {
  const description = descriptionOf(`
/books/{id}:
  delete:
    operationId: removeBook
    parameters: [{ name: id, in: path, required: true, schema: {} }${parameters}]
    responses: { '204': { description: '' }, ${statuses} }`);
  expect(resourcesOf(description).map((own) => removesOnce(description.contract, own))).toEqual([isOnce]);
});
