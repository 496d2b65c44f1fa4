import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn, queryTexts } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const answer = (status: number, schema: string) => `'${status}': { description: '', ${json(schema)} }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const properties = 'id: { type: integer, readOnly: true }, text: { type: string }';
const note = `{ type: object, required: [id, text], properties: { ${properties} } }`;
/** Notes, page by page. `text`: the description of what leads to the next one. */
const notes = (text: string) => {
  const next = `next_cursor: { type: [string, 'null'], description: ${JSON.stringify(text)} }`;
  const all = `items: { type: array, items: ${note} }, ${next}`;
  const page = `{ type: object, required: [items, next_cursor], properties: { ${all} } }`;
  const limit = '{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 200, default: 100 } }';
  const cursor = '{ name: cursor, in: query, schema: { type: string } }';
  return descriptionOf(`
/notes:
  get:
    operationId: listNotes
    parameters: [${limit}, ${cursor}]
    responses: { ${answer(200, page)}, ${refused(400)} }
  post:
    operationId: addNote
    requestBody: { required: true, ${json(note)} }
    responses: { ${answer(201, note)}, ${refused(400, 415)} }
`);
};

type Mistake = 'a full page has a cursor' | 'each page has a cursor';

function notesWith(mistake?: Mistake) {
  const made: ExactObject[] = [];
  const list = (request: HttpRequest): ResponseParts => {
    const [limit = '100', ...others] = queryTexts(request, 'limit');
    const [cursor, ...more] = queryTexts(request, 'cursor');
    const isSize = /^[1-9]\d?$|^1\d\d$|^200$/.test(limit);
    if (!isSize || others.length + more.length > 0) return { status: 400 };
    const start = cursor === undefined ? 0 : made.findIndex(({ id }) => `after-${id}` === cursor) + 1;
    if (cursor !== undefined && start === 0) return { status: 400 };
    const items = made.slice(start, start + Number(limit));
    const isFull = mistake !== undefined && items.length === Number(limit);
    const isLast = start + items.length >= made.length && mistake !== 'each page has a cursor' && !isFull;
    const last = items.at(-1)?.['id'];
    return { body: { items, next_cursor: isLast || last === undefined ? null : `after-${last}` } };
  };
  const respond = (request: HttpRequest): ResponseParts => {
    if (!/^\/notes(\?|$)/.test(request.target)) return { status: 404 };
    if (request.method === 'GET') return list(request);
    if (request.method !== 'POST') return { status: 405 };
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    const sent = jsonIn(request.body);
    if (sent === undefined || !isExactObject(sent) || typeof sent['text'] !== 'string') return { status: 400 };
    made.push({ id: made.length + 1, text: sent['text'] });
    return { status: 201, body: made.at(-1) ?? null };
  };
  return { respond };
}

const notKept = (text: string, mistake?: Mistake) =>
  notKeptBy(notesWith(mistake), withoutWorkflows(notes(text)), '', 1, false);

test('the last page has no cursor', async () => {
  expect(await notKept('Leads to the next page; null on the last page.')).toEqual([]);
});

test.each<[text: string, mistake: Mistake]>([
  ['Leads to the next page; null on the last page.', 'a full page has a cursor'],
  ['Leads to the next page: absent if there are no more notes.', 'each page has a cursor'],
  ['On the last page it is null.', 'each page has a cursor'],
])('%s But %s', async (text, mistake) => {
  expect(await notKept(text, mistake)).toContain('listNotes.ends.next_cursor');
});

test.each(['Leads to the next page.', 'Leads to the next page. It may be null on the last page.'])(
  'a cursor may lead to a page without items: %s',
  async (text) => {
    expect(await notKept(text, 'a full page has a cursor')).toEqual([]);
  },
);
