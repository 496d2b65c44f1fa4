import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const answer = (status: number, schema: string) => `responses: { '${status}': { description: '', ${json(schema)} } }`;
const sent = (schema: string) => `requestBody: { required: true, ${json(schema)} }`;
const properties = 'colour: { type: string, enum: [red, blue] }, worth: { type: integer }';
const coin = "{ $ref: '#/components/schemas/Coin' }";
const asked =
  'filter: { type: object, properties: { colour: { type: string, enum: [red, blue] } } }, ' +
  'minWorth: { type: integer }, limit: { type: integer, default: 10 }, offset: { type: integer }';

const document = `openapi: 3.1.0
info: { title: Coins, version: 1.0.0 }
paths:
  /coins:
    post: { operationId: addCoin, ${sent(`{ type: object, properties: { ${properties} } }`)}, ${answer(201, coin)} }
  /coins/{coinId}:
    parameters: [{ name: coinId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readCoin, ${answer(200, coin)} }
  /coins/search:
    post:
      operationId: searchCoins
      ${sent(`{ type: object, properties: { ${asked} } }`)}
      ${answer(200, `{ type: array, items: ${coin} }`)}
components:
  schemas:
    Coin: { type: object, required: [id, colour, worth], properties: { id: { type: integer }, ${properties} } }`;

test('a search finds what its body asks for', async () => {
  const { ask } = stubFor(document);
  const made = [];
  for (const [colour, worth] of [
    ['red', 901],
    ['blue', 902],
    ['red', 903],
  ])
    made.push((await ask('POST /coins', { colour, worth })).body);
  const [first, second, third] = made;
  const search = async (body: object) => (await ask('POST /coins/search', body)).body;
  expect(await search({ minWorth: 901 })).toEqual([third, second, first]);
  expect(await search({ minWorth: 902, filter: { colour: 'red' } })).toEqual([third]);
  expect(await search({ minWorth: 901, limit: 1, offset: 1 })).toEqual([second]);
});

test('a list by a value in its path has what has that value', async () => {
  const { ask } = stubFor(
    document.replace(
      /^components:$/m,
      `  /coins/colour/{colour}:
    parameters: [{ name: colour, in: path, required: true, schema: { type: string, enum: [red, blue] } }]
    get: { operationId: listColour, ${answer(200, `{ type: array, items: ${coin} }`)} }
components:`,
    ),
  );
  const made = (await ask('POST /coins', { colour: 'red', worth: 904 })).body;
  const listed = async (colour: string) => (await ask(`GET /coins/colour/${colour}`)).body as { colour: string }[];
  expect(await listed('red')).toContainEqual(made);
  for (const colour of ['red', 'blue'])
    expect((await listed(colour)).filter((one) => one.colour !== colour)).toEqual([]);
});

test('a flag is asked for by a text as well', async () => {
  const flag = 'isRare: { type: boolean }';
  const rare = `{ type: object, required: [id, isRare], properties: { id: { type: integer }, ${flag} } }`;
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Coins, version: 1.0.0 }
paths:
  /coins:
    get:
      operationId: listCoins
      parameters: [{ name: 'filter[isRare]', in: query, schema: { type: string, enum: ['0', '1', any] } }]
      ${answer(200, `{ type: array, items: ${rare} }`)}
    post:
      operationId: addCoin
      ${sent('{ type: object, required: [isRare], properties: { isRare: { type: boolean } } }')}
      ${answer(201, rare)}`);
  for (const isRare of [true, false]) await ask('POST /coins', { isRare });
  const flags = async (value: string) => {
    const { body } = await ask(`GET /coins?filter[isRare]=${value}`);
    return new Set((body as { isRare: boolean }[]).map(({ isRare }) => isRare));
  };
  expect(await flags('0')).toEqual(new Set([false]));
  expect(await flags('1')).toEqual(new Set([true]));
  expect(await flags('any')).toEqual(new Set([true, false]));
});
