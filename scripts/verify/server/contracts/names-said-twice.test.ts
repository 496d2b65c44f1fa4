import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const ok = (schema: string) => `'200': { description: '', ${json(schema)} }`;
const inPath = (name: string, type: string) => `{ name: ${name}, in: path, required: true, schema: { type: ${type} } }`;
const bodyOf = (schema: string) => `requestBody: { required: true, ${json(schema)} }`;
const refusals = "'400': { description: '' }, '404': { description: '' }";
const key = 'reader: { type: string }, title: { type: string }';
const rating = `{ type: object, properties: { ${key}, stars: { enum: [1, 2, 3] }, review: { type: string } } }`;
const dish = (required: string) =>
  `{ type: object, required: [${required}], properties: { id: { type: integer }, name: { type: string } } }`;
const order =
  '{ type: object, required: [dish_id], properties: { dish_id: { type: integer }, note: { type: string } } }';

const description = descriptionOf(`
/ratings/{reader}/{title}:
  parameters: [${inPath('reader', 'string')}, ${inPath('title', 'string')}]
  get: { operationId: readRating, responses: { ${ok(rating)}, '404': { description: '' } } }
  put: { operationId: rate, ${bodyOf(rating)}, responses: { '204': { description: '' }, ${refusals} } }
/dishes:
  post: { operationId: addDish, ${bodyOf(dish('name'))}, responses: { ${ok(dish('id, name'))}, ${refusals} } }
/dishes/{dish_id}/orders:
  post:
    operationId: order
    parameters: [${inPath('dish_id', 'integer')}]
    ${bodyOf(order)}
    responses: { '201': { description: '', ${json(order)} }, ${refusals} }
/dishes/{id}:
  parameters: [${inPath('id', 'integer')}]
  get: { operationId: readDish, responses: { ${ok(dish('id, name'))}, '404': { description: '' } } }
  put: { operationId: changeDish, ${bodyOf(dish('id, name'))}, responses: { ${ok(dish('id, name'))}, ${refusals} } }`);

type Mistake = 'stores no review' | 'stores no name';

/** A server that takes what its paths name from them, whatever a body says of it. */
function kitchen(mistake?: Mistake): { respond(request: HttpRequest): ResponseParts } {
  const stored = new Map<string, ExactObject>();
  const valid = (operationId: string, sent: Exact | undefined): sent is ExactObject => {
    const operation = description.operations.find(({ id }) => id === operationId);
    const schema = `${operation?.pointer}/requestBody/content/application~1json/schema`;
    return isExactObject(sent) && description.schemas.isValid('request', schema, sent);
  };
  const store = (path: string, item: ExactObject, shown: boolean): ResponseParts => {
    stored.set(path, item);
    return shown ? { body: item } : { status: 204 };
  };
  return {
    respond(request) {
      const { method, target, body } = request;
      const [, kind, first = '', second] = new URL(target, 'http://localhost').pathname
        .split('/')
        .map(decodeURIComponent);
      const isJson = body === null || /^application\/json\b/i.test(headerIn(request, 'Content-Type') ?? '');
      const sent = isJson ? jsonIn(body) : undefined;
      if (kind === 'dishes' && first === '' && method === 'POST') {
        const id = stored.size + 1;
        return valid('addDish', sent) ? store(`/dishes/${id}`, { ...sent, id }, true) : { status: 400 };
      }
      if (second === 'orders') {
        if (method !== 'POST') return { status: 405 };
        if (!stored.has(`/dishes/${Number(first)}`)) return { status: 404 };
        return valid('order', sent) ? { status: 201, body: { ...sent, dish_id: Number(first) } } : { status: 400 };
      }
      const path = kind === 'dishes' ? `/dishes/${Number(first)}` : `${first}\n${second}`;
      const item = stored.get(path);
      if (kind === 'ratings' && second !== undefined && method === 'PUT') {
        if (!valid('rate', sent)) return { status: 400 };
        const { review = null, ...others } = sent;
        const kept = mistake === 'stores no review' || review === null ? others : { ...others, review };
        return store(path, { ...kept, reader: first, title: second }, false);
      }
      if (kind !== 'ratings' && kind !== 'dishes') return { status: 404 };
      if (method !== 'GET' && method !== 'PUT') return { status: 405 };
      if (item === undefined) return { status: 404 };
      if (method === 'GET') return { body: item };
      if (!valid('changeDish', sent)) return { status: 400 };
      const name = mistake === 'stores no name' ? (item['name'] ?? null) : (sent['name'] ?? null);
      return store(path, { name, id: item['id'] ?? null }, true);
    },
  };
}

const found = (mistake: Mistake | undefined, seed: number) =>
  notKeptBy(kitchen(mistake), withoutWorkflows(description), '', seed, false);

test.each([1, 2, 3])(
  'what a path says is kept as the path says it, whatever else a body may say (seed %i)',
  async (seed) => {
    expect(await found(undefined, seed)).toEqual([]);
  },
);

test('what the body alone says is looked at', async () => {
  expect(await found('stores no review', 1)).toContain('readRating.returns.rate');
  expect(await found('stores no name', 1)).toContain('changeDish.kept.name');
});
