import { expect, test } from 'vitest';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { listParametersOf } from '../../../openapi/resources/list-parameters.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { offlineContext } from '../../planning-context.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { listedBy } from './list-resource.ts';
import type { Listing, ObservedList, Page } from './observed-list.ts';
import { listSearch } from './search.ts';

const texts = 'title: { type: string }, author: { type: string }';
const flat = `{ type: object, properties: { id: { type: integer }, ${texts} } }`;
const attributes = `{ type: object, properties: { ${texts} } }`;
const withAttributes = `{ type: object, properties: { id: { type: integer }, attributes: ${attributes} } }`;
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const described = (text: string, book: string) =>
  descriptionOf(`
/books:
  get:
    operationId: list
    parameters: [{ name: q, in: query, description: ${JSON.stringify(text)}, schema: { type: string } }]
    responses: { '200': { description: '', ${json(`{ type: array, items: ${book} }`)} } }
  post:
    operationId: add
    requestBody: { ${json(book)} }
    responses: { '201': { description: '', ${json(book)} } }`);

interface Book {
  id: number;
  title: string;
  author: string;
}

/** What is seen of a search by which this is found. */
async function shownOf(text: string, has: (book: Book, asked: string) => boolean, book = flat) {
  const description = described(text, book);
  const context = offlineContext(withoutWorkflows(description));
  const [resource = expect.fail('There is no list.')] = listedBy(context.resources, { id: 'list' });
  const textOf = (number: number) => `word${number} ${context.values.mark}-${number}`;
  const made = [1, 2].map((id): Book => ({ id, title: textOf(id), author: textOf(id + 5) }));
  // What was there before stands last, as in a list of the newest first.
  const items = [...made, ...[3, 4].map((id): Book => ({ id, title: 'An old book', author: 'Nobody known' }))];
  const exchange = { request: requestOf('GET', '/books'), response: responseOf({ body: [] }) };
  const pageOf = (found: Book[]): Page => {
    const shown = found.map(({ id, ...own }) => (book === flat ? { id, ...own } : { id, attributes: own }));
    return { answer: { ...exchange, body: shown }, items: shown };
  };
  const listingOf = (found: Book[]): Listing => {
    const first = pageOf(found);
    return { first, items: first.items, isComplete: true };
  };
  const observed: ObservedList = {
    resource,
    stored: { present: [], nameless: [], removed: new Map(), fleeting: new Set(), hasRefused: false },
    isAskedForPart: false,
    page: async () => undefined,
    linked: async () => undefined,
    read: async () => ({ ...exchange, body: null }),
    isAcknowledged: () => true,
    parameters: listParametersOf(description, resource.list),
    all: listingOf(items),
    everything: async (query) => {
      const asked = String(query[0]?.[1]);
      return listingOf(items.filter((item) => has(item, asked)));
    },
  };
  const shown: string[] = [];
  const reach = listSearch.server?.reach;
  if (reach?.by === 'lists')
    await reach.check(context, observed, (_subject, _answer, one) =>
      shown.push(one === 'kept' ? one : 'received' in one ? one.received : 'out of reach'),
    );
  return [...new Set(shown)];
}

const inAnyCase = ({ title }: Book, asked: string) => title.toLowerCase().includes(asked.toLowerCase());
const inThisCase = ({ title }: Book, asked: string) => title.includes(asked);

test.each<[what: string, text: string, has: typeof inAnyCase, shown: string[]]>([
  ['finds it in any case', 'A text of the title, whatever its case.', inAnyCase, ['kept']],
  ['finds it as it is', 'A text of the title, whatever its case.', inThisCase, ['kept', 'without 1', 'without 2']],
  ['may find it as it is', 'A text of the title.', inThisCase, ['kept']],
])('a search that %s', async (_, text, has, shown) => {
  expect(await shownOf(text, has)).toEqual(shown);
  expect(await shownOf(text, has, withAttributes)).toEqual(shown);
});

const byBoth = ({ title, author }: Book, asked: string) => [title, author].some((one) => one.includes(asked));
const missing = ['kept', 'without 1', 'without 2'];

test.each<[text: string, isOfBoth: boolean]>([
  ['Searches in `title` and `author`', true],
  ['Searches in the title line and the author', true],
  ['Searches in the title and author of a book', true],
  ['Search by title/author', true],
  ['Searches title and author.', true],
  ['Searches through the title and the author', true],
  ['Search title', false],
  ['What is in the title or the author of a book.', true],
  ['Books whose title or author has this text', true],
  ['In some fields:\n\n- **Books:** `title`, `author`\n- **Loans:** `id`\n', true],
  ['In some fields:\n- **Books:** `title`\n- **Loans:** `title`, `author`', false],
  ['Searches in `author`, but not in that of drafts', false],
  ['A text of the title.', false],
  ['What is searched for.', false],
])('a search finds what is in all that its description names: %s', async (text, isOfBoth) => {
  expect(await shownOf(text, byBoth)).toEqual(['kept']);
  expect(await shownOf(text, inThisCase)).toEqual(isOfBoth ? missing : ['kept']);
  expect(await shownOf(text, inThisCase, withAttributes)).toEqual(isOfBoth ? missing : ['kept']);
});
