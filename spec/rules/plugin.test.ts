import { describeRules } from './test/describe-rules.ts';

const unmatched = (key: string, example = '1') => `openapi: 3.1.0
info: { title: Books, version: '1' }
paths: {}
x-unmatched-responses:
  '405':
    $ref: '#/components/responses/MethodNotAllowed'
  ${key}:
    description: No such path.
    content:
      application/json:
        schema: { $ref: '#/components/schemas/Number' }
        example: ${example}
components:
  schemas:
    Number: { type: integer }
  responses:
    MethodNotAllowed:
      description: No such method.
    Elsewhere:
      description: Used by nobody.
`;

const unused: [number, string, string] = [19, 'Elsewhere', '"Elsewhere" is never used'];
const dangling = unmatched("'404'").replace("schemas/Number'", "schemas/Nowhere'");

// Redocly leaves an extension alone: these are rules of its own, led into `x-unmatched-responses` by the plugin.
describeRules({
  'no-unresolved-refs': [
    {
      name: 'fails with a reference that leads nowhere',
      document: dangling,
      problems: [[11, "{ $ref: '#/components/schemas/Nowhere' }", "Can't resolve"]],
    },
  ],
  'no-unused-components': [
    { name: 'passes with what only unmatched requests get', document: unmatched("'404'"), problems: [unused] },
    {
      name: 'passes with it in OpenAPI 3.0',
      document: unmatched("'404'").replace('3.1.0', '3.0.3'),
      problems: [unused],
    },
  ],
  'no-invalid-media-type-examples': [
    {
      name: 'fails with an example that does not fit',
      document: unmatched("'404'", 'one'),
      problems: [[12, 'one', 'must be integer']],
    },
  ],
  struct: [
    { name: 'passes with a status and a range of them', document: unmatched('4XX') },
    {
      name: 'fails with what is no status',
      document: unmatched('teapot'),
      problems: [[7, 'teapot', 'not expected here']],
    },
  ],
});
