import { describe, expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject, parseExact } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { noon } from '../../../http/test/still-clock.ts';
import type { Wrap } from '../../../requirements/fault.ts';
import { MessageContext } from '../../../requirements/message-context.ts';
import { kindOf } from '../../../requirements/registry.ts';
import { encodeBody } from '../../../requirements/request/request-parts.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import type { Ledger } from '../../ledger.ts';
import { addReachedBy, benchFor, harnessAt, idsOf } from '../../test/bench.ts';
import type { Paging } from '../../test/book-contract.ts';
import { type BookServer, bookServer, inOrder } from '../../test/book-server.ts';
import { tryOut } from '../cases/trial-request.ts';
import { createItems, createMatches } from '../items/item-steps.ts';
import { StoredItems } from '../items/stored-items.ts';
import type { Session } from '../session/session.ts';
import { checkList } from './list-check.ts';

/** Fills a server with so many books, and verifies its list. */
async function checked(
  own: BookServer,
  count = 6,
  wrap: Wrap = (send) => send,
): Promise<{ ledger: Ledger; session: Session }> {
  const { session, ledger } = benchFor(own.description, own.respond, undefined, (send, clock) =>
    wrap(send, harnessAt(clock)),
  );
  const [resource] = session.resources;
  if (resource === undefined) throw new Error('There is no resource.');
  const stored = new StoredItems(session, resource);
  addReachedBy('lists', own.description, ledger);
  await createItems(session, stored, count);
  await createMatches(session, stored);
  const add = operationIn(own.description, 'addBook');
  const parts = await session.source.base(add);
  for (const kind of ['novel', 'atlas']) {
    const body = { title: `of both ${session.values.mark}`, kind, lent: kind === 'atlas', note: 'noted' };
    const other = { ...parts, body: encodeBody('application/json', body) };
    await stored.accept(other, await session.call(other));
  }
  const wrong = encodeBody('application/json', { title: `wrong ${session.values.mark}`, kind: 'map' });
  await stored.accept({ ...parts, body: wrong }, await session.call({ ...parts, body: wrong }));
  await checkList(session, stored);
  return { ledger, session };
}

const sizeOfPage = 'limit, in: query, required: true, schema: { type: integer, minimum: 1, maximum: 50 }';

const lists = (ledger: Ledger, verdict: 'kept' | 'violated' | 'unproven') =>
  idsOf(ledger, verdict, 'lists').map((id) => id.replace('listBooks.', ''));

const common = ['lists.addBook', 'refused.addBook', 'agrees.readBook', 'once'];
const filters = ['kind', 'lent', 'title'].flatMap((name) => [`only.${name}`, `every.${name}`]);

const ranges = ['min_price', 'price_lt', 'printedAfter', 'addedBefore'].map((name) => `range.${name}`);
const compared = [...ranges, 'sorted.sort'];

describe('a server that keeps its contract violates nothing, and everything is shown', () => {
  test.each<[paging: Paging, requirements: string[]]>([
    ['plain', [...common, 'atMost.limit', 'asMany.limit', 'default.limit', ...filters]],
    [
      'cursor',
      [...common, 'atMost.limit', 'default.limit', ...filters, 'total.total', 'pageCount.pages', 'pages.cursor'],
    ],
    [
      'starting_after',
      [
        ...common,
        'atMost.limit',
        'default.limit',
        ...filters,
        'pages.starting_after',
        'before.ending_before',
        'more.has_more',
      ],
    ],
    [
      'offset',
      [...common, 'atMost.limit', 'asMany.limit', 'default.limit', ...filters, 'total.X-Total-Count', 'pages.offset'],
    ],
    [
      'page',
      [...common, ...['atMost.limit', 'default.limit', ...filters], ...['pages.page', 'more.last', 'says.number']],
    ],
    ['sorted', [...common, 'atMost.limit', 'asMany.limit', 'default.limit', ...filters, ...compared]],
  ])('%s', async (paging, requirements) => {
    const { ledger } = await checked(bookServer(paging));
    expect(lists(ledger, 'violated')).toEqual([]);
    expect(lists(ledger, 'unproven')).toEqual([]);
    expect(lists(ledger, 'kept')).toEqual(requirements);
  });

  test('with more books than a page has, by cursor', async () => {
    const { ledger } = await checked(bookServer('cursor'), 60);
    expect(lists(ledger, 'violated')).toEqual([]);
    expect(lists(ledger, 'kept')).toContain('lists.addBook');
  });

  test('with more books than the list can show, what is not shown is out of reach', async () => {
    const { ledger } = await checked(bookServer('plain', { list: (items) => items.toReversed() }), 60);
    expect(lists(ledger, 'violated')).toEqual([]);
  });
});

