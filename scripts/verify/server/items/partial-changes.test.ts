import { describe, expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject, parseExact } from '../../../http/exact-json.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../../test/bench.ts';
import { changeInParts } from './partial-changes.ts';
import { StoredItems } from './stored-items.ts';

const mediaTypes = { json: 'application/json', merge: 'application/merge-patch+json' };
const states = 'lent: { type: boolean }, kind: { enum: [novel, atlas] }';
const others = "pages: { type: integer }, note: { type: [string, 'null'] }, updatedAt: { type: string }";
const properties = `title: { type: string }, ${states}, ${others}`;
const contractWith = (mediaType: string, response: string, more: string, moreChanged: string) => {
  const change = `{ schema: { type: object, minProperties: 1, properties: { ${properties}${moreChanged} } } }`;
  const whole = `{ type: object, required: [title], properties: { ${properties}${more} } }`;
  const item = `content: { application/json: { schema: ${whole} } }`;
  return descriptionOf(`
/books/{bookId}:
  parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readBook, responses: { '200': { description: '', ${item} } } }
  put: { operationId: putBook, requestBody: { ${item} }, responses: { '204': { description: '' } } }
  patch:
    operationId: mergeBook
    requestBody: { content: { ${mediaType}: ${change} } }
    responses: { ${response === 'body' ? `'200': { description: '', ${item} }` : "'204': { description: '' }"} }`);
};

/** What a server shows that makes this of an item that is changed in part; and the changes that it is sent. */
async function changedAt(
  merge: (before: ExactObject, sent: ExactObject) => ExactObject,
  {
    mediaType = 'json',
    response = 'body',
    more = '',
    moreChanged = '',
    kind = 'leaves',
  }: {
    mediaType?: keyof typeof mediaTypes;
    response?: 'body' | 'none';
    more?: string;
    /** What a change has besides. */
    moreChanged?: string;
    kind?: 'leaves' | 'kept' | 'returns';
  },
): Promise<{ kept: string[]; violated: string[]; sent: ExactObject[] }> {
  const description = contractWith(mediaTypes[mediaType], response, more, moreChanged);
  const books = new Map<string, ExactObject>();
  const bodies: ExactObject[] = [];
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const before = books.get(target) ?? {};
    if (method === 'GET') return { body: before };
    const parsed = parseExact(body ?? Buffer.from('{}'));
    const sent = isExactObject(parsed) ? parsed : {};
    if (method === 'PATCH') bodies.push(sent);
    const now = method === 'PATCH' ? merge(before, sent) : sent;
    books.set(target, now);
    return method === 'PATCH' && response === 'body' ? { body: now } : { status: 204 };
  });
  const [resource = expect.fail('There is no resource.')] = session.resources;
  addReachedBy('items', description, ledger);
  await changeInParts(session, new StoredItems(session, resource));
  const own = (verdict: 'kept' | 'violated') =>
    idsOf(ledger, verdict, 'items').filter((id) => id.includes(`.${kind}.`));
  return { kept: own('kept'), violated: own('violated'), sent: bodies };
}

const merged = (before: ExactObject, sent: ExactObject) => ({ ...before, ...sent });
const names = ['title', 'lent', 'pages', 'kind', 'note'];

describe.each(['body', 'none'] as const)('a server that answers with %s', (response) => {
  test('and changes what is sent', async () => {
    const { kept, violated, sent } = await changedAt(merged, { response });
    expect([kept.toSorted(), violated]).toEqual([names.map((name) => `mergeBook.leaves.${name}`).toSorted(), []]);
    expect(sent.every((body) => Object.keys(body).length === 1)).toBe(true);
    expect(sent).toContainEqual({ note: null });
    for (const state of [{ lent: true }, { lent: false }, { kind: 'novel' }, { kind: 'atlas' }])
      expect(sent).toContainEqual(state);
  });

  test.each<[name: string, preset: ExactObject[string]]>([
    ['title', ''],
    ['lent', false],
    ['lent', true],
    ['pages', 0],
    ['kind', 'novel'],
    ['kind', 'atlas'],
    ['note', null],
  ])('and resets %s to %j', async (name, preset) => {
    const { violated } = await changedAt((before, sent) => ({ ...before, [name]: preset, ...sent }), { response });
    expect(violated).toEqual([`mergeBook.leaves.${name}`]);
  });
});

test.each([
  ['body', 'kept', 'mergeBook.kept.note'],
  ['none', 'returns', 'readBook.returns.mergeBook'],
] as const)('a server that answers with %s, and does not take null for a value', async (response, kind, id) => {
  const withoutNull = (sent: ExactObject) =>
    Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
  const merge = (before: ExactObject, sent: ExactObject) => merged(before, withoutNull(sent));
  expect((await changedAt(merged, { response, kind })).violated).toEqual([]);
  expect((await changedAt(merge, { response, kind })).violated).toEqual([id]);
});

test.each(['lent', 'pages', 'note'])('a server that drops %s', async (name) => {
  const dropped = (before: ExactObject, sent: ExactObject) =>
    Object.fromEntries(
      Object.entries(merged(before, sent)).filter(([own]) => own !== name || Object.hasOwn(sent, own)),
    );
  expect((await changedAt(dropped, { mediaType: 'merge' })).violated).toEqual([`mergeBook.leaves.${name}`]);
});

test('what a state takes along is no violation, but of a merge patch', async () => {
  const returned = (before: ExactObject, sent: ExactObject) =>
    sent['lent'] === undefined ? merged(before, sent) : { ...merged(before, sent), note: 'returned' };
  expect((await changedAt(returned, { mediaType: 'json' })).violated).toEqual([]);
  expect((await changedAt(returned, { mediaType: 'merge' })).violated).toEqual(['mergeBook.leaves.note']);
});

