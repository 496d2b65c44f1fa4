import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { mayBeInvalid, mayBeInvalidInPath } from './said-invalid.ts';

const refused = (said: string) => `responses: { '200': { description: '' }, '400': { description: ${said} } }`;
const description = descriptionOf(`
/shelves/{shelfId}:
  parameters: [{ name: shelfId, in: path, required: true, schema: { type: string } }]
  get: { operationId: read, ${refused('Invalid `shelfId`.')} }
  put: { operationId: change, ${refused("'Bad request (e.g. invalid kind), or the size is not valid'")} }`);

test.each([
  ['read', 'shelfId', true],
  ['read', 'shelf', false],
  ['change', 'kind', true],
  ['change', 'size', true],
  ['change', 'request', false],
])('%s may find %s invalid: %s', (id, name, isSaid) => {
  expect(mayBeInvalid(description.contract, operationIn(description, id), name)).toBe(isSaid);
});

test('what one operation says of a path is so for the others there', () => {
  expect(mayBeInvalidInPath(description, operationIn(description, 'change'), 'shelfId')).toBe(true);
});
