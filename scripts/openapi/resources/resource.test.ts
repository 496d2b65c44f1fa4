import { expect, test } from 'vitest';
import { descriptionOf } from '../../test/contracts.ts';
import { mayBeUnset, nounPattern, nounsPattern } from './resource.ts';
import { resourcesOf } from './resources.ts';

const done = "responses: { '204': { description: '' } }";
const book = 'content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } }';

test.each<[what: string, path: string, body: string, expected: boolean]>([
  ['a thing of another collection is set', '/favourites/{bookId}', '', true],
  ['a thing is made by its name', '/books/{bookId}', '', false],
  ['an answer about it is put', '/reviews/{bookId}', `requestBody: { ${book} },`, false],
])('where %s', (_, path, body, expected) => {
  const description = descriptionOf(`
${path}:
  parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
  put: { operationId: set, ${body} ${done} }
  delete: { operationId: unset, ${done} }`);
  expect(resourcesOf(description).map(mayBeUnset)).toEqual([expected]);
});

test.each([
  ['/books', 'book'],
  ['/projects/{project}/time-entries', 'time entry'],
  ['/projects/{project}/time-entries', 'entry'],
  ['/work_orders', 'work order'],
])('a thing of %s is called %s', (collectionPath, noun) =>
  expect(noun).toMatch(new RegExp(`^${nounPattern({ collectionPath })}$`)),
);

test.each([
  ['/books', 'books'],
  ['/shelves', 'shelf'],
  ['/shelves', 'shelves'],
  ['/boxes', 'boxes'],
  ['/box', 'boxes'],
  ['/time-entries', 'time entries'],
  ['/time-entry', 'time entries'],
])('things of %s are called %s', (collectionPath, nouns) =>
  expect(nouns).toMatch(new RegExp(`^${nounsPattern({ collectionPath })}$`)),
);
