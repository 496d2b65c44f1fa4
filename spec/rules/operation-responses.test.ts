import { describeRules } from './test/describe-rules.ts';

const responses = (
  statuses: string,
  { security = '[]', operation = 'summary: Lists the books', version = '3.1.0' } = {},
) => `openapi: ${version}
info: { title: Books, version: '1' }
security: ${security}
paths:
  /books:
    get:
      ${operation}
      responses: ${statuses}
`;

const security = '[{ key: [] }]';
const only200 = "{ '200': { description: The books. } }";
const withRange = '{ 4XX: { description: Refused. }, default: { description: Else. } }';
const no401 = 'does not document 401: it needs a credential';
const no429 = 'does not document 429: any request can be over the rate limit';

const servedByOthers = `openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    summary: Books
    parameters: []
    post:
      responses:
        '429': { description: Too many requests. }
      callbacks:
        added:
          '{$request.body#/url}':
            post:
              responses: { '204': { description: Received. } }
webhooks:
  sold:
    post:
      responses: { '204': { description: Received. } }
`;

describeRules({
  'contract/operation-401-response': [
    { name: 'passes with the response', document: responses("{ '401': { description: No key. } }", { security }) },
    {
      name: 'passes where the operation is open',
      document: responses(only200, { security, operation: 'security: []' }),
    },
    {
      name: 'passes where the credential is optional',
      document: responses(only200, { security: '[{ key: [] }, {}]' }),
    },
    { name: 'passes where nothing needs a credential', document: responses(only200) },
    {
      name: 'fails where all operations need one',
      document: responses(only200, { security }),
      problems: [[8, 'responses', no401]],
    },
    {
      name: 'fails where this operation needs one',
      document: responses(only200, { operation: `security: ${security}` }),
      problems: [[8, 'responses', no401]],
    },
    {
      name: 'fails with a range or a default instead',
      document: responses(withRange, { security }),
      problems: [[8, 'responses', no401]],
    },
    {
      name: 'fails in OpenAPI 3.0',
      document: responses(only200, { security, version: '3.0.3' }),
      problems: [[8, 'responses', no401]],
    },
    {
      name: 'fails without any response',
      document: responses(only200, { security }).replace(/ +responses: .*\n/, ''),
      problems: [[6, 'get', 'has no responses: document what it answers, 401 as well, as it needs a credential']],
    },
  ],

  'contract/operation-429-response': [
    { name: 'passes with the response', document: responses("{ '429': { description: Too many requests. } }") },
    { name: 'passes in callbacks and webhooks, which others serve', document: servedByOthers },
    { name: 'fails without it', document: responses(only200), problems: [[8, 'responses', no429]] },
    {
      name: 'fails with a range or a default instead',
      document: responses(withRange),
      problems: [[8, 'responses', no429]],
    },
    {
      name: 'fails in a path item in another file, in OpenAPI 3.0',
      document: `openapi: 3.0.3\ninfo: { title: Books, version: '1' }\npaths:\n  /books:\n    $ref: books.yaml#/all\n`,
      files: { 'books.yaml': `all:\n  get:\n    responses: ${only200}\n` },
      problems: [[3, 'responses', no429]],
    },
  ],
});
