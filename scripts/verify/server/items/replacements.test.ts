import { describe, expect, test } from 'vitest';
import { type ExactObject, isExactObject, parseExact } from '../../../http/exact-json.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../../test/bench.ts';
import { replaceItem } from './replacements.ts';
import { StoredItems } from './stored-items.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const optional = 'lent: { type: boolean }, pages: { type: integer }, kind: { enum: [novel, atlas] }';
const book = `{ type: object, required: [title], properties: { title: { type: string }, ${optional} } }`;
const replaced = { body: `'200': { description: '', ${json(book)} }`, none: "'204': { description: '' }" };
const contractWith = (response: keyof typeof replaced) =>
  descriptionOf(`
/books/{bookId}:
  parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readBook, responses: { '200': { description: '', ${json(book)} } } }
  put: { operationId: putBook, requestBody: { ${json(book)} }, responses: { ${replaced[response]} } }`);

/** What a server violates that gives `preset`, and keeps some of what a replacement leaves out; and what it is sent. */
async function replacedAt(
  response: keyof typeof replaced,
  preset: ExactObject,
  kept: readonly string[],
): Promise<{ violated: string[]; sent: ExactObject[] }> {
  const description = contractWith(response);
  const books = new Map<string, ExactObject>();
  const bodies: ExactObject[] = [];
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const before = books.get(target) ?? {};
    if (method === 'GET') return { body: before };
    const parsed = parseExact(body ?? Buffer.from('{}'));
    const sent = isExactObject(parsed) ? parsed : {};
    bodies.push(sent);
    const left = Object.fromEntries(Object.entries(before).filter(([name]) => kept.includes(name)));
    const now = { ...preset, ...left, ...sent };
    books.set(target, now);
    return response === 'body' ? { body: now } : { status: 204 };
  });
  const [resource] = session.resources;
  if (resource === undefined) throw new Error('There is no resource.');
  addReachedBy('items', description, ledger);
  await replaceItem(session, new StoredItems(session, resource));
  return { violated: idsOf(ledger, 'violated'), sent: bodies };
}

const presets: ExactObject[] = [
  {},
  { lent: true, pages: 0 },
  { lent: false, pages: 1, kind: 'novel' },
  { kind: 'atlas' },
];

describe.each(presets)('a server that gives %j by itself', (preset) => {
  test('and keeps nothing', async () => {
    expect((await replacedAt('body', preset, [])).violated).toEqual([]);
    expect((await replacedAt('none', preset, [])).violated).toEqual([]);
  });

  test.each(['lent', 'pages', 'kind'])('and keeps %s', async (name) => {
    expect((await replacedAt('body', preset, [name])).violated).toEqual([`putBook.kept.${name}`]);
    expect((await replacedAt('none', preset, [name])).violated).toEqual(['readBook.returns.putBook']);
  });

  test('is sent other values, between bodies that have what is required alone', async () => {
    const { sent } = await replacedAt('body', preset, []);
    const [before, all, after] = sent.slice(-3);
    expect([before, after].map((body) => Object.keys(body ?? {}))).toEqual([['title'], ['title']]);
    expect(Object.keys(all ?? {})).toEqual(['title', 'lent', 'pages', 'kind']);
    for (const [name, value] of Object.entries(preset)) expect(all?.[name]).not.toEqual(value);
  });
});

test('a server that keeps what can have one value alone is found out, as no creation has given it', async () => {
  const shown = '{ type: object, required: [id, title], properties: { id: { type: integer }, @ } }';
  const own = 'title: { type: string }, kind: { enum: [novel] }';
  const made = `{ type: object, required: [title], properties: { ${own} } }`;
  const item = json(shown.replace('@', own));
  const description = descriptionOf(`
/books:
  post: { operationId: addBook, requestBody: { ${json(made)} }, responses: { '201': { description: '', ${item} } } }
/books/{bookId}:
  parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readBook, responses: { '200': { description: '', ${item} } } }
  put: { operationId: putBook, requestBody: { ${json(made)} }, responses: { '200': { description: '', ${item} } } }`);
  const books = new Map<string, ExactObject>();
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const before = books.get(target) ?? {};
    if (method === 'GET') return { body: before };
    const parsed = parseExact(body ?? Buffer.from('{}'));
    const id = method === 'POST' ? books.size + 1 : Number(target.split('/').at(-1));
    const now = { ...(before['kind'] !== undefined && { kind: 'novel' }), ...(isExactObject(parsed) && parsed), id };
    books.set(`/books/${id}`, now);
    return { status: method === 'POST' ? 201 : 200, body: now };
  });
  const [resource] = session.resources;
  if (resource === undefined) throw new Error('There is no resource.');
  addReachedBy('items', description, ledger);
  // The item that other requests are to has all.
  await session.source.items.existing(resource);
  await replaceItem(session, new StoredItems(session, resource));
  expect(idsOf(ledger, 'violated')).toEqual(['putBook.kept.kind']);
});