test.each([
  ['a map', 'additionalProperties: { type: string }'],
  ['an object', 'properties: { front: { type: string }, back: { type: string } }'],
])('what a merge patch leaves out of %s stays there', async (_, members) => {
  const more = `, labels: { type: object, ${members} }`;
  const together = (before: ExactObject, sent: ExactObject) => {
    const [old = null, own = null] = [before['labels'], sent['labels']];
    const labels = isExactObject(old) && isExactObject(own) ? { ...old, ...own } : (own ?? old);
    return { ...merged(before, sent), labels };
  };
  const changed = (merge: typeof merged, mediaType: keyof typeof mediaTypes) =>
    changedAt(merge, { mediaType, more, moreChanged: more });
  expect((await changed(together, 'merge')).violated).toEqual([]);
  expect((await changed(together, 'merge')).kept).toContain('mergeBook.leaves.labels');
  expect((await changed(merged, 'merge')).violated).toEqual(['mergeBook.leaves.labels']);
  expect((await changed(merged, 'json')).violated).toEqual([]);
});

const labelsOf = ({ labels = null }: ExactObject): ExactObject => (isExactObject(labels) ? labels : {});
const merging = (ofNull: (old: Exact | undefined) => Exact | undefined) => (before: ExactObject, sent: ExactObject) => {
  const old = labelsOf(before);
  const changed = new Map(Object.entries(old));
  for (const [name, value] of Object.entries(labelsOf(sent))) {
    const now = value ?? ofNull(old[name]);
    if (now === undefined) changed.delete(name);
    else changed.set(name, now);
  }
  return { ...merged(before, sent), labels: Object.fromEntries(changed) };
};
const removing = merging(() => undefined);

test.each<[what: string, merge: typeof removing, kind: 'kept' | 'leaves', isViolated: boolean]>([
  ['takes what is null away', removing, 'kept', false],
  ['takes what is null away, and leaves the others', removing, 'leaves', false],
  ['keeps what is null as a text', merging(() => ''), 'kept', true],
  ['passes over null', merging((old) => old), 'kept', true],
  ['puts another map in its place', (before, sent) => removing({ ...before, labels: {} }, sent), 'leaves', true],
])('of a map that has null only where it is sent, a server %s', async (_, merge, kind, isViolated) => {
  const map = (types: string) => `, labels: { type: object, additionalProperties: { type: [${types}] } }`;
  const own = { more: map('string'), moreChanged: map("string, 'null'"), kind };
  const { kept, violated } = await changedAt(merge, own);
  const id = `mergeBook.${kind}.labels`;
  expect(violated).toEqual(isViolated ? [id] : []);
  if (!isViolated) expect(kept).toContain(id);
  // Where null may be shown, nobody knows what it is for.
  expect((await changedAt(merge, { ...own, more: own.moreChanged })).violated).toEqual([]);
});

test('a state takes along nothing that each item has', async () => {
  const renamed = (before: ExactObject, sent: ExactObject) =>
    sent['lent'] === undefined ? merged(before, sent) : { ...merged(before, sent), title: 'returned' };
  expect((await changedAt(renamed, {})).violated).toEqual(['mergeBook.leaves.title']);
});

test.each(['paper', 'film'])('a server that resets what no change has to the default %s', async (preset) => {
  const more = `, medium: { enum: [paper, film], default: ${preset} }`;
  const reset = (before: ExactObject, sent: ExactObject) => ({ ...before, medium: preset, ...sent });
  expect((await changedAt(reset, { more })).violated).toEqual(['mergeBook.leaves.medium']);
});

test('when a change was made is for the server to keep', async () => {
  let changes = 0;
  const stamped = (before: ExactObject, sent: ExactObject) => {
    changes += 1;
    return { ...merged(before, sent), updatedAt: `change ${changes}` };
  };
  expect((await changedAt(stamped, {})).violated).toEqual([]);
});

test.each(['novel', 'atlas'])('a server that resets what only creations set to %s', async (preset) => {
  const schema = '{ properties: { id: { type: integer }, kind: { enum: [novel, atlas] }, title: { type: string } } }';
  const content = `content: { application/json: { schema: ${schema} } }`;
  const description = descriptionOf(`
/books:
  post: { operationId: createBook, requestBody: { ${content} }, responses: { '201': { description: '', ${content} } } }
/books/{bookId}:
  parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readBook, responses: { '200': { description: '', ${content} } } }
  patch:
    operationId: mergeBook
    requestBody: { content: { application/json: { schema: { properties: { title: { type: string } } } } } }
    responses: { '200': { description: '', ${content} } }`);
  const books: ExactObject[] = [];
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const parsed = parseExact(body ?? Buffer.from('{}'));
    const sent = isExactObject(parsed) ? parsed : {};
    const index = Number(target.split('/')[2] ?? books.length);
    if (method === 'POST') books.push({ ...sent, id: index });
    if (method === 'PATCH') books[index] = { ...books[index], ...sent, kind: preset };
    return { status: method === 'POST' ? 201 : 200, body: books[index] ?? null };
  });
  const [resource = expect.fail('There is no resource.')] = session.resources;
  addReachedBy('items', description, ledger);
  await changeInParts(session, new StoredItems(session, resource));
  expect(idsOf(ledger, 'violated', 'items').filter((id) => /leaves/.test(id))).toEqual(['mergeBook.leaves.kind']);
});