test('what was created to find something out must be listed as well', async () => {
  const own = bookServer('plain', { list: (items) => items.filter(({ id }) => id !== 1) });
  const { session, ledger } = benchFor(own.description, own.respond);
  const [resource = expect.fail('There is no resource.')] = session.resources;
  addReachedBy('lists', own.description, ledger);
  await tryOut(session, await session.source.base(operationIn(own.description, 'addBook')));
  const stored = new StoredItems(session, resource);
  await createItems(session, stored, 2);
  await checkList(session, stored);
  expect(lists(ledger, 'violated')).toContain('lists.addBook');
});

/** A server whose books are lent by themselves, as only so many of its lists show. */
function restless(answers: number): BookServer {
  let left = answers;
  return bookServer('plain', {
    list: (items) => {
      left -= 1;
      return items.map((item) => ({ ...item, lends: Math.max(0, left) }));
    },
  });
}

test('items that change by themselves are waited for', async () => {
  const { ledger } = await checked(restless(40));
  expect(lists(ledger, 'violated')).toEqual([]);
  expect(lists(ledger, 'kept')).toEqual(expect.arrayContaining(['lists.addBook', 'agrees.readBook']));
});

test('those that never come to rest show nothing of what depends on it', async () => {
  const { ledger, session } = await checked(restless(1_000_000));
  expect(lists(ledger, 'violated')).toEqual([]);
  expect(lists(ledger, 'kept')).toContain('once');
  expect(session.clock.now()).toBe(noon + 7000);
});

test.each<[what: string, list: (items: ExactObject[], count: number) => ExactObject[]]>([
  ['another note each time', (items, count) => items.map((item) => ({ ...item, note: `of ${count}` }))],
  ['another book less each time', (items, count) => items.filter((_, index) => index % 2 === count % 2)],
])('%s is no change by itself', async (_, list) => {
  let count = 0;
  const { ledger } = await checked(bookServer('plain', { list: (items) => list(items, (count += 1)) }));
  expect(lists(ledger, 'violated')).toContain('lists.addBook');
});

test.each<[name: string, own: BookServer, id: string]>([
  [
    'a default, where pages are shorter for another reason',
    bookServer('cursor', { page: (items) => items.slice(0, 2) }),
    'default.limit',
  ],
  ['a total of nothing', bookServer('cursor', { list: () => [], total: () => 0 }), 'total.total'],
])('nothing is shown of %s', async (_, own, id) => {
  const { ledger } = await checked(own);
  expect(lists(ledger, 'kept')).not.toContain(id);
});

const title = (item: ExactObject, text: string): ExactObject => ({ ...item, title: text });

/** A server on which a range filter does otherwise; undefined leaves it as it is. */
const ranged = (name: string, matches: (item: ExactObject, value: string) => boolean) =>
  bookServer('sorted', { matches: (item, own, value) => (own === name ? matches(item, value) : undefined) });