test('the time of the last change is read where a replacement is answered without a body', async () => {
  const note = `{ type: object, required: [text], properties: { id: { type: integer, readOnly: true },
    text: { type: string }, updatedAt: { type: string, format: date-time, readOnly: true } } }`.replaceAll('\n', ' ');
  const description = descriptionOf(`
/notes:
  post:
    operationId: addNote
    requestBody: { ${json(note)} }
    responses: { '201': { description: '', ${json(note)} } }
/notes/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readNote, responses: { '200': { description: '', ${json(note)} } } }
  put: { operationId: putNote, requestBody: { ${json(note)} }, responses: { ${replaced.none} } }`);
  const notes: ExactObject[] = [];
  const { session, ledger } = benchFor(description, ({ method, target, body }, clock) => {
    const index = Number(/\d+$/.exec(target)?.[0]) - 1;
    if (method === 'GET') return { body: notes[index] ?? {} };
    const parsed = parseExact(body ?? Buffer.from('{}'));
    const at = method === 'POST' ? notes.length : index;
    const updatedAt = notes[at]?.['updatedAt'] ?? new Date(clock.now()).toISOString();
    notes[at] = { ...(isExactObject(parsed) ? parsed : {}), id: at + 1, updatedAt };
    const headers = { Date: new Date(clock.now()).toUTCString() };
    return method === 'POST' ? { status: 201, headers, body: notes[at] } : { status: 204, headers };
  });
  const [resource = expect.fail('There is no resource.')] = session.resources;
  addReachedBy('items', description, ledger);
  await replaceItem(session, new StoredItems(session, resource));
  expect(idsOf(ledger, 'violated')).toEqual(['putNote.updatedAt.updatedAt']);
});

test.each<[what: string, moved: string[], violated: string[]]>([
  ['moves it', ['shelfId'], []],
  ['leaves it where it was', [], ['readBook.returns.putBook']],
])('an item is put where another thing is named, at a server that %s', async (_, moved, violated) => {
  const shelf = '{ type: object, properties: { id: { type: integer, readOnly: true } } }';
  const own = 'id: { type: integer, readOnly: true }, shelfId: { type: integer }, userId: { type: integer }';
  const placed = `{ type: object, required: [shelfId, userId], properties: { ${own} } }`;
  const pathsOf = (name: string, thing: string, item: string) => `
/${name}:
  post:
    operationId: add${thing}
    requestBody: { ${json(item)} }
    responses: { '201': { description: '', ${json(item)} } }
/${name}/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read${thing}, responses: { '200': { description: '', ${json(item)} } } }
  put: { operationId: put${thing}, requestBody: { ${json(item)} }, responses: { ${replaced.none} } }`;
  const description = descriptionOf(
    pathsOf('users', 'User', shelf) + pathsOf('shelfs', 'Shelf', shelf) + pathsOf('books', 'Book', placed),
  );
  const things = new Map<string, ExactObject>();
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const parsed = parseExact(body ?? Buffer.from('{}'));
    const sent = isExactObject(parsed) ? parsed : {};
    if (method === 'POST') {
      const item = { ...sent, id: things.size + 1 };
      things.set(`${target}/${things.size + 1}`, item);
      return { status: 201, body: item };
    }
    const before = things.get(target) ?? {};
    if (method === 'GET') return { body: before };
    const changes = Object.fromEntries(Object.entries(sent).filter(([name]) => moved.includes(name)));
    things.set(target, { ...before, ...changes });
    return { status: 204 };
  });
  const resource = session.resources.find(({ collectionPath }) => collectionPath === '/books');
  if (resource === undefined) throw new Error('There is no such resource.');
  addReachedBy('items', description, ledger);
  await replaceItem(session, new StoredItems(session, resource));
  expect(idsOf(ledger, 'violated')).toEqual(violated);
});
