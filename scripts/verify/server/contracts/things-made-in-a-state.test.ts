import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const of = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;
const refusals = "'400': { description: '' }, '404': { description: '' }, '415': { description: '' }";
const conflict = ", '409': { description: '' }, '422': { description: '' }";
const answers = (status: number, content: string, more = '') =>
  `responses: { '${status}': { description: '', ${content} }, ${refusals}${more} }`;
const body = (name: string) => `requestBody: { required: true, ${json(of(name))} }`;
const id = '{ type: string, format: uuid }';
const payment = `parameters: [{ name: paymentId, in: path, required: true, schema: ${id} }]`;
const object = (properties: string, required: string) =>
  `{ type: object, additionalProperties: false, required: [${required}], properties: { ${properties} } }`;
const amount = '{ type: integer, minimum: 1, maximum: 999 }';
const state = '{ type: string, enum: [new, captured] }';
const reason = '{ type: string, enum: [broken, lost], default: lost }';

/** Payments that are captured before anything of them is refunded, and never more than there is. */
const description = descriptionOf(
  `
/payments: { post: { operationId: pay, ${body('NewPayment')}, ${answers(201, json(of('Payment')))} } }
/payments/{paymentId}: { ${payment}, get: { operationId: readPayment, ${answers(200, json(of('Payment')))} } }
/payments/{paymentId}/capture:
  ${payment}
  post: { operationId: capture, ${answers(200, json(of('Payment')), conflict)} }
/payments/{paymentId}/refunds:
  ${payment}
  get: { operationId: listRefunds, ${answers(200, json(`{ type: array, items: ${of('Refund')} }`))} }
  post: { operationId: refund, ${body('NewRefund')}, ${answers(201, json(of('Refund')), conflict)} }
/payments/{paymentId}/receipt:
  ${payment}
  get: { operationId: readReceipt, ${answers(200, 'content: { text/csv: { schema: { type: string } } }', conflict)} }`,
  `
components:
  schemas:
    NewPayment: ${object(`amount: ${amount}`, 'amount')}
    Payment: ${object(`id: ${id}, amount: ${amount}, state: ${state}`, 'id, amount, state')}
    NewRefund: ${object(`amount: ${amount}, reason: ${reason}`, '')}
    Refund: ${object(`id: ${id}, paymentId: ${id}, amount: ${amount}, reason: ${reason}`, 'id, amount, reason')}`,
);

interface Payment {
  item: ExactObject & { amount: number };
  left: number;
  refunds: ExactObject[];
}

/** What a server does wrong with a refund, or a receipt. */
type Fault = 'stores nothing' | 'has another default' | 'lists those of others' | 'has JSON for a receipt';

class Till {
  readonly #payments = new Map<string, Payment>();
  readonly #fault: Fault | undefined;
  readonly #tooMuch: number;

  /** `tooMuch`: the status that refuses a refund of more than there is; 422 refuses what is invalid as well. */
  constructor(fault?: Fault, tooMuch = 409) {
    this.#fault = fault;
    this.#tooMuch = tooMuch;
  }

  respond(request: HttpRequest): ResponseParts {
    const { method, target } = request;
    const [path = ''] = target.split('?');
    const [, , key, part, ...more] = path.split('/');
    const schema = path === '/payments' ? 'NewPayment' : part === 'refunds' ? 'NewRefund' : undefined;
    const isKnown = [undefined, 'capture', 'refunds', 'receipt'].includes(part) && more.length === 0;
    if (!path.startsWith('/payments') || !isKnown) return { status: 404 };
    const found = this.#payments.get(key ?? '');
    if (key !== undefined && found === undefined) return { status: 404 };
    if (method === 'GET') return found === undefined ? { status: 405 } : this.#show(found, part);
    if (method !== 'POST') return { status: 405 };
    if (part === 'capture' && found !== undefined) return capture(found);
    if (schema === undefined) return { status: 405 };
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    const sent = jsonIn(request.body);
    const isValid =
      isExactObject(sent) && description.schemas.isValid('request', `/components/schemas/${schema}`, sent);
    if (!isValid) return { status: this.#tooMuch === 422 ? 422 : 400 };
    return found === undefined ? this.#pay(Number(sent['amount'])) : this.#refund(found, sent);
  }

  #show(payment: Payment, part: string | undefined): ResponseParts {
    const all = this.#fault === 'lists those of others' ? [...this.#payments.values()] : [payment];
    if (part === 'refunds') return { body: all.flatMap(({ refunds }) => refunds) };
    if (part === undefined) return { body: payment.item };
    if (part !== 'receipt') return { status: 405 };
    if (payment.item['state'] === 'new') return { status: 409 };
    const mediaType = this.#fault === 'has JSON for a receipt' ? 'application/json' : 'text/csv';
    return { headers: { 'Content-Type': mediaType }, body: 'amount' };
  }

  #pay(value: number): ResponseParts {
    const item = { id: randomUUID(), amount: value, state: 'new' };
    this.#payments.set(item.id, { item, left: value, refunds: [] });
    return { status: 201, body: item };
  }

  #refund(payment: Payment, sent: ExactObject): ResponseParts {
    const { left, item, refunds } = payment;
    const wanted = Number(sent['amount'] ?? left);
    if (item['state'] === 'new' || wanted === 0) return { status: 409 };
    if (wanted > left) return { status: this.#tooMuch };
    const preset = this.#fault === 'has another default' ? 'broken' : 'lost';
    const made = { id: randomUUID(), paymentId: item['id'] ?? '', reason: preset, ...sent, amount: wanted };
    payment.left -= wanted;
    if (this.#fault !== 'stores nothing') refunds.push(made);
    return { status: 201, body: made };
  }
}

function capture({ item }: Payment): ResponseParts {
  if (item['state'] !== 'new') return { status: 409 };
  return { body: Object.assign(item, { state: 'captured' }) };
}

const notKept = (till: Till) => notKeptBy(till, withoutWorkflows(description), '', 1, false);

test.each([409, 422])(
  'a server that refuses what its things have no room for with %d is not blamed',
  async (status) => {
    const ids = await notKept(new Till(undefined, status));
    // Payments are not made with 422.
    expect(ids.filter((id) => status === 409 || !id.startsWith('pay.'))).toEqual([]);
  },
);

test.each<[Fault, requirement: string]>([
  ['stores nothing', 'listRefunds.lists.refund'],
  ['has another default', 'refund.defaults.reason'],
  ['lists those of others', 'listRefunds.beneath.paymentId'],
  ['has JSON for a receipt', 'readReceipt.responses.200.content'],
])('a server that %s is found out', async (fault, requirement) =>
  expect(await notKept(new Till(fault))).toContain(requirement),
);
