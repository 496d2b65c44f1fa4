import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const plate = '{ type: string, minLength: 1, maxLength: 40, description: It is stored in upper case. }';
const mileage = '{ type: integer, minimum: 0, maximum: 999999, description: It cannot be lower than the current one. }';
const own = `plate: ${plate}, mileage: ${mileage}`;
const sent = `{ type: object, required: [plate, mileage], properties: { ${own} } }`;
const shown = `{ type: object, required: [id, plate, mileage], properties: { id: { type: integer }, ${own} } }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const cars = descriptionOf(`
/cars:
  post:
    operationId: addCar
    requestBody: { required: true, ${json(sent)} }
    responses: { '201': { description: '', ${json(shown)} }, ${refused(400, 415)} }
/cars/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readCar, responses: { '200': { description: '', ${json(shown)} }, ${refused(400, 404)} } }
  put:
    operationId: changeCar
    requestBody: { required: true, ${json(sent)} }
    responses: { '200': { description: '', ${json(shown)} }, ${refused(400, 404, 415)} }`);

type Mistake = 'stores a plate as it was sent' | 'stores no mileage of a change';

/** A server that stores plates in upper case, and refuses to lower a mileage. */
class Garage {
  readonly #mistake: Mistake | undefined;
  readonly #cars: ExactObject[] = [];

  constructor(mistake?: Mistake) {
    this.#mistake = mistake;
  }

  respond(request: HttpRequest): ResponseParts {
    const { method, target, body } = request;
    const [, id] = /^\/cars(?:\/([^/?]+))?(?:\?|$)/.exec(target) ?? ['', ''];
    if (id === '') return { status: 404 };
    if (!(id === undefined ? ['POST'] : ['GET', 'PUT']).includes(method)) return { status: 405 };
    if (id !== undefined && !/^-?\d+$/.test(id)) return { status: 400 };
    const car = this.#cars.find((one) => String(one['id']) === id);
    if (id !== undefined && car === undefined) return { status: 404 };
    if (method === 'GET') return { body: car ?? null };
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    const { plate: text, mileage: count } = Object(jsonIn(body) ?? null);
    const isWhole = typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= 999_999;
    if (!isExactObject(jsonIn(body) ?? null) || !isWhole) return { status: 400 };
    if (typeof text !== 'string' || text === '' || [...text].length > 40) return { status: 400 };
    if (count < Number(car?.['mileage'] ?? 0)) return { status: 400 };
    const stored = this.#mistake === 'stores a plate as it was sent' ? text : text.toUpperCase();
    const isKept = car !== undefined && this.#mistake === 'stores no mileage of a change';
    const now = { plate: stored, mileage: isKept ? (car['mileage'] ?? null) : count };
    if (car !== undefined) return { body: Object.assign(car, now) };
    this.#cars.push({ id: this.#cars.length + 1, ...now });
    return { status: 201, body: this.#cars.at(-1) ?? null };
  }
}

const notKept = (mistake?: Mistake) => notKeptBy(new Garage(mistake), withoutWorkflows(cars), '', 1, false);

test('a text that is stored in another case, and a number that no change may lower, violate nothing', async () => {
  expect(await notKept()).toEqual([]);
});

test.each<[mistake: Mistake, id: string]>([
  ['stores a plate as it was sent', 'addCar.kept.plate'],
  ['stores no mileage of a change', 'changeCar.kept.mileage'],
])('a server that %s', async (mistake, id) => {
  expect(await notKept(mistake)).toContain(id);
});
