import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject, parseExact } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { catalogueOf } from '../../../requirements/catalogue.ts';
import type { Wrap } from '../../../requirements/fault.ts';
import { MessageContext } from '../../../requirements/message-context.ts';
import { kindOf } from '../../../requirements/registry.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, harnessAt, idsOf } from '../../test/bench.ts';
import { createItems, createMatches } from '../items/item-steps.ts';
import { StoredItems } from '../items/stored-items.ts';
import { checkList } from '../lists/list-check.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const room = '{ type: object, required: [kind], properties: { id: {}, kind: { enum: [small, large] } } }';
const link = "{ type: [string, 'null'], format: uri-reference }";
const beside = 'links: { type: object, properties: { next: LINK } }';
const numbered = '- { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }';
const continued = '- { name: after, in: query, schema: { type: integer } }';
const describedWith = (properties = beside.replace('LINK', link), way = numbered) =>
  descriptionOf(`
/rooms:
  get:
    operationId: listRooms
    parameters:
      - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }
      ${way}
      - { name: kind, in: query, schema: { enum: [small, large] } }
    responses:
      '200':
        description: ''
        ${json(`{ type: object, properties: { items: { type: array, items: ${room} }, ${properties} } }`)}
  post:
    operationId: addRoom
    requestBody: { ${json(room)} }
    responses: { '201': { description: '', ${json(room)} } }
/rooms/{id}:
  parameters: [{ name: id, in: path, required: true, schema: {} }]
  get: { operationId: readRoom, responses: { '200': { description: '', ${json(room)} } } }
`);

/** `isFull`: the page has as many items as were asked for. */
type LinkTo = (query: URLSearchParams, hasMore: boolean, isFull: boolean) => Exact;

/** What is shown of `links.next`, which this makes of the query of the next page. */
async function shownOf(
  linkTo: LinkTo,
  { linkSchema = link, wrap = (send) => send }: { linkSchema?: string; wrap?: Wrap } = {},
): Promise<string[]> {
  const rooms: ExactObject[] = [];
  const respond = ({ method, target, body }: HttpRequest): ResponseParts => {
    const { pathname, searchParams: query } = new URL(target, 'http://localhost');
    if (method === 'POST') {
      const sent = parseExact(body ?? Buffer.from('{}'));
      rooms.push({ ...(isExactObject(sent) ? sent : {}), id: rooms.length });
      return { status: 201, body: rooms.at(-1) };
    }
    if (pathname !== '/rooms') return { body: rooms[Number(pathname.split('/').at(-1))] };
    const [kind, size, number] = [query.get('kind'), Number(query.get('limit') ?? 10), Number(query.get('page') ?? 1)];
    const found = rooms.filter((one) => kind === null || one['kind'] === kind);
    query.set('page', String(number + 1));
    const items = found.slice((number - 1) * size, number * size);
    const next = linkTo(query, number * size < found.length, items.length === size);
    return { body: { items, links: { next } } };
  };
  const description = describedWith(beside.replace('LINK', linkSchema));
  const { session, ledger } = benchFor(description, respond, undefined, (send, clock) => wrap(send, harnessAt(clock)));
  const [resource = expect.fail('There is no resource.')] = session.resources;
  addReachedBy('lists', description, ledger);
  const stored = new StoredItems(session, resource);
  await createItems(session, stored, 3);
  await createMatches(session, stored);
  await checkList(session, stored);
  const idOf = 'listRooms.next.links.next';
  expect(idsOf(ledger, 'violated', 'lists').filter((id) => id !== idOf)).toEqual([]);
  return (['kept', 'violated'] as const).filter((verdict) => idsOf(ledger, verdict, 'lists').includes(idOf));
}

const right: LinkTo = (query, hasMore) => (hasMore ? `/rooms?${query}` : null);
const without = (query: URLSearchParams, name: string) => {
  query.delete(name);
  return `/rooms?${query}`;
};

test.each<[what: string, linkTo: LinkTo, shown: string[]]>([
  ['the next page', right, ['kept']],
  [
    'the next page of all addresses',
    (query, hasMore) => (hasMore ? `http://localhost/rooms?${query}` : null),
    ['kept'],
  ],
  ['the page itself', (query, hasMore) => (hasMore ? without(query, 'page') : null), ['violated']],
  ['the next page of everything', (query, hasMore) => (hasMore ? without(query, 'kind') : null), ['violated']],
  ['nothing', () => null, ['violated']],
  ['the next page, also from the last one', (query) => `/rooms?${query}`, ['violated']],
  ['what is no page of the list', (_, hasMore) => (hasMore ? '/help' : null), ['kept']],
])('a page links to %s', async (_, linkTo, shown) => expect(await shownOf(linkTo)).toEqual(shown));

test('where there is no way to say that no page follows, the last one may have a link', async () => {
  expect(await shownOf((query) => `/rooms?${query}`, { linkSchema: '{ type: string }' })).toEqual(['kept']);
});

test('where a description says that the last page has no link, it has none to a page without items', async () => {
  const linkSchema = "{ type: string, description: 'The next page; left out on the last page' }";
  expect(await shownOf((query) => `/rooms?${query}`, { linkSchema })).toContain('violated');
  expect(await shownOf(right, { linkSchema })).toEqual(['kept']);
});

test('nor has it one where it is full', async () => {
  const linkSchema = "{ type: [string, 'null'], description: 'The next page, or null where there is none' }";
  const afterFullOnes: LinkTo = (query, _, isFull) => (isFull ? `/rooms?${query}` : null);
  expect(await shownOf(afterFullOnes, { linkSchema })).toContain('violated');
  expect(await shownOf(right, { linkSchema })).toEqual(['kept']);
  expect(await shownOf(afterFullOnes)).toEqual(['kept']);
});

test.each<[what: string, properties: string, way: string, names: string[]]>([
  ['links.next', beside.replace('LINK', link), numbered, ['links.next']],
  [
    'a link of another name',
    'paging: { type: object, properties: { nextUrl: {} } }, next_link: { type: string }',
    numbered,
    ['next_link'],
  ],
  [
    'a link in an object',
    '_links: { properties: { next: { properties: { href: { type: string } } } } }',
    numbered,
    ['_links.next.href'],
  ],
  ['an address', `next: ${link}`, continued, ['next']],
  ['what may be a token', 'next: { type: string }', continued, []],
  ['the link of a list that has a size alone', beside.replace('LINK', link), '', ['links.next']],
])('%s is found', (_, properties, way, names) => {
  const specification = withoutWorkflows(describedWith(properties, way));
  const ids = catalogueOf(specification, 'server').map(({ id }) => id);
  expect(ids.filter((id) => id.startsWith('listRooms.next.'))).toEqual(names.map((name) => `listRooms.next.${name}`));
});

test('its faults are detected', async () => {
  const description = describedWith();
  const context = new MessageContext(withoutWorkflows(description));
  const own = addReachedBy('lists', description, benchFor(description).ledger);
  const faults = own
    .filter(({ id }) => id === 'listRooms.next.links.next')
    .flatMap((one) => kindOf(one).server?.faults(context, one) ?? []);
  expect(faults.map(({ what }) => what)).toEqual(['links to the page itself', 'is null on every page']);
  for (const { wrap } of faults) expect(await shownOf(right, { wrap })).toContain('violated');
});
