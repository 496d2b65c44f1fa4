import { describe, expect, test } from 'vitest';
import { type Exact, parseExact } from '../../../http/exact-json.ts';
import type { Answer } from '../../../http/exchange.ts';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { operationIn } from '../../../test/contracts.ts';
import { bookContract } from '../../../verify/test/book-contract.ts';
import { offlineContext } from '../../planning-context.ts';
import { kinds } from '../../registry.ts';
import { encodeBody, type RequestParts } from '../../request/request-parts.ts';
import { requirementId } from '../../requirement.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import type { ItemObservation } from './item-observation.ts';

const description = bookContract('plain');
const context = offlineContext(withoutWorkflows(description));
const [resource = expect.fail('There is no resource.')] = context.resources;
const mark = context.values.mark;
const read = operationIn(description, 'readBook');

function partsOf(id: string, body: Exact, mediaType = 'application/json'): RequestParts {
  const operation = operationIn(description, id);
  const credential = context.credentialOf(operation);
  return { operation, path: {}, query: [], headers: [], cookies: [], body: encodeBody(mediaType, body), credential };
}

function answerOf(status: number, body?: Exact): Answer {
  const response = responseOf({ status, body });
  return {
    request: requestOf('GET', '/books'),
    response,
    body: body === undefined ? undefined : parseExact(response.body),
  };
}

/** What each requirement that an observation is about is shown to be. */
function shownBy(seen: ItemObservation): Record<string, string> {
  const all: Record<string, string> = {};
  for (const { id, server } of kinds) {
    if (server?.reach.by !== 'items') continue;
    server.reach.check(context, seen, (subject, _, shown) => {
      all[requirementId(id, subject)] =
        shown === 'kept' ? 'kept' : 'received' in shown ? shown.received : 'out of reach';
    });
  }
  return all;
}

const book = { id: 1, title: 'One', kind: 'novel', lent: false };
const { id: _, ...sent } = book;
const created = (
  answer: Answer,
  body: Exact = sent,
  isTaken = false,
  others: readonly Exact[] = [{ id: 0, title: 'Other', kind: 'atlas', lent: true, note: 'other' }],
): ItemObservation => ({
  resource,
  of: 'creation',
  parts: partsOf('addBook', body),
  answer,
  id: 1,
  isTaken,
  others,
});
const replaced = (body: Exact, answer: Answer, before: Exact, preset?: Exact): ItemObservation => ({
  resource,
  of: 'change',
  parts: partsOf('replaceBook', body),
  before,
  preset,
  answer,
});
const reading = (
  answer: Answer,
  others: Partial<Extract<ItemObservation, { of: 'reading' }>> = {},
): ItemObservation => ({
  resource,
  of: 'reading',
  read,
  after: operationIn(description, 'addBook'),
  known: { id: 1, item: book, isAnswered: true, exchange: answerOf(201, book) },
  answer,
  ...others,
});
const remove = operationIn(description, 'removeBook');
/** What reads a book, without a word of what is not there. */
const bare = { ...read, responses: {} };
const removed = (
  answer: Answer,
  others: Partial<Extract<ItemObservation, { of: 'removal' }>> = {},
): ItemObservation => ({
  resource,
  of: 'removal',
  by: read,
  remove,
  before: answerOf(200, book),
  removal: answerOf(204),
  after: answer,
  answer,
  ...others,
});
const old = `old ${mark}`;
const noted = { ...book, note: 'none' };
const change = { parts: partsOf('replaceBook', sent), before: { ...book, note: old }, answer: answerOf(204) };

