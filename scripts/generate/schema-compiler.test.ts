import { expect, test } from 'vitest';
import type { Contract } from '../openapi/contract.ts';
import { contractOf } from '../test/contracts.ts';
import { SchemaCompiler } from './schema-compiler.ts';

const contract = contractOf(`openapi: 3.1.0
paths:
  /half 50%/{é}#/~:
    get:
      responses:
        '200':
          content: { text/plain: { schema: { type: string, minLength: 1 } } }
components:
  schemas:
    Text: { type: string }
    Alias: { $ref: '#/components/schemas/Text' }
    Longer: { $ref: '#/components/schemas/Text', minLength: 2 }
    AliasOfLonger: { $ref: '#/components/schemas/Longer' }
    Broken: { $ref: '#/paths/~1gone' }
`);

function compileAll(contract: Contract, pointer: string): string {
  const compiler = new SchemaCompiler(contract);
  compiler.add('request', pointer);
  return codeOf(compiler);
}

const codeOf = (compiler: SchemaCompiler) => compiler.codeOf(compiler.compile().map(({ name }) => name));

test('a schema is found under names that mean something in URIs', () => {
  const compiler = new SchemaCompiler(contract);
  compiler.add('request', '/paths/~1half 50%~1{é}#~1~0/get/responses/200/content/text~1plain/schema');
  expect(codeOf(compiler)).toContain('minLength');
});

test('a schema is compiled once, under whatever name it is reached', () => {
  const compiler = new SchemaCompiler(contract);
  const keys = ['Text', 'Alias', 'Longer', 'AliasOfLonger'].map((name) =>
    compiler.add('request', `/components/schemas/${name}`),
  );
  expect(new Set(keys).size).toBe(2);
  expect([keys[0], keys[2]]).toEqual([keys[1], keys[3]]);
  expect(compiler.compile()).toHaveLength(2);
});

test.each([
  ['one', 'minLength: 1', 1],
  ['one for each direction where the contract knows readOnly', 'readOnly: true', 2],
])('a schema of requests and responses has %s', (_, keyword, count) => {
  const both = contractOf(`openapi: 3.1.0\ncomponents:\n  schemas:\n    Text: { type: string, ${keyword} }\n`);
  const compiler = new SchemaCompiler(both);
  for (const direction of ['request', 'response'] as const) compiler.add(direction, '/components/schemas/Text');
  expect(compiler.compile()).toHaveLength(count);
});

test('a schema that does not compile is reported with its place', () => {
  expect(() => new SchemaCompiler(contract).add('request', '/components/schemas/Broken')).toThrow(
    /openapi\.yaml:14:5 \$ref '\/paths\/~1gone' leads nowhere\./,
  );
  const wrong = contractOf('openapi: 3.1.0\ncomponents:\n  schemas:\n    Wrong: { type: text }\n');
  expect(() => compileAll(wrong, '/components/schemas/Wrong')).toThrow(
    /openapi\.yaml:4:5 This schema does not compile: /,
  );
});

test('a pattern that is no regular expression is reported where it stands, what only looks like one is not', () => {
  const wrong = contractOf(
    "openapi: 3.1.0\ncomponents:\n  schemas:\n    Wrong:\n      pattern: '('\n      example: { pattern: '[' }\n",
  );
  expect(() => compileAll(wrong, '/components/schemas/Wrong')).toThrow(
    /^[^\n]*openapi\.yaml:5:7 This pattern is no regular expression of JavaScript: [^\n]*$/,
  );
});

test('a schema that others refer to is compiled once', () => {
  const referring = contractOf(`openapi: 3.1.0
components:
  schemas:
    Name: { type: string, maxLength: 7 }
    Person:
      properties: { first: { $ref: '#/components/schemas/Name' }, last: { $ref: '#/components/schemas/Name' } }
    Pair: { items: { $ref: '#/components/schemas/Person' }, contains: { $ref: '#/components/schemas/Name' } }
`);
  const compiler = new SchemaCompiler(referring);
  for (const name of ['Pair', 'Name', 'Person']) compiler.add('request', `/components/schemas/${name}`);
  expect(codeOf(compiler).match(/\) > 7/g)).toHaveLength(1);
});

test('schemas of which each refers to the next compile, however many they are', () => {
  const count = 5000;
  const schemas = Array.from(
    { length: count },
    (_, index) => `    S${index}: { properties: { next: { $ref: '#/components/schemas/S${(index + 1) % count}' } } }\n`,
  );
  const chain = contractOf(`openapi: 3.1.0\ncomponents:\n  schemas:\n${schemas.join('')}`);
  expect(compileAll(chain, '/components/schemas/S0').match(/^function /gm)).toHaveLength(count);
});
