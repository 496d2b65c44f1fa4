import { type Case, describeRules } from './test/describe-rules.ts';

const integer = '{ required: true, schema: { type: integer } }';
const limit = `X-RateLimit-Limit: ${integer}`;
const remaining = `X-RateLimit-Remaining: ${integer}`;
const reset = `X-RateLimit-Reset: ${integer}`;
const referredReset = "X-RateLimit-Reset: { $ref: '#/components/headers/Reset' }";
const missing = (name: string) => `does not document the header ${name}`;

const books = (headers: string[], reset = integer) => `openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    get:
      responses:
        '200':
          description: The books.
          headers:
${headers.map((header) => `            ${header}`).join('\n')}
components:
  headers:
    Reset: ${reset}
`;

const shared = `openapi: 3.0.3
info: { title: Books, version: '1' }
paths:
  /books:
    get:
      responses:
        '400': { $ref: '#/components/responses/Refused' }
        '404': { $ref: '#/components/responses/Refused' }
x-unmatched-responses:
  '405': { $ref: '#/components/responses/Unmatched' }
components:
  responses:
    Refused:
      description: Refused.
    Unmatched:
      description: No such operation.
      headers: { ${limit} }
`;

const servedByOthers = `openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    post:
      responses: {}
      callbacks:
        added:
          '{$request.body#/url}':
            post:
              responses: { '401': { description: No key. } }
webhooks:
  sold:
    post:
      responses: { '401': { description: No key. } }
`;

const statusHeaders = [
  ['401', 'WWW-Authenticate'],
  ['405', 'Allow'],
  ['429', 'Retry-After'],
  ['503', 'Retry-After'],
] as const;
const header = (name: string, required: boolean) => `${name}: { required: ${required}, schema: { type: string } }`;
const refused = (status: string, ...headers: string[]) => books([...headers, reset]).replace("'200'", `'${status}'`);

describeRules({
  'contract/response-rate-limit-headers': [
    { name: 'passes with all three', document: books([limit, remaining, reset]) },
    { name: 'passes in any case', document: books([limit.toLowerCase(), remaining, reset]) },
    { name: 'passes with one behind a reference', document: books([limit, remaining, referredReset]) },
    { name: 'passes in callbacks and webhooks, which others serve', document: servedByOthers },
    {
      name: 'fails without one',
      document: books([limit, remaining]),
      problems: [[9, 'headers', missing('X-RateLimit-Reset')]],
    },
    {
      name: 'fails with one that may be left out',
      document: books([limit, remaining.replace('required: true, ', ''), reset]),
      problems: [[11, 'X-RateLimit-Remaining', 'may be left out']],
    },
    {
      name: 'fails with one behind a reference that may be left out',
      document: books([limit, remaining, referredReset], integer.replace('true', 'false')),
      problems: [[15, 'Reset', 'may be left out']],
    },
    {
      name: 'fails in shared and in unmatched responses, once for each, in OpenAPI 3.0',
      document: shared,
      problems: [
        [13, 'Refused', missing('X-RateLimit-Limit')],
        [13, 'Refused', missing('X-RateLimit-Remaining')],
        [13, 'Refused', missing('X-RateLimit-Reset')],
        [17, 'headers', missing('X-RateLimit-Remaining')],
        [17, 'headers', missing('X-RateLimit-Reset')],
      ],
    },
  ],

  'contract/response-status-headers': [
    { name: 'passes with another status', document: refused('404') },
    { name: 'passes in callbacks and webhooks, which others serve', document: servedByOthers },
    ...statusHeaders.flatMap(([status, name]): Case[] => [
      { name: `passes with ${status} and ${name}`, document: refused(status, header(name, true)) },
      {
        name: `fails with ${status} without ${name}`,
        document: refused(status),
        problems: [[9, 'headers', missing(name)]],
      },
      {
        name: `fails with ${status} and ${name} that may be left out`,
        document: refused(status, header(name, false)),
        problems: [[10, name, 'may be left out']],
      },
    ]),
  ],
});
