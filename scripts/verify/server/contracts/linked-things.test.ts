import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject, within } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const object = (properties: string, required: string) =>
  `{ type: object, required: [${required}], additionalProperties: false, properties: { ${properties} } }`;
const typed = (type: string) => `type: { type: string, const: ${type} }`;
const id = 'id: { type: string, pattern: "^[0-9]{6}$" }';
const link = object(`${typed('people')}, ${id}`, 'type, id');
const inData = (schema: string) => object(`data: ${schema}`, 'data');
const retired = 'retiredAt: { type: [string, "null"], format: date-time, readOnly: true }';
const person = `attributes: ${object(`name: { type: string, minLength: 1 }, ${retired}`, 'name, retiredAt')}`;
const desk = `relationships: ${object(`keeper: ${inData(link)}`, 'keeper')}`;
const body = (schema: string) => `requestBody: { required: true, ${json(inData(schema))} }`;
const refusals = ['400', '404', '409', '422'].map((status) => `'${status}': { description: '' }`).join(', ');
const answer = (status: number, schema: string) =>
  `responses: { '${status}': { description: '', ${json(inData(schema))} }, ${refusals} }`;
const shownPerson = object(`${typed('people')}, ${id}, ${person}`, 'type, id, attributes');
const inPath = (name: string) =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string, pattern: "^[0-9]{6}$" } }]`;

/**
 * People who take over from one another, and are listed until somebody does, and desks that one of them keeps, named by
 * type and identifier.
 */
const specification = withoutWorkflows(
  descriptionOf(`
/people:
  get:
    operationId: listPeople
    responses: { '200': { description: '', ${json(inData(`{ type: array, items: ${shownPerson} }`))} } }
  post:
    operationId: addPerson
    ${body(object(`${typed('people')}, ${person}`, 'type, attributes'))}
    ${answer(201, shownPerson)}
/people/{personId}:
  ${inPath('personId')}
  get: { operationId: readPerson, ${answer(200, shownPerson)} }
/people/{personId}/succeed:
  ${inPath('personId')}
  post: { operationId: succeed, ${body(link)}, ${answer(200, shownPerson)} }
/desks:
  post:
    operationId: addDesk
    ${body(object(`${typed('desks')}, ${desk}`, 'type, relationships'))}
    ${answer(201, object(`${typed('desks')}, ${id}, ${desk}`, 'type, id, relationships'))}`),
);

type Fault = 'none' | 'takes any keeper';

function office(fault: Fault = 'none') {
  const people = new Map<string, ExactObject>();
  let desks = 0;
  const shown = (key: string, status = 200): ResponseParts => ({
    status,
    body: { data: { type: 'people', id: key, attributes: people.get(key) ?? {} } },
  });

  const active = (): ExactObject[] =>
    [...people]
      .filter(([, { retiredAt }]) => retiredAt === null)
      .map(([key, attributes]) => ({ type: 'people', id: key, attributes }));

  const addPerson = (data: Exact | undefined): ResponseParts => {
    const name = within(data, ['attributes', 'name']);
    if (!hasOnly(data, ['type', 'attributes']) || data['type'] !== 'people') return { status: 400 };
    if (!hasOnly(data['attributes'], ['name', 'retiredAt']) || typeof name !== 'string' || name === '')
      return { status: 400 };
    const key = String(518_273 + people.size);
    people.set(key, { name, retiredAt: null });
    return shown(key, 201);
  };

  const succeed = (key: string, data: Exact | undefined): ResponseParts => {
    if (!isLink(data)) return { status: 400 };
    if (!people.has(key)) return { status: 404 };
    const other = people.get(String(data['id']));
    if (other === undefined) return { status: 422 };
    if (other === people.get(key) || other['retiredAt'] !== null) return { status: 409 };
    people.set(String(data['id']), { ...other, retiredAt: '2030-01-01T00:00:00Z' });
    return shown(key);
  };

  const addDesk = (data: Exact | undefined): ResponseParts => {
    const relationships = hasOnly(data, ['type', 'relationships']) ? data['relationships'] : undefined;
    const keeper = hasOnly(relationships, ['keeper']) ? relationships['keeper'] : undefined;
    const linked = hasOnly(keeper, ['data']) ? keeper['data'] : undefined;
    if (within(data, ['type']) !== 'desks' || relationships === undefined || !isLink(linked)) return { status: 400 };
    if (!people.has(String(linked['id']))) return { status: 422 };
    desks += 1;
    const kept = fault === 'takes any keeper' ? { keeper: { data: { type: 'people', id: '100000' } } } : relationships;
    return { status: 201, body: { data: { type: 'desks', id: String(desks).padStart(6, '0'), relationships: kept } } };
  };

  const respond = (request: HttpRequest): ResponseParts => {
    const { pathname } = new URL(request.target, 'http://localhost');
    const [, collection, key = '', action] = pathname.split('/');
    const isRead = collection === 'people' && key !== '' && action === undefined;
    if (isRead && request.method === 'GET') return people.has(key) ? shown(key) : { status: 404 };
    if (collection === 'people' && key === '' && request.method === 'GET') return { body: { data: active() } };
    if (request.method !== 'POST' || isRead) return { status: 405 };
    const data = sentData(request);
    if (collection === 'desks') return addDesk(data);
    return action === undefined ? addPerson(data) : succeed(key, data);
  };

  return { respond };
}

function sentData(request: HttpRequest): Exact | undefined {
  const isJson = /^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '');
  const document = isJson ? jsonIn(request.body) : undefined;
  return hasOnly(document, ['data']) ? document['data'] : undefined;
}

function hasOnly(value: Exact | undefined, names: readonly string[]): value is ExactObject {
  return value !== undefined && isExactObject(value) && Object.keys(value).every((name) => names.includes(name));
}

function isLink(value: Exact | undefined): value is ExactObject {
  if (!hasOnly(value, ['type', 'id']) || value['type'] !== 'people') return false;
  return typeof value['id'] === 'string' && /^\d{6}$/.test(value['id']);
}

test('what names others by type and identifier names what is there, and may change them', async () => {
  expect(await notKeptBy(office(), specification, 'key', 1, false)).toEqual([]);
});

test('a thing that is linked to another one than was sent is seen', async () => {
  const notKept = await notKeptBy(office('takes any keeper'), specification, 'key', 1, true);
  expect(notKept).toContain('addDesk.kept.data');
});
