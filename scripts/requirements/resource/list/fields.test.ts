import { expect, test } from 'vitest';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { hasFields } from '../../../openapi/resources/field-filters.ts';
import { listParametersOf } from '../../../openapi/resources/list-parameters.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { offlineContext } from '../../planning-context.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { listFields } from './fields.ts';
import { listedBy } from './list-resource.ts';
import type { Listing, ObservedList } from './observed-list.ts';

const book =
  '{ type: object, properties: { id: { type: integer }, kind: { type: string }, pages: { type: integer } } }';
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const description = descriptionOf(`
/books:
  get:
    operationId: list
    parameters:
      - { name: filter, in: query, description: "Fields: \`pages\`. One is \`kind:novel\`.", schema: { type: string } }
    responses: { '200': { description: '', ${json(`{ type: array, items: ${book} }`)} } }
  post:
    operationId: add
    requestBody: { ${json(book)} }
    responses: { '201': { description: '', ${json(book)} } }`);
const context = offlineContext(withoutWorkflows(description));

type Book = Readonly<Record<'id' | 'pages', number>> & { readonly kind: string };
const books: Book[] = [
  { id: 1, kind: 'novel', pages: 10 },
  { id: 2, kind: 'atlas', pages: 10 },
  { id: 3, kind: 'two words', pages: 20 },
];

/** What is asked of a server that lists this for a filter, and what is seen of it. */
async function shownOf(found: (text: string) => Book[]) {
  const [resource = expect.fail('There is no list.')] = listedBy(context.resources, { id: 'list' });
  const exchange = { request: requestOf('GET', '/books'), response: responseOf({ body: [] }) };
  const listingOf = (items: Book[]): Listing => ({
    first: { answer: { ...exchange, body: items }, items },
    items,
    isComplete: true,
  });
  const asked: string[] = [];
  const observed: ObservedList = {
    resource,
    stored: { present: [], nameless: [], removed: new Map(), fleeting: new Set(), hasRefused: false },
    isAskedForPart: false,
    page: async () => undefined,
    linked: async () => undefined,
    read: async () => ({ ...exchange, body: null }),
    isAcknowledged: () => true,
    parameters: listParametersOf(description, resource.list),
    all: listingOf(books),
    everything: async ([first]) => {
      const text = String(first?.[1]);
      asked.push(text);
      return listingOf(found(text));
    },
  };
  const shown: string[] = [];
  const reach = listFields.server?.reach;
  if (reach?.by === 'lists')
    await reach.check(context, observed, (_subject, _answer, one) =>
      shown.push(one === 'kept' ? one : 'received' in one ? one.documented : one.outOfReach),
    );
  return { asked, shown: [...new Set(shown)] };
}

test('a filter is asked for values of the fields that its description names', async () => {
  const { asked, shown } = await shownOf((text) => books.filter((one) => hasFields(one, text)));
  expect(asked).toEqual(['kind:novel', 'kind:atlas', 'pages:20', 'pages:10']);
  expect(shown).toEqual(['kept']);
});

test.each<[what: string, found: (text: string) => Book[], shown: string]>([
  ['is ignored', () => books, 'Only items with filter kind:novel.'],
  ['finds nothing', () => [], 'Every item with filter kind:novel.'],
])('a filter that %s is seen', async (_, found, shown) => {
  expect((await shownOf(found)).shown).toContain(shown);
});

test('a text names fields, several values of one, and spans of time', () => {
  const [first = expect.fail('There is none.')] = books;
  const has = ['kind:atlas,novel', 'kind:novel pages:10', 'kind:7d', 'colour:red', 'kind:novel pages:20', 'kind:atlas'];
  expect(has.map((text) => hasFields(first, text))).toEqual([true, true, true, true, false, false]);
});

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(description), ({ kind }) => kind === listFields.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['ignored', 'without the last match']);
});
