import { expect, test } from 'vitest';
import { isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const texts = (names: readonly string[]) => names.map((name) => `${name}: { type: string }`).join();
const object = (...names: string[]) => `{ type: object, required: [${names.join()}], properties: { ${texts(names)} } }`;
const inPath = (name: string) => `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]`;
const description = descriptionOf(`
/orders:
  post:
    operationId: addOrder
    requestBody: { required: true, ${json(object('note'))} }
    responses:
      '201': { description: '', ${json(object('orderId', 'note', 'invoiceId'))} }
      '400': { description: '' }
/orders/{orderId}:
  get:
    operationId: getOrder
    ${inPath('orderId')}
    responses:
      '200': { description: '', ${json(object('orderId', 'note', 'invoiceId'))} }
      '404': { description: '' }
/invoices/{invoiceId}:
  get:
    operationId: getInvoice
    ${inPath('invoiceId')}
    responses:
      '200': { description: '', ${json(object('invoiceId', 'orderId'))} }
      '400': { description: Invalid \`invoiceId\`. }
      '404': { description: '' }`);

/** Makes an invoice with each order, and refuses what has not the form of its identifiers. */
function orderServer(hasInvoices: boolean) {
  const orders = new Map<string, { note: string; invoiceId: string }>();
  return {
    respond({ method, target, body, headers }: HttpRequest): ResponseParts {
      const [, collection = '', id] = /^\/(orders|invoices)(?:\/([^/?]+))?(?:\?|$)/.exec(target) ?? [];
      if (method === 'POST' && collection === 'orders' && id === undefined) {
        const sent = jsonIn(body) ?? null;
        const isJson = headers.some(
          ([name, value]) => /^content-type$/i.test(name) && /^application\/json *(;|$)/i.test(value),
        );
        if (!isJson || !isExactObject(sent) || typeof sent['note'] !== 'string') return { status: 400 };
        const orderId = `order${orders.size}`;
        orders.set(orderId, { note: sent['note'], invoiceId: `invoice${orders.size}` });
        return { status: 201, body: { orderId, ...orders.get(orderId) } };
      }
      if (method !== 'GET' || id === undefined) return { status: 405 };
      if (collection === 'orders') {
        const order = orders.get(id);
        return order === undefined ? { status: 404 } : { body: { orderId: id, ...order } };
      }
      if (!/^\w+$/.test(id)) return { status: 400 };
      const [orderId] = [...orders].find(([, { invoiceId }]) => invoiceId === id) ?? [];
      return orderId === undefined || !hasInvoices ? { status: 404 } : { body: { invoiceId: id, orderId } };
    },
  };
}

const notKept = (hasInvoices: boolean) =>
  notKeptBy(orderServer(hasInvoices), withoutWorkflows(description), '', 1, false);

test('what is made with another thing is read', async () => expect(await notKept(true)).toEqual([]));

test('what is not there, though another thing was made with it, is a violation', async () =>
  expect(await notKept(false)).toContain('getInvoice.exists'));
