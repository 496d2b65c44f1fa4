import { describe, expect, test } from 'vitest';
import { type Exact, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: { ${schema} } } }`;
const one = (name: string) => `$ref: '#/components/schemas/${name}'`;
const all = (name: string) => `type: array, items: { ${one(name)} }`;
const ok = (schema: string) => `'200': { description: '', ${json(schema)} }`;
const no = "'400': { description: '' }, '404': { description: '' }, '415': { description: '' }";

/** What is ordered is named by the code that the list of its kind shows. */
const bar = descriptionOf(
  `
/drinks:
  get: { operationId: listDrinks, responses: { ${ok(all('Drink'))} } }
/drink/{name}:
  get:
    operationId: readDrink
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    responses: { ${ok(one('Drink'))}, ${no} }
/snacks:
  get: { operationId: listSnacks, responses: { ${ok(all('Snack'))} } }
/order:
  post:
    operationId: order
    requestBody: { required: true, ${json(all('Order'))} }
    responses: { ${ok(one('Order'))}, ${no}, default: { description: '' } }`,
  `
components:
  schemas:
    Drink:
      type: object
      required: [name, productCode]
      properties: { name: { type: string }, productCode: { type: string } }
    Snack:
      type: object
      required: [title, productCode]
      properties: { title: { type: string }, productCode: { type: string } }
    Order:
      type: object
      required: [type, productCode, quantity, status]
      properties:
        type: { type: string, enum: [drink, snack] }
        productCode: { type: string }
        quantity: { type: integer, minimum: 1 }
        password: { type: string }
        table: { type: integer, minimum: 0 }
        status: { type: string, enum: [waiting, mixed, served], readOnly: true }`,
);

type Mistake =
  | 'reads the first drink'
  | 'takes a quantity of 0'
  | 'takes one order alone'
  | 'answers with one'
  | 'takes over the status';

const products = {
  drink: [
    { name: 'Old Fashioned', productCode: 'AC-1' },
    { name: 'Negroni', productCode: 'AC-2' },
  ],
  snack: [{ title: 'Olives', productCode: 'SN-1' }],
};

/** Knows its products alone, and has few of them. */
class Bar {
  readonly #mistake: Mistake | undefined;

  constructor(mistake?: Mistake) {
    this.#mistake = mistake;
  }

  respond(request: HttpRequest): ResponseParts {
    const [path = ''] = request.target.split('?');
    const [, name] = /^\/drink\/([^/]+)$/.exec(path) ?? [];
    const method = path === '/order' ? 'POST' : 'GET';
    if (name === undefined && !['/drinks', '/snacks', '/order'].includes(path)) return { status: 404 };
    if (request.method !== method) return { status: 405 };
    if (path === '/drinks') return { body: products.drink };
    if (path === '/snacks') return { body: products.snack };
    return name === undefined ? this.#order(request) : this.#read(name);
  }

  #read(name: string): ResponseParts {
    const found = products.drink.find((drink) => encodeURIComponent(drink.name) === name);
    if (found === undefined) return { status: 404 };
    return { body: this.#mistake === 'reads the first drink' ? products.drink[0] : found };
  }

  #order(request: HttpRequest): ResponseParts {
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    const sent = jsonIn(request.body) ?? null;
    const orders = this.#mistake === 'takes one order alone' ? [sent].flat() : sent;
    if (!Array.isArray(orders) || orders.length === 0) return { status: 400 };
    const refused = orders.map((order) => this.#refusalOf(order)).find((status) => status !== undefined);
    if (refused !== undefined) return { status: refused };
    const [order = null] = orders;
    if (!isExactObject(order)) return { status: 400 };
    const status = this.#mistake === 'takes over the status' ? (order['status'] ?? 'waiting') : 'waiting';
    const quantity = this.#mistake === 'answers with one' ? 1 : (order['quantity'] ?? null);
    const { password: _, ...shown } = order;
    // What may be left out, the bar sets by itself.
    return { body: { ...shown, quantity, status, table: 12 } };
  }

  #refusalOf(order: Exact): number | undefined {
    if (!isExactObject(order)) return 400;
    const { type, productCode, quantity, password = '', table = 0 } = order;
    const least = this.#mistake === 'takes a quantity of 0' ? 0 : 1;
    const isValid = typeof quantity === 'number' && Number.isInteger(quantity) && quantity >= least;
    if (
      (type !== 'drink' && type !== 'snack') ||
      typeof productCode !== 'string' ||
      !isValid ||
      typeof password !== 'string' ||
      !isTable(table)
    )
      return 400;
    if (!products[type].some((product) => product.productCode === productCode)) return 404;
    return quantity > 50 ? 409 : undefined;
  }
}

function isTable(value: Exact): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

const notKept = (mistake?: Mistake) => notKeptBy(new Bar(mistake), withoutWorkflows(bar), '', 1, false);

describe('what names things by what lists show of them is sent that', () => {
  test('of the list that is called after what stands beside it', async () => {
    expect(await notKept()).toEqual([]);
  });

  test.each<[mistake: Mistake, ...found: string[]]>([
    ['reads the first drink', 'listDrinks.agrees.readDrink'],
    ['takes a quantity of 0', 'order.requestBody[].quantity.minimum'],
    ['takes one order alone', 'order.requestBody.shape'],
    ['answers with one', 'order.givesBack.quantity'],
    ['takes over the status', 'order.requestBody[].status.readOnly'],
  ])('%s', async (mistake, ...found) => {
    expect(await notKept(mistake)).toEqual(expect.arrayContaining(found));
  });
});
