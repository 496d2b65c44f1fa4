import { describe, expect, test } from 'vitest';
import { isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const refused = (...statuses: number[]) => statuses.map((status) => `, '${status}': { description: '' }`).join('');
const made = (name: string) => `'201': { description: '', ${json(`{ $ref: '#/components/schemas/${name}' }`)} }`;
const id = '{ type: integer, minimum: 1, maximum: 2000000 }';
const orders = json("{ type: array, items: { $ref: '#/components/schemas/Order' } }");
const listed = (operationId: string, statuses: number[], others = '') => `
    operationId: ${operationId}
    parameters:
      - { name: status, in: query, schema: { enum: [open, shipped] } }
      ${others}
    responses: { '200': { description: '', ${orders} }${refused(...statuses)} }`;
const sized = '- { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 20, default: 10 } }';

/** Orders are made by themselves; what a user has ordered, and an export, are lists of the same things. */
const description = descriptionOf(
  `
/users:
  post:
    operationId: addUser
    requestBody: { required: true, ${json("{ $ref: '#/components/schemas/NewUser' }")} }
    responses: { ${made('User')}${refused(400)} }
/users/{userId}:
  parameters: [{ name: userId, in: path, required: true, schema: ${id} }]
  get: { operationId: readUser, responses: { '200': { description: '' }${refused(400, 404)} } }
/users/{userId}/orders:
  parameters: [{ name: userId, in: path, required: true, schema: ${id} }]
  get: ${listed('listOrdersOfUser', [400, 404], sized)}
/exports/orders:
  get: ${listed('exportOrders', [400])}
/orders:
  post:
    operationId: addOrder
    requestBody: { required: true, ${json("{ $ref: '#/components/schemas/NewOrder' }")} }
    responses: { ${made('Order')}${refused(400, 422)} }`,
  `
components:
  schemas:
    NewUser: { type: object, required: [name], properties: { name: { type: string } } }
    User: { type: object, required: [id], properties: { id: ${id} } }
    NewOrder:
      type: object
      required: [userId, article]
      properties:
        userId: ${id}
        article: { type: string }
        status: { enum: [open, shipped], default: open }
    Order:
      type: object
      required: [id, userId, article, status]
      properties: { id: ${id}, userId: ${id}, article: { type: string }, status: { enum: [open, shipped] } }`,
);

type Mistake = 'ignores the filter' | 'exports all' | 'lists one more' | 'lists those of all' | 'knows every user';

interface Order {
  id: number;
  userId: number;
  article: string;
  status: string;
}

class Shop {
  readonly #mistake: Mistake | undefined;
  #users = 0;
  readonly #orders: Order[] = [];

  constructor(mistake?: Mistake) {
    this.#mistake = mistake;
  }

  respond(request: HttpRequest): ResponseParts {
    const { pathname, searchParams } = new URL(request.target, 'http://localhost');
    const [, kind = '', user = '', part] = pathname.split('/');
    const place =
      kind === 'users' && user !== '' ? `users/*${part === undefined ? '' : `/${part}`}` : pathname.slice(1);
    const methods = {
      users: 'POST',
      orders: 'POST',
      'users/*': 'GET',
      'users/*/orders': 'GET',
      'exports/orders': 'GET',
    };
    const method = new Map(Object.entries(methods)).get(place);
    if (method === undefined) return { status: 404 };
    if (request.method !== method) return { status: 405, headers: { Allow: method } };
    if (method === 'POST') return this.#make(place, request);
    if (place === 'exports/orders') return this.#listed(this.#orders, searchParams, 'exports all');
    if (!/^[1-9]\d{0,6}$/.test(user) || Number(user) > 2_000_000) return { status: 400 };
    const isThere = Number(user) <= this.#users || (this.#mistake === 'knows every user' && part !== undefined);
    if (!isThere) return { status: 404 };
    if (part === undefined) return { status: 200 };
    const isShown = ({ userId }: Order) => userId === Number(user) || this.#mistake === 'lists those of all';
    return this.#listed(this.#orders.filter(isShown), searchParams, 'ignores the filter');
  }

  #listed(orders: readonly Order[], query: URLSearchParams, unfiltered: Mistake): ResponseParts {
    const [statuses, limits] = [query.getAll('status'), query.getAll('limit')];
    const isAllowed =
      statuses.every((one) => /^(open|shipped)$/.test(one)) && limits.every((one) => /^(1?[1-9]|[12]0)$/.test(one));
    if (!isAllowed || statuses.length > 1 || limits.length > 1) return { status: 400 };
    const isShown = ({ status }: Order) =>
      statuses.length === 0 || this.#mistake === unfiltered || statuses.includes(status);
    const size = unfiltered === 'exports all' ? orders.length : Number(limits[0] ?? 10);
    return {
      body: orders
        .filter(isShown)
        .slice(0, size + (this.#mistake === 'lists one more' ? 1 : 0))
        .map((one) => ({ ...one })),
    };
  }

  #make(place: string, request: HttpRequest): ResponseParts {
    const isJson = /^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '');
    const body = isJson && request.body !== null ? jsonIn(request.body) : undefined;
    if (body === undefined || !isExactObject(body)) return { status: 400 };
    if (place === 'users')
      return typeof body['name'] === 'string' ? { status: 201, body: { id: (this.#users += 1) } } : { status: 400 };
    const { userId, article, status = 'open' } = body;
    const isUser = typeof userId === 'number' && Number.isInteger(userId) && userId >= 1 && userId <= 2_000_000;
    if (!isUser || typeof article !== 'string' || (status !== 'open' && status !== 'shipped')) return { status: 400 };
    if (userId > this.#users) return { status: 422 };
    const order = { id: this.#orders.length + 1, userId, article, status };
    this.#orders.push(order);
    return { status: 201, body: order };
  }
}

const notKept = (seed: number, mistake?: Mistake) =>
  notKeptBy(new Shop(mistake), withoutWorkflows(description), '', seed, false);

describe('lists of what is made elsewhere', () => {
  test.each([1, 2, 3])('are not blamed, with seed %j', async (seed) => expect(await notKept(seed)).toEqual([]));

  test.each<[Mistake, requirement: string]>([
    ['ignores the filter', 'listOrdersOfUser.only.status'],
    ['exports all', 'exportOrders.only.status'],
    ['lists one more', 'listOrdersOfUser.atMost.limit'],
    ['lists those of all', 'listOrdersOfUser.beneath.userId'],
    ['knows every user', 'listOrdersOfUser.parameters.path.userId.unknown'],
  ])('of a server that %s are', async (mistake, requirement) =>
    expect(await notKept(1, mistake)).toContain(requirement),
  );
});
