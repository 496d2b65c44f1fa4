import { expect, test } from 'vitest';
import { type Exact, within } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import type { Probed } from '../../kind.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { actionStored } from './stored.ts';

const book = "{ $ref: '#/components/schemas/Book' }";
const view = "{ $ref: '#/components/schemas/View' }";
/** Books as bodies have them: by themselves, or as in JSON:API. */
const described = (schema: string, action = '/act', isListed = false, readAs = schema) => {
  const shown = `content: { application/json: { schema: ${readAs} } }`;
  const json = `content: { application/json: { schema: ${schema} } }`;
  const items = `content: { application/json: { schema: { type: array, items: ${readAs} } } }`;
  const why = '{ type: object, properties: { why: { type: string, minLength: 9 } } }';
  const list = `get: { operationId: list, responses: { '200': { description: '', ${items} } } }`;
  const read = `get: { operationId: read, responses: { '200': { description: '', ${shown} } } }`;
  return descriptionOf(
    `
/books:
  ${isListed ? list : ''}
  post:
    operationId: add
    requestBody: { required: true, ${json} }
    responses: { '201': { description: '', ${json} } }
/books/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  ${isListed ? "delete: { operationId: remove, responses: { '204': { description: '' } } }" : read}
/books/{id}${action}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  post:
    operationId: act
    requestBody: { content: { application/json: { schema: ${why} } } }
    responses: { '200': { description: '', ${json} } }
`,
    `components:
  schemas:
    Book:
      type: object
      properties:
        id: { type: integer, readOnly: true }
        status: { enum: [open, closed] }
        reason: { type: string }
    View:
      allOf: [{ $ref: '#/components/schemas/Book' }, { properties: { author: { type: string } } }]
    Resource:
      type: object
      properties:
        id: { type: integer, readOnly: true }
        attributes: { type: object, properties: { status: { enum: [open, closed] }, reason: { type: string } } }
`,
  );
};
const inData = "{ type: object, properties: { data: { $ref: '#/components/schemas/Resource' } } }";

/** What an action, which was sent a reason, does with a book, and what it answers. */
type Act = (own: Book, books: Map<string, Book>, reason: string) => Book;

interface Book {
  id: number;
  status: string;
  reason?: string;
}

async function judged(
  act: Act,
  isInData = false,
  action = '/act',
  isListed = false,
  readAs?: string,
): Promise<Probed<string>['judgement'][]> {
  const description = described(isInData ? inData : book, action, isListed, readAs);
  const shown = ({ id, ...rest }: Book) => (isInData ? { data: { id, attributes: rest } } : { id, ...rest });
  const books = new Map<string, Book>();
  const { session } = benchFor(description, ({ target, method, body }) => {
    const [, , id = '', part] = target.split(/[/:]/);
    if (id === '' && method === 'GET') return { body: [...books.values()].map(shown) };
    if (id === '') books.set(String(books.size + 1), { id: books.size + 1, status: 'open' });
    const own = books.get(id === '' ? String(books.size) : id);
    if (own === undefined) return { status: 404 };
    return {
      status: method === 'POST' && id === '' ? 201 : 200,
      body: shown(part === undefined ? own : act(own, books, String(within(jsonIn(body), ['why'])))),
    };
  });
  return probedJudgements(actionStored, session, 'act');
}

const unknown = { outOfReach: 'No response has shown that something was changed at once.' };

test.each<[what: string, act: Act, judgement: unknown]>([
  ['changes the item', (own) => Object.assign(own, { status: 'closed' }), 'kept'],
  ['changes nothing', (own) => own, unknown],
  [
    'answers with the item as it was before',
    (own) => {
      const before = { ...own };
      Object.assign(own, { status: 'closed' });
      return before;
    },
    { documented: 'status as act has left it: "closed"', received: 'status as before: "open"' },
  ],
  [
    'makes another item of it',
    (own, books) => {
      const copy = { ...own, id: books.size + 1, status: 'closed' };
      books.set(String(copy.id), copy);
      return copy;
    },
    unknown,
  ],
  [
    'stores nothing',
    (own) => ({ ...own, status: 'closed' }),
    {
      documented: expect.stringContaining('What act answered'),
      received: expect.stringContaining('the same status as before'),
    },
  ],
  ['stores what was sent', (own, _, reason) => Object.assign(own, { reason }), 'kept'],
  [
    'does not store what was sent',
    (own, _, reason) => ({ ...own, reason }),
    {
      documented: expect.stringContaining('What act answered'),
      received: expect.stringContaining('the same reason as before'),
    },
  ],
  ['answers with a text of its own', (own) => ({ ...own, reason: 'Done.' }), unknown],
])('an action that %s', async (_, act, judgement) => {
  expect(await judged(act)).toEqual([judgement]);
  expect(await judged(act, true)).toEqual([judgement]);
  expect(await judged(act, false, ':act')).toEqual([judgement]);
  expect(await judged(act, false, '/act', true)).toEqual([judgement]);
  expect(await judged(act, false, '/act', false, view)).toEqual([judgement]);
  expect(await judged(act, false, '/act', true, view)).toEqual([judgement]);
});

test('what an action answers is compared with what another schema shows of the same item alone', async () => {
  const ofStates = '{ properties: { id: { type: integer }, status: { type: string } } }';
  const act: Act = (own, _, reason) => ({ ...own, reason });
  expect(await judged(act, false, '/act', false, ofStates)).toEqual([unknown]);
  const ofTitles = '{ type: object, properties: { title: { type: string } } }';
  expect(await judged(act, false, '/act', false, ofTitles)).toEqual([]);
});

