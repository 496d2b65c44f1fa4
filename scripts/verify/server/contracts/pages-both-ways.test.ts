import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn, queryTexts } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { StillClock } from '../../../http/test/still-clock.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { Stub } from '../../../stub/stub.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';
import { verify } from '../run.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const answer = (status: number, schema: string) => `'${status}': { description: '', ${json(schema)} }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const note = '{ type: object, required: [id, text], properties: { id: { type: integer, readOnly: true }, text: {} } }';
const cursor = "{ type: [string, 'null'] }";
const pageInfo = `{ type: object, required: [startCursor, endCursor, hasNextPage], properties: {
            startCursor: ${cursor}, endCursor: ${cursor}, hasNextPage: { type: boolean } } }`;
const notes = descriptionOf(`
/notes:
  get:
    operationId: listNotes
    parameters:
      - { name: before, in: query, schema: { type: string } }
      - { name: after, in: query, schema: { type: string }, description: "The 'endCursor' of a page." }
      - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 200, default: 100 } }
    responses:
      ${answer(
        200,
        `{ required: [items, page], properties: { items: { type: array, items: ${note} },
          page: ${pageInfo} } }`,
      )}
      ${refused(400)}
  post:
    operationId: addNote
    requestBody: { required: true, ${json(note)} }
    responses: { ${answer(201, note)}, ${refused(400, 415)} }
`);

type Mistake = 'a page begins with the last note' | 'before gives the first notes' | 'a full page has another one';

function notesWith(mistake?: Mistake) {
  const made: ExactObject[] = [];
  const placeOf = (text: string) => made.findIndex(({ id }) => `at ${id}` === text);
  const list = (request: HttpRequest): ResponseParts => {
    const [limit = '100', ...others] = queryTexts(request, 'limit');
    const [after, ...second] = queryTexts(request, 'after');
    const [before, ...third] = queryTexts(request, 'before');
    const isSize = /^[1-9]\d?$|^1\d\d$|^200$/.test(limit);
    const isUnknown = [after, before].some((text) => text !== undefined && placeOf(text) < 0);
    if (!isSize || isUnknown || others.length + second.length + third.length > 0) return { status: 400 };
    const end = before === undefined ? made.length : placeOf(before);
    const first = mistake === 'before gives the first notes' ? 0 : Math.max(0, end - Number(limit));
    const next = after === undefined ? 0 : placeOf(after) + (mistake === 'a page begins with the last note' ? 0 : 1);
    const start = before === undefined ? next : first;
    const items = made.slice(start, Math.min(end, start + Number(limit)));
    const isFull = mistake === 'a full page has another one' && items.length === Number(limit);
    const place = (item?: ExactObject) => (item === undefined ? null : `at ${item['id']}`);
    const hasNextPage = isFull || start + items.length < made.length;
    return { body: { items, page: { startCursor: place(items[0]), endCursor: place(items.at(-1)), hasNextPage } } };
  };
  const respond = (request: HttpRequest): ResponseParts => {
    if (!/^\/notes(\?|$)/.test(request.target)) return { status: 404 };
    if (request.method === 'GET') return list(request);
    if (request.method !== 'POST') return { status: 405 };
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    const sent = jsonIn(request.body);
    if (sent === undefined || !isExactObject(sent) || sent['text'] === undefined) return { status: 400 };
    made.push({ id: made.length + 1, text: sent['text'] });
    return { status: 201, body: made.at(-1) ?? null };
  };
  return { respond };
}

const notKept = (mistake?: Mistake) => notKeptBy(notesWith(mistake), withoutWorkflows(notes), '', 1, false);

test('a list may be gone through both ways, by where a page ends and starts', async () => {
  expect(await notKept()).toEqual([]);
});

test.each<[mistake: Mistake, id: string]>([
  ['a page begins with the last note', 'listNotes.pages.after'],
  ['before gives the first notes', 'listNotes.before.before'],
  ['a full page has another one', 'listNotes.more.page.hasNextPage'],
])('%s', async (mistake, id) => {
  expect(await notKept(mistake)).toContain(id);
});

test('the stub has such pages', async () => {
  const clock = new StillClock();
  const specification = withoutWorkflows(notes);
  const stub = new Stub(specification, { now: () => clock.now(), seed: 1, choice: { kind: 'state' } });
  const { requirements } = await verify(specification, {
    baseUrl: 'http://localhost',
    keys: { key: '', limitedKey: undefined },
    send: async (request) => stub.respond(request),
    clock,
    seed: 1,
  });
  const verdicts = new Map(requirements.map(({ requirement: { id }, verdict }) => [id, verdict]));
  const ids = ['pages.after', 'before.before', 'more.page.hasNextPage'].map((id) => `listNotes.${id}`);
  expect(ids.map((id) => verdicts.get(id))).toEqual(['kept', 'kept', 'kept']);
});
