import { expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { computedAmountsIn, computedIn, withComputedAmounts } from './computed-amounts.ts';

/** Invoices of which one amount is described so. */
function described(text: string, { property = 'total', said = '' } = {}) {
  const number = (name: string, own = '') =>
    `${name}: { type: number${name === property ? `, description: ${JSON.stringify(text)}` : own} }`;
  const own = `quantity: { type: integer }, unitPrice: { type: number }, ${number('lineTotal')}`;
  const line = `{ type: object, properties: { ${own} } }`;
  const { contract } = descriptionOf(
    '/invoices: { get: { operationId: list, responses: {} } }',
    `components:
  schemas:
    Invoice:
      type: object
      description: ${JSON.stringify(said)}
      properties:
        quantity: { type: integer }
        unitPrice: { type: string }
        discount: { type: number }
        taxRate: { type: number }
        ${number('subtotal')}
        ${number('tax')}
        ${number('total')}
        cost: { type: object, properties: { amount: { type: number }, currency: { type: string } } }
        orderLines: { type: array, items: ${line} }`,
  );
  return { contract, schema: '/components/schemas/Invoice' };
}

const invoice: Exact = {
  quantity: 3,
  unitPrice: '2.50',
  discount: 5,
  taxRate: 20,
  subtotal: 30,
  tax: 6,
  total: 0,
  cost: { amount: 4, currency: 'EUR' },
  orderLines: [
    { quantity: 2, unitPrice: 4, lineTotal: 8 },
    { quantity: 1, unitPrice: 3, lineTotal: 3 },
  ],
};

function valueSaid(text: string, options?: Parameters<typeof described>[1]): number | undefined {
  const { contract, schema } = described(text, options);
  const [rule] = computedAmountsIn(contract, viewSchema(contract, schema));
  return rule && computedIn(rule.formula, invoice)?.value;
}

test.each<[text: string, value: number | undefined]>([
  ['`quantity` × `unitPrice`', 7.5],
  ['quantity times unit price.', 7.5],
  ['The quantity multiplied by the unit price, in EUR.', 7.5],
  ['Computed as quantity * unitPrice, rounded to two decimals.', 7.5],
  ['What is to be paid (`quantity` times `unitPrice`).', 7.5],
  ['The product of `quantity` and `unitPrice`.', 7.5],
  ['Total of the invoice: `subtotal` minus `discount`', 25],
  ['The subtotal less the discount, plus tax.', 31],
  ['subtotal − discount + tax', 31],
  ['The sum of subtotal and tax.', 36],
  ['The difference between the subtotal and the discount.', 25],
  ['The cost plus the tax.', 10],
  ['20 % of the subtotal.', 6],
  ['`taxRate` percent of `subtotal`', 6],
  ['subtotal plus 10% of subtotal', 33],
  ['Sum of all line totals.', 11],
  ['The sum of `orderLines[].lineTotal`.', 11],
  ['Sum of the `lineTotal` of all order lines.', 11],
  ['The sum of quantity × unit price over all lines.', 11],
  ['Sum of the line totals minus the discount.', 6],
  ['Sum of the totals of all orders.', undefined],
  ['The subtotal minus the discount, if there is one.', undefined],
  ['About quantity times unitPrice.', undefined],
  ['Quantity times the price of the article.', undefined],
  ['The subtotal.', undefined],
  ['`total` plus `tax`', undefined],
  ['Without discount: quantity times unitPrice', undefined],
  ['Known up to two days - at most.', undefined],
])('what a total is, as its description says: %s', (text, value) => {
  expect(valueSaid(text)).toBe(value);
});

test('the description of the object says it as well', () => {
  expect(valueSaid('', { said: 'An invoice. `total` is `subtotal` plus `tax`.' })).toBe(36);
});

test('amounts within a value follow from others, in its notation, where the schema allows them', () => {
  const { contract, schema } = described('quantity times unitPrice', { property: 'lineTotal' });
  const wrong = {
    total: 1,
    orderLines: [
      { quantity: 2, unitPrice: 1.25, lineTotal: 1 },
      { quantity: 2, lineTotal: 1 },
    ],
  };
  const right = [{ quantity: 2, unitPrice: 1.25, lineTotal: 2.5 }, wrong.orderLines[1]];
  expect(withComputedAmounts(contract, schema, wrong, () => true)).toEqual({ total: 1, orderLines: right });
  expect(withComputedAmounts(contract, schema, wrong, () => false)).toEqual(wrong);
});

test.each<[amount: Exact, computed: Exact]>([
  [1, 7.5],
  ['1.00', '7.50'],
  [
    { amount: '1', currency: 'EUR' },
    { amount: '7.50', currency: 'EUR' },
  ],
])('an amount is written as the one before: %j', (total, computed) => {
  const { contract, schema } = described('quantity times unitPrice');
  const value = { quantity: 3, unitPrice: 2.5, total };
  expect(withComputedAmounts(contract, schema, value, () => true)).toEqual({ ...value, total: computed });
});
