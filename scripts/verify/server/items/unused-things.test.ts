import { expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { requirementWith } from '../../../test/requirement.ts';
import { benchFor, idsOf } from '../../test/bench.ts';
import { runCase } from '../cases/case-runner.ts';
import { changeInParts } from './partial-changes.ts';
import { StoredItems } from './stored-items.ts';

const json = (properties: string) =>
  `description: '', content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`;
const code = "{ type: string, pattern: '^[A-Z]{8}$' }";
const coupon = json(`code: ${code}, uses: { type: integer, enum: [2] }`);
const coupons = `
/coupons/{code}:
  parameters: [{ name: code, in: path, required: true, schema: ${code} }]
  get: { operationId: readCoupon, responses: { '200': { ${coupon} } } }
  put: { operationId: putCoupon, requestBody: { ${coupon} }, responses: { '201': { ${coupon} } } }`;
const description = descriptionOf(`${coupons}
/orders:
  post:
    operationId: order
    requestBody: { ${json(`couponCode: ${code}`)} }
    responses: { '201': { description: '' }, '422': { description: '' } }`);
const order = operationIn(description, 'order');
const requirement = requirementWith({ id: 'order.exists' });

/** A session at a server whose coupons can be used so often as they were made for, or never. */
function sessionAt(isEver: boolean) {
  const uses = new Map<string, number>();
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const sent: ExactObject = [jsonIn(body) ?? null].find(isExactObject) ?? {};
    if (method === 'PUT') {
      uses.set(target.slice('/coupons/'.length), Number(sent['uses'] ?? Number.POSITIVE_INFINITY));
      return { status: 201 };
    }
    const left = uses.get(String(sent['couponCode'])) ?? 0;
    uses.set(String(sent['couponCode']), left - 1);
    return { status: isEver && left > 0 ? 201 : 422 };
  });
  ledger.add(requirement);
  const run = () =>
    runCase(session, [], {
      requirement,
      operation: order,
      title: '',
      expectation: { kind: 'accepted' },
      build: ({ source }) => source.base(order),
    });
  return { run, made: () => uses.size, violated: () => idsOf(ledger, 'violated') };
}

test('what names a thing that is used up is sent with another one, and from then on always', async () => {
  const { run, made, violated } = sessionAt(true);
  for (let count = 0; count < 4; count += 1) await run();
  expect(violated()).not.toContain(requirement.id);
  expect(made()).toBe(3);
});

test('what is refused with a thing of its own is a violation, and no other request has one', async () => {
  const { run, made, violated } = sessionAt(false);
  await run();
  expect(violated()).toContain(requirement.id);
  const before = made();
  await run();
  expect(made()).toBe(before + 1);
});

test.each([
  ['small', 'large'],
  ['large', 'small'],
])('what is changed in part is made of things of their own, with another value than %s', async (preset, other) => {
  const size = `size: { enum: [small, large], default: ${preset} }`;
  const shown = `id: { type: integer }, count: { type: integer }, ${size}`;
  const orders = descriptionOf(`${coupons}
/orders:
  post:
    operationId: order
    requestBody: { ${json(`couponCode: ${code}, ${size}`)} }
    responses: { '201': { ${json(shown)} }, '422': { description: '' } }
/orders/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readOrder, responses: { '200': { ${json(shown)} } } }
  patch:
    operationId: changeOrder
    requestBody: { ${json('count: { type: integer }')} }
    responses: { '200': { ${json(shown)} } }`);
  const used = new Set<unknown>();
  const made: ExactObject[] = [];
  const { session } = benchFor(orders, ({ method, target, body }) => {
    const { couponCode, ...sent }: ExactObject = [jsonIn(body) ?? null].find(isExactObject) ?? {};
    const own = made[Number(target.split('/')[2])];
    if (own !== undefined || method === 'PUT') return { status: method === 'PUT' ? 201 : 200, body: own ?? sent };
    if (couponCode !== undefined && used.has(couponCode)) return { status: 422 };
    used.add(couponCode);
    made.push({ id: made.length, ...sent });
    return { status: 201, body: made.at(-1) };
  });
  const resource = session.resources.find(({ merge }) => merge !== undefined);
  await changeInParts(session, new StoredItems(session, resource ?? expect.fail('There is no resource.')));
  expect(made.map(({ size: own }) => own)).toEqual([other, preset]);
});
