import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import { type ResponseParts, responseOf } from '../../../http/test/messages.ts';
import { StillClock } from '../../../http/test/still-clock.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { verify } from '../run.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const of = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;
const refusals = "'400': { description: '' }, '404': { description: '' }, '415': { description: '' }";
const answers = (status: number, schema: string, more = '') =>
  `responses: { '${status}': { description: '', ${json(schema)} }, ${refusals}${more} }`;
const conflict = ", '409': { description: '' }";
const body = (schema: string) => `requestBody: { required: true, ${json(schema)} }`;
const parameter = (name: string, schema: string) =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: ${schema} }]`;
const id = '{ type: string, format: uuid }';

/** Dishes are served on trays, and what is on a tray is paid. */
const paths = `
/dishes:
  get: { operationId: listDishes, ${answers(200, `{ type: array, items: ${of('Dish')} }`)} }
  post: { operationId: addDish, ${body(of('Dish'))}, ${answers(201, of('Dish'), conflict)} }
/dishes/{code}:
  ${parameter('code', of('Code'))}
  get: { operationId: readDish, ${answers(200, of('Dish'))} }
/trays:
  post: { operationId: takeTray, ${body(of('NewTray'))}, ${answers(201, of('Tray'))} }
/trays/{trayId}:
  ${parameter('trayId', id)}
  get: { operationId: readTray, ${answers(200, of('Tray'))} }
/trays/{trayId}/portions:
  ${parameter('trayId', id)}
  get: { operationId: listPortions, ${answers(200, `{ type: array, items: ${of('Portion')} }`)} }
  post: { operationId: addPortion, ${body(of('NewPortion'))}, ${answers(201, of('Portion'), conflict)} }
/bills:
  get: { operationId: listBills, ${answers(200, `{ type: array, items: ${of('Bill')} }`)} }
  post: { operationId: pay, ${body(of('NewBill'))}, ${answers(201, of('Bill'), conflict)} }
