import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const payment = "{ $ref: '#/components/schemas/Payment' }";
const amount = (least: number) => `{ type: integer, minimum: ${least}, maximum: 1000000 }`;
const refusals = (...statuses: number[]) => statuses.map((status) => `, '${status}': { description: '' }`).join('');
const answer = (status: number, ...others: number[]) =>
  `responses: { '${status}': { description: '', ${json(payment)} }${refusals(...others)} }`;
const inPath = 'parameters: [{ name: paymentId, in: path, required: true, schema: { type: integer } }]';
const sent = (least: number, required: string) =>
  `{ type: object, required: [${required}], additionalProperties: false, properties: { amount: ${amount(least)} } }`;

/** Of a payment, no more is captured than was authorized, which no schema says. */
const specification = withoutWorkflows(
  descriptionOf(
    `
/payments:
  post:
    operationId: addPayment
    requestBody: { required: true, ${json(sent(50, 'amount'))} }
    ${answer(201, 400)}
/payments/{paymentId}:
  ${inPath}
  get: { operationId: readPayment, ${answer(200, 404)} }
/payments/{paymentId}/capture:
  ${inPath}
  post:
    operationId: capturePayment
    description: >-
      Captures a payment once. An \`amount\` captures a part, at most the authorized amount. Sets the status to
      \`captured\`.
    requestBody: { ${json(sent(1, ''))} }
    ${answer(200, 400, 404, 409)}`,
    `components:
  schemas:
    Payment:
      type: object
      required: [id, amount, captured, status]
      properties:
        id: { type: integer }
        amount: { type: integer }
        captured: { type: integer }
        status: { enum: [authorized, captured] }`,
  ),
);

type Fault = 'none' | 'takes 0' | 'keeps the status';

function paymentServer(fault: Fault = 'none') {
  const payments: ExactObject[] = [];

  const amountIn = (request: HttpRequest, least: number): number | 'none' | 'wrong' => {
    const isTyped = /^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '');
    const body: Exact | undefined =
      request.body === null || request.body.length === 0 ? {} : isTyped ? jsonIn(request.body) : undefined;
    if (body === undefined || !isExactObject(body)) return 'wrong';
    const { amount: own, ...others } = body;
    if (Object.keys(others).length > 0) return 'wrong';
    if (own === undefined) return 'none';
    const isRight = typeof own === 'number' && Number.isInteger(own) && own >= least && own <= 1_000_000;
    return isRight ? own : 'wrong';
  };

  const capture = (index: number, request: HttpRequest): ResponseParts => {
    const known = payments[index];
    const own = amountIn(request, fault === 'takes 0' ? 0 : 1);
    if (known === undefined) return { status: 404 };
    if (own === 'wrong') return { status: 400 };
    if (known['status'] === 'captured') return { status: 409 };
    const captured = own === 'none' ? Number(known['amount']) : own;
    if (captured > Number(known['amount'])) return { status: 400 };
    payments[index] = { ...known, captured, ...(fault !== 'keeps the status' && { status: 'captured' }) };
    return { body: payments[index] ?? null };
  };

  const respond = (request: HttpRequest): ResponseParts => {
    const { pathname } = new URL(request.target, 'http://localhost');
    const [, collection, id, action] = pathname.split('/');
    if (collection !== 'payments' || !['capture', undefined].includes(action)) return { status: 404 };
    if (request.method !== (id === undefined || action !== undefined ? 'POST' : 'GET')) return { status: 405 };
    if (id === undefined) {
      const own = amountIn(request, 50);
      if (typeof own !== 'number') return { status: 400 };
      payments.push({ id: payments.length + 1, amount: own, captured: 0, status: 'authorized' });
      return { status: 201, body: payments.at(-1) ?? null };
    }
    const index = /^[1-9]\d*$/.test(id) ? Number(id) - 1 : -1;
    if (action !== undefined) return capture(index, request);
    const known = payments[index];
    return known === undefined ? { status: 404 } : { body: known };
  };

  return { respond };
}

test.each([1, 2, 3])('a server that captures no more than there is is not blamed, with seed %j', async (seed) => {
  expect(await notKeptBy(paymentServer(), specification, 'key', seed, false)).toEqual([]);
});

test.each<[fault: Fault, requirement: string]>([
  ['takes 0', 'capturePayment.requestBody.amount.minimum'],
  ['keeps the status', 'capturePayment.sets.status'],
])('a server that %s is seen', async (fault, requirement) => {
  expect(await notKeptBy(paymentServer(fault), specification, 'key', 1, false)).toContain(requirement);
});
