import { expect, test } from 'vitest';
import { type ExactObject, isExactObject, parseExact } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
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
const page = '{ type: integer, minimum: 1, default: 1 }';
const describedAs = (text: string) =>
  descriptionOf(`
/rooms:
  get:
    operationId: listRooms
    parameters:
      - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }
      - { name: page, in: query, schema: ${page} }
      - { name: kind, in: query, schema: { enum: [small, large] } }
    responses:
      '200':
        description: ''
        headers: { Link: { description: '${text}' } }
        ${json(`{ type: array, items: ${room} }`)}
  post:
    operationId: addRoom
    requestBody: { ${json(room)} }
    responses: { '201': { description: '', ${json(room)} } }
/rooms/{id}:
  parameters: [{ name: id, in: path, required: true, schema: {} }]
  get: { operationId: readRoom, responses: { '200': { description: '', ${json(room)} } } }
`);

const description = describedAs('');

const idOf = 'listRooms.next.Link';

type LinkTo = (query: URLSearchParams, last: number) => string | undefined;

/**
 * What is shown of the link to the next page, which this makes of the query of it and the last item before it. `text`
 * describes it; `isAlways`: the last page has one as well.
 */
async function shownOf(
  linkTo: LinkTo,
  wrap: Wrap = (send) => send,
  { text, isAlways }: { text: string; isAlways: boolean } = { text: '', isAlways: false },
): Promise<string[]> {
  const description = describedAs(text);
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
    const after = Number(query.get('after') ?? -1);
    const found = rooms.filter((one, id) => id > after && (kind === null || one['kind'] === kind));
    query.set('page', String(number + 1));
    const items = found.slice((number - 1) * size, number * size);
    const link = isAlways || number * size < found.length ? linkTo(query, Number(items.at(-1)?.['id'])) : undefined;
    const headers = { 'Content-Type': 'application/json', ...(link !== undefined && { Link: `${link}; rel="next"` }) };
    return { body: query.has('order') ? items.toReversed() : items, headers };
  };
  const { session, ledger } = benchFor(description, respond, undefined, (send, clock) => wrap(send, harnessAt(clock)));
  const [resource = expect.fail('There is no resource.')] = session.resources;
  addReachedBy('lists', description, ledger);
  const stored = new StoredItems(session, resource);
  await createItems(session, stored, 3);
  await createMatches(session, stored);
  await checkList(session, stored);
  expect(idsOf(ledger, 'violated', 'lists').filter((id) => id !== idOf)).toEqual([]);
  return (['kept', 'violated', 'unproven'] as const).filter((verdict) =>
    idsOf(ledger, verdict, 'lists').includes(idOf),
  );
}

const without = (query: URLSearchParams, name: string) => {
  query.delete(name);
  return `<http://localhost/rooms?${query}>`;
};

const laterIn = (query: URLSearchParams) => {
  query.set('page', String(Number(query.get('page')) + 1));
  return query;
};

test.each<[what: string, linkTo: LinkTo, shown: string[]]>([
  ['the next page', (query) => `<http://localhost/rooms?${query}>`, ['kept']],
  ['the next page, as seen from this one', (query) => `<?${query}>`, ['kept']],
  ['the next page of another size', (query) => without(query, 'limit').replace('page=2', 'page=2&limit=2'), ['kept']],
  ['nothing', () => undefined, []],
  ['what is no page of the list', () => '</help>', []],
  ['the page itself', (query) => without(query, 'page'), ['violated']],
  ['the next page of everything', (query) => without(query, 'kind'), ['violated']],
  ['the next items of everything', (_, last) => `</rooms?limit=2&after=${last}>`, ['violated']],
  ['the page after the next', (query) => `</rooms?${laterIn(query)}>`, ['violated']],
  ['what comes later, in another order', (query) => `</rooms?${laterIn(query)}&order=other>`, ['kept']],
  ['a page after the last', (query) => `</rooms?${query}0>`, ['violated']],
])('a page links to %s', async (_, linkTo, shown) => expect(await shownOf(linkTo)).toEqual(shown));

const nextPage: LinkTo = (query) => `</rooms?${query}>`;

test.each<[text: string, shown: string]>([
  ['The next page.', 'kept'],
  ['The next page, if there is one.', 'violated'],
  ['Left out on the last page.', 'violated'],
  ['The next page, as far as there is such.', 'violated'],
])('a link on the last page to one with nothing, described as %j, is %s', async (text, shown) => {
  expect(await shownOf(nextPage, undefined, { text, isAlways: true })).toEqual([shown]);
  expect(await shownOf(nextPage, undefined, { text, isAlways: false })).toEqual(['kept']);
});

test('the fault of it is detected', async () => {
  const context = new MessageContext(withoutWorkflows(description));
  const own = addReachedBy('lists', description, benchFor(description).ledger).filter(({ id }) => id === idOf);
  const [fault = expect.fail('There is no fault.')] = own.flatMap(
    (one) => kindOf(one).server?.faults(context, one) ?? [],
  );
  expect(await shownOf((query) => `<http://localhost/rooms?${query}>`, fault.wrap)).toEqual(['violated']);
});