describe('a range filter or an order that is not kept', () => {
  test.each<[name: string, own: BookServer, violated: string[]]>([
    ['min_price is ignored', ranged('min_price', () => true), ['range.min_price']],
    [
      'price_lt is the other way round',
      ranged('price_lt', ({ price }, value) => Number(price) > Number(value)),
      ['range.price_lt'],
    ],
    [
      'min_price leaves out the value itself',
      ranged('min_price', ({ price }, value) => Number(price) > Number(value)),
      ['range.min_price'],
    ],
    [
      'price_lt has the value itself',
      ranged('price_lt', ({ price }, value) => Number(price) <= Number(value)),
      ['range.price_lt'],
    ],
    ['printedAfter finds nothing', ranged('printedAfter', () => false), ['range.printedAfter']],
    ['addedBefore is ignored', ranged('addedBefore', () => true), ['range.addedBefore']],
    ['addedBefore finds nothing', ranged('addedBefore', () => false), ['range.addedBefore']],
    ['sort is ignored', bookServer('sorted', { sorted: (items) => items }), ['sorted.sort']],
    [
      'the minus is ignored',
      bookServer('sorted', { sorted: (items, sort) => inOrder(items, sort.replace('-', '')) }),
      ['sorted.sort'],
    ],
    [
      'titles are not sorted',
      bookServer('sorted', { sorted: (items, sort) => (sort === 'title' ? items : undefined) }),
      ['sorted.sort'],
    ],
    [
      'a page is sorted, and not the list',
      bookServer('sorted', { sorted: (items, sort) => inOrder(items.slice(0, 9), sort).concat(items.slice(9)) }),
      ['sorted.sort'],
    ],
  ])('%s', async (_, own, violated) => expect(lists((await checked(own)).ledger, 'violated')).toEqual(violated));
});

const hasPrice = ({ price }: ExactObject) => Number(price !== undefined);

describe('what a server may do otherwise', () => {
  test.each<[name: string, own: BookServer]>([
    ['the day itself is after it', ranged('printedAfter', ({ printed }, value) => String(printed ?? '') >= value)],
    [
      'titles are sorted from the last to the first',
      bookServer('sorted', { sorted: (items, sort) => (sort === 'title' ? inOrder(items, '-title') : undefined) }),
    ],
    [
      'what has no price is the first',
      bookServer('sorted', {
        sorted: (items, sort) =>
          sort.endsWith('price')
            ? inOrder(items, sort).toSorted((one, other) => hasPrice(one) - hasPrice(other))
            : undefined,
      }),
    ],
  ])('%s', async (_, own) => {
    const { ledger } = await checked(own);
    expect(lists(ledger, 'violated')).toEqual([]);
    expect(lists(ledger, 'kept')).toEqual(expect.arrayContaining(compared));
  });
});

