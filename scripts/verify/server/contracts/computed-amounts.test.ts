import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject, within } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const answer = (status: number, schema: string) => `'${status}': { description: '', ${json(schema)} }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const object = (properties: string, required: string) =>
  `{ type: object, required: [${required}], properties: { ${properties} } }`;
const amount = (name: string, description: string) =>
  `${name}: { type: number, description: ${JSON.stringify(description)} }`;

const line =
  'quantity: { type: integer, minimum: 1, maximum: 9 }, unitPrice: { type: integer, minimum: 1, maximum: 99 }';
const shown = [
  'id: { type: integer }, discount: { type: number }',
  amount('subtotal', 'The sum of the amounts of all lines.'),
  amount('total', '`subtotal` minus the discount.'),
  amount('tax', '20 % of the total'),
];
/** Invoices. `beside`: what a client may send beside the lines. */
const invoices = (beside = '') => {
  const held = object(`${line}, ${amount('amount', '`quantity` × `unitPrice`')}`, 'quantity, unitPrice, amount');
  const invoice = object(
    `${shown.join(', ')}, lines: { type: array, items: ${held} }`,
    'id, discount, subtotal, total, tax, lines',
  );
  const sent = object(
    `discount: { type: integer, minimum: 0, maximum: 50, default: 0 }${beside},
     lines: { type: array, minItems: 1, maxItems: 4, items: ${object(line, 'quantity, unitPrice')} }`,
    'lines',
  );
  return descriptionOf(`
/invoices:
  post:
    operationId: makeInvoice
    requestBody: { required: true, ${json(sent)} }
    responses: { ${answer(201, invoice)}, ${refused(400, 415)} }
/invoices/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readInvoice, responses: { ${answer(200, invoice)}, ${refused(404)} } }
`);
};
const description = invoices();

type Mistake = 'the total is without the discount' | 'one line is left out' | 'the price of one' | 'another tax';

/** Invoices, with what they come to. */
function invoicesWith(mistake?: Mistake) {
  const made: ExactObject[] = [];
  const schema = `${description.operations[0]?.pointer}/requestBody/content/application~1json/schema`;
  const isValid = (sent: Exact | undefined): sent is ExactObject =>
    isExactObject(sent) && description.schemas.isValid('request', schema, sent);
  const respond = ({ method, target, body, headers }: HttpRequest): ResponseParts => {
    const [, kind, id] = target.replace(/\?.*/s, '').split('/');
    if (kind !== 'invoices') return { status: 404 };
    if (id !== undefined) {
      if (method !== 'GET') return { status: 405 };
      const found = made.find((one) => String(one['id']) === id);
      return found === undefined ? { status: 404 } : { body: found };
    }
    if (method !== 'POST') return { status: 405 };
    if (!/^application\/json *(;|$)/i.test(headerIn({ headers }, 'Content-Type') ?? '')) return { status: 415 };
    const sent = jsonIn(body);
    if (!isValid(sent)) return { status: 400 };
    made.push({ id: made.length + 1, ...computed(sent, mistake) });
    return { status: 201, body: made.at(-1) ?? null };
  };
  return { respond };
}

function computed(sent: ExactObject, mistake?: Mistake): ExactObject {
  const numberAt = (item: Exact, name: string) => Number(within(item, [name]) ?? 0);
  const sentLines = within(sent, ['lines']);
  const lines = (Array.isArray(sentLines) ? sentLines : []).map((one) => {
    const [quantity, unitPrice] = [numberAt(one, 'quantity'), numberAt(one, 'unitPrice')];
    return { quantity, unitPrice, amount: mistake === 'the price of one' ? unitPrice : quantity * unitPrice };
  });
  const counted = mistake === 'one line is left out' ? lines.slice(1) : lines;
  const subtotal = counted.reduce((sum, { amount }) => sum + amount, 0);
  const discount = numberAt(sent, 'discount');
  const total = mistake === 'the total is without the discount' ? subtotal : subtotal - discount;
  // Rounded down to a whole one.
  return { discount, lines, subtotal, total, tax: Math.floor(total * (mistake === 'another tax' ? 0.3 : 0.2)) };
}

const notKept = (mistake?: Mistake, of = description) =>
  notKeptBy(invoicesWith(mistake), withoutWorkflows(of), '', 1, false);

test('amounts that are computed as descriptions say', async () => {
  expect(await notKept()).toEqual([]);
});

test.each<[mistake: Mistake, path: string]>([
  ['the total is without the discount', 'total'],
  ['one line is left out', 'subtotal'],
  ['the price of one', 'lines[].amount'],
  ['another tax', 'tax'],
])('%s', async (mistake, path) => {
  const ids = ['makeInvoice.responses.201', 'readInvoice.responses.200'].map((of) => `${of}.body.${path}.computed`);
  expect(await notKept(mistake)).toEqual(expect.arrayContaining(ids));
});

test('what a client may send beside its lines need not be computed of them', async () => {
  const ids = await notKept('one line is left out', invoices(', subtotal: { type: number }'));
  expect(ids.filter((id) => id.endsWith('.subtotal.computed'))).toEqual([]);
});
