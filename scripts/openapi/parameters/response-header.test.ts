import { expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { describe } from '../description.ts';
import { headerViolations } from './response-header.ts';

test.each<[header: string, text: string, violation: string | undefined]>([
  ['schema: { type: integer }', '12', undefined],
  ['schema: { type: integer, maximum: 9007199254740993 }', '9007199254740993', undefined],
  ['schema: { type: integer }', '1.5', 'type'],
  ['schema: { type: integer }', '', 'type'],
  ['schema: { type: number }', '1.5e3', undefined],
  ['schema: { type: string }', '12', undefined],
  ['schema: { type: boolean }', 'true', undefined],
  ['schema: { type: boolean }', 'TRUE', 'type'],
  ['schema: { type: integer }', '60, 60', 'type'],
  ['schema: { type: array, items: { type: integer } }', '1, 2,3', undefined],
  ['schema: { type: array, items: { type: string } }', 'a, 2,true', undefined],
  ['schema: { type: array, items: { type: integer } }', '1,x', 'type'],
  ['schema: { type: array, minItems: 1 }', '', 'minItems'],
  ['schema: { oneOf: [{ type: integer, minimum: 5 }, { const: none }] }', '7', undefined],
  ['schema: { oneOf: [{ type: integer, minimum: 5 }, { const: none }] }', 'none', undefined],
  ['schema: { allOf: [{ type: integer }, { minimum: 5 }] }', '4', 'minimum'],
  ['schema: { type: object, properties: { x: { type: integer } } }', 'x,1', undefined],
  ['schema: { type: object, properties: { x: { type: integer } } }', 'x', 'style'],
  ['explode: true, schema: { type: object, properties: { x: { type: integer } } }', 'x=1', undefined],
  ['explode: true, schema: { type: object, properties: { x: { type: integer } } }', 'x=y', 'type'],
  ['content: { application/json: { schema: { type: array, maxItems: 1 } } }', '[1]', undefined],
  ['content: { application/json: { schema: { type: array, maxItems: 1 } } }', '[1,2]', 'maxItems'],
  ['content: { application/json: { schema: { type: array, maxItems: 1 } } }', '[1', 'style'],
  ['content: { text/plain: { schema: { type: string, maxLength: 1 } } }', 'abc', undefined],
  ['content: { application/json: {} }', '[1', undefined],
  ['description: Anything.', 'x', undefined],
])('a response header with %s: %j', (header, text, violation) => {
  const contract = contractOf(
    `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\ncomponents: { headers: { It: { ${header} } } }\n`,
  );
  const [found] = headerViolations(describe(contract), { name: 'It', pointer: '/components/headers/It' }, text);
  expect(found?.keyword).toBe(violation);
});