test.each<[what: string, isStored: boolean, answered: (note: Exact) => Exact, judgement: unknown]>([
  ['stores a note that it was sent', true, (note) => note, 'kept'],
  [
    'answers with a note that it does not store',
    false,
    (note) => note,
    {
      documented: expect.stringContaining('What act answered'),
      received: expect.stringContaining('the same note as before'),
    },
  ],
  ['answers with a text of its own', false, () => 'thanks', unknown],
])('an action that %s', async (_, isStored, answered, judgement) => {
  const id = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
  const noted = "content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }";
  const description = descriptionOf(
    `
/books:
  post: { operationId: add, requestBody: { ${noted} }, responses: { '201': { description: '', ${noted} } } }
/books/{id}:
  ${id}
  get: { operationId: read, responses: { '200': { description: '', ${noted} } } }
/books/{id}/act:
  ${id}
  post:
    operationId: act
    requestBody: { required: true, ${noted} }
    responses: { '200': { description: '', ${noted} } }
`,
    `components:
  schemas:
    Book: { type: object, properties: { id: { type: integer, readOnly: true }, note: { type: string, minLength: 1 } } }
`,
  );
  const notes: Exact[] = [];
  const { session } = benchFor(description, ({ target, method, body }) => {
    const [, , number = '', part] = target.split('/');
    const note = within(jsonIn(body), ['note']) ?? 'none';
    if (number === '') return { status: 201, body: { id: notes.push(note), note } };
    if (part !== undefined && isStored) notes[Number(number) - 1] = note;
    const stored = notes[Number(number) - 1] ?? null;
    return { body: { id: Number(number), note: method === 'POST' ? answered(note) : stored } };
  });
  expect(await probedJudgements(actionStored, session, 'act')).toEqual([judgement]);
});

test.each<[what: string, isStored: boolean, judgement: unknown]>([
  ['stores', true, 'kept'],
  ['does not store', false, { documented: expect.any(String) as string, received: expect.any(String) as string }],
])('an action on what nothing makes, but a list shows, at a server that %s it', async (_, isStored, judgement) => {
  const alert = '{ type: object, properties: { id: { type: integer }, state: { enum: [open, closed] } } }';
  const answer = (schema: string) =>
    `responses: { '200': { description: '', content: { application/json: { schema: ${schema} } } } }`;
  const own = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
  const shown = "{ $ref: '#/components/schemas/Alert' }";
  const description = descriptionOf(
    `
/alerts: { get: { operationId: list, ${answer(`{ type: array, items: ${shown} }`)} } }
/alerts/{id}: { ${own}, get: { operationId: read, ${answer(shown)} } }
/alerts/{id}/close: { ${own}, post: { operationId: act, ${answer(shown)} } }
`,
    `components: { schemas: { Alert: ${alert} } }`,
  );
  // Another request has closed the last one.
  const states = ['open', 'open', 'closed'];
  const { session } = benchFor(description, ({ target, method }) => {
    const [, , id] = target.split('/');
    if (id === undefined) return { body: states.map((state, index) => ({ id: index + 1, state })) };
    const index = Number(id) - 1;
    if (method === 'POST' && states[index] === 'closed') return { status: 409 };
    if (method === 'POST' && isStored) states[index] = 'closed';
    return { body: { id: Number(id), state: method === 'POST' ? 'closed' : (states[index] ?? 'open') } };
  });
  expect(await probedJudgements(actionStored, session, 'act')).toEqual([judgement]);
});

test.each<[what: string, isKnown: boolean, isCounted: boolean, judgement: unknown]>([
  ['shows nobody whether he likes it', false, true, 'kept'],
  ['knows who reads', true, true, 'kept'],
  [
    'does not count',
    false,
    false,
    { documented: expect.any(String) as string, received: expect.any(String) as string },
  ],
])('an action of somebody on what everybody reads, at a server that %s', async (_, isKnown, isCounted, judgement) => {
  const post = '{ properties: { id: { type: integer }, liked: { type: boolean }, likes: { type: integer } } }';
  const shown = "content: { application/json: { schema: { $ref: '#/components/schemas/Post' } } }";
  const own = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
  const description = descriptionOf(
    `
/posts: { post: { operationId: add, responses: { '201': { description: '', ${shown} } } } }
/posts/{id}: { ${own}, get: { operationId: read, responses: { '200': { description: '', ${shown} } } } }
/posts/{id}/like:
  ${own}
  post: { operationId: act, security: [{ key: [] }], responses: { '200': { description: '', ${shown} } } }
`,
    `components: { securitySchemes: { key: { type: http, scheme: bearer } }, schemas: { Post: ${post} } }`,
  );
  let liked = false;
  const { session } = benchFor(description, ({ target, method }) => {
    const isAction = target.endsWith('/like');
    if (method === 'POST') liked = isAction;
    const likes = liked && (isAction || isCounted) ? 1 : 0;
    return {
      status: method === 'POST' && !isAction ? 201 : 200,
      body: { id: 1, liked: liked && (isAction || isKnown), likes },
    };
  });
  expect(await probedJudgements(actionStored, session, 'act')).toEqual([judgement]);
});
