import { describe, expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import type { Wrap } from '../../../requirements/fault.ts';
import { MessageContext } from '../../../requirements/message-context.ts';
import { kindOf } from '../../../requirements/registry.ts';
import { encodeBody } from '../../../requirements/request/request-parts.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { operationIn } from '../../../test/contracts.ts';
import type { Ledger } from '../../ledger.ts';
import { addReachedBy, benchFor, harnessAt, idsOf } from '../../test/bench.ts';
import { type BookServerFaults, bookServer } from '../../test/book-server.ts';
import { createItems, lookUpExisting, readAgain, removeItems } from './item-steps.ts';
import { changeInParts } from './partial-changes.ts';
import { repeatCreation } from './repeated-creations.ts';
import { replaceItem } from './replacements.ts';
import { StoredItems } from './stored-items.ts';

/** Creates, changes and removes books, and verifies each response by what was sent. */
async function checked(faults: BookServerFaults = {}, wrap: Wrap = (send) => send): Promise<Ledger> {
  const own = bookServer('plain', faults);
  const { session, ledger } = benchFor(own.description, own.respond, undefined, (send, clock) =>
    wrap(send, harnessAt(clock)),
  );
  const [resource] = session.resources;
  if (resource === undefined) throw new Error('There is no resource.');
  const stored = new StoredItems(session, resource);
  addReachedBy('items', own.description, ledger);
  await createItems(session, stored, 6);
  await replaceItem(session, stored);
  for (const id of ['addBook', 'replaceBook', 'mergeBook']) {
    const operation = operationIn(own.description, id);
    for (const body of [null, bodyWithText(id, session.values.mark)]) {
      const parts = await session.source.base(operation);
      const sent = body === null ? parts : { ...parts, body: encodeBody('application/json', body) };
      await stored.accept(sent, await session.call(sent));
    }
  }
  await repeatCreation(session, stored);
  await changeInParts(session, stored);
  await readAgain(stored);
  await lookUpExisting(session, stored);
  await removeItems(session, stored);
  return ledger;
}

/** A text that storage that means well would change. */
function bodyWithText(operationId: string, mark: string): ExactObject {
  const title = ` ${mark} With Capitals, ${'and long, '.repeat(10)} `;
  return operationId === 'mergeBook' ? { title } : { title, kind: 'novel', lent: true, note: title };
}

const ofItems = (ledger: Ledger, verdict: 'kept' | 'violated' | 'unproven') => idsOf(ledger, verdict, 'items');

const requirements = [
  ...['title', 'kind', 'lent', 'note'].map((name) => `addBook.kept.${name}`),
  ...['title', 'kind', 'lent', 'note'].map((name) => `replaceBook.kept.${name}`),
  'mergeBook.kept.title',
  'mergeBook.kept.lent',
  ...['title', 'kind', 'lent', 'note'].map((name) => `mergeBook.leaves.${name}`),
  'addBook.unique',
  'readBook.returns.addBook',
  'readBook.returns.replaceBook',
  'readBook.returns.mergeBook',
  'removeBook.removed.readBook',
  'removeBook.removed.removeBook',
];

test('a server that keeps its contract violates nothing, and everything is shown', async () => {
  const ledger = await checked();
  expect(ofItems(ledger, 'kept').toSorted()).toEqual(requirements.toSorted());
  expect([...ofItems(ledger, 'violated'), ...ofItems(ledger, 'unproven')]).toEqual([]);
});

const without = (item: ExactObject, name: string): ExactObject =>
  Object.fromEntries(Object.entries(item).filter(([own]) => own !== name));
const returns = ['readBook.returns.addBook', 'readBook.returns.replaceBook', 'readBook.returns.mergeBook'];
const removed = ['removeBook.removed.readBook', 'removeBook.removed.removeBook'];
const kept = (name: string, ...operations: string[]) => operations.map((operation) => `${operation}.kept.${name}`);

describe('a fault violates its own requirements', () => {
  test.each<[name: string, faults: BookServerFaults, violated: string[]]>([
    [
      'a title is trimmed for the reader',
      { read: (item) => ({ ...item, title: String(item['title']).slice(0, 5) }) },
      returns,
    ],
    [
      'a title is stored in another case',
      { stored: (item) => ({ ...item, title: String(item['title']).toUpperCase() }) },
      returns,
    ],
    [
      'a title comes back otherwise, everywhere',
      { answered: (item) => ({ ...item, title: 'x' }), read: (item) => ({ ...item, title: 'x' }) },
      kept('title', 'addBook', 'replaceBook', 'mergeBook'),
    ],
    [
      'a note is dropped from the answer',
      { answered: (item) => without(item, 'note') },
      [...kept('note', 'addBook', 'replaceBook'), ...returns],
    ],
    [
      'a note that nobody sent',
      { read: (item) => ({ ...item, note: item['note'] ?? 'none' }) },
      ['readBook.returns.addBook', 'readBook.returns.replaceBook'],
    ],
    ['another identifier to the reader', { read: (item) => ({ ...item, id: 999 }) }, returns],
    ['the identifier of another after a removal', { id: (_, count) => count + 1 }, ['addBook.unique']],
    [
      'one identifier for all',
      { id: () => 1 },
      ['addBook.unique', 'readBook.returns.addBook', 'removeBook.removed.readBook'],
    ],
    ['what was removed is still there', { keepsRemoved: true }, removed],
    [
      'nothing can be read',
      { stored: (item) => ({ ...item, title: null, kind: null, lent: null, note: null }) },
      returns,
    ],
  ])('%s', async (_, faults, violated) =>
    expect(ofItems(await checked(faults), 'violated').toSorted()).toEqual(violated.toSorted()),
  );
});

const { description } = bookServer('plain');
const context = new MessageContext(withoutWorkflows(description));
const faults = addReachedBy('items', description, benchFor(description).ledger).flatMap((requirement) =>
  (kindOf(requirement).server?.faults(context, requirement) ?? []).map((fault) => ({ ...fault, id: requirement.id })),
);

describe('every fault of a kind violates its requirement', () => {
  // What is removed here was not read before: there is nothing that the fault could answer with.
  test.each(faults.filter(({ what }) => what !== 'is still there'))('$id: $what', async ({ id, wrap }) =>
    expect(ofItems(await checked({}, wrap), 'violated')).toContain(id),
  );
});
