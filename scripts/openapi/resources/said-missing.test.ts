import { expect, test } from 'vitest';
import { descriptionOf } from '../../test/contracts.ts';
import { resourcesOf } from './resources.ts';
import { missesOwnerAlone } from './said-missing.ts';

test.each<[missing: string, path: string, isOfOwner: boolean]>([
  ['Store not found', '/stores/{storeId}/books/{bookId}', true],
  ['The store does not exist.', '/stores/{storeId}/books/{bookId}', true],
  ['Store not found', '/stores/{storeId}/members/{userId}', true],
  ['No such time entry', '/time-entries/{id}/tags/{tag}', true],
  ['Store or book not found', '/stores/{storeId}/books/{bookId}', false],
  ['The user is not in the store', '/stores/{storeId}/members/{userId}', false],
  ['Resource not found in the store', '/stores/{storeId}/books/{bookId}', false],
  ['Not found', '/stores/{storeId}/books/{bookId}', false],
  ['Store not found', '/stores/{storeId}', false],
])('whether "%s" of %s is about what is above alone', (missing, path, isOfOwner) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name]) => `{ name: ${name}, in: path, required: true, schema: {} }`,
  );
  const description = descriptionOf(`
${path}:
  delete:
    operationId: removeIt
    parameters: [${names.join(', ')}]
    responses: { '204': { description: '' }, '404': { description: '${missing}' } }`);
  const own = resourcesOf(description).filter(({ remove }) => remove !== undefined);
  expect(own.map((resource) => missesOwnerAlone(description.contract, resource))).toEqual([isOfOwner]);
});
