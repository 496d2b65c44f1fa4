import { expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { compareContracts } from '../contract-changes.ts';

/** A contract of a schema that clients send, and of the same that they read. */
const contractWith = (schema: string) =>
  contractOf(`openapi: 3.1.0
info: { title: Yard, version: 1.0.0 }
paths:
  /parcels:
    post:
      operationId: send
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Sent' } } } }
      responses:
        '200': { description: Got., content: { application/json: { schema: { $ref: '#/components/schemas/Got' } } } }
components:
  schemas:
    Sent: ${schema}
    Got: ${schema}
`);

/** What a change of the schema asks for where it is sent, and where it is read. */
async function impactsOf(before: string, now: string): Promise<string[]> {
  const { changes } = await compareContracts(contractWith(before), contractWith(now));
  return ['Sent', 'Got'].map(
    (name) =>
      ['major', 'minor', 'patch'].find((impact) =>
        changes.some((one) => one.impact === impact && one.message.includes(name)),
      ) ?? 'none',
  );
}

const closed = 'type: object, additionalProperties: false, properties: { a: { type: integer }, b: {} }';
const open = 'type: object, properties: { a: { type: integer }, b: {} }';
const when = 'if: { required: [a] }';

test.each<[what: string, before: string, now: string, sent: string, read: string]>([
  ['a pattern of a closed object', `{ ${closed} }`, `{ ${closed}, patternProperties: { ^x: {} } }`, 'minor', 'minor'],
  ['a pattern gone from it', `{ ${closed}, patternProperties: { ^x: {} } }`, `{ ${closed} }`, 'major', 'minor'],
  [
    'a pattern that a property of it has',
    `{ ${closed} }`,
    `{ ${closed}, patternProperties: { ^a: { maximum: 2 } } }`,
    'major',
    'minor',
  ],
  [
    'a pattern of an open object',
    `{ ${open} }`,
    `{ ${open}, patternProperties: { ^x: { type: string } } }`,
    'major',
    'minor',
  ],
  [
    'a wider schema of a pattern',
    '{ patternProperties: { ^x: { type: integer } } }',
    '{ patternProperties: { ^x: { type: number } } }',
    'minor',
    'major',
  ],
  [
    'an item with a place more, where there were none',
    '{ type: array, prefixItems: [{}], items: false }',
    '{ type: array, prefixItems: [{}, {}], items: false }',
    'minor',
    'major',
  ],
  [
    'no other items',
    '{ type: array, prefixItems: [{}] }',
    '{ type: array, prefixItems: [{}], items: false }',
    'major',
    'minor',
  ],
  [
    'an item in its place is wider',
    '{ type: array, prefixItems: [{}, { maximum: 2 }] }',
    '{ type: array, prefixItems: [{}, { maximum: 3 }] }',
    'minor',
    'major',
  ],
  [
    'more is needed',
    `{ ${open}, dependentRequired: { a: [] } }`,
    `{ ${open}, dependentRequired: { a: [b] } }`,
    'major',
    'minor',
  ],
  [
    'what is required anyway is needed',
    `{ ${open}, required: [b] }`,
    `{ ${open}, required: [b], dependentRequired: { a: [b] } }`,
    'patch',
    'patch',
  ],
  ['a condition of nothing', `{ ${open} }`, `{ ${open}, ${when} }`, 'patch', 'patch'],
  [
    'what holds on a condition is wider',
    `{ ${open}, ${when}, then: { properties: { b: { maximum: 2 } } } }`,
    `{ ${open}, ${when}, then: { properties: { b: { maximum: 3 } } } }`,
    'minor',
    'major',
  ],
  [
    'another condition',
    `{ ${open}, ${when}, then: { required: [b] } }`,
    `{ ${open}, if: { required: [b] }, then: { required: [b] } }`,
    'major',
    'major',
  ],
  [
    'fewer values are refused',
    '{ type: string, not: { enum: [a, b] } }',
    '{ type: string, not: { const: a } }',
    'minor',
    'major',
  ],
  [
    'an item of a kind',
    '{ type: array, contains: { type: integer } }',
    '{ type: array, contains: { type: number } }',
    'minor',
    'major',
  ],
  [
    'an item of a kind, of which there may not be many',
    '{ type: array, maxContains: 2, contains: { type: integer } }',
    '{ type: array, maxContains: 2, contains: { type: number } }',
    'major',
    'major',
  ],
])('%s', async (_, before, now, sent, read) => {
  expect(await impactsOf(before, now)).toEqual([sent, read]);
});

test('who breaks by what is needed now, and a condition is one change', async () => {
  const before = contractWith(`{ ${open} }`);
  const now = contractWith(`{ ${open}, dependentRequired: { a: [b] }, ${when}, then: {}, else: { required: [b] } }`);
  const { changes } = await compareContracts(before, now);
  expect(changes.flatMap(({ breaks = [] }) => breaks)).toEqual([
    'clients that send a value that does not keep `if` (send)',
    'clients that send `a` without `b` (send)',
  ]);
});
