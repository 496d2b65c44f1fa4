import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject, within } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { serverFaultsOf } from '../../../requirements/test/fault-detection.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const object = (properties: string, required: string) =>
  `{ type: object, required: [${required}], additionalProperties: false, properties: { ${properties} } }`;
const inData = (schema: string) => object(`data: ${schema}`, 'data');
const key = '{ type: string, pattern: "^[0-9]{6}$" }';
const typed = (type: string) => `type: { type: string, const: ${type} }`;
const link = object(`${typed('rooms')}, id: ${key}`, 'type, id');
const place = `relationships: ${object(`room: ${inData(link)}`, 'room')}`;
const refusals = ['400', '404', '422'].map((status) => `'${status}': { description: '' }`).join(', ');
const answers = (status: number, schema: string) =>
  `responses: { '${status}': { description: '', ${json(inData(schema))} }, ${refusals} }`;
const sent = (schema: string) => `requestBody: { required: true, ${json(inData(schema))} }`;
const room = object(`${typed('rooms')}, id: ${key}`, 'type, id');
const newLamp = object(`${typed('lamps')}, ${place}`, 'type, relationships');
const lamp = object(`${typed('lamps')}, id: ${key}, ${place}`, 'type, id, relationships');

/** Lamps in rooms, which a list is filtered by. */
const specification = withoutWorkflows(
  descriptionOf(`
/rooms:
  post: { operationId: addRoom, ${sent(object(typed('rooms'), 'type'))}, ${answers(201, room)} }
/rooms/{roomId}:
  parameters: [{ name: roomId, in: path, required: true, schema: ${key} }]
  get: { operationId: readRoom, ${answers(200, room)} }
/lamps:
  get:
    operationId: listLamps
    parameters: [{ name: 'filter[room]', in: query, schema: ${key} }]
    ${answers(200, `{ type: array, items: ${lamp} }`)}
  post: { operationId: addLamp, ${sent(newLamp)}, ${answers(201, lamp)} }`),
);

type Fault = 'none' | 'ignores the filter' | 'lists the newest alone';

function house(fault: Fault = 'none') {
  const rooms: string[] = [];
  const lamps: ExactObject[] = [];
  const roomOf = (one: ExactObject) => within(one, ['relationships', 'room', 'data', 'id']);

  const listOf = (wanted: string | null): ResponseParts => {
    if (wanted !== null && !/^\d{6}$/.test(wanted)) return { status: 400 };
    const found = lamps.filter((one) => wanted === null || fault === 'ignores the filter' || roomOf(one) === wanted);
    return { body: { data: wanted !== null && fault === 'lists the newest alone' ? found.slice(-1) : found } };
  };

  const addLamp = (data: Exact | undefined): ResponseParts => {
    if (!hasOnly(data, ['type', 'relationships']) || data['type'] !== 'lamps') return { status: 400 };
    const linked = within(onlyIn(data['relationships'], 'room'), ['data']);
    const isLink =
      hasOnly(linked, ['type', 'id']) && linked['type'] === 'rooms' && /^\d{6}$/.test(String(linked['id']));
    const isAlone = hasOnly(onlyIn(data['relationships'], 'room'), ['data']);
    if (!isLink || !isAlone || typeof linked['id'] !== 'string') return { status: 400 };
    if (!rooms.includes(linked['id'])) return { status: 422 };
    const made = { type: 'lamps', id: String(200_000 + lamps.length), relationships: { room: { data: linked } } };
    lamps.push(made);
    return { status: 201, body: { data: made } };
  };

  const addRoom = (data: Exact | undefined): ResponseParts => {
    if (!hasOnly(data, ['type']) || data['type'] !== 'rooms') return { status: 400 };
    const id = String(100_000 + rooms.length);
    rooms.push(id);
    return { status: 201, body: { data: { type: 'rooms', id } } };
  };

  const respond = (request: HttpRequest): ResponseParts => {
    const { pathname, searchParams } = new URL(request.target, 'http://localhost');
    const [, collection, id] = pathname.split('/');
    if (collection === 'rooms' && id !== undefined && request.method === 'GET')
      return rooms.includes(id) ? { body: { data: { type: 'rooms', id } } } : { status: 404 };
    if (collection === 'lamps' && request.method === 'GET') return listOf(searchParams.get('filter[room]'));
    if (request.method !== 'POST' || id !== undefined) return { status: 405 };
    const isTyped = /^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '');
    const data = onlyIn(isTyped ? jsonIn(request.body) : undefined, 'data');
    return collection === 'lamps' ? addLamp(data) : addRoom(data);
  };

  return { respond };
}

function hasOnly(value: Exact | undefined, names: readonly string[]): value is ExactObject {
  return value !== undefined && isExactObject(value) && Object.keys(value).every((name) => names.includes(name));
}

function onlyIn(value: Exact | undefined, name: string): Exact | undefined {
  return hasOnly(value, [name]) ? value[name] : undefined;
}

test('a list that is filtered by what its items are related to is not blamed', async () => {
  expect(await notKeptBy(house(), specification, 'key', 1, false)).toEqual([]);
});

test.each<[fault: Fault, requirement: string]>([
  ['ignores the filter', 'listLamps.only.filter[room]'],
  ['lists the newest alone', 'listLamps.every.filter[room]'],
])('a list that %s is seen', async (fault, requirement) => {
  expect(await notKeptBy(house(fault), specification, 'key', 1, false)).toContain(requirement);
});

// Others show on pages, or by items that are in no room.
const shown = ['ignored', 'inverted', 'without the last match', 'without the oldest match'];
const faults = serverFaultsOf(specification, ({ id }) => /^listLamps\.(only|every)\./.test(id)).filter(({ fault }) =>
  shown.includes(fault.what),
);
test.each(faults.map((one) => [one.name, one] as const))('%s: is seen', async (_, { requirement, fault }) => {
  const notKept = await notKeptBy(house(), specification, 'key', 1, true, fault.wrap);
  expect(notKept).toContain(requirement.id);
});
