import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { describedOrderOf } from './described-order.ts';

const time = '{ type: string, format: date-time }';
const book = `name: { type: string }, price: { type: number }, createdAt: ${time}, updated_at: ${time}`;

/** The order of books by the description of their list, with `-` where it falls, and `?` where it may. */
function orderBy(text: string, properties = book, more = '', answer = ''): string | undefined {
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    description: ${JSON.stringify(text)}
    parameters: [{ name: sort, in: query, schema: { type: string } }${more}]
    responses:
      '200':
        description: ${JSON.stringify(answer)}
        content:
          application/json: { schema: { type: array, items: { type: object, properties: { ${properties} } } } }`);
  const operation = operationIn(description, 'listBooks');
  const item = `${operation.responses['200']?.pointer}/content/application~1json/schema/items`;
  const order = describedOrderOf(description.contract, { operation, segments: [], item });
  const sign = order?.isAscending === undefined ? '?' : order.isAscending ? '' : '-';
  return order && `${sign}${order.properties[0]?.property}`;
}

test.each([
  ['enum: [name, createdAt], default: -createdAt', '-createdAt'],
  ['enum: [name, -name], default: createdAt', undefined],
  // What a request can ask for is compared with what it is answered.
  ['enum: [name, -createdAt], default: -createdAt', undefined],
  ['default: -createdAt', undefined],
])('the default of a parameter that is none of its values is an order: %s', (keywords, order) =>
  expect(orderBy('Books.', book, `, { name: order_by, in: query, schema: { type: string, ${keywords} } }`)).toBe(order),
);

test.each([
  ['Newest first.', '-createdAt'],
  ['Lists the books of a shelf, newest first: at most `limit` of them.', '-createdAt'],
  ['The newest first, unless `sort` says otherwise.', '-createdAt'],
  ['The latest book first by default.', '-createdAt'],
  ['In reverse chronological order.', '-createdAt'],
  ['The book that was added last comes first.', '-createdAt'],
  ['Returns your books, sorted by creation date, with the most recent books appearing first.', '-createdAt'],
  ['The most recently created books appear first.', '-createdAt'],
  ['Books of a shelf, latest `updated_at` first, then by descending `name`.', '-updated_at'],
  ['The lowest price first.', 'price'],
  ['Lists the books of a shelf, highest first', '-price'],
  ['The smallest comes first.', 'price'],
  ['Sorted by `name`, then by price.', '?name'],
  ['Oldest first.', 'createdAt'],
  ['The oldest books appear first.', 'createdAt'],
  ['Books, the ones that were changed last first.', '-updated_at'],
  ['The most recently updated first.', '-updated_at'],
  ['Sorted by `name`.', '?name'],
  ['By name.', '?name'],
  ['In the order of their names.', '?name'],
  ['All of them, in alphabetical order of their names.', 'name'],
  ['Sorted in descending order of price.', '-price'],
  ['Ordered by price, lowest first.', 'price'],
  ['Lists the books by name, in ascending order.', 'name'],
  ['A page of books, in ascending `price` order.', 'price'],
  ['Books in descending price order', '-price'],
  ['Books in ascending alphabetical order', undefined],
  ['Lists all books by their price in descending order.', '-price'],
])('%s: %s', (text, order) => expect(orderBy(text)).toBe(order));

test.each([
  'Lists the books.',
  'Finds books by name.',
  'Newest first, unless a search is given.',
  'Pinned books, then the newest first.',
  'The newest first of each shelf.',
  'Not sorted by name.',
  'Sorted by shelf.',
  'Sorted by name or price.',
  'Newest first. Books of the same day are sorted by name.',
  'The order of books is not specified.',
  'Reads the order of a customer.',
])('no order: %s', (text) => expect(orderBy(text)).toBeUndefined());

test('a list page by page of the most recent things begins with these', () => {
  const place = ', { name: offset, in: query, schema: { type: integer } }';
  for (const text of ['Get most recent books of your shelves.', 'Lists the latest books. Use a query to filter.'])
    expect([orderBy(text, book, place), orderBy(text)]).toEqual(['-createdAt', undefined]);
  expect(orderBy('Lists the latest prices of each book.', book, place)).toBeUndefined();
});

test('what a sentence says of things is a time of them', () => {
  const properties = `reportedAt: ${time}, closedAt: ${time}`;
  expect(orderBy('The one that was reported last comes first.', properties)).toBe('-reportedAt');
});

test.each([
  ['Soonest first.', `startsAt: ${time}, createdAt: ${time}`, 'startsAt'],
  ['Lists classes, soonest first', `startsAt: ${time}, updatedAt: ${time}`, 'startsAt'],
  ['Soonest first.', `startsAt: ${time}, endsAt: ${time}`, undefined],
  ['Soonest first.', `createdAt: ${time}`, undefined],
  ['Books in the order in which they were made', `bookedAt: ${time}`, 'bookedAt'],
  ['In the order they were created.', `createdAt: ${time}, dueAt: ${time}`, 'createdAt'],
  ['In the order in which they were added.', `addedAt: ${time}, dueAt: ${time}`, 'addedAt'],
  ['In the order in which they were made.', `bookedAt: ${time}, paidAt: ${time}`, undefined],
])('%s of %s: %s', (text, properties, order) => expect(orderBy(text, properties)).toBe(order));

test.each([
  ['the time is not known', 'name: { type: string }'],
  ['there are two', `createdAt: ${time}, creation_date: ${time}`],
  ['something stands above the others', `pinned: { type: boolean }, createdAt: ${time}`],
])('none where %s', (_, properties) => expect(orderBy('Newest first.', properties)).toBeUndefined());

test('what is answered may be described in an order as well, but in no other one', () => {
  expect(orderBy('Lists books.', book, '', 'Books, newest first.')).toBe('-createdAt');
  expect(orderBy('Books, oldest first.', book, '', 'Books, newest first.')).toBeUndefined();
});

test.each([
  ['price: { type: number }, size: { type: integer }', undefined],
  ['name: { type: string }', undefined],
  ['bookId: { type: integer }, price: { type: number }', '-price'],
])('of what has { %s }, "highest first" says %s', (properties, order) => {
  expect(orderBy('Highest first.', properties)).toBe(order);
});
