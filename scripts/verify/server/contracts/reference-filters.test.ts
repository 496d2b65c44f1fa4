import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../../test/bench.ts';
import { createItems, createMatches } from '../items/item-steps.ts';
import { StoredItems } from '../items/stored-items.ts';
import { checkList } from '../lists/list-check.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const code = (letter: string) => `{ type: string, pattern: '^${letter}[0-9]{4}$' }`;
const object = (...properties: string[]) => `{ type: object, properties: { ${properties.join(', ')} } }`;
const listOf = (item: string) => `{ type: array, items: ${item} }`;
const shown = (name: string, own: string) => object(`id: ${code(name)}`, own);
const things = (name: string, own: string) => `
  post:
    operationId: add-${name}
    requestBody: { ${json(object(own))} }
    responses: { '201': { description: '', ${json(shown(name, own))} } }
/${name}s/{id}:
  parameters: [{ name: id, in: path, required: true, schema: ${code(name)} }]
  get: { operationId: read-${name}, responses: { '200': { description: '', ${json(shown(name, own))} } } }`;
const own = `bId: ${code('b')}`;

const describedWith = (parameters: string) =>
  descriptionOf(`
/bs:${things('b', 'name: { type: string }')}
/as:
  get:
    operationId: list-a
    parameters: [${parameters}]
    responses: { '200': { description: '', ${json(listOf(shown('a', own)))} } }${things('a', own)}`);

interface Habits {
  /** What the server stores for the thing that is sent. */
  stored?(sent: Exact, first: Exact): Exact;
  isListed?(item: ExactObject, wanted: string): boolean;
}

const filter = `{ name: bId, in: query, schema: ${code('b')} }`;

async function shownBy(
  { stored = (sent) => sent, isListed = (item, wanted) => item['bId'] === wanted }: Habits,
  parameters = filter,
) {
  const description = describedWith(parameters);
  const held: ExactObject[] = [];
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    const [, kind = '', id] = pathname.split('/');
    if (id !== undefined) return { body: held.find((item) => item['id'] === id) };
    const all = held.filter((item) => String(item['id']).startsWith(kind.slice(0, 1)));
    const wanted = searchParams.get('bId');
    if (method === 'GET') return { body: all.filter((item) => wanted === null || isListed(item, wanted)) };
    const sent = jsonIn(body) ?? null;
    const { bId, ...others } = isExactObject(sent) ? sent : {};
    const named =
      bId === undefined ? {} : { bId: stored(bId, all.find((item) => item['bId'] !== undefined)?.['bId'] ?? bId) };
    held.push({ id: `${kind.slice(0, 1)}${1000 + held.length}`, ...others, ...named });
    return { status: 201, body: held.at(-1) };
  });
  addReachedBy('lists', description, ledger);
  addReachedBy('items', description, ledger);
  const as = session.resources.find(({ collectionPath }) => collectionPath === '/as');
  const items = new StoredItems(session, as ?? expect.fail('There is no resource.'));
  await createItems(session, items, 2);
  await createMatches(session, items);
  await checkList(session, items);
  const wanted = ['list-a.only.bId', 'list-a.every.bId', 'add-a.kept.bId'];
  const of = (verdict: 'kept' | 'violated') => idsOf(ledger, verdict).filter((id) => wanted.includes(id));
  return { kept: of('kept'), violated: of('violated') };
}

test('a list is filtered by each of two things that its items name', async () => {
  expect(await shownBy({})).toEqual({ kept: ['list-a.only.bId', 'list-a.every.bId', 'add-a.kept.bId'], violated: [] });
});

test('a server that ignores the filter, or stores the thing that it was sent first, is reported', async () => {
  expect((await shownBy({ isListed: () => true })).violated).toEqual(['list-a.only.bId']);
  expect((await shownBy({ stored: (_, first) => first })).violated).toEqual(['add-a.kept.bId']);
  expect((await shownBy({ stored: (_, first) => first }, '')).violated).toEqual(['add-a.kept.bId']);
});
