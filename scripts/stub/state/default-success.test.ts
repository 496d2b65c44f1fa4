import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = 'content: { application/json: { schema: { type: object, properties: { on: { type: boolean } } } } }';

const lamps = (responses: string) => `openapi: 3.1.0
info: { title: Lamps, version: 1.0.0 }
paths:
  /lamps/{lamp}:
    parameters: [{ name: lamp, in: path, required: true, schema: { type: string } }]
    get: { operationId: seeLamp, responses: { ${responses} } }
    put: { operationId: setLamp, requestBody: { ${json} }, responses: { ${responses} } }
  /lamps/{lamp}/test:
    parameters: [{ name: lamp, in: path, required: true, schema: { type: string } }]
    post: { operationId: testLamp, responses: { ${responses} } }`;

test.each([
  ['stands alone: it is the success', `default: { description: '', ${json} }`, 200],
  ['stands beside a success: it is for the rest', `'200': { description: '' }, default: { description: '' }`, 404],
])('nothing is missing by a default response that %s', async (_, responses, status) => {
  const { ask } = stubFor(lamps(responses));
  expect([(await ask('GET /lamps/a')).status, (await ask('POST /lamps/a/test')).status]).toEqual([status, status]);
});
