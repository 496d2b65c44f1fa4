import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../test/bench.ts';

const json = (properties: string) => `content: { application/json: { schema: { type: object, ${properties} } } }`;
const item = json('required: [id], properties: { id: { type: integer } }');
const made = `responses: { '201': { description: '', ${item} } }`;
const named = (name: string) => `parameters: [{ name: ${name}, in: path, required: true, schema: { type: integer } }]`;
const part = json('required: [part_id], properties: { part_id: { type: integer } }');
const description = descriptionOf(`
/parts: { post: { operationId: addPart, requestBody: { ${json('')} }, ${made} } }
/parts/{part_id}:
  ${named('part_id')}
  get: { operationId: readPart, responses: { '200': { description: '', ${item} } } }
/orders: { post: { operationId: addOrder, requestBody: { ${json('')} }, ${made} } }
/orders/{order_id}:
  ${named('order_id')}
  get: { operationId: readOrder, responses: { '200': { description: '', ${item} } } }
/orders/{order_id}/lines:
  ${named('order_id')}
  post: { operationId: addLine, requestBody: { required: true, ${part} }, ${made} }
/orders/{order_id}/complete:
  ${named('order_id')}
  post: { operationId: complete, responses: { '200': { description: '', ${item} } } }`);

test('a creation may change what it names, and what is done with an item what the things beneath it name', async () => {
  const { session } = benchFor(description, ({ target }) => {
    const isDone = target.endsWith('/complete');
    return { status: isDone ? 200 : 201, body: { id: target === '/parts' ? 7 : 3 } };
  });
  const parts = session.resources.find(({ collectionPath }) => collectionPath === '/parts') ?? expect.fail('No parts.');
  const line = await session.source.base(operationIn(description, 'addLine'));
  session.journal.markKnown(parts, 7);
  await session.call(line);
  expect(session.journal.isAltered(parts, 7)).toBe(true);
  session.journal.markKnown(parts, 7);
  await session.call(await session.source.base(operationIn(description, 'complete'), 'all', false, line.path));
  expect(session.journal.isAltered(parts, 7)).toBe(true);
});

test('a list of identifiers may change what it names', async () => {
  const { session } = benchFor(
    descriptionOf(`
/parts: { post: { operationId: addPart, requestBody: { ${json('')} }, ${made} } }
/parts/{part_id}:
  ${named('part_id')}
  get: { operationId: readPart, responses: { '200': { description: '', ${item} } } }
/parts/archived:
  post:
    operationId: archive
    requestBody:
      description: Identifiers of parts
      content: { application/json: { schema: { type: array, items: { type: integer } } } }
    responses: { '204': { description: '' } }`),
    () => ({ status: 201, body: { id: 7 } }),
  );
  const [parts = expect.fail('No parts.')] = session.resources;
  await session.call(await session.source.base(operationIn(session.description, 'archive')));
  expect(session.journal.isAltered(parts, 7)).toBe(true);
});

test.each([
  ['by a query', '{ name: note, in: query, required: true, schema: { type: string } }', true],
  ['by nothing', '', false],
])('what is removed %s may be what has the same text', async (_, parameter, isSo) => {
  const { session } = benchFor(
    descriptionOf(`
/notes: { delete: { operationId: drop, parameters: [${parameter}], responses: { '204': { description: '' } } } }`),
    () => ({ status: 204 }),
  );
  const parts = await session.source.base(operationIn(session.description, 'drop'));
  await session.call({ ...parts, query: parts.query.map(([name]) => [name, 'an%20old']) });
  expect(session.journal.mayBeRenamed({ notes: ['an old'] })).toBe(isSo);
  expect(session.journal.mayBeRenamed({ notes: ['another'] })).toBe(false);
});
