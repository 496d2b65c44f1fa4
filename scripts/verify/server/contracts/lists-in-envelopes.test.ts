import { expect, test } from 'vitest';
import { type ExactObject, isExactObject, parseExact } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { addReachedBy, benchFor, idsOf } from '../../test/bench.ts';
import { createItems, createMatches } from '../items/item-steps.ts';
import { StoredItems } from '../items/stored-items.ts';
import { checkList } from '../lists/list-check.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const room = '{ type: object, required: [kind], properties: { id: {}, kind: { enum: [small, large, none] } } }';
const held = `_embedded: { type: object, properties: { roomList: { type: array, items: ${room} } } }`;
const page = 'page: { type: object, properties: { totalElements: { type: integer } } }';
const description = descriptionOf(`
/rooms:
  get:
    operationId: listRooms
    parameters:
      - { name: size, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }
      - { name: page, in: query, schema: { type: integer, minimum: 0, default: 0 } }
      - { name: kind, in: query, schema: { enum: [small, large] } }
    responses: { '200': { description: '', ${json(`{ type: object, properties: { ${held}, ${page} } }`)} } }
  post:
    operationId: addRoom
    requestBody: { ${json(room)} }
    responses: { '201': { description: '', ${json(room)} } }
/rooms/{id}:
  parameters: [{ name: id, in: path, required: true, schema: {} }]
  get: { operationId: readRoom, responses: { '200': { description: '', ${json(room)} } } }
`);

/** What lists violate on a server that leaves out `_embedded` of a page without items. */
async function violatedBy(passes: (kind: string | null, one: ExactObject) => boolean, total = 0): Promise<string[]> {
  const rooms: ExactObject[] = [];
  const respond = ({ method, target, body }: HttpRequest): ResponseParts => {
    const { pathname, searchParams: query } = new URL(target, 'http://localhost');
    if (method === 'POST') {
      const sent = parseExact(body ?? Buffer.from('{}'));
      rooms.push({ ...(isExactObject(sent) ? sent : {}), id: rooms.length });
      return { status: 201, body: rooms.at(-1) };
    }
    if (pathname !== '/rooms') return { body: rooms[Number(pathname.split('/').at(-1))] };
    const [size, number] = [Number(query.get('size') ?? 10), Number(query.get('page') ?? 0)];
    const found = rooms.filter((one) => passes(query.get('kind'), one));
    const shown = found.slice(number * size, (number + 1) * size);
    const about = { page: { totalElements: found.length + total } };
    return { body: shown.length === 0 ? about : { _embedded: { roomList: shown }, ...about } };
  };
  const { session, ledger } = benchFor(description, respond);
  const [resource = expect.fail('There is no resource.')] = session.resources;
  addReachedBy('lists', description, ledger);
  const stored = new StoredItems(session, resource);
  await createItems(session, stored, 3);
  await createMatches(session, stored);
  await checkList(session, stored);
  return idsOf(ledger, 'violated', 'lists');
}

test('a list in `_embedded` is one of things, and may be left out where it is empty', async () => {
  expect(await violatedBy((kind, one) => kind === null || one['kind'] === kind)).toEqual([]);
});

test('a list in `_embedded` has what its filters say, and its number', async () => {
  expect(await violatedBy(() => true)).toContain('listRooms.only.kind');
  const isRight = (kind: string | null, one: ExactObject) => kind === null || one['kind'] === kind;
  expect(await violatedBy(isRight, 1)).toContain('listRooms.total.page.totalElements');
});