describe('a fault violates its own requirements', () => {
  test.each<[name: string, own: BookServer, violated: string[]]>([
    ['another default', bookServer('plain', { preset: 4 }), ['atMost.limit', 'default.limit']],
    ['a smaller default, in pages with a cursor', bookServer('cursor', { preset: 2 }), ['default.limit']],
    ['no default', bookServer('plain', { preset: 99 }), ['atMost.limit', 'default.limit']],
    ['a size that is not kept', bookServer('plain', { page: (items) => items }), ['atMost.limit', 'default.limit']],
    [
      'one item too many',
      bookServer('plain', { page: (items, size) => items.slice(0, size + 1) }),
      ['atMost.limit', 'default.limit'],
    ],
    [
      'one item too few',
      bookServer('plain', { page: (items, size) => items.slice(0, Math.max(1, size - 1)) }),
      ['asMany.limit', 'default.limit'],
    ],
    [
      'a filter that lets all through',
      bookServer('plain', { matches: (_, name) => (name === 'kind' ? true : undefined) }),
      ['only.kind'],
    ],
    [
      'a filter that lets one value through',
      bookServer('plain', {
        matches: (item, name) => (name === 'kind' && item['kind'] === 'atlas' ? false : undefined),
      }),
      // A title is looked for beside another filter, too.
      ['asMany.limit', 'every.kind', 'every.title'],
    ],
    [
      'a filter that takes nothing for false',
      bookServer('plain', { matches: (_, name, value) => (name === 'lent' && value === 'false' ? true : undefined) }),
      ['only.lent'],
    ],
    [
      'a text that is not searched for',
      bookServer('plain', { matches: (_, name) => (name === 'title' ? true : undefined) }),
      ['only.title'],
    ],
    [
      'a text that is not found',
      bookServer('plain', { matches: (_, name) => (name === 'title' ? false : undefined) }),
      ['asMany.limit', 'every.title'],
    ],
    ['a filter after the page', bookServer('plain', { isFilteredLast: true }), ['asMany.limit']],
    [
      'an item twice',
      bookServer('plain', { list: (items) => [...items.slice(0, 1), ...items] }),
      expect.arrayContaining(['once']),
    ],
    [
      'the newest item missing',
      bookServer('plain', { list: (items) => items.slice(0, -1) }),
      expect.arrayContaining(['lists.addBook']),
    ],
    [
      'another title than was created',
      bookServer('plain', { list: (items) => items.map((item) => title(item, 'Other')) }),
      expect.arrayContaining(['lists.addBook', 'agrees.readBook']),
    ],
    ['another title than is read', bookServer('plain', { read: (item) => title(item, 'Other') }), ['agrees.readBook']],
    ['what was refused', bookServer('plain', { keepsRefused: true }), ['refused.addBook']],
    ['a total that is one less', bookServer('cursor', { total: (count) => count - 1 }), ['total.total']],
    ['a total that is that of the page', bookServer('offset', { total: (_, page) => page }), ['total.X-Total-Count']],
    [
      'a total that counts what a filter leaves out',
      bookServer('cursor', { total: (count) => count + (count < 20 ? 1 : 0) }),
      ['total.total'],
    ],
    ['pages that overlap', bookServer('cursor', { step: -1 }), ['pages.cursor']],
    ['pages that begin with the last item', bookServer('starting_after', { step: -1 }), ['pages.starting_after']],
    [
      'pages back from an item that begin with the first',
      bookServer('starting_after', { pageBefore: (items, size) => items.slice(0, size) }),
      ['before.ending_before'],
    ],
    [
      'pages back from an item that have it',
      bookServer('starting_after', { pageBefore: (items, size) => items.slice(-size) }),
      ['before.ending_before'],
    ],
    [
      'no other page where one item alone is left',
      bookServer('starting_after', { hasMore: (left) => left > 1 }),
      ['more.has_more'],
    ],
    ['another page always', bookServer('page', { hasMore: () => true }), ['more.last']],
    ['the last page where one item is left', bookServer('page', { hasMore: (left) => left > 1 }), ['more.last']],
    ['the number of the first page always', bookServer('page', { number: () => 0 }), ['says.number']],
    ['pages that skip', bookServer('offset', { step: 1 }), ['pages.offset']],
    ['a page that is counted from 0', bookServer('page', { step: 1 }), ['pages.page', 'more.last']],
  ])('%s', async (_, own, violated) => expect(lists((await checked(own)).ledger, 'violated')).toEqual(violated));
});

test('a number that may count from another one is shown by two pages, not by one', async () => {
  const own = bookServer('page', { number: () => 0 });
  const { ledger } = await checked(own, 6, (send) => async (request) => {
    const response = await send(request);
    return request.target.includes('page=2') ? { ...response, status: 400 } : response;
  });
  expect(lists(ledger, 'kept')).not.toContain('says.number');
});

test.each([1, 2, 3, 4])('there are three items for each value of each filter, after %d others', async (count) => {
  const { description, respond, books } = bookServer('plain');
  const { session } = benchFor(description, respond);
  const [resource] = session.resources;
  if (resource === undefined) throw new Error('There is no resource.');
  const stored = new StoredItems(session, resource);
  await createItems(session, stored, count);
  await createMatches(session, stored);
  const all = [...books.values()];
  const having = (name: string, value: Exact) => all.filter((book) => book[name] === value).length;
  for (const [name, values] of [
    ['kind', ['novel', 'atlas']],
    ['lent', [true, false]],
    ['title', session.values.unrelatedTexts],
  ] as const)
    for (const value of values) expect(having(name, value)).toBeGreaterThanOrEqual(3);
});

