import { describe, expect, test } from 'vitest';
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
const id = 'id: { type: integer }';
const color = 'color: { enum: [red, blue] }';
const set = `${color}, watts: { type: integer, minimum: 0, maximum: 99, default: 40 }`;
const shown = object(`${set}, createdAt: { type: string }`, 'color, watts, createdAt');
const schemas = `components: { schemas: { Lamp: ${object(`${id}, attributes: ${shown}`, 'id, attributes')} } }`;
const lamp = inData("{ $ref: '#/components/schemas/Lamp' }");
const sentAs = (attributes: string) => `requestBody: { required: true, ${json(inData(attributes))} }`;
const withAttributes = (properties: string, required: string) =>
  object(`attributes: ${object(properties, required)}`, 'attributes');
const change = `{ type: object, minProperties: 1, additionalProperties: false, properties: { ${set} } }`;
const refusals = ['400', '404'].map((status) => `'${status}': { description: '' }`).join(', ');
const answers = (status: number) => `responses: { '${status}': { description: '', ${json(lamp)} }, ${refusals} }`;
const inPath = 'parameters: [{ name: lampId, in: path, required: true, schema: { type: integer } }]';

/** Lamps that have what clients set in `attributes`, as in JSON:API. */
const specification = withoutWorkflows(
  descriptionOf(
    `
/lamps:
  post: { operationId: addLamp, ${sentAs(withAttributes(set, 'color'))}, ${answers(201)} }
/lamps/{lampId}:
  ${inPath}
  get: { operationId: readLamp, ${answers(200)} }
  patch: { operationId: changeLamp, ${sentAs(object(`attributes: ${change}`, 'attributes'))}, ${answers(200)} }
/lamps/{lampId}/dim:
  ${inPath}
  post: { operationId: dimLamp, ${sentAs(withAttributes('color: { enum: [red, blue] }', 'color'))}, ${answers(200)} }`,
    schemas,
  ),
);

type Fault = 'none' | 'resets watts' | 'renews createdAt' | 'dims in red';

function lampServer(fault: Fault = 'none') {
  const lamps: ExactObject[] = [];
  let seconds = 0;
  const now = () => new Date(Date.UTC(2030, 0, 1) + 1000 * seconds++).toISOString();

  const answerWith = (index: number, status = 200): ResponseParts => ({
    status,
    body: { data: { id: index + 1, attributes: lamps[index] ?? {} } },
  });

  const changed = (before: ExactObject, sent: ExactObject): ExactObject => ({
    ...before,
    ...(fault === 'resets watts' && { watts: 40 }),
    ...(fault === 'renews createdAt' && { createdAt: now() }),
    ...sent,
  });

  const respond = (request: HttpRequest): ResponseParts => {
    const { pathname } = new URL(request.target, 'http://localhost');
    const [, collection, index, action] = pathname.split('/');
    const allowed = index === undefined ? ['POST'] : action === undefined ? ['GET', 'PATCH'] : ['POST'];
    if (collection !== 'lamps' || !['dim', undefined].includes(action)) return { status: 404 };
    if (!allowed.includes(request.method)) return { status: 405 };
    const number = Number(index) - 1;
    const before = lamps[number];
    if (index !== undefined && (before === undefined || !/^[1-9]\d*$/.test(index))) return { status: 404 };
    if (request.method === 'GET') return answerWith(number);
    const sent = sentBy(request);
    if (sent === undefined) return { status: 400 };
    if (before === undefined) {
      if (sent['color'] === undefined) return { status: 400 };
      lamps.push({ watts: 40, ...sent, createdAt: now() });
      return answerWith(lamps.length - 1, 201);
    }
    const isDimmed = action !== undefined;
    if (isDimmed && (sent['color'] === undefined || sent['watts'] !== undefined)) return { status: 400 };
    if (Object.keys(sent).length === 0) return { status: 400 };
    lamps[number] = isDimmed
      ? { ...before, color: fault === 'dims in red' ? 'red' : (sent['color'] ?? null) }
      : changed(before, sent);
    return answerWith(number);
  };

  return { respond };
}

function hasOnly(value: Exact | undefined, names: readonly string[]): value is ExactObject {
  return value !== undefined && isExactObject(value) && Object.keys(value).every((name) => names.includes(name));
}

function sentBy(request: HttpRequest): ExactObject | undefined {
  const isTyped = /^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '');
  const body = isTyped ? jsonIn(request.body) : undefined;
  const data = hasOnly(body, ['data']) ? body['data'] : undefined;
  const sent = hasOnly(data, ['attributes']) ? within(data, ['attributes']) : undefined;
  if (!hasOnly(sent, ['color', 'watts'])) return undefined;
  const { color = 'red', watts = 0 } = sent;
  const isNumber = typeof watts === 'number' && Number.isInteger(watts) && watts >= 0 && watts <= 99;
  return isNumber && (color === 'red' || color === 'blue') ? sent : undefined;
}

test('a server that changes the attributes that it is sent is not blamed', async () => {
  expect(await notKeptBy(lampServer(), specification, 'key', 1, false)).toEqual([]);
});

test.each<[fault: Fault, requirement: string]>([
  ['resets watts', 'changeLamp.leaves.watts'],
  ['renews createdAt', 'changeLamp.createdAt.createdAt'],
  ['dims in red', 'dimLamp.answers.color'],
])('a server that %s is seen', async (fault, requirement) => {
  expect(await notKeptBy(lampServer(fault), specification, 'key', 1, false)).toContain(requirement);
});

describe('a fault of mutation testing is seen', () => {
  const faults = serverFaultsOf(specification, ({ id: own }) => /^\w+\.(leaves|createdAt|answers)\./.test(own));
  test.each(faults.map((one) => [one.name, one] as const))('%s', async (_, { requirement, fault }) => {
    const notKept = await notKeptBy(lampServer(), specification, 'key', 1, true, fault.wrap);
    expect(notKept).toContain(requirement.id);
  });

  test('of each of these kinds', () => {
    const ids = ['leaves.color', 'leaves.watts', 'createdAt.createdAt'].map((name) => `changeLamp.${name}`);
    const found = new Set(faults.map(({ requirement }) => requirement.id));
    expect([...found].toSorted()).toEqual([...ids, 'dimLamp.answers.color'].toSorted());
  });
});
