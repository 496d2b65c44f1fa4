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
const inData = (schema: string) => object(`data: ${schema}`, 'data');
const type = 'type: { type: string, const: doors }';
const id = 'id: { type: string, pattern: "^[1-9][0-9]{0,8}$" }';
const code = 'code: { type: string, pattern: "^[0-9]{4}$", writeOnly: true }';
const attributes = object(`label: { type: string, minLength: 1 }, ${code}`, 'label, code');
const changed = object(`label: { type: string, minLength: 1 }, ${code}`, '');
const door = object(`${type}, ${id}, attributes: ${attributes}`, 'type, id, attributes');
const body = (schema: string) => `requestBody: { required: true, ${json(inData(schema))} }`;
const refusals = ['400', '404', '409'].map((status) => `'${status}': { description: '' }`).join(', ');
const answer = (status: number) =>
  `responses: { '${status}': { description: '', ${json(inData(door))} }, ${refusals} }`;

/** Doors as JSON:API has them: what changes one names it in `data` as well, and its code is never shown. */
const specification = withoutWorkflows(
  descriptionOf(`
/doors:
  post:
    operationId: addDoor
    ${body(object(`${type}, attributes: ${attributes}`, 'type, attributes'))}
    ${answer(201)}
/doors/{doorId}:
  parameters: [{ name: doorId, in: path, required: true, schema: { type: string, pattern: "^[1-9][0-9]{0,8}$" } }]
  get: { operationId: readDoor, ${answer(200)} }
  patch:
    operationId: changeDoor
    ${body(object(`${type}, ${id}, attributes: ${changed}`, 'type, id, attributes'))}
    ${answer(200)}`),
);

type Fault = 'none' | 'keeps the label' | 'shows the code';

function doorServer(fault: Fault = 'none') {
  const doors = new Map<string, ExactObject>();
  const shown = (key: string, status = 200): ResponseParts => {
    const { code: secret = null, ...others } = doors.get(key) ?? {};
    const open = fault === 'shows the code' ? { ...others, code: secret } : others;
    return { status, body: { data: { type: 'doors', id: key, attributes: open } } };
  };

  const change = (key: string, sent: Exact | undefined): ResponseParts => {
    if (!isChange(sent)) return { status: 400 };
    if (!doors.has(key)) return { status: 404 };
    if (sent['id'] !== key) return { status: 409 };
    const { label: _, ...others } = attributesOf(sent);
    doors.set(key, { ...doors.get(key), ...(fault === 'keeps the label' ? others : attributesOf(sent)) });
    return shown(key);
  };

  const respond = (request: HttpRequest): ResponseParts => {
    const { pathname } = new URL(request.target, 'http://localhost');
    const [, collection, key] = pathname.split('/');
    if (collection !== 'doors') return { status: 404 };
    if (request.method === 'GET') return doors.has(key ?? '') ? shown(key ?? '') : { status: 404 };
    if (request.method !== (key === undefined ? 'POST' : 'PATCH')) return { status: 405 };
    const sent = sentData(request);
    if (key !== undefined) return change(key, sent);
    if (!isNew(sent)) return { status: 400 };
    const made = String(doors.size + 1);
    doors.set(made, attributesOf(sent));
    return shown(made, 201);
  };

  return { respond };
}

function sentData(request: HttpRequest): Exact | undefined {
  const isJson = /^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '');
  const document = isJson ? jsonIn(request.body) : undefined;
  return document !== undefined && hasOnly(document, ['data']) ? document['data'] : undefined;
}

function hasOnly(value: Exact | undefined, names: readonly string[]): value is ExactObject {
  return value !== undefined && isExactObject(value) && Object.keys(value).every((name) => names.includes(name));
}

function attributesOf(data: ExactObject): ExactObject {
  const own = data['attributes'];
  return own !== undefined && isExactObject(own) ? own : {};
}

function areAttributes(value: Exact | undefined): boolean {
  if (!hasOnly(value, ['label', 'code'])) return false;
  const { label = 'any', code: secret = '0000' } = value;
  return typeof label === 'string' && label !== '' && typeof secret === 'string' && /^\d{4}$/.test(secret);
}

function isNew(data: Exact | undefined): data is ExactObject {
  if (!hasOnly(data, ['type', 'attributes']) || data['type'] !== 'doors') return false;
  const isWhole = ['label', 'code'].every((name) => within(data, ['attributes', name]) !== undefined);
  return isWhole && areAttributes(data['attributes']);
}

function isChange(data: Exact | undefined): data is ExactObject {
  if (!hasOnly(data, ['type', 'id', 'attributes']) || data['type'] !== 'doors') return false;
  return (
    /^[1-9]\d{0,8}$/.test(String(data['id'])) && typeof data['id'] === 'string' && areAttributes(data['attributes'])
  );
}

test('a server of documents that name their item, and hide what is secret, is not blamed', async () => {
  expect(await notKeptBy(doorServer(), specification, 'key', 1, false)).toEqual([]);
});

test('a change that keeps what it should change is seen', async () => {
  expect(await notKeptBy(doorServer('keeps the label'), specification, 'key', 1, true)).toContain(
    'changeDoor.kept.data',
  );
});

test('a secret among the attributes that comes back is seen', async () => {
  expect(await notKeptBy(doorServer('shows the code'), specification, 'key', 1, true)).toContain(
    'addDoor.hides.data.attributes.code',
  );
});
