import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { removesOnce } from './removed.ts';

const key = '{ name: Idempotency-Key, in: header, schema: { type: string } }';

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
  expect(removesOnce(operationIn(description, 'removeBook'))).toBe(isOnce);
});