test('there are items in no order by what a list is sorted or bounded by', async () => {
  const sent: ExactObject[] = [];
  const own = bookServer('sorted');
  const { session } = benchFor(own.description, (request) => {
    const body = request.body === null ? null : parseExact(request.body);
    if (isExactObject(body)) sent.push(body);
    return own.respond(request);
  });
  const [resource] = session.resources;
  if (resource === undefined) throw new Error('There is no resource.');
  await createMatches(session, new StoredItems(session, resource));
  expect(sent.some((body) => 'addedAt' in body)).toBe(false);
  const titles = sent.map((body) => String(body['title'])).filter((text) => /^[mbt] /.test(text));
  expect(titles.map((text) => text[0])).toEqual(['m', 'b', 't']);
  for (const name of ['price', 'printed']) {
    const values = sent.flatMap(({ [name]: value }) => (value === undefined ? [] : [String(value)]));
    const rising = values.toSorted((one, other) => Number(one) - Number(other) || (one < other ? -1 : 1));
    expect(values).not.toEqual(rising);
    expect(new Set(values).size).toBeGreaterThan(2);
  }
});

test('what was removed need not be listed', async () => {
  const own = bookServer('plain');
  const { session, ledger } = benchFor(own.description, own.respond);
  const [resource] = session.resources;
  if (resource?.remove === undefined) throw new Error('There is nothing to remove with.');
  const stored = new StoredItems(session, resource);
  addReachedBy('lists', own.description, ledger);
  await createItems(session, stored, 3);
  await session.call(await session.source.at(resource.remove, resource, stored.created[0]?.id ?? null));
  await checkList(session, stored);
  expect(idsOf(ledger, 'violated')).toEqual([]);
});

test('what a list is beneath may be gone: only what is known beneath the next one is compared', async () => {
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const thing = '{ type: object, properties: { id: { type: integer }, name: { type: string } } }';
  const made = `requestBody: { ${json(thing)} }, responses: { '201': { description: '', ${json(thing)} } }`;
  const inPath = 'parameters: [{ name: shelfId, in: path, required: true, schema: { type: integer } }]';
  const description = descriptionOf(`
/shelves:
  post: { operationId: addShelf, ${made} }
/shelves/{shelfId}:
  ${inPath}
  delete: { operationId: removeShelf, responses: { '204': { description: '' } } }
/shelves/{shelfId}/books:
  ${inPath}
  get:
    operationId: listBooks
    responses: { '200': { description: '', ${json(`{ type: array, items: ${thing} }`)} } }
  post: { operationId: addBook, ${made} }`);
  const books = new Map<string, ExactObject[]>();
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const [, , shelf = '', part] = target.split('/');
    if (method === 'DELETE') return { status: books.delete(shelf) ? 204 : 404 };
    const own = books.get(shelf);
    if (part === 'books' && own === undefined) return { status: 404 };
    if (method === 'GET') return { body: own ?? [] };
    const sent = jsonIn(body);
    const item = { ...(isExactObject(sent) ? sent : {}), id: session.values.next() };
    if (own === undefined) books.set(String(item.id), []);
    else own.push(item);
    return { status: 201, body: item };
  });
  addReachedBy('lists', description, ledger);
  const resource = session.resources.find(({ list }) => list !== undefined) ?? expect.fail('Nothing is listed.');
  const stored = new StoredItems(session, resource);
  await createItems(session, stored, 3);
  await checkList(session, stored);
  await session.call(await session.source.base(operationIn(description, 'removeShelf'), 'all', false));
  await checkList(session, stored);
  expect(idsOf(ledger, 'violated', 'lists')).toEqual([]);
  expect(idsOf(ledger, 'kept', 'lists')).toContain('listBooks.lists.addBook');
});

test('a list that is as long as its schema allows need not have all that was created', async () => {
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const thing = '{ type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } }';
  const description = descriptionOf(`
/things:
  get:
    operationId: listThings
    responses: { '200': { description: '', ${json(`{ type: array, maxItems: 3, items: ${thing} }`)} } }
  post:
    operationId: addThing
    requestBody: { ${json(thing)} }
    responses: { '201': { description: '', ${json(thing)} } }`);
  const things: ExactObject[] = [];
  const { session, ledger } = benchFor(description, ({ method, body }) => {
    if (method === 'GET') return { body: things.slice(0, 3) };
    const sent = jsonIn(body);
    const item = { ...(isExactObject(sent) ? sent : {}), id: things.length + 1 };
    things.push(item);
    return { status: 201, body: item };
  });
  addReachedBy('lists', description, ledger);
  const [resource] = session.resources;
  const stored = new StoredItems(session, resource ?? expect.fail('Nothing is listed.'));
  await createItems(session, stored, 5);
  await checkList(session, stored);
  expect(idsOf(ledger, 'violated', 'lists')).toEqual([]);
  expect(idsOf(ledger, 'kept', 'lists')).toContain('listThings.lists.addThing');
});

