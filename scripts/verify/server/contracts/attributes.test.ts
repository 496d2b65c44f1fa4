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
  `{ type: object, required: [${required}], properties: { ${properties} } }`;
const inData = (schema: string) => object(`data: ${schema}`, 'data');
const color = '{ enum: [red, blue] }';
const attributes = object(`color: ${color}, watts: { type: integer, minimum: 0, maximum: 99 }`, 'color, watts');
const lamp = object(`id: { type: integer }, attributes: ${attributes}`, 'id, attributes');
const inQuery = (name: string, schema: string) => `{ name: '${name}', in: query, schema: ${schema} }`;
const others = [
  inQuery('minWatts', '{ type: integer, minimum: 0, maximum: 99 }'),
  inQuery('sort', '{ enum: [watts, -watts] }'),
].join(', ');
const refusal = "'400': { description: '' }";

/** Lamps that have what clients set in `attributes`, as in JSON:API. */
const specificationWith = (filter: string) =>
  withoutWorkflows(
    descriptionOf(`
/lamps:
  get:
    operationId: listLamps
    parameters: [${filter}, ${others}]
    responses: { '200': { description: '', ${json(inData(`{ type: array, items: ${lamp} }`))} }, ${refusal} }
  post:
    operationId: addLamp
    requestBody: { required: true, ${json(inData(object(`attributes: ${attributes}`, 'attributes')))} }
    responses: { '201': { description: '', ${json(inData(lamp))} }, ${refusal} }`),
  );

type Fault = 'none' | 'filter[color]' | 'minWatts' | 'sort';

/** `ignored`: the parameter that makes no difference. */
function lampServer(ignored: Fault = 'none') {
  const lamps: ExactObject[] = [];
  const wattsOf = (lamp: ExactObject) => Number(within(lamp, ['attributes', 'watts']));

  const list = (query: URLSearchParams): ResponseParts => {
    const [wanted, least, sort] = ['filter[color]', 'minWatts', 'sort'].map((name) => query.get(name) ?? undefined);
    if (wanted !== undefined && !isColor(wanted)) return { status: 400 };
    if (least !== undefined && !/^\d\d?$/.test(least)) return { status: 400 };
    if (sort !== undefined && !/^-?watts$/.test(sort)) return { status: 400 };
    const data = lamps
      .filter((one) => wanted === undefined || ignored === 'filter[color]' || colorOf(one) === wanted)
      .filter((one) => least === undefined || ignored === 'minWatts' || wattsOf(one) >= Number(least));
    const sign = sort?.startsWith('-') === true ? -1 : 1;
    const isSorted = sort !== undefined && ignored !== 'sort';
    return { body: { data: isSorted ? data.toSorted((a, b) => sign * (wattsOf(a) - wattsOf(b))) : data } };
  };

  const respond = (request: HttpRequest): ResponseParts => {
    const { pathname, searchParams } = new URL(request.target, 'http://localhost');
    if (pathname !== '/lamps') return { status: 404 };
    if (request.method === 'GET') return list(searchParams);
    if (request.method !== 'POST') return { status: 405 };
    const isTyped = /^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '');
    const sent = isTyped ? within(jsonIn(request.body), ['data', 'attributes']) : undefined;
    if (!isLamp(sent)) return { status: 400 };
    const { color = null, watts = null } = sent;
    const made = { id: lamps.length + 1, attributes: { color, watts } };
    lamps.push(made);
    return { status: 201, body: { data: made } };
  };

  return { respond };
}

const isColor = (value: Exact | undefined) => value === 'red' || value === 'blue';
const colorOf = (lamp: ExactObject) => within(lamp, ['attributes', 'color']);

function isLamp(value: Exact | undefined): value is ExactObject {
  if (value === undefined || !isExactObject(value)) return false;
  const { color, watts } = value;
  return isColor(color) && typeof watts === 'number' && Number.isInteger(watts) && watts >= 0 && watts <= 99;
}

const filters: [what: string, filter: string][] = [
  ['by itself', inQuery('filter[color]', color)],
  [
    'in an object',
    `{ name: filter, in: query, style: deepObject, schema: { type: object, properties: { color: ${color} } } }`,
  ],
];

test.each(filters)('a list that is filtered and sorted by attributes, each %s, is not blamed', async (_, filter) => {
  expect(await notKeptBy(lampServer(), specificationWith(filter), 'key', 1, false)).toEqual([]);
});

test.each(filters)('a list that ignores filter[color], which is described %s, is seen', async (_, filter) => {
  const notKept = await notKeptBy(lampServer('filter[color]'), specificationWith(filter), 'key', 1, false);
  expect(notKept).toContain('listLamps.only.filter[color]');
});

test.each<[ignored: Fault, requirement: string]>([
  ['minWatts', 'listLamps.range.minWatts'],
  ['sort', 'listLamps.sorted.sort'],
])('a list that ignores %s is seen', async (ignored, requirement) => {
  const specification = specificationWith(inQuery('filter[color]', color));
  expect(await notKeptBy(lampServer(ignored), specification, 'key', 1, false)).toContain(requirement);
});
