import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';

const responses = "responses: { '204': { description: '' } }";
const twoLetters = '{ type: string, pattern: "^[ab]{2}$" }';

const byPath = descriptionOf(`
/codes/{codeId}:
  parameters: [{ name: codeId, in: path, required: true, schema: ${twoLetters} }]
  put: { operationId: setCode, ${responses} }
  delete: { operationId: removeCode, ${responses} }
`);
const byBody = descriptionOf(`
/codes:
  post:
    operationId: addCode
    requestBody:
      content:
        application/json:
          schema: { type: object, required: [codeId], properties: { codeId: ${twoLetters} } }
    responses:
      '201':
        description: ''
        content: { application/json: { schema: { type: object, properties: { codeId: ${twoLetters} } } } }
/codes/{codeId}:
  parameters: [{ name: codeId, in: path, required: true, schema: ${twoLetters} }]
  get:
    operationId: readCode
    responses:
      '200':
        description: ''
        content: { application/json: { schema: { type: object, properties: { codeId: ${twoLetters} } } } }
  delete: { operationId: removeCode, ${responses} }
`);

test.each([
  ['in the path', byPath],
  ['in the body', byBody],
])('what is removed has an identifier of its own, where the client gives it %s', async (_, description) => {
  const { session } = benchFor(description, ({ method, body }) =>
    method === 'POST' ? { status: 201, body: body?.toString() ?? '' } : { status: 204 },
  );
  const remove = operationIn(description, 'removeCode');
  const kept = await session.source.base(remove, 'all', false);
  const removed = [await session.source.base(remove), await session.source.base(remove)];
  const identifiers = [kept, ...removed].map(({ path }) => path['codeId']);
  expect(new Set(identifiers).size).toBe(3);
});

const listedAlone = descriptionOf(`
/marks:
  get:
    operationId: listMarks
    responses:
      '200':
        description: ''
        content:
          application/json:
            schema: { type: array, items: { type: object, properties: { markId: { type: string } } } }
/marks/{markId}:
  parameters: [{ name: markId, in: path, required: true, schema: { type: string } }]
  delete: { operationId: removeMark, ${responses} }
`);

test('no two requests remove the same item of a list', async () => {
  const { session } = benchFor(listedAlone, () => ({ body: [{ markId: 'one' }, { markId: 'two' }] }));
  const remove = operationIn(listedAlone, 'removeMark');
  const sent = await Promise.all([1, 2, 3].map(() => session.source.base(remove)));
  expect(sent.map(({ path, isGuess }) => isGuess ?? path['markId'])).toEqual(['one', 'two', true]);
  // A value that is made up may be what other requests use.
  expect(sent.map((parts) => session.source.isOfOwn(parts))).toEqual([true, true, false]);
});