/** What is found of a list that must be asked from a place, and says by `pagesOf` how many pages it has, or nothing. */
async function foundOfPages(pagesOf?: (count: number, size: number) => number) {
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const thing = '{ type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } }';
  const numbers = 'total: { type: integer }, total_pages: { type: integer }';
  const page = `{ type: object, properties: { items: { type: array, items: ${thing} }, ${numbers} } }`;
  const query = ['offset, in: query, required: true, schema: { type: integer, minimum: 0 }', sizeOfPage];
  const description = descriptionOf(`
/things:
  get:
    operationId: listThings
    parameters: [${query.map((own) => `{ name: ${own} }`).join(', ')}]
    responses: { '200': { description: '', ${json(page)} } }
  post:
    operationId: addThing
    requestBody: { ${json(thing)} }
    responses: { '201': { description: '', ${json(thing)} } }`);
  const things: ExactObject[] = [];
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const { searchParams } = new URL(target, 'http://localhost');
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
    const size = limit || 10;
    const items = things.slice(offset, offset + size);
    const counts = pagesOf && { total: things.length, total_pages: pagesOf(things.length, size) };
    if (method === 'GET') return { body: { items, ...counts } };
    const sent = jsonIn(body);
    const item = { ...(isExactObject(sent) ? sent : {}), id: things.length + 1 };
    things.push(item);
    return { status: 201, body: item };
  });
  addReachedBy('lists', description, ledger);
  const [resource] = session.resources;
  const stored = new StoredItems(session, resource ?? expect.fail('Nothing is listed.'));
  await createItems(session, stored, 5);
  await checkList(session, stored);
  const [violated, kept, waived] = (['violated', 'kept', 'waived'] as const).map((of) => idsOf(ledger, of, 'lists'));
  return { violated, kept, waived };
}

test('a list that leaves out how many items and pages there are need not say it', async () => {
  const { violated, waived } = await foundOfPages();
  expect(violated).toEqual([]);
  expect(waived).toEqual(expect.arrayContaining(['listThings.total.total', 'listThings.pageCount.total_pages']));
});

test('a list that must be asked from a place is looked at from its first item', async () => {
  const { violated, kept } = await foundOfPages((count, size) => Math.ceil(count / size));
  expect(violated).toEqual([]);
  const numbers = ['listThings.total.total', 'listThings.pageCount.total_pages'];
  expect(kept).toEqual(expect.arrayContaining(['listThings.lists.addThing', ...numbers]));
});

test.each<[what: string, pagesOf: (count: number, size: number) => number]>([
  ['rounded down', (count, size) => Math.floor(count / size)],
  ['one too many where the last page is full', (count, size) => Math.floor(count / size) + 1],
  ['of the usual size', (count) => Math.ceil(count / 10)],
  ['of items', (count) => count],
])('a number of pages that is %s', async (_, pagesOf) => {
  expect((await foundOfPages(pagesOf)).violated).toEqual(['listThings.pageCount.total_pages']);
});

test('a list that must be asked for by a value is asked for by one that something has', async () => {
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const thing = '{ type: object, required: [id], properties: { id: { type: integer }, owner: { type: string } } }';
  const description = descriptionOf(`
/things:
  get:
    operationId: listThings
    parameters: [{ name: owner, in: query, required: true, schema: { type: string } }]
    responses: { '200': { description: '', ${json(`{ type: array, items: ${thing} }`)} } }
  post:
    operationId: addThing
    requestBody: { ${json('{ type: object, required: [owner], properties: { owner: { type: string } } }')} }
    responses: { '201': { description: '', ${json(thing)} } }`);
  const things: ExactObject[] = [];
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const owner = new URL(target, 'http://localhost').searchParams.get('owner');
    if (method === 'GET') return { body: things.filter((one) => one['owner'] === owner) };
    const sent = jsonIn(body);
    const item = { ...(isExactObject(sent) ? sent : {}), id: things.length + 1 };
    things.push(item);
    return { status: 201, body: item };
  });
  const [resource] = session.resources;
  const stored = new StoredItems(session, resource ?? expect.fail('Nothing is listed.'));
  await createItems(session, stored, 3);
  await checkList(session, stored);
  expect(idsOf(ledger, 'violated')).toEqual([]);
  expect(idsOf(ledger, 'kept')).toContain('listThings.responses.200.body[].id.type');
});

