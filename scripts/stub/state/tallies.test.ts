import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const count = 'coinCount: { type: integer, description: Number of coins. }';
const sum = 'value: { type: integer, description: Sum of the worth of all coins. }';
const shown = `id: { type: integer }, ${count}, ${sum}`;
const jar = `{ type: object, required: [id, coinCount, value], properties: { ${shown} } }`;
const coin = "{ $ref: '#/components/schemas/Coin' }";
const worth = 'worth: { type: integer }';
const answer = (status: number, schema: string) => `responses: { '${status}': { description: '', ${json(schema)} } }`;
const sent = (schema: string) => `requestBody: { required: true, ${json(schema)} }`;
const at = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: integer } }`;

const document = (coins: string, above = '') => `openapi: 3.1.0
info: { title: Jars, version: 1.0.0 }
paths:
  /jars:
    post: { operationId: makeJar, ${sent('{ type: object }')}, ${answer(201, jar)} }
  /jars/{jarId}:
    parameters: [${at('jarId')}]
    get: { operationId: readJar, ${answer(200, jar)} }
  /jars/{jarId}/coins:
    parameters: [${at('jarId')}]
    post:
      operationId: addCoin
      ${sent(`{ type: object, required: [worth], properties: { ${worth} } }`)}
      ${answer(201, coin)}
  ${coins}/{coinId}:
    parameters: [${above}${at('coinId')}]
    get: { operationId: readCoin, ${answer(200, coin)} }
    delete: { operationId: dropCoin, responses: { '204': { description: '' } } }
components:
  schemas:
    Coin: { type: object, required: [id, worth], properties: { id: { type: integer }, ${worth} } }`;

test.each([
  ['beneath it', document('/jars/{jarId}/coins', `${at('jarId')}, `), (jarId: number) => `/jars/${jarId}/coins`],
  ['at a path of its own', document('/coins'), () => '/coins'],
])('a thing counts what is made and removed %s', async (_, contract, pathOf) => {
  const { ask } = stubFor(contract);
  const { id, coinCount, value } = Object((await ask('POST /jars', {})).body);
  const { id: coinId } = Object((await ask(`POST /jars/${id}/coins`, { worth: 5 })).body);
  expect((await ask(`GET /jars/${id}`)).body).toEqual({ id, coinCount: coinCount + 1, value: value + 5 });
  await ask(`DELETE ${pathOf(id)}/${coinId}`);
  expect((await ask(`GET /jars/${id}`)).body).toEqual({ id, coinCount, value });
});