describe('what is seen of an item', () => {
  test.each<[name: string, seen: ItemObservation, shown: Record<string, string>]>([
    [
      'created as it was sent',
      created(answerOf(201, book)),
      {
        'addBook.kept.title': 'kept',
        'addBook.kept.kind': 'kept',
        'addBook.kept.lent': 'kept',
        'addBook.unique': 'kept',
      },
    ],
    [
      'created with another title, and without what was sent',
      created(answerOf(201, { id: 1, title: 'Two', kind: 'novel' })),
      {
        'addBook.kept.title': 'title: "Two"',
        'addBook.kept.kind': 'kept',
        'addBook.kept.lent': 'no lent',
        'addBook.unique': 'kept',
      },
    ],
    [
      'created as every other item, and first of all',
      created(answerOf(201, book), sent, false, []),
      {
        'addBook.kept.title': 'out of reach',
        'addBook.kept.kind': 'out of reach',
        'addBook.kept.lent': 'out of reach',
        'addBook.unique': 'out of reach',
      },
    ],
    [
      'created with a kind that every other item has',
      created(answerOf(201, book), { kind: 'novel' }, false, [{ ...book, id: 0, title: 'Two' }]),
      { 'addBook.kept.kind': 'out of reach', 'addBook.unique': 'kept' },
    ],
    [
      'created under an identifier that another item has',
      created(answerOf(201, { id: 1 }), {}, true),
      { 'addBook.unique': '1 once more' },
    ],
    [
      'accepted under an identifier that another one has',
      created(answerOf(202, { id: 1 }), {}, true),
      { 'addBook.unique': 'out of reach' },
    ],
    [
      'created with an identifier of the client',
      created(answerOf(201, { id: 1 }), { id: 1 }, true),
      { 'addBook.unique': 'out of reach' },
    ],
    [
      'created, and answered without an identifier',
      { ...created(answerOf(201), { title: 'One' }), id: undefined } as ItemObservation,
      {
        'addBook.kept.title': 'out of reach',
        'addBook.kept.kind': 'out of reach',
        'addBook.kept.lent': 'out of reach',
        'addBook.kept.note': 'out of reach',
        'addBook.unique': 'out of reach',
      },
    ],
    [
      'created without null',
      created(answerOf(201, { id: 1 }), { note: null }),
      { 'addBook.kept.note': 'kept', 'addBook.unique': 'kept' },
    ],
    [
      'created from a form, which has texts alone',
      {
        ...created(answerOf(201, book)),
        parts: partsOf('addBook', { lent: false }, 'application/x-www-form-urlencoded'),
      } as ItemObservation,
      { 'addBook.kept.lent': 'kept', 'addBook.unique': 'kept' },
    ],
    [
      'replaced, and left without what was left out',
      replaced({ title: 'Two' }, answerOf(200, { id: 1, title: 'Two' }), { ...book, note: old }),
      { 'replaceBook.kept.title': 'kept', 'replaceBook.kept.note': 'kept' },
    ],
    [
      'replaced, and left with what was left out',
      replaced({ title: 'Two' }, answerOf(200, { id: 1, title: 'Two', note: old }), { ...book, note: old }),
      { 'replaceBook.kept.title': 'kept', 'replaceBook.kept.note': `note: "${old}", as before` },
    ],
    [
      'replaced, and left with what may be a default',
      replaced({ title: 'Two' }, answerOf(200, { id: 1, title: 'Two', note: 'none' }), { ...book, note: 'none' }),
      { 'replaceBook.kept.title': 'kept' },
    ],
    [
      'replaced, and left with another value than the server gives by itself',
      replaced({ title: 'Two' }, answerOf(200, { ...noted, title: 'Two' }), noted, { ...book, note: 'other' }),
      { 'replaceBook.kept.title': 'kept', 'replaceBook.kept.note': 'note: "none", as before' },
    ],
    [
      'replaced, and left with what the server gives by itself',
      replaced({ title: 'Two' }, answerOf(200, { ...noted, title: 'Two' }), noted, noted),
      { 'replaceBook.kept.title': 'kept' },
    ],
    [
      'replaced, and left with what each response has, of which the contract has no default',
      replaced({ title: 'Two' }, answerOf(200, { ...book, title: 'Two' }), book, { ...book, lent: true }),
      { 'replaceBook.kept.title': 'kept' },
    ],
    ['read as it is known', reading(answerOf(200, book)), { 'readBook.returns.addBook': 'kept' }],
    [
      'read with another title',
      reading(answerOf(200, { ...book, title: 'Two' })),
      { 'readBook.returns.addBook': 'another title: {"id":1,"title":"Two","kind":"novel","lent":false}' },
    ],
    [
      'read as another one',
      reading(answerOf(200, { ...book, id: 2 })),
      { 'readBook.returns.addBook': 'another one, 2: {"id":2,"title":"One","kind":"novel","lent":false}' },
    ],
    ['not found', reading(answerOf(404)), { 'readBook.returns.addBook': '404, an empty body' }],
    ['refused for the limit', reading(answerOf(429)), {}],
    [
      'read after a replacement without a body, with what that left out',
      reading(answerOf(200, { ...book, note: old }), {
        after: operationIn(description, 'replaceBook'),
        known: { id: 1, item: { ...sent, id: 1 }, isAnswered: false, exchange: change.answer },
        change,
      }),
      { 'readBook.returns.replaceBook': `note: "${old}", as before` },
    ],
    [
      'found under its identifier',
      { resource, of: 'lookup', read, asked: '1', answer: answerOf(200, book) },
      { 'readBook.returns.addBook': 'kept' },
    ],
    [
      'another one under its identifier',
      { resource, of: 'lookup', read, asked: 2, answer: answerOf(200, { id: 1 }) },
      { 'readBook.returns.addBook': '{"id":1}' },
    ],
    [
      'gone, and nothing has removed it',
      { resource, of: 'lookup', read, asked: 1, answer: answerOf(404) },
      { 'readBook.returns.addBook': '404, an empty body' },
    ],
    ['asked for beyond the limit', { resource, of: 'lookup', read, asked: 1, answer: answerOf(429) }, {}],
    ...[404, 410].map((status): [string, ItemObservation, Record<string, string>] => [
      `removed, and answered with ${status}`,
      removed(answerOf(status)),
      { 'removeBook.removed.readBook': 'kept' },
    ]),
    [
      'removed, and still there',
      removed(answerOf(200, book)),
      { 'removeBook.removed.readBook': '200, {"id":1,"title":"One","kind":"novel","lent":false}' },
    ],
    [
      'removed, and removed no more',
      removed(answerOf(404), { by: remove }),
      { 'removeBook.removed.removeBook': 'kept' },
    ],
    [
      'removed, and removed once more',
      removed(answerOf(204), { by: remove }),
      { 'removeBook.removed.removeBook': '204, an empty body' },
    ],
    [
      'removed, and in conflict with something',
      removed(answerOf(409), { by: remove }),
      { 'removeBook.removed.removeBook': 'out of reach' },
    ],
    ...[undefined, { id: 1 }, { id: 1, title: null }].map((item): [string, ItemObservation, Record<string, string>] => [
      `removed, and shown as ${JSON.stringify(item)} still, where no 404 is documented`,
      removed(answerOf(200, item), { by: bare, before: answerOf(200, item) }),
      { 'removeBook.removed.readBook': 'out of reach' },
    ]),
    [
      'removed, and shown in another state',
      removed(answerOf(200, { ...book, lent: true })),
      { 'removeBook.removed.readBook': 'out of reach' },
    ],
    [
      'removed, and shown with what it had not',
      removed(answerOf(200, { ...book, lends: 1 })),
      { 'removeBook.removed.readBook': 'out of reach' },
    ],
    [
      'removed, and shown by its identifier as deleted',
      removed(answerOf(200, { id: 1, deleted: true }), { before: answerOf(200, { id: 1, title: 'One' }) }),
      { 'removeBook.removed.readBook': 'out of reach' },
    ],
    [
      'removed, and shown with another text',
      removed(answerOf(200, { ...book, title: 'Two' })),
      { 'removeBook.removed.readBook': '200, {"id":1,"title":"Two","kind":"novel","lent":false}' },
    ],
    [
      'removed once more, and shown in another state',
      removed(answerOf(204), { by: remove, after: answerOf(200, { ...book, lent: true }) }),
      { 'removeBook.removed.removeBook': 'out of reach' },
    ],
    [
      'removed, and still there for a while',
      removed(answerOf(200, book), { removal: answerOf(202) }),
      { 'removeBook.removed.readBook': 'out of reach' },
    ],
    [
      'removed, and refused, without a 404',
      removed(answerOf(422), { by: bare }),
      { 'removeBook.removed.readBook': 'kept' },
    ],
    [
      'removed, and still there, without a 404',
      removed(answerOf(200, book), { by: bare }),
      { 'removeBook.removed.readBook': '200, {"id":1,"title":"One","kind":"novel","lent":false}' },
    ],
    [
      'removed, and shown as removed, without a 404',
      removed(answerOf(200, { ...book, lent: true }), { by: bare }),
      { 'removeBook.removed.readBook': 'out of reach' },
    ],
  ])('%s', (_, seen, shown) => expect(shownBy(seen)).toEqual(shown));
});
