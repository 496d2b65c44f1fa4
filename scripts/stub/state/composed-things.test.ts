import { expect, test } from 'vitest';
import { type Exact, within } from '../../http/exact-json.ts';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const link = "{ $ref: '#/components/schemas/Link' }";
const answer = (status: number) => `'${status}': { description: '', ${json(link)} }`;
const body = json('{ type: object, properties: { name: { type: string }, claims: {}, mapping: { type: object } } }');

/** A link has one of two names, and shows more of its mapping than is sent. */
const document = `openapi: 3.1.0
info: { title: Links, version: 1.0.0 }
paths:
  /links:
    post: { operationId: addLink, requestBody: { ${body} }, responses: { ${answer(201)} } }
  /links/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readLink, responses: { ${answer(200)} } }
    patch: { operationId: changeLink, requestBody: { ${body} }, responses: { ${answer(200)} } }
components:
  schemas:
    Link:
      type: object
      required: [id, mapping]
      properties:
        id: { type: integer }
        name: { type: string }
        title: { type: string }
        claims: {}
        mapping: { type: object, required: [user], properties: { user: { type: string } } }
      anyOf: [{ required: [name] }, { required: [title] }]
`;

test('what was sent stays where one part of it does not fit what is shown', async () => {
  const { body: made } = await stubFor(document).ask('POST /links', { name: 'n', mapping: {} });
  expect(made).toMatchObject({ name: 'n', mapping: { user: expect.any(String) } });
});

test('null takes the place of what may be anything', async () => {
  const { ask } = stubFor(document);
  const { body: made } = await ask('POST /links', { name: 'n', claims: { a: 1 } });
  expect(made).toMatchObject({ claims: { a: 1 } });
  const { body: changed } = await ask(`PATCH /links/${within(made as Exact, ['id'])}`, { claims: null });
  expect(changed).toMatchObject({ name: 'n', claims: null });
});
