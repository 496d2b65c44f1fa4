import { describe, expect, test } from 'vitest';
import { type ExactObject, isExactObject, parseExact } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { type ResponseParts, responseOf } from '../../../http/test/messages.ts';
import { StillClock } from '../../../http/test/still-clock.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { verify } from '../run.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const object = (properties: string, required: string) =>
  `{ type: object, required: [${required}], properties: { ${properties} } }`;
const number = '{ type: integer, minimum: 1 }';
const parameter = (name: string) => `parameters: [{ name: ${name}, in: path, required: true, schema: ${number} }]`;
const refusals = "'400': { description: '' }, '404': { description: '' }, '409': { description: '' }";
const state = '{ type: string, enum: [new, paid, sent] }';
const order = object(`id: ${number}, name: { type: string }, state: ${state}, lines: { type: integer }`, 'id, state');
const line = object(`id: ${number}, text: { type: string }`, 'id, text');
const note = object(`id: ${number}, orderId: { type: [integer, 'null'] }, text: { type: string }`, 'id, text');
const job = object(`id: ${number}, text: { type: string }, done: { type: integer }`, 'id, text, done');

const list = (id: string, item: string, parameters = '[]') =>
  `{ operationId: ${id}, parameters: ${parameters},
     responses: { '200': { description: '', ${json(`{ type: array, items: ${item} }`)} }, ${refusals} } }`;
const read = (id: string, item: string) =>
  `{ operationId: ${id}, responses: { '200': { description: '', ${json(item)} }, ${refusals} } }`;
const create = (id: string, body: string, item: string, status = 201) =>
  `{ operationId: ${id}, requestBody: { required: true, ${json(body)} },
     responses: { '${status}': { description: '', ${json(item)} }, ${refusals} } }`;
const sentNote = object('orderId: { type: integer }, text: { type: string, minLength: 1 }', 'text, orderId');
const text = object('text: { type: string, minLength: 1 }', 'text');

/** Orders that are paid before they are sent, and take lines as long as they are new. */
const paths = `
/orders:
  get: ${list('listOrders', order, `[{ name: state, in: query, schema: ${state} }]`)}
  post: ${create('addOrder', object('name: { type: string, minLength: 1 }', 'name'), order)}
/orders/{orderId}:
  ${parameter('orderId')}
  get: ${read('readOrder', order)}
  delete: { operationId: removeOrder, responses: { '204': { description: '' }, ${refusals} } }
/orders/{orderId}/send: { ${parameter('orderId')}, post: ${read('sendOrder', order)} }
/orders/{orderId}/pay: { ${parameter('orderId')}, post: ${read('payOrder', order)} }
/orders/{orderId}/lines:
  ${parameter('orderId')}
  get: ${list('listLines', line)}
  post: ${create('addLine', text, line)}
/notes:
  get: ${list('listNotes', note)}
  post: ${create('addNote', sentNote, note)}
/notes/{noteId}: { ${parameter('noteId')}, get: ${read('readNote', note)} }
/jobs: { post: ${create('addJob', text, job, 202)} }
/jobs/{jobId}: { ${parameter('jobId')}, get: ${read('readJob', job)} }`;

class Things extends Map<number, ExactObject> {
  #last = 0;