test('kinds that look at the same page send one request for it', async () => {
  const targets: string[] = [];
  const counting: Wrap = (send) => (request) => {
    if (request.target.startsWith('/books?') || request.target === '/books') targets.push(request.target);
    return send(request);
  };
  await checked(bookServer('plain'), 6, (send, harness) => counting(send, harness));
  const asked = targets.filter((target) => target.includes('?'));
  expect(asked.length).toBeGreaterThan(5);
  expect(new Set(asked).size).toBe(asked.length);
});

// What only some lists have, a total and a way from page to page, comes from those.
const seen = new Set<string>();
const faults = (['plain', 'cursor', 'offset', 'page', 'sorted'] as const).flatMap((paging) => {
  const { description } = bookServer(paging);
  const context = new MessageContext(withoutWorkflows(description));
  const requirements = addReachedBy('lists', description, benchFor(description).ledger).filter(
    ({ id }) => !seen.has(id),
  );
  for (const { id } of requirements) seen.add(id);
  return requirements.flatMap((requirement) =>
    (kindOf(requirement).server?.faults(context, requirement) ?? []).map((fault) => ({
      ...fault,
      paging,
      id: requirement.id,
    })),
  );
});

// A fault that changes nothing here: each book has all that is filtered by.
const withoutEffect = ['what has none passes, too'];

describe('every fault of a kind is detected', () => {
  test.each(faults.filter(({ what }) => !withoutEffect.includes(what)))(
    '$paging, $id: $what',
    async ({ paging, wrap }) => {
      const few = await checked(bookServer(paging), 4, wrap);
      const many = await checked(bookServer(paging), 25, wrap);
      expect([few, many].flatMap(({ ledger }) => lists(ledger, 'violated'))).not.toEqual([]);
    },
  );
});

test.each<[what: string, isFound: (authors: readonly Exact[], author: string) => boolean, violated: string[]]>([
  ['any of its values', (authors, author) => authors.includes(author), []],
  ['the first alone', ([first], author) => first === author, ['listPlays.every.author']],
])('what has a list of values is found by %s', async (_, isFound, violated) => {
  const authors = 'authors: { type: array, minItems: 1, items: { type: string } }';
  const play = `{ type: object, required: [authors], properties: { ${authors} } }`;
  const shown = `{ type: object, required: [id, authors], properties: { id: { type: integer }, ${authors} } }`;
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const description = descriptionOf(`
/plays:
  get:
    operationId: listPlays
    parameters: [{ name: author, in: query, schema: { type: string } }]
    responses: { '200': { description: '', ${json(`{ type: array, items: ${shown} }`)} } }
  post:
    operationId: addPlay
    requestBody: { ${json(play)} }
    responses: { '201': { description: '', ${json(shown)} } }`);
  const plays: { id: number; authors: Exact[] }[] = [];
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const author = new URL(target, 'http://localhost').searchParams.get('author');
    if (method === 'GET') return { body: plays.filter((own) => author === null || isFound(own.authors, author)) };
    const sent = parseExact(body ?? Buffer.from('{}'));
    const own = isExactObject(sent) ? sent['authors'] : undefined;
    plays.push({ id: plays.length + 1, authors: Array.isArray(own) ? own : [] });
    return { status: 201, body: plays.at(-1) };
  });
  const [resource = expect.fail('There is no resource.')] = session.resources;
  const stored = new StoredItems(session, resource);
  addReachedBy('lists', description, ledger);
  await createMatches(session, stored);
  await checkList(session, stored);
  expect(idsOf(ledger, 'violated', 'lists')).toEqual(violated);
});
