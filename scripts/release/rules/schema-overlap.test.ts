import { expect, test } from 'vitest';
import type { JsonObject } from '../../openapi/json.ts';
import { contractOf } from '../../test/contracts.ts';
import { documentChanges } from '../contract-changes.ts';

const contractWith = (schema: JsonObject) =>
  contractOf(`openapi: 3.1.0
info: { title: Yard, version: 1.0.0 }
paths:
  /parcels:
    post:
      operationId: send
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Sent' } } } }
      responses: { '204': { description: Got. } }
components: { schemas: { Sent: ${JSON.stringify(schema)} } }
`);

/** What is said where what clients send has another schema. */
function saidOf(before: JsonObject, now: JsonObject): string[] {
  return documentChanges(contractWith(before), contractWith(now)).map(
    ({ impact, message, breaks }) => `${impact}: ${message}${breaks === undefined ? '' : ` Breaks ${breaks}.`}`,
  );
}

const text = { type: 'string' };

test.each<[what: string, before: JsonObject, ...alternatives: JsonObject[]]>([
  ['a short text beside any text', text, text, { ...text, maxLength: 5 }],
  ['a format beside any text', text, text, { ...text, format: 'uuid' }],
  ['a value beside any text', text, text, { enum: ['brick'] }],
  ['an object beside one that has more', { type: 'object' }, { type: 'object' }, { type: 'object', required: ['a'] }],
])('a value that may match several of oneOf is refused where there were no alternatives: %s', (_, before, ...oneOf) => {
  expect(saidOf(before, { oneOf })).toContain(
    'major: `Sent` must match exactly one of several alternatives now. ' +
      'Breaks clients that send a value that matches several alternatives (send).',
  );
});

test.each<[what: string, before: JsonObject, ...alternatives: JsonObject[]]>([
  ['another type', text, text, { type: 'integer' }],
  ['types that have a value in common, and none with it', text, text, { type: 'integer' }, { type: 'number' }],
  ['a longer text', { ...text, maxLength: 5 }, { ...text, maxLength: 5 }, { ...text, minLength: 6 }],
  ['another format', { ...text, format: 'uuid' }, { ...text, format: 'uuid' }, { ...text, format: 'email' }],
  ['a greater number', { type: 'number', maximum: 2 }, { type: 'number', maximum: 2 }, { type: 'number', minimum: 3 }],
])('and allowed where none can: %s', (_, before, ...oneOf) => {
  expect(saidOf(before, { oneOf })).not.toContainEqual(expect.stringMatching(/^major/));
});

test('an object that demands more beside any is one more alternative', () => {
  const [object, demanding] = [{ type: 'object' }, { type: 'object', required: ['code'] }];
  expect(saidOf(object, { anyOf: [object, demanding] })).toEqual(['minor: `Sent` may also be an object with `code`.']);
});

test('any of overlapping alternatives takes it', () => {
  const said = saidOf(text, { anyOf: [text, { ...text, maxLength: 5 }] });
  expect(said).not.toContainEqual(expect.stringMatching(/^major/));
});
