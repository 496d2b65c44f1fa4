import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { jsonBodySchema } from '../schemas/schema-pointers.ts';
import { tiedProperties, withoutTied } from './said-ties.ts';

/** A contract with a body whose description, and that of a property, say something of its values. */
function bodyWith(said: string, ofProperty = '') {
  const description = descriptionOf(`
/books:
  post:
    operationId: addBook
    requestBody:
      content:
        application/json:
          schema:
            type: object
            description: ${JSON.stringify(said)}
            required: [total]
            properties: { total: {}, free: { description: ${JSON.stringify(ofProperty)} } }
    responses: { '201': { description: '' } }`);
  const schema = jsonBodySchema(description.contract, operationIn(description, 'addBook')) ?? '';
  return { contract: description.contract, schema };
}

test.each([
  ['`free` is optional, but when given must stay consistent with active loans. A total is required.', '', ['free']],
  ['', 'Must equal the total minus the loans.', ['free']],
  ['', 'Must match the pattern of a number.', []],
  ['`free` may be left out.', 'How many are left.', []],
])('of "%s" and "%s", %j has to agree with others', (said, ofProperty, names) => {
  const { contract, schema } = bodyWith(said, ofProperty);
  expect(tiedProperties(contract, schema)).toEqual(names);
});

test('what has to agree with others is left out of a body, where it need not be there', () => {
  const { contract, schema } = bodyWith('`total` and `free` must match the loans.');
  expect(withoutTied(contract, schema, { total: 1, free: 1, other: 2 })).toEqual({ total: 1, other: 2 });
});
