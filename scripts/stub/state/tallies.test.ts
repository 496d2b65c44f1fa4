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
    put:
      operationId: replaceCoin
      ${sent(`{ type: object, required: [worth], properties: { ${worth} } }`)}
      ${answer(200, coin)}
    delete: { operationId: dropCoin, responses: { '204': { description: '' } } }
components:
  schemas:
    Coin: { type: object, required: [id, worth], properties: { id: { type: integer }, ${worth} } }`;

test.each([
  ['beneath it', document('/jars/{jarId}/coins', `${at('jarId')}, `), (jarId: number) => `/jars/${jarId}/coins`],
  ['at a path of its own', document('/coins'), () => '/coins'],
])('a thing counts what is made, replaced and removed %s', async (_, contract, pathOf) => {
  const { ask } = stubFor(contract);
  const { id, coinCount, value } = Object((await ask('POST /jars', {})).body);
  const { id: coinId } = Object((await ask(`POST /jars/${id}/coins`, { worth: 5 })).body);
  expect((await ask(`GET /jars/${id}`)).body).toEqual({ id, coinCount: coinCount + 1, value: value + 5 });
  await ask(`PUT ${pathOf(id)}/${coinId}`, { worth: 7 });
  expect((await ask(`GET /jars/${id}`)).body).toEqual({ id, coinCount: coinCount + 1, value: value + 7 });
  await ask(`DELETE ${pathOf(id)}/${coinId}`);
  expect((await ask(`GET /jars/${id}`)).body).toEqual({ id, coinCount, value });
});

const state = "status: { enum: [dark, lit] }, litAt: { type: [string, 'null'], format: date-time }";
const lamp = `{ type: object, required: [id, status, litAt], properties: { id: { type: integer }, ${state} } }`;
const lit = "litCount: { type: integer, description: 'Number of lamps with status `lit`.' }";
const street = `{ type: object, required: [id, litCount], properties: { id: { type: integer }, ${lit} } }`;
const shownLamp = "{ $ref: '#/components/schemas/Lamp' }";
const streets = `openapi: 3.1.0
info: { title: Streets, version: 1.0.0 }
paths:
  /streets:
    post: { operationId: makeStreet, ${sent('{ type: object }')}, ${answer(201, street)} }
  /streets/{streetId}:
    parameters: [${at('streetId')}]
    get: { operationId: readStreet, ${answer(200, street)} }
  /streets/{streetId}/lamps:
    parameters: [${at('streetId')}]
    post: { operationId: addLamp, ${sent('{ type: object }')}, ${answer(201, shownLamp)} }
  /streets/{streetId}/lamps/{lampId}:
    parameters: [${at('streetId')}, ${at('lampId')}]
    get: { operationId: readLamp, ${answer(200, shownLamp)} }
    put:
      operationId: replaceLamp
      ${sent('{ type: object }')}
      responses: { '200': { description: '', ${json(shownLamp)} }, '409': { description: The lamp is dark or lit. } }
    delete:
      operationId: dropLamp
      responses: { '204': { description: '' }, '409': { description: The lamp is lit. } }
  /streets/{streetId}/lamps/{lampId}/light:
    parameters: [${at('streetId')}, ${at('lampId')}]
    post:
      operationId: light
      description: 'Sets the status to \`lit\` and sets \`litAt\`.'
      ${answer(200, shownLamp)}
components:
  schemas:
    Lamp: ${lamp}`;

test('an action does what it says; a thing counts those in one state, in which some is refused', async () => {
  const { ask } = stubFor(streets);
  const { id, litCount } = Object((await ask('POST /streets', {})).body);
  const lamps = `/streets/${id}/lamps`;
  const { id: lampId, status, litAt } = Object((await ask(`POST ${lamps}`, {})).body);
  expect([status, litAt]).toEqual(['dark', null]);
  expect((await ask(`GET /streets/${id}`)).body).toEqual({ id, litCount });
  // Nothing leads out of these states.
  expect((await ask(`PUT ${lamps}/${lampId}`, {})).status).toBe(200);
  expect((await ask(`POST ${lamps}/${lampId}/light`)).body).toMatchObject({ status: 'lit', litAt: expect.any(String) });
  expect((await ask(`GET /streets/${id}`)).body).toEqual({ id, litCount: litCount + 1 });
  expect((await ask(`DELETE ${lamps}/${lampId}`)).status).toBe(409);
});
