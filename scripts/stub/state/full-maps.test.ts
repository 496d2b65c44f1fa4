import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const labels = 'labels: { type: object, maxProperties: 2, additionalProperties: { type: string } }';
const newLoad = `{ type: object, properties: { note: { type: string }, ${labels} } }`;
const sent = `requestBody: { required: true, ${json(newLoad)} }`;
const load = (note: string) =>
  `{ type: object, required: [id], properties: { id: { type: integer }, note: { type: ${note} }, ${labels} } }`;
const answer = (status: number) =>
  `responses: { '${status}': { description: '', ${json(`{ oneOf: [${load('string')}, ${load('boolean')}] }`)} } }`;

const loads = `openapi: 3.1.0
info: { title: Loads, version: 1.0.0 }
paths:
  /loads:
    post: { operationId: addLoad, ${sent}, ${answer(201)} }
  /loads/{loadId}:
    parameters: [{ name: loadId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readLoad, ${answer(200)} }
    patch: { operationId: changeLoad, ${sent}, ${answer(200)} }`;

test.each([
  ['beside what was there, where there is room', { c: '3' }, { a: '1', c: '3' }],
  ['in the place of what was there, where there is none', { c: '3', d: '4' }, { c: '3', d: '4' }],
])('a change puts the entries of a map %s', async (_, changed, expected) => {
  const { ask } = stubFor(loads);
  const { body } = await ask('POST /loads', { note: 'old', labels: { a: '1' } });
  const { id } = Object(body);
  const { body: now } = await ask(`PATCH /loads/${id}`, { note: 'new', labels: changed });
  expect(now).toMatchObject({ note: 'new' });
  expect(Object(now).labels).toEqual(expected);
});
