import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const object = (properties: string, required: string) =>
  `{ type: object, required: [${required}], properties: { ${properties} } }`;
const watts = 'watts: { type: integer, minimum: 0, maximum: 99 }, color: { enum: [red, blue] }';
const lamp = object(`id: { type: integer }, ${watts}`, 'id, watts, color');
const page = object(
  `items: { type: array, items: ${lamp} }, next_cursor: { type: [string, 'null'] }`,
  'items, next_cursor',
);
const inQuery = (name: string, schema: string) => `{ name: ${name}, in: query, schema: ${schema} }`;
const parameters = [
  inQuery('limit', '{ type: integer, minimum: 1, maximum: 1000, default: 50 }'),
  inQuery('cursor', '{ type: string }'),
  inQuery('color', '{ enum: [red, blue] }'),
  inQuery('sort', '{ enum: [watts, -watts] }'),
];

const description = descriptionOf(`
/lamps:
  get:
    operationId: listLamps
    parameters: [${parameters.join(', ')}]
    responses: { '200': { description: '', ${json(page)} }, '400': { description: '' } }
  post:
    operationId: addLamp
    requestBody: { required: true, ${json(object(watts, 'watts, color'))} }
    responses: { '201': { description: '', ${json(lamp)} }, '400': { description: '' } }`);

/** A server whose cursors say how many items come before. `lost`: what they forget. */
function shop(lost?: 'sort' | 'color') {
  const lamps: ExactObject[] = [];
  const list = (query: URLSearchParams): ResponseParts => {
    const schemaOf = (index: number) => `${description.operations[0]?.pointer}/parameters/${index}/schema`;
    const [limit = '50', cursor, color, sort] = ['limit', 'cursor', 'color', 'sort'].map(
      (one) => query.get(one) ?? undefined,
    );
    const size = /^\d+$/.test(limit) ? Number(limit) : limit;
    const isValid = [size, cursor, color, sort].every(
      (value, index) => value === undefined || description.schemas.isValid('request', schemaOf(index), value),
    );
    const before = cursor === undefined ? 0 : Number(cursor);
    if (!isValid || !Number.isInteger(before)) return { status: 400 };
    const asked = (name: 'sort' | 'color', value: string | undefined) =>
      cursor !== undefined && lost === name ? undefined : value;
    const wanted = asked('color', color);
    const sign = { watts: 1, '-watts': -1 }[asked('sort', sort) ?? ''] ?? 0;
    const all = lamps
      .filter((one) => wanted === undefined || one['color'] === wanted)
      .toSorted((one, other) => sign * (Number(one['watts']) - Number(other['watts'])));
    const end = before + Number(size);
    return { body: { items: all.slice(before, end), next_cursor: end < all.length ? String(end) : null } };
  };
  return {
    respond(request: HttpRequest): ResponseParts {
      const { pathname, searchParams } = new URL(request.target, 'http://localhost');
      if (pathname !== '/lamps') return { status: 404 };
      if (request.method === 'GET') return list(searchParams);
      if (request.method !== 'POST') return { status: 405 };
      const sent = /^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '') && jsonIn(request.body);
      const schema = `${description.operations[1]?.pointer}/requestBody/content/application~1json/schema`;
      if (!sent || !isExactObject(sent) || !description.schemas.isValid('request', schema, sent))
        return { status: 400 };
      lamps.push({ id: lamps.length + 1, watts: sent['watts'] ?? null, color: sent['color'] ?? null });
      return { status: 201, body: lamps.at(-1) ?? null };
    },
  };
}

const found = (lost?: 'sort' | 'color') => notKeptBy(shop(lost), withoutWorkflows(description), '', 1, true);

test('pages that go on as they were asked for are not blamed', async () => {
  expect(await found()).toEqual([]);
});

test.each([
  ['sort', 'listLamps.sorted.sort'],
  ['color', 'listLamps.only.color'],
] as const)('%s is looked at on later pages, too', async (lost, id) => {
  expect(await found(lost)).toEqual([id]);
});
