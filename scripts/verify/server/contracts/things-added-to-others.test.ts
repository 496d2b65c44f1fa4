import { describe, expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import { isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const of = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;
const refusals = "'400': { description: '' }, '404': { description: '' }, '415': { description: '' }";
const answers = (status: number, schema: string) =>
  `responses: { '${status}': { description: '', ${json(schema)} }, ${refusals} }`;
const body = (schema: string) => `requestBody: { required: true, ${json(schema)} }`;
const parameters = (...names: string[]) =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: ${id} }`).join(', ')}]`;
const id = '{ type: string, format: uuid }';
const object = (properties: string, required: string) =>
  `{ type: object, additionalProperties: false, required: [${required}], properties: { ${properties} } }`;
const count = 'count: { type: integer, minimum: 1, maximum: 99 }';

/** A basket is taken without a word, and whatever is done with its rows is answered with the whole of it. */
const description = descriptionOf(
  `
/baskets:
  post: { operationId: takeBasket, responses: { '201': { description: '', ${json(of('Basket'))} } } }
/baskets/{basketId}:
  ${parameters('basketId')}
  get: { operationId: readBasket, ${answers(200, of('Basket'))} }
/baskets/{basketId}/rows:
  ${parameters('basketId')}
  post: { operationId: addRow, ${body(of('NewRow'))}, ${answers(201, of('Basket'))} }
/baskets/{basketId}/rows/{rowId}:
  ${parameters('basketId', 'rowId')}
  patch: { operationId: changeRow, ${body(object(count, 'count'))}, ${answers(200, of('Basket'))} }
  delete: { operationId: removeRow, responses: { '204': { description: '' }, ${refusals} } }
/fruits:
  post: { operationId: addFruit, ${body(of('NewFruit'))}, ${answers(201, of('Fruit'))} }
/fruits/{fruitId}:
  ${parameters('fruitId')}
  get: { operationId: readFruit, ${answers(200, of('Fruit'))} }`,
  `
components:
  schemas:
    NewFruit: ${object('name: { type: string }', 'name')}
    Fruit: ${object(`id: ${id}, name: { type: string }`, 'id, name')}
    NewRow: ${object(`fruitId: ${id}, ${count}`, 'fruitId, count')}
    Row: ${object(`id: ${id}, fruitId: ${id}, count: { type: integer }`, 'id, fruitId, count')}
    Basket: ${object(`id: ${id}, rows: { type: array, items: ${of('Row')} }`, 'id, rows')}`,
);

interface Row {
  id: string;
  fruitId: string;
  count: number;
}

interface Habits {
  /** Whether a fruit that the basket has is added to its row. */
  joins: boolean;
  /** Whether a row is there after its removal. */
  keeps: boolean;
}

class Market {
  readonly #fruits = new Map<string, ExactObject>();
  readonly #baskets = new Map<string, Row[]>();
  readonly #habits: Habits;
  #made = 0;

  constructor(habits: Habits) {
    this.#habits = habits;
  }

  respond(request: HttpRequest): ResponseParts {
    const { method, target } = request;
    const [, kind, name = '', isOfRows, rowId] =
      /^\/(fruits|baskets)(?:\/([^/?]+)(?:\/(rows)(?:\/([^/?]+))?)?)?(?:\?|$)/.exec(target) ?? [];
    const isChange = method === 'POST' || method === 'PATCH';
    const isBare = kind === 'baskets' && name === '';
    if (isChange && !isBare && !/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? ''))
      return { status: 415 };
    const sent = jsonIn(request.body) ?? null;
    if (kind === 'fruits') return this.#fruit(method, name, sent);
    if (kind !== 'baskets') return { status: 404 };
    if (isBare) return method === 'POST' ? this.#take() : { status: 405 };
    const rows = this.#baskets.get(name);
    if (rows === undefined) return { status: 404 };
    if (isOfRows === undefined) return method === 'GET' ? { body: { id: name, rows } } : { status: 405 };
    return this.#ofRows(method, name, rows, rowId, sent);
  }

  #id(): string {
    this.#made += 1;
    return `00000000-0000-4000-8000-${String(this.#made).padStart(12, '0')}`;
  }

  #take(): ResponseParts {
    const basketId = this.#id();
    this.#baskets.set(basketId, []);
    return { status: 201, body: { id: basketId, rows: [] } };
  }

  #fruit(method: string, name: string, sent: unknown): ResponseParts {
    const found = this.#fruits.get(name);
    if (method === 'GET' && name !== '') return found === undefined ? { status: 404 } : { body: found };
    if (method !== 'POST' || name !== '') return { status: 405 };
    if (!isExactObject(sent) || typeof sent['name'] !== 'string' || Object.keys(sent).length > 1)
      return { status: 400 };
    const fruit = { id: this.#id(), name: sent['name'] };
    this.#fruits.set(fruit.id, fruit);
    return { status: 201, body: fruit };
  }

  #ofRows(method: string, name: string, rows: Row[], rowId: string | undefined, sent: unknown): ResponseParts {
    const { fruitId, count: wanted, ...others } = isExactObject(sent) ? sent : {};
    const isCount = typeof wanted === 'number' && Number.isInteger(wanted) && wanted > 0 && wanted < 100;
    const isWhole = isCount && Object.keys(others).length === 0;
    if (rowId === undefined) {
      if (method !== 'POST') return { status: 405 };
      if (!isWhole || typeof fruitId !== 'string' || !this.#fruits.has(fruitId)) return { status: 400 };
      const same = this.#habits.joins ? rows.find((one) => one.fruitId === fruitId) : undefined;
      if (same === undefined) rows.push({ id: this.#id(), fruitId, count: wanted });
      else same.count += wanted;
      return { status: 201, body: { id: name, rows: structuredClone(rows) } };
    }
    const row = rows.find((one) => one.id === rowId);
    if (row === undefined) return { status: 404 };
    if (method === 'DELETE') {
      if (!this.#habits.keeps) rows.splice(rows.indexOf(row), 1);
      return { status: 204 };
    }
    if (method !== 'PATCH') return { status: 405 };
    if (!isWhole || fruitId !== undefined) return { status: 400 };
    row.count = wanted;
    return { body: { id: name, rows: structuredClone(rows) } };
  }
}

describe('what is added to a thing, and answered with the whole of that', () => {
  const notKept = (habits: Habits) => notKeptBy(new Market(habits), withoutWorkflows(description), '', 1, false);

  test.each([true, false])(
    'is known by the list that the answer has; what is there already is added to: %s',
    async (joins) => expect(await notKept({ joins, keeps: false })).toEqual([]),
  );

  test('is removed once', async () =>
    expect(await notKept({ joins: true, keeps: true })).toEqual([
      'removeRow.partOf.readBasket',
      'removeRow.removed.removeRow',
    ]));
});
