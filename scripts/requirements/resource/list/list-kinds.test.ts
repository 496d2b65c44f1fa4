import { describe, expect, test } from 'vitest';
import type { Exact } from '../../../http/exact-json.ts';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { listParametersOf } from '../../../openapi/resources/list-parameters.ts';
import { bookContract } from '../../../verify/test/book-contract.ts';
import { offlineContext } from '../../planning-context.ts';
import { kinds } from '../../registry.ts';
import { requirementId } from '../../requirement.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import type { AcknowledgedItem } from '../item/acknowledged-item.ts';
import { listedBy } from './list-resource.ts';
import type { Listing, ObservedList, Page } from './observed-list.ts';

const description = bookContract('plain');
const context = offlineContext(withoutWorkflows(description));
const [resource = expect.fail('There is no list.')] = listedBy(context.resources, { id: 'listBooks' });
const parameters = listParametersOf(description, resource.list);

const noSize = () => expect.fail('No parameter says how long a page is.');

const exchange = { request: requestOf('GET', '/books'), response: responseOf({ body: [] }) };
const pageOf = (items: readonly Exact[]): Page => ({ answer: { ...exchange, body: [...items] }, items });
const listingOf = (items: readonly Exact[], isComplete = true): Listing => ({
  first: pageOf(items),
  items,
  isComplete,
});
const known = (item: { [name: string]: Exact }): AcknowledgedItem => ({
  id: item['id'] ?? null,
  item,
  isAnswered: true,
  exchange,
});
const novel = (id: number, others: { [name: string]: Exact } = {}) => ({
  id,
  title: `Book ${id}`,
  kind: 'novel',
  lent: true,
  ...others,
});

/** A list of books as a server has them that does all as it should; some of it can be otherwise. */
function listOf(items: readonly ReturnType<typeof novel>[], others: Partial<ObservedList> = {}): ObservedList {
  const found = (query: Parameters<ObservedList['page']>[0]) =>
    items.filter((item) =>
      query.every(
        ([{ name }, value]) =>
          name === 'limit' || Object.entries(item).some(([own, one]) => own === name && one === value),
      ),
    );
  const created = items.map(known);
  return {
    resource,
    parameters,
    stored: { present: created, nameless: [], removed: new Map(), fleeting: new Set(), hasRefused: true },
    all: listingOf(items),
    isAskedForPart: false,
    page: async (query) => {
      const size = Number(query.find(([{ name }]) => name === 'limit')?.[1] ?? 3);
      return pageOf(found(query).slice(0, size));
    },
    linked: async () => undefined,
    everything: async (query) => listingOf(found(query)),
    read: async (_, id) => ({ ...exchange, body: items.find((item) => item.id === id) ?? null }),
    isAcknowledged: () => true,
    ...others,
  };
}

/** What is shown of each requirement: a violation before all else, and that it is kept before a reason why not. */
async function shownBy(list: ObservedList): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const { id, server } of kinds) {
    if (server?.reach.by !== 'lists') continue;
    await server.reach.check(context, list, (subject, _, shown) => {
      const own = requirementId(id, subject).replace('listBooks.', '');
      const known = all[own];
      if (shown !== 'kept' && 'received' in shown) all[own] = shown.received;
      else if (known === undefined || known === 'out of reach') all[own] = shown === 'kept' ? 'kept' : 'out of reach';
    });
  }
  return all;
}

const texts = context.values.unrelatedTexts.join(' of ');
const four = [novel(1), novel(2, { note: context.values.mark }), novel(3), novel(4, { kind: 'atlas', lent: false })];

const { stored } = listOf(four);

test('a server that keeps its contract', async () => {
  expect(await shownBy(listOf(four))).toEqual(
    Object.fromEntries(
      ['lists.addBook', 'refused.addBook', 'agrees.readBook', 'once', 'atMost.limit', 'asMany.limit', 'default.limit']
        .concat(['only.kind', 'only.lent', 'only.title', 'every.kind', 'every.lent'])
        .map((id): [string, string] => [id, 'kept'])
        .concat([
          ['every.title', 'out of reach'],
          ['unlisted.removeBook', 'out of reach'],
        ]),
    ),
  );
});

