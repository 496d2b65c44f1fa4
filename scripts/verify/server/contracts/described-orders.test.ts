import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../../test/bench.ts';
import { createItems, createMatches } from '../items/item-steps.ts';
import { StoredItems } from '../items/stored-items.ts';
import { checkList } from '../lists/list-check.ts';

const time = '{ type: string, format: date-time, readOnly: true }';
const properties = `id: { type: integer, readOnly: true }, name: { type: string }, createdAt: ${time}`;
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const tag = (more: string) => `{ type: object, properties: { ${properties}${more} } }`;
const described = (text: string, more: string) =>
  descriptionOf(`
/tags:
  get:
    operationId: listTags
    description: ${JSON.stringify(text)}
    responses: { '200': { description: '', ${json(`{ type: array, items: ${tag(more)} }`)} } }
  post:
    operationId: addTag
    requestBody: { required: true, ${json(tag(more))} }
    responses: { '201': { description: '', ${json(tag(more))} } }`);

/** What becomes of the order that a list is described in, where it has its items so; each is made `apart` later. */
async function shown(text: string, sorted: (tags: ExactObject[]) => ExactObject[], apart = 1500, more = '') {
  const description = described(text, more);
  const tags: ExactObject[] = [];
  const { session, ledger } = benchFor(description, ({ method, body }) => {
    if (method === 'GET') return { body: sorted([...tags]) };
    const sent: Exact = jsonIn(body) ?? null;
    const createdAt = new Date(Date.UTC(2031, 0, 1) + tags.length * apart).toISOString();
    tags.push({ ...(isExactObject(sent) ? sent : {}), id: tags.length + 1, createdAt });
    return { status: 201, body: tags.at(-1) };
  });
  const [resource = expect.fail('There is no resource.')] = session.resources;
  const stored = new StoredItems(session, resource);
  const own = addReachedBy('lists', description, ledger).filter(({ id }) => id.startsWith('listTags.ordered'));
  await createItems(session, stored, 4);
  await createMatches(session, stored);
  await checkList(session, stored);
  return (['kept', 'violated', 'waived'] as const)
    .flatMap((verdict) => idsOf(ledger, verdict).map((id) => [id, verdict]))
    .filter(([id]) => own.some((one) => one.id === id));
}

const asMade = (tags: ExactObject[]) => tags;
const newest = (tags: ExactObject[]) => tags.toReversed();
const byName = (tags: ExactObject[]) =>
  tags.toSorted((one, other) => String(one['name']).localeCompare(String(other['name'])));

test.each<[what: string, text: string, sorted: typeof asMade, verdict: string]>([
  ['the newest first', 'Newest first.', newest, 'kept'],
  ['the oldest first', 'Newest first.', asMade, 'violated'],
  ['by name', 'Sorted by name.', byName, 'kept'],
  ['by name backwards, as is not said', 'Sorted by name.', (tags) => byName(tags).toReversed(), 'kept'],
  ['as they were made', 'Sorted by name.', asMade, 'violated'],
])('%s where it says: %s', async (_, text, sorted, verdict) => {
  expect((await shown(text, sorted)).map(([, own]) => own)).toEqual([verdict]);
});

test('what is made at once need not be told apart', async () => {
  expect(await shown('Newest first.', asMade, 10)).toEqual([['listTags.ordered.createdAt', 'waived']]);
});

test('the newest may be so by another time', async () => {
  const latest = (tags: ExactObject[]) =>
    tags.toSorted((one, other) => (String(one['date']) < String(other['date']) ? 1 : -1));
  const more = ', date: { type: string, format: date }';
  expect((await shown('Newest first.', latest, 1500, more)).map(([, own]) => own)).not.toContain('violated');
});

test('nothing is required of what has no description', async () => expect(await shown('', asMade)).toEqual([]));
