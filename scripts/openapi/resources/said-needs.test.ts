import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { jsonBodySchema } from '../schemas/schema-pointers.ts';
import { neededSometimes } from './said-needs.ts';

/** An operation whose description, and that of a property, say something of its body. */
function needed(said: string, ofProperty = '') {
  const description = descriptionOf(`
/clients:
  post:
    operationId: register
    description: ${JSON.stringify(said)}
    requestBody:
      content:
        application/json:
          schema:
            type: object
            properties: { name: {}, uris: { description: ${JSON.stringify(ofProperty)} } }
    responses: { '201': { description: '' } }`);
  const operation = operationIn(description, 'register');
  return neededSometimes(description.contract, operation, jsonBodySchema(description.contract, operation) ?? '');
}

test.each([
  ['Adds one. Note: When using the `code` grant, `uris` must be provided (RFC 7591).', '', ['uris']],
  ['', 'Where it leads. Required if the grant is a code.', ['uris']],
  ['The `name` is required. Others are optional, if they are known.', '', []],
  ['When given, `uris` are followed.', 'Where it leads.', []],
])('of "%s" and "%s", %j may be needed', (said, ofProperty, names) => {
  expect(needed(said, ofProperty)).toEqual(names);
});
