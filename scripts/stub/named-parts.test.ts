import { expect, test } from 'vitest';
import { stubFor } from './test/stub-bench.ts';

const document = `openapi: 3.1.0
info: { title: Tools, version: 1.0.0 }
paths:
  /tools:
    post:
      operationId: addTool
      parameters: [{ name: size, in: query, schema: { type: integer } }]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties: { maker: { type: object, properties: { city: { type: string, maxLength: 5 } } } }
      responses:
        '201': { description: '' }
        '400':
          description: ''
          content:
            application/json:
              schema:
                type: object
                required: [param, errors]
                properties:
                  param: { type: string }
                  errors:
                    type: array
                    minItems: 1
                    items:
                      type: object
                      required: [loc, pointer]
                      properties: { loc: { type: array, items: { type: string } }, pointer: { type: string } }`;

test.each([
  ['the body', 'POST /tools', { maker: { city: 'Too long' } }, 'maker.city', '/maker/city', ['maker', 'city']],
  ['the query', 'POST /tools?size=big', {}, 'size', '/size', ['size']],
])('a refusal names the part of %s that is invalid', async (_, line, sent, param, pointer, loc) => {
  const { ask } = stubFor(document);
  const { status, body } = await ask(line, sent);
  expect({ status, body }).toEqual({
    status: 400,
    body: { param, errors: expect.arrayContaining([{ pointer, loc }]) },
  });
});
