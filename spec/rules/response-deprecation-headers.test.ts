import { describeRules } from './test/describe-rules.ts';

const books = (deprecated: boolean, response: string) => `openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    get:
      deprecated: ${deprecated}
      responses:
        '200': ${response}
components:
  responses:
    Old:
      description: The books.
      headers:
        sunset: { schema: { type: string } }
`;
const inline = '{ description: The books., headers: { Deprecation: { schema: { type: string } } } }';
const shared = "{ $ref: '#/components/responses/Old' }";

describeRules({
  'contract/response-deprecation-headers': [
    { name: 'passes on a deprecated operation', document: books(true, inline) },
    { name: 'passes with a shared response on a deprecated operation', document: books(true, shared) },
    { name: 'passes with other headers', document: books(false, inline.replace('Deprecation', 'Deprecations')) },
    {
      name: 'fails on an operation that is not deprecated',
      document: books(false, inline),
      problems: [[8, "'200'", 'has the header Deprecation, but its operation is not deprecated']],
    },
    {
      name: 'fails once with both',
      document: books(false, inline.replace('{ Dep', '{ Sunset: { schema: { type: string } }, Dep')),
      problems: [[8, "'200'", 'has the headers Sunset and Deprecation, but its operation is not deprecated']],
    },
    {
      name: 'fails with a shared response, in any case',
      document: books(false, shared),
      problems: [[8, "'200'", 'has the header sunset']],
    },
  ],
});