test('of what is beneath several things, only what was made where it is read is compared', async () => {
  const { read = expect.fail('Nothing reads a book.') } = resource;
  const beneath = { ...resource, read: { ...read, path: `/shelves/{shelf}${read.path}` } };
  const missing = responseOf({ status: 404 });
  const shown = async (present: readonly AcknowledgedItem[], own: typeof resource = beneath) => {
    const list = listOf(four, {
      resource: own,
      stored: { ...stored, present },
      read: async (_, id) =>
        id === 1 ? { ...exchange, body: novel(1) } : { ...exchange, response: missing, body: null },
    });
    return (await shownBy(list))['agrees.readBook'];
  };
  expect(await shown([known(novel(1))])).toBe('kept');
  expect(await shown([])).toBe('out of reach');
  expect(await shown([known(novel(2))])).toMatch(/^404, /);
  // A list of what is beneath one thing.
  expect(await shown([], resource)).toMatch(/^404, /);
});

describe('what a list shows', () => {
  test.each<[name: string, list: ObservedList, shown: Record<string, string>]>([
    [
      'what was removed, as it was before',
      listOf(four, { stored: { ...stored, removed: new Map([['1', novel(1)]]) } }),
      { 'unlisted.removeBook': '{"id":1,"title":"Book 1","kind":"novel","lent":true}' },
    ],
    [
      'what was removed, otherwise than before',
      listOf(four, { stored: { ...stored, removed: new Map([['1', novel(1, { lent: false })]]) } }),
      { 'unlisted.removeBook': 'out of reach' },
    ],
    [
      'nothing that was removed',
      listOf(four, { stored: { ...stored, removed: new Map([['9', novel(9)]]) } }),
      { 'unlisted.removeBook': 'kept' },
    ],
    [
      'an item that is not listed, on the only page',
      listOf(four, { all: listingOf(four.slice(1)), everything: async () => listingOf(four.slice(1)) }),
      { 'lists.addBook': '3 other items' },
    ],
    [
      'an item that is not listed, where there are more than the list shows',
      listOf([novel(1)], { all: listingOf([novel(2)], false), everything: async () => undefined }),
      { 'lists.addBook': 'out of reach' },
    ],
    [
      'an item that is not listed by a list that has to be asked for a part',
      listOf(four, { all: listingOf(four.slice(1)), everything: async () => undefined, isAskedForPart: true }),
      { 'lists.addBook': 'kept' },
    ],
    [
      'an item that a filter does not show of a list that has to be asked for a part',
      listOf(four, {
        all: listingOf(four.slice(1)),
        everything: async ([filter]) =>
          listingOf(four.slice(1).filter(({ kind }) => filter?.[0].name === 'kind' && filter[1] === kind)),
        isAskedForPart: true,
      }),
      { 'every.kind': 'kept' },
    ],
    [
      'nothing of which a creation has told',
      listOf(four, {
        stored: { present: [], nameless: [], removed: new Map(), fleeting: new Set(), hasRefused: true },
      }),
      { 'lists.addBook': 'out of reach' },
    ],
    [
      'an item without an identifier that is not listed',
      listOf(four, {
        stored: {
          present: [],
          nameless: [known({ title: 'No number' })],
          removed: new Map(),
          fleeting: new Set(),
          hasRefused: true,
        },
      }),
      { 'lists.addBook': '4 other items' },
    ],
    [
      'an item that nobody has acknowledged, with the mark of the run',
      listOf([novel(1, { title: context.values.mark })], { isAcknowledged: () => false }),
      { 'refused.addBook': `{"id":1,"title":"${context.values.mark}","kind":"novel","lent":true}` },
    ],
    [
      'an item that nobody has acknowledged, from another run',
      listOf([novel(1)], { isAcknowledged: () => false }),
      { 'refused.addBook': 'out of reach' },
    ],
    [
      'no item that nobody has acknowledged, before anything was refused',
      listOf(four, {
        stored: { present: [], nameless: [], removed: new Map(), fleeting: new Set(), hasRefused: false },
      }),
      { 'refused.addBook': 'out of reach' },
    ],
    [
      'no item that nobody has acknowledged, where not all is shown that was created',
      listOf(four, { all: listingOf(four.slice(1), false), everything: async () => undefined }),
      { 'refused.addBook': 'out of reach' },
    ],
    [
      'pages that begin where a request says, and are as long as the server likes',
      listOf(four, {
        parameters: { ...parameters, size: undefined, offset: { ...(parameters.size ?? noSize()), name: 'offset' } },
      }),
      { 'pages.offset': 'out of reach' },
    ],
    ['pages of one item', listOf([novel(1)]), { once: 'out of reach', 'agrees.readBook': 'kept' }],
    [
      'items that all have the value of a filter',
      listOf([novel(1), novel(2)], {
        everything: async ([filter]) =>
          filter?.[1] === 'novel' || filter?.[1] === true ? listingOf([novel(1), novel(2)]) : undefined,
      }),
      { 'only.kind': 'out of reach', 'only.lent': 'out of reach', 'every.kind': 'kept' },
    ],
    [
      'a full page that may have no room for an item',
      listOf(four, {
        page: async () => undefined,
        everything: async () => listingOf([novel(5), novel(6), novel(7), novel(8)], false),
      }),
      { 'every.kind': 'out of reach' },
    ],
    [
      'an item that is read otherwise',
      listOf([novel(1)], { read: async () => ({ ...exchange, body: novel(1, { title: 'Other' }) }) }),
      { 'agrees.readBook': 'another title, []' },
    ],
    ['no more items than the default', listOf([novel(1)]), { 'default.limit': 'out of reach' }],
    ['an item twice', listOf([novel(1), novel(1)]), { once: '1 more than once, of 2 items' }],
    [
      'a page that has more than was asked for',
      listOf(four, { page: async () => pageOf(four) }),
      { 'atMost.limit': '4 items', 'default.limit': '4 items' },
    ],
    [
      'a page that has less than was asked for',
      listOf(four, { page: async () => pageOf(four.slice(0, 1)) }),
      { 'asMany.limit': '1 items', 'atMost.limit': 'kept', 'default.limit': '1 items' },
    ],
    [
      'a page without a size that has other items than with the default',
      listOf(four, { page: async ([size]) => pageOf((size === undefined ? four.toReversed() : four).slice(0, 3)) }),
      { 'default.limit': '[4,3,2]' },
    ],
    [
      'pages in no order',
      listOf(four, { page: async ([size]) => pageOf((size === undefined ? four : four.toReversed()).slice(0, 3)) }),
      { 'default.limit': 'kept' },
    ],
    [
      'a filter that lets another value through',
      listOf(four, { everything: async () => listingOf(four) }),
      { 'only.kind': '{"id":1,"title":"Book 1","kind":"novel","lent":true}' },
    ],
    [
      'a filter that lets nothing through',
      listOf(four, { everything: async () => listingOf([]) }),
      { 'every.lent': 'without {"id":4,"title":"Book 4","kind":"atlas","lent":false}' },
    ],
    ...[{ title: `The ${texts.toUpperCase()}` }, { note: `of ${texts}` }].map(
      (having): [string, ObservedList, Record<string, string>] => [
        `a text as a part, or elsewhere in an item: ${JSON.stringify(having)}`,
        listOf([novel(1, having), novel(2)], { everything: async () => listingOf([novel(1, having)]) }),
        { 'only.title': 'kept', 'every.title': 'out of reach' },
      ],
    ),
    [
      'a filter that lets too few through, where there are more than the list shows',
      listOf(four, { everything: async () => listingOf([], false) }),
      { 'every.lent': '0 items, of the 1 there are' },
    ],
  ])('%s', async (_, list, shown) => expect(await shownBy(list)).toMatchObject(shown));
});
