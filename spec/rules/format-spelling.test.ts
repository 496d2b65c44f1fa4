import { type Case, describeRules } from './test/describe-rules.ts';

const schema = (format: string) => `openapi: 3.1.0
info: { title: Books, version: '1' }
paths: {}
components:
  schemas:
    Book:
      format: ${format}
`;
const fails = (format: string, meant: string): Case => ({
  name: `fails with ${format}`,
  document: schema(format),
  problems: [[7, format, `There is no format ${format}: no value is checked by it. Did you mean ${meant}?`]],
});

describeRules({
  'contract/format-spelling': [
    fails('int46', 'int64'),
    fails('datetime', 'date-time'),
    fails('emails', 'email'),
    fails('hostnane', 'hostname'),
    fails('UUID', 'uuid'),
    { name: 'passes with a format', document: schema('uint32') },
    { name: 'passes with one of its author', document: schema('iso-country-code') },
    { name: 'passes with a short one of its author', document: schema('url') },
    { name: 'passes with another version of one', document: schema('uuid4') },
  ],
});
