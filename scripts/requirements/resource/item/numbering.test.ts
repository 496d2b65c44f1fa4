import { expect, test } from 'vitest';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { numbering } from './numbering.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const at = 'parameters: [{ name: shopId, in: path, required: true, schema: { type: integer } }]';
const shop = json('{ type: object, properties: { id: { type: integer } } }');

const described = (add: string, number = '', sent = '', name = 'number') => {
  const shown = `{ type: object, properties: {
    id: { type: integer }, "${name}": { type: integer, description: '${number}' }, floor: { type: integer }
  } }`.replaceAll('\n', ' ');
  return descriptionOf(`
/shops:
  post:
    operationId: make
    requestBody: { ${json('{ type: object }')} }
    responses: { '201': { description: '', ${shop} } }
/shops/{shopId}:
  ${at}
  get: { operationId: read, responses: { '200': { description: '', ${shop} } } }
/shops/{shopId}/orders:
  ${at}
  get: { operationId: list, responses: { '200': { description: '', ${json(`{ type: array, items: ${shown} }`)} } } }
  post:
    operationId: add
    description: ${JSON.stringify(add)}
    requestBody: { ${json(`{ type: object, properties: { ${sent} } }`)} }
    responses: { '201': { description: '', ${json(shown)} } }
/shops/{shopId}/orders/{orderId}:
  parameters:
    - { name: shopId, in: path, required: true, schema: { type: integer } }
    - { name: orderId, in: path, required: true, schema: { type: integer } }
  get: { operationId: readOrder, responses: { '200': { description: '', ${json(shown)} } } }
`);
};

const text = 'Its `number` is one more than that of the last order of the shop; the first order has number 1.';

test.each<[add: string, number: string, statement: string | undefined]>([
  [text, '', ', and 1 of the first.'],
  ['', 'One more than that of the last order.', '.'],
  ['', 'Counted from 1 in each shop.', ', and 1 of the first.'],
  ['Orders are numbered from 1.', '', undefined],
  ['', 'Counted from 1, usually without gaps.', undefined],
  ['', 'One more than that of the last shop.', undefined],
  ['', 'The floor.', undefined],
])('what descriptions say: %s %s', (add, number, statement) => {
  const { session } = benchFor(described(add, number));
  const all = session.description.operations.flatMap((one) => numbering.list(session, one, 'server'));
  const most = 'number must be one more than that of what was made before beneath the same item';
  expect(all.map((one) => one.statement)).toEqual(statement === undefined ? [] : [`${most}${statement}`]);
});

test('a property may have any name', () => {
  const { session } = benchFor(described('Its `no(1` is one more than that of the last order.', '', '', 'no(1'));
  const all = session.description.operations.flatMap((one) => numbering.list(session, one, 'server'));
  expect(all.map(({ subject }) => subject.property)).toEqual(['no(1']);
});

test('a number that clients give is theirs', () => {
  const { session } = benchFor(described(text, '', 'number: { type: integer }'));
  expect(session.description.operations.flatMap((one) => numbering.list(session, one, 'server'))).toEqual([]);
});

/** What is seen of a server that numbers orders so: by those of the same shop, and by all. `start`: there are some. */
function judged(numberOf: (before: number, all: number) => number, start = 0) {
  const orders: { shop: string; number: number }[] = [{ shop: '', number: 1 }];
  let shops = 0;
  const { session } = benchFor(described(text), ({ target, method }): ResponseParts => {
    const [, , shop = '', kind] = target.split('/');
    if (shop === '') {
      shops += 1;
      for (let number = 1; number <= start; number += 1) orders.push({ shop: String(shops), number });
      return { status: 201, body: { id: shops } };
    }
    if (kind === undefined) return { body: { id: Number(shop) } };
    const own = orders.filter((one) => one.shop === shop);
    if (method === 'GET') return { body: own.map(({ number }) => ({ id: number, number })) };
    orders.push({ shop, number: numberOf(own.length, orders.length) });
    return { status: 201, body: { id: orders.length, number: orders.at(-1)?.number ?? 0 } };
  });
  return probedJudgements(numbering, session, 'add');
}

const wrong = (documented: string) => ({ documented, received: expect.stringMatching(/^number: /) as string });

test.each<[what: string, numberOf: (before: number, all: number) => number, start: number, seen: unknown]>([
  ['counts', (before) => before + 1, 0, 'kept'],
  ['counts what is there from the start', (before) => before + 1, 2, 'kept'],
  ['counts all', (_, all) => all + 1, 0, wrong('number: 1, after 0 others')],
  ['begins with 0', (before) => before, 0, wrong('number: 1, after 0 others')],
  ['gives each the same', () => 1, 0, wrong('number: 2, after 1')],
])('a server that %s', async (_, numberOf, start, seen) => expect(await judged(numberOf, start)).toEqual([seen]));

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described(text)), ({ kind }) => kind === numbering.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['is always the same']);
});