/bills/{billId}:
  ${parameter('billId', id)}
  get: { operationId: readBill, ${answers(200, of('Bill'))} }`;

const object = (properties: string, required: string) =>
  `{ type: object, additionalProperties: false, required: [${required}], properties: { ${properties} } }`;
const few = '{ type: integer, minimum: 1, maximum: 99, default: 1 }';
const portions = `{ type: array, items: ${of('Portion')} }`;
const others = `
components:
  schemas:
    Code: { type: string, pattern: '^[a-z]{8,12}$' }
    Dish: ${object(`code: ${of('Code')}, state: { type: string, enum: [planned, ready, sold] }`, 'code, state')}
    NewTray: ${object('name: { type: string }', 'name')}
    Tray: ${object(`id: ${id}, name: { type: string }, portions: ${portions}`, 'id, name, portions')}
    NewPortion: ${object(`dishCode: ${of('Code')}, count: ${few}`, 'dishCode')}
    Portion: ${object(`id: ${id}, dishCode: ${of('Code')}, count: { type: integer }`, 'id, dishCode, count')}
    NewBill: ${object(`trayId: ${id}, tip: { type: integer, minimum: 0, maximum: 9 }`, 'trayId')}
    Bill: ${object(`id: ${id}, trayId: ${id}, tip: { type: integer }, paid: ${portions}`, 'id, trayId, paid')}`;

const description = descriptionOf(paths, others);

interface Tray {
  item: ExactObject;
  portions: ExactObject[];
  isPaid: boolean;
}

/** A canteen that serves what is ready, adds what is on a tray already, and takes money for a tray with something. */
class Canteen {
  readonly #dishes = new Map<string, ExactObject>();
  readonly #trays = new Map<string, Tray>();
  readonly #bills = new Map<string, ExactObject>();
  readonly #takesMoney: boolean;
  #made = 0;

  constructor(takesMoney: boolean) {
    this.#takesMoney = takesMoney;
  }

  respond(request: HttpRequest): ResponseParts {
    const { method, target } = request;
    const [, collection = '', key, part, ...more] = (target.split('?')[0] ?? '').split('/').map(decodeURIComponent);
    const shape = [collection, ...(key === undefined ? [] : ['one']), ...(part === undefined ? [] : [part]), ...more];
    const schema = { dishes: 'Dish', trays: 'NewTray', 'trays/one/portions': 'NewPortion', bills: 'NewBill' }[
      shape.join('/')
    ];
    const lists = ['dishes', 'dishes/one', 'trays/one', 'trays/one/portions', 'bills', 'bills/one'];
    if (schema === undefined && !lists.includes(shape.join('/'))) return { status: 404 };
    if (method === 'GET' && lists.includes(shape.join('/'))) return this.#show(collection, key, part);
    if (method !== 'POST' || schema === undefined) return { status: 405 };
    const tray = this.#trays.get(key ?? '');
    if (key !== undefined && tray === undefined) return { status: 404 };
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    const sent = jsonIn(request.body);
    const isValid =
      isExactObject(sent) && description.schemas.isValid('request', `/components/schemas/${schema}`, sent);
    if (!isValid) return { status: 400 };
    if (collection === 'dishes') return this.#addDish(sent);
    if (collection === 'bills') return this.#pay(sent);
    return tray === undefined ? this.#take(sent) : this.#addPortion(tray, sent);
  }

  #show(collection: string, key: string | undefined, part: string | undefined): ResponseParts {
    const tray = this.#trays.get(key ?? '');
    if (part !== undefined) return tray === undefined ? { status: 404 } : { body: tray.portions };
    const all = collection === 'dishes' ? this.#dishes : this.#bills;
    if (key === undefined) return { body: [...all.values()] };
    const item = collection === 'trays' ? tray && { ...tray.item, portions: tray.portions } : all.get(key);
    return item === undefined ? { status: 404 } : { body: item };
  }

  #newId(): string {
    this.#made += 1;
    return `5e0f1c9a-4b7d-4c3e-9a51-${this.#made.toString(16).padStart(12, '0')}`;
  }

  #addDish(sent: ExactObject): ResponseParts {
    const code = String(sent['code']);
    if (this.#dishes.has(code)) return { status: 409 };
    this.#dishes.set(code, sent);
    return { status: 201, body: sent };
  }

  #take({ name = null }: ExactObject): ResponseParts {
    const item = { id: this.#newId(), name };
    this.#trays.set(item.id, { item, portions: [], isPaid: false });
    return { status: 201, body: { ...item, portions: [] } };
  }

  #addPortion(tray: Tray, { dishCode = null, count = 1 }: ExactObject): ResponseParts {
    const dish = this.#dishes.get(String(dishCode));
    if (dish === undefined) return { status: 400 };
    if (dish['state'] !== 'ready' || tray.isPaid) return { status: 409 };
    const known = tray.portions.find((one) => one['dishCode'] === dishCode);
    const portion = known ?? { id: this.#newId(), dishCode, count: 0 };
    if (known === undefined) tray.portions.push(portion);
    return { status: 201, body: Object.assign(portion, { count: Number(portion['count']) + Number(count) }) };
  }

  #pay({ trayId = null, ...sent }: ExactObject): ResponseParts {
    const tray = this.#trays.get(String(trayId).toLowerCase());
    if (tray === undefined) return { status: 400 };
    if (tray.isPaid || tray.portions.length === 0 || !this.#takesMoney) return { status: 409 };
    tray.isPaid = true;
    const bill = { id: this.#newId(), trayId: tray.item['id'] ?? null, ...sent, paid: structuredClone(tray.portions) };
    this.#bills.set(bill.id, bill);
    return { status: 201, body: bill satisfies Exact };
  }
}

async function verdictsAt(takesMoney: boolean) {
  const clock = new StillClock();
  const canteen = new Canteen(takesMoney);
  const { requirements } = await verify(withoutWorkflows(description), {
    baseUrl: 'http://localhost',
    keys: { key: '', limitedKey: undefined },
    send: async (request) => responseOf(canteen.respond(request), clock.now()),
    clock,
    seed: 3,
  });
  const idsOf = (verdict: string) =>
    requirements.filter((one) => one.verdict === verdict).map(({ requirement }) => requirement.id);
  return { violated: idsOf('violated'), unproven: idsOf('unproven'), kept: idsOf('kept'), waived: idsOf('waived') };
}

test('a server is not blamed for what things must be before others are made of them', async () => {
  const { violated, unproven, kept } = await verdictsAt(true);
  expect([violated, unproven]).toEqual([[], []]);
  const shown = [
    'addPortion.defaults.count',
    'listPortions.lists.addPortion',
    'pay.responses.201',
    'listBills.lists.pay',
    'readBill.returns.pay',
  ];
  expect(shown.filter((one) => !kept.includes(one))).toEqual([]);
});

test('nor where nothing that the contract has brings them there', async () => {
  const { violated, unproven, waived } = await verdictsAt(false);
  expect([violated, unproven]).toEqual([[], []]);
  expect(waived).toContain('pay.exists');
});
