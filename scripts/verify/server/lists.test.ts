import { describe, expect, test } from 'vitest';
import type { ExactObject } from '../../http/exact-json.ts';
import { assemble, encodeBody } from '../../requirements/request-parts.ts';
import { operationIn } from '../../test/contracts.ts';
import type { Ledger } from '../ledger.ts';
import { benchFor, idsOf } from '../test/bench.ts';
import type { Paging } from '../test/book-contract.ts';
import { type BookServer, bookServer } from '../test/book-server.ts';
import { createSome } from './lifecycles.ts';
import { ListCheck } from './lists.ts';
import { Relations } from './relations.ts';

/** Fills a server with so many books, and verifies its list. */
async function checked(own: BookServer, count = 6): Promise<{ ledger: Ledger; relations: Relations }> {
  const { session, ledger } = benchFor(own.description, own.respond);
  const [resource] = session.resources;
  if (resource?.list === undefined) throw new Error('There is no list.');
  const relations = new Relations(session, resource);
  for (const requirement of relations.requirements()) ledger.add(requirement);
  await createSome(session, relations, count);
  const add = operationIn(own.description, 'addBook');
  const parts = await session.source.base(add);
  await session.send(
    assemble({
      ...parts,
      body: encodeBody('application/json', { title: `wrong ${session.values.mark}`, kind: 'map' }),
    }),
    session.setOf(add),
    '/books',
  );
  await new ListCheck(session, relations, resource.list).run();
  return { ledger, relations };
}

const lists = (ledger: Ledger, verdict: 'kept' | 'broken' | 'unproven') =>
  idsOf(ledger, verdict)
    .filter((id) => /^listBooks\.(?!responses)/.test(id))
    .map((id) => id.replace('listBooks.', ''));

const common = ['lists.addBook', 'refused.addBook', 'agrees.readBook', 'once'];
const filters = ['only.kind', 'every.kind', 'only.lent', 'every.lent'];

describe('a faithful server is silent, and everything is shown', () => {
  test.each<[style: Paging, requirements: string[]]>([
    ['plain', [...common, 'atMost.limit', 'asMany.limit', 'default.limit', ...filters]],
    ['cursor', [...common, 'atMost.limit', 'default.limit', ...filters, 'total.total', 'pages.cursor']],
    [
      'offset',
      [...common, 'atMost.limit', 'asMany.limit', 'default.limit', ...filters, 'total.X-Total-Count', 'pages.offset'],
    ],
    ['page', [...common, 'atMost.limit', 'asMany.limit', 'default.limit', ...filters, 'pages.page']],
  ])('%s', async (style, requirements) => {
    const { ledger } = await checked(bookServer(style));
    expect(lists(ledger, 'broken')).toEqual([]);
    expect(lists(ledger, 'unproven')).toEqual([]);
    expect(lists(ledger, 'kept')).toEqual(requirements);
  });

  test('with more books than a page has, by cursor', async () => {
    const { ledger } = await checked(bookServer('cursor'), 25);
    expect(lists(ledger, 'broken')).toEqual([]);
    expect(lists(ledger, 'kept')).toContain('lists.addBook');
  });

  test('with more books than the list can show, what is not shown is out of reach', async () => {
    const { ledger } = await checked(bookServer('plain', { list: (items) => items.toReversed() }), 25);
    expect(lists(ledger, 'broken')).toEqual([]);
  });
});

const title = (item: ExactObject, text: string): ExactObject => ({ ...item, title: text });

describe('a fault breaks its own requirements', () => {
  test.each<[name: string, own: BookServer, broken: string[]]>([
    ['another default', bookServer('plain', { preset: 4 }), ['atMost.limit', 'default.limit']],
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
      ['every.kind'],
    ],
    [
      'a filter that takes nothing for false',
      bookServer('plain', { matches: (_, name, value) => (name === 'lent' && value === 'false' ? true : undefined) }),
      ['only.lent'],
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
    ['pages that overlap', bookServer('cursor', { step: -1 }), ['pages.cursor']],
    ['pages that skip', bookServer('offset', { step: 1 }), ['pages.offset']],
    ['a page that is counted from 0', bookServer('page', { step: 1 }), ['pages.page']],
  ])('%s', async (_, own, broken) => expect(lists((await checked(own)).ledger, 'broken')).toEqual(broken));
});

test('what was removed need not be listed', async () => {
  const own = bookServer('plain');
  const { session, ledger } = benchFor(own.description, own.respond);
  const [resource] = session.resources;
  if (resource?.list === undefined || resource.remove === undefined)
    throw new Error('There is no list, or nothing to remove with.');
  const relations = new Relations(session, resource);
  for (const requirement of relations.requirements()) ledger.add(requirement);
  await createSome(session, relations, 3);
  await session.call(await session.source.at(resource.remove, resource, relations.created[0]?.id ?? null));
  await new ListCheck(session, relations, resource.list).run();
  expect(idsOf(ledger, 'broken')).toEqual([]);
});
