import { expect, test } from 'vitest';
import { isExactObject } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../test/bench.ts';
import { createMatches } from './item-steps.ts';
import { StoredItems } from './stored-items.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const named = (name: string) => `parameters: [{ name: ${name}, in: path, required: true, schema: { type: integer } }]`;
const list = '{ type: object, properties: { id: { type: integer } } }';
const entry = '{ type: object, required: [listId], properties: { listId: { type: integer }, note: { type: string } } }';
const shown = (schema: string) => `'200': { description: '', ${json(schema)} }`;
const description = descriptionOf(`
/lists:
  post:
    operationId: addList
    requestBody: { ${json(list)} }
    responses: { '201': { description: '', ${json(list)} } }
/lists/{listId}:
  ${named('listId')}
  get: { operationId: readList, responses: { ${shown(list)} } }
/lists/{listId}/entries:
  ${named('listId')}
  get:
    operationId: listEntries
    parameters: [{ name: note, in: query, schema: { type: string } }]
    responses: { ${shown(`{ type: array, items: ${entry} }`)} }
  post:
    operationId: addEntry
    requestBody: { required: true, ${json(entry)} }
    responses: { '201': { description: '', ${json(entry)} } }`);

test('what is made beneath a thing names no other one', async () => {
  const sent: { path: string; listId: unknown }[] = [];
  let last = 0;
  const { session } = benchFor(description, ({ method, target, body }) => {
    const made = jsonIn(body);
    const [, path] = /^\/lists\/(\d+)\/entries/.exec(target) ?? [];
    if (method === 'POST' && path !== undefined && made !== undefined && isExactObject(made))
      sent.push({ path, listId: String(made['listId']) });
    if (method === 'GET') return { body: path === undefined ? { id: 1 } : [] };
    last += 1;
    return { status: 201, body: { ...(made !== undefined && isExactObject(made) ? made : {}), id: last } };
  });
  const entries = session.resources.find(({ create }) => create?.id === 'addEntry') ?? expect.fail('Nothing is made.');
  await createMatches(session, new StoredItems(session, entries));
  expect(sent).not.toEqual([]);
  expect(sent.filter(({ path, listId }) => path !== listId)).toEqual([]);
});
