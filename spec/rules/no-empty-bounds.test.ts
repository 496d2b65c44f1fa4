import { type Case, describeRules } from './test/describe-rules.ts';

const schema = (bounds: string) => `openapi: 3.1.0
info: { title: Books, version: '1' }
paths: {}
components:
  schemas:
    Book:
      ${bounds}
`;
const fails = (least: string, low: number, most: string, high: number): Case => ({
  name: `fails with ${least} ${low} and ${most} ${high}`,
  document: schema(`${least}: ${low}\n      ${most}: ${high}`),
  problems: [[7, String(low), `No value is allowed: ${least} ${low} is above ${most} ${high}.`]],
});

describeRules({
  'contract/no-empty-bounds': [
    fails('minimum', 101, 'maximum', 100),
    fails('minLength', 3, 'maxLength', 2),
    fails('minItems', 1, 'maxItems', 0),
    fails('minProperties', 2, 'maxProperties', 1),
    { name: 'passes with one value', document: schema('minimum: 1\n      maximum: 1') },
    { name: 'passes with one bound of a kind', document: schema('minLength: 1\n      maxItems: 0') },
  ],
});