  make(item: ExactObject): ResponseParts {
    this.#last += 1;
    this.set(this.#last, { id: this.#last, ...item });
    return { status: 201, body: this.get(this.#last) };
  }
}

function bodyOf({ body }: HttpRequest): ExactObject {
  try {
    const value = body === null ? null : parseExact(body);
    return isExactObject(value) ? value : {};
  } catch {
    return {};
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

interface Options {
  /** The state in which an order can be sent, and what that makes of it. */
  send?: { from: string; to: string };
}

class OrderServer {
  readonly #orders = new Things();
  readonly #notes = new Things();
  readonly #jobs = new Things();
  readonly #lines = new Map<number, Things>();
  readonly #send: { from: string; to: string };

  constructor({ send = { from: 'paid', to: 'sent' } }: Options) {
    this.#send = send;
  }

  respond(request: HttpRequest): ResponseParts {
    const { target, method } = request;
    const [path = '', query = ''] = target.split('?');
    const [, collection, id, part, ...more] = path.split('/');
    const at = Number(id);
    if (more.length > 0) return { status: 404 };
    if (id !== undefined && !/^[1-9]\d*$/.test(id)) return { status: collection === undefined ? 404 : 400 };
    const sent = bodyOf(request);
    if (collection === 'notes') return this.#answerNotes(method, id === undefined ? undefined : at, part, sent);
    if (collection === 'jobs') return this.#answerJobs(method, id === undefined ? undefined : at, part, sent);
    if (collection !== 'orders') return { status: 404 };
    if (id === undefined) return this.#answerOrders(method, new URLSearchParams(query), sent);
    const own = this.#orders.get(at);
    if (own === undefined) return { status: 404 };
    if (part === 'lines') return this.#answerLines(method, at, own, sent);
    if (part !== undefined) return method === 'POST' ? this.#act(part, own) : { status: 405 };
    if (method === 'GET') return { body: own };
    if (method !== 'DELETE') return { status: 405 };
    this.#orders.delete(at);
    for (const [, one] of this.#notes) if (one['orderId'] === at) Object.assign(one, { orderId: null });
    return { status: 204 };
  }

  #answerOrders(method: string, query: URLSearchParams, { name }: ExactObject): ResponseParts {
    const wanted = query.get('state');
    if (wanted !== null && !['new', 'paid', 'sent'].includes(wanted)) return { status: 400 };
    if (method === 'GET')
      return { body: [...this.#orders.values()].filter((one) => [null, one['state']].includes(wanted)) };
    if (method !== 'POST') return { status: 405 };
    return isText(name) ? this.#orders.make({ name, state: 'new', lines: 0 }) : { status: 400 };
  }

  #act(action: string, order: ExactObject): ResponseParts {
    const changes: Record<string, { from: string; to: string }> = {
      pay: { from: 'new', to: 'paid' },
      send: this.#send,
    };
    const change = changes[action];
    if (change === undefined) return { status: 404 };
    if (order['state'] !== change.from) return { status: 409 };
    return { body: Object.assign(order, { state: change.to }) };
  }

  #answerLines(method: string, id: number, order: ExactObject, sent: ExactObject): ResponseParts {
    const lines = this.#lines.get(id) ?? new Things();
    this.#lines.set(id, lines);
    if (method === 'GET') return { body: [...lines.values()] };
    if (method !== 'POST') return { status: 405 };
    if (!isText(sent['text'])) return { status: 400 };
    if (order['state'] !== 'new') return { status: 409 };
    Object.assign(order, { lines: lines.size + 1 });
    return lines.make({ text: sent['text'] });
  }

  #answerNotes(method: string, id: number | undefined, part: string | undefined, sent: ExactObject): ResponseParts {
    if (part !== undefined) return { status: 404 };
    if (method === 'GET' && id === undefined) return { body: [...this.#notes.values()] };
    if (method === 'GET') return this.#one(this.#notes, id);
    if (method !== 'POST' || id !== undefined) return { status: 405 };
    const { text, orderId } = sent;
    if (!isText(text) || typeof orderId !== 'number' || !this.#orders.has(orderId)) return { status: 400 };
    return this.#notes.make({ text, orderId });
  }

  #answerJobs(method: string, id: number | undefined, part: string | undefined, { text }: ExactObject): ResponseParts {
    if (part !== undefined) return { status: 404 };
    const own = this.#jobs.get(id ?? 0);
    if (method === 'GET' && own !== undefined) Object.assign(own, { done: Number(own['done']) + 1 });
    if (method === 'GET') return id === undefined ? { status: 405 } : this.#one(this.#jobs, id);
    if (method !== 'POST' || id !== undefined) return { status: 405 };
    return isText(text) ? { ...this.#jobs.make({ text, done: 0 }), status: 202 } : { status: 400 };
  }

  #one(things: Things, id: number | undefined): ResponseParts {
    const body = things.get(id ?? 0);
    return body === undefined ? { status: 404 } : { body };
  }
}

/** Ids of the requirements by what became of them, but those about the form of requests: the server is too small. */
async function verdictsAt(options: Options) {
  const clock = new StillClock();
  const server = new OrderServer(options);
  const { requirements } = await verify(withoutWorkflows(descriptionOf(paths, '')), {
    baseUrl: 'http://localhost',
    keys: { key: '', limitedKey: undefined },
    send: async (request) => responseOf(server.respond(request), clock.now()),
    clock,
    seed: 7,
  });
  const of = (verdict: string) =>
    requirements
      .filter((result) => result.verdict === verdict)
      .map(({ requirement }) => requirement.id)
      .filter((id) => !/requestBody|parameters|contentType/.test(id));
  return { violated: of('violated'), unproven: of('unproven'), kept: of('kept'), waived: of('waived') };
}

describe('a server whose things have states is not blamed', () => {
  test('for what its actions need, change, and leave behind', async () => {
    const { violated, unproven, kept } = await verdictsAt({});
    expect([violated, unproven]).toEqual([[], []]);
    expect(kept).toEqual(
      expect.arrayContaining([
        'sendOrder.exists',
        'payOrder.exists',
        'addLine.exists',
        'addLine.kept.text',
        'listLines.lists.addLine',
        'listOrders.lists.addOrder',
        'listOrders.only.state',
        'readOrder.returns.addOrder',
        'readNote.returns.addNote',
        'readJob.returns.addJob',
        'removeOrder.removed.readOrder',
      ]),
    );
  });

  test('for an action that no sequence of others makes possible', async () => {
    const { violated, unproven, waived } = await verdictsAt({ send: { from: 'packed', to: 'sent' } });
    expect([violated, unproven]).toEqual([[], []]);
    expect(waived).toContain('sendOrder.exists');
  });
});
