import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const day = '{ type: string, format: date }';
const schema = `{ type: object, properties: { start: ${day}, end: ${day} } }`;
const refused = "'422': { description: The end is before the start }";
const document = `openapi: 3.1.0
info: { title: Stays, version: 1.0.0 }
paths:
  /stays:
    post:
      operationId: addStay
      requestBody: { content: { application/json: { schema: ${schema} } } }
      responses: { '201': { description: '' }, ${refused} }
    get:
      operationId: listStays
      parameters: [{ name: start, in: query, schema: ${day} }, { name: end, in: query, schema: ${day} }]
      responses: { '200': { description: '' }, ${refused} }`;

test.each([
  ['2027-01-01', '2027-01-02', [201, 200]],
  ['2027-01-01', '2027-01-01', [201, 200]],
  ['2027-01-02', '2027-01-01', [422, 422]],
])('%s to %s', async (start, end, statuses) => {
  const { ask } = stubFor(document);
  const answers = [await ask('POST /stays', { start, end }), await ask(`GET /stays?start=${start}&end=${end}`)];
  expect(answers.map(({ status }) => status)).toEqual(statuses);
});
