import { type Case, describeRules } from './test/describe-rules.ts';

const headerWith = (...lines: string[]) => `openapi: 3.1.0
info: { title: Books, version: '1' }
paths: {}
components:
  headers:
    X-RateLimit-Reset:
      schema: { type: integer }
${lines.join('\n')}
`;

const form = (value: string) => headerWith(`      x-rate-limit-reset: ${value}`);

const fails = (value: string): Case => ({
  name: `fails with ${value}`,
  document: form(value),
  problems: [[8, value, '`x-rate-limit-reset` has to be `unix-timestamp` or `seconds-from-now`.']],
});

const response = (...lines: string[]) => `openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    get:
      responses:
        '200':
          description: The books.
          headers: { X-RateLimit-Reset: { $ref: '#/components/headers/Reset' } }
        '404':
          description: None.
          headers: { X-RateLimit-Reset: { $ref: '#/components/headers/Reset' } }
components:
  headers:
    Reset:
      schema: { type: integer }
${lines.join('\n')}
`;

describeRules({
  'contract/rate-limit-reset': [
    {
      name: 'fails without a form where a response has the header',
      document: response(),
      problems: [[15, 'Reset', 'The header X-RateLimit-Reset may be a time or seconds']],
    },
    { name: 'passes with a form there', document: response('      x-rate-limit-reset: seconds-from-now') },
    { name: 'passes without the extension in what no response has', document: headerWith() },
    { name: 'passes with a timestamp', document: form('unix-timestamp') },
    { name: 'passes with seconds', document: form('seconds-from-now').replace('3.1.0', '3.0.3') },
    ...['timestamp', 'Unix-Timestamp', '60', 'true'].map(fails),
  ],
});
