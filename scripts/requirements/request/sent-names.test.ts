import { expect, test } from 'vitest';
import { noCredential } from '../../openapi/credentials.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { encodeBody } from './request-parts.ts';
import { SentNames } from './sent-names.ts';

const body = `requestBody: { content: { application/json: { schema: { type: object } } } }`;
const description = descriptionOf(`
/people/add: { post: { operationId: add, ${body}, responses: { '200': { description: '' } } } }
/people/remove:
  post: { operationId: remove, ${body}, responses: { '200': { description: '' }, '404': { description: '' } } }
/people/find:
  get:
    operationId: find
    description: Finds somebody by \`email\` or \`code\`. Include only one.
    parameters: [{ name: email, in: query, schema: {} }, { name: code, in: query, schema: {} }]
    responses: { '200': { description: '' }, '400': { description: '' } }`);

test('what was sent is looked for by its name, until it is removed', () => {
  const names = new SentNames(description);
  const send = (id: string, email: string) =>
    names.note({
      operation: operationIn(description, id),
      path: {},
      query: [],
      headers: [],
      cookies: [],
      body: encodeBody('application/json', { email }),
      credential: noCredential,
    });
  const found = () => names.of(operationIn(description, 'find'), 'email');
  send('add', 'a@example.com');
  expect(found()).toBe('a@example.com');
  send('remove', 'b@example.com');
  expect(found()).toBe('a@example.com');
  send('remove', 'a@example.com');
  expect(found()).toBeUndefined();
});
