import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { mayBeForRole, restrictionOf, rolesIn } from './roles.ts';

function contractWith(summary: string, refusal: string, description = '') {
  return descriptionOf(`
/accounts:
  post:
    operationId: signUp
    requestBody:
      content:
        application/json:
          schema:
            properties: { name: {}, password: {}, role: { enum: [keeper, member] }, status: { enum: [on, off] } }
    responses: { '201': { description: '' } }
/books:
  post:
    operationId: addBook
    summary: ${JSON.stringify(summary)}
    description: ${JSON.stringify(description)}
    responses: { '201': { description: '' }, '403': { description: ${JSON.stringify(refusal)} } }
  get: { operationId: listBooks, summary: Only for keepers, responses: { '200': { description: '' } } }`);
}

test('the roles that an account may be given are those of its property with few values', () => {
  const { contract, operations } = contractWith('', '');
  const [signUp] = operations.filter(({ id }) => id === 'signUp');
  expect(signUp && rolesIn(contract, signUp)).toEqual([{ role: 'keeper' }, { role: 'member' }]);
});

test.each<[summary: string, refusal: string, roles: string[] | undefined, isExclusive?: boolean]>([
  ['Adds a book (keeper only)', '', ['keeper'], true],
  ['Keepers only: adds a book', '', ['keeper'], true],
  ['Adds a book', 'Only keepers can add books', ['keeper'], true],
  ['Adds a book. Only for admins.', '', ['admin'], true],
  ['Adds a book', 'Requires the `keeper` role', ['keeper'], false],
  ['Adds a book', 'Admin access required', ['admin'], false],
  ['Adds a book (for keepers or admins; keeper only)', '', ['keeper', 'admin', 'keeper'], true],
  ['Adds a book', 'Forbidden', undefined],
  ['Adds a book (read only)', '', undefined],
  ['Adds a book', 'Only keepers can set `shelf`', undefined],
  ['Adds a book', 'Only keepers can change the shelf', undefined],
  ['Adds a book', 'Only keepers can add books if they are old', undefined],
  ['Adds a book', 'Only a keeper or the owner can do this', undefined],
  ['Adds a book', 'Only keepers, except on Sundays', undefined],
])('"%s" and "%s" are for %j', (summary, refusal, roles, isExclusive) => {
  const { contract, operations } = contractWith(summary, refusal);
  const restriction = operations
    .filter(({ id }) => id === 'addBook')
    .map((one) => restrictionOf(contract, one, ['keeper', 'member']));
  expect(restriction).toEqual([roles && { roles, isExclusive }]);
});

test('what documents no 403 is for anybody', () => {
  const description = contractWith('', '');
  const operation = operationIn(description, 'listBooks');
  expect(restrictionOf(description.contract, operation, ['keeper'])).toBeUndefined();
  expect(mayBeForRole(description.contract, operation, description.operations)).toBe(false);
});

test('a 403 may be for a role where accounts have roles, or a text says that it is for some', () => {
  const { contract, operations } = contractWith('', '');
  const [addBook] = operations.filter(({ id }) => id === 'addBook');
  expect(addBook && mayBeForRole(contract, addBook, operations)).toBe(true);
  expect(addBook && mayBeForRole(contract, addBook, [])).toBe(false);
  const said = contractWith('', 'You have no permission');
  expect(mayBeForRole(said.contract, operationIn(said, 'addBook'), [])).toBe(true);
});
