import { expect, test } from 'vitest';
import { isExactObject } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { boundRulesOf } from './bound-rules.ts';
import { boundedBy } from './bounded-by.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const at = 'parameters: [{ name: lotId, in: path, required: true, schema: { type: integer } }]';
const shown =
  'id: { type: integer }, currentPrice: { type: integer }, balance: { type: number }, name: { type: string }';
const lot = `{ type: object, properties: { ${shown} } }`;
const higher = 'A bid must be higher than the current price.';

const described = (text: string, { refusal = '', sent = 'amount: { type: integer, minimum: 1 }', said = '' } = {}) =>
  descriptionOf(`
/lots:
  post:
    operationId: addLot
    requestBody: { required: true, ${json('{ type: object, properties: { name: { type: string } } }')} }
    responses: { '201': { description: '', ${json(lot)} } }
/lots/{lotId}:
  ${at}
  get: { operationId: readLot, responses: { '200': { description: '', ${json(lot)} } } }
/lots/{lotId}/bids:
  ${at}
  post:
    operationId: addBid
    description: ${JSON.stringify(text)}
    requestBody:
      required: true
      ${json(`{ type: object, required: [amount], properties: { ${sent}${said && `, ${said}`} } }`)}
    responses: { '201': { description: '' }, '409': { description: ${JSON.stringify(refusal)} } }`);

test.each<[text: string, options: Parameters<typeof described>[1], rules: string[]]>([
  [higher, {}, ['amount above currentPrice']],
  ['The amount has to be strictly more than the current price, and the lot open.', {}, ['amount above currentPrice']],
  ['', { refusal: 'The amount exceeds the balance.' }, ['amount within balance']],
  ['The amount must not exceed the available balance.', {}, ['amount within balance']],
  ['', { sent: 'amount: { type: integer, description: At most the balance. }' }, ['amount within balance']],
  ['', { refusal: 'An amount greater than the balance.' }, ['amount within balance']],
  [higher, { said: 'tip: { type: integer }' }, []],
  ['The amount must not exceed the balance.', { said: 'tip: { type: integer }' }, ['amount within balance']],
  ['A bid must be higher than the usual price.', {}, []],
  ['A bid must be higher than 3.', {}, []],
  ['A bid must be higher than the current price unless it is the first.', {}, []],
  ['A bid must be higher than the name.', {}, []],
])('%s %j', (text, options, rules) => {
  const description = described(text, options);
  const { session } = benchFor(description);
  const found = boundRulesOf(session, operationIn(description, 'addBid'));
  expect(found.map(({ property, is, other }) => `${property} ${is} ${other}`)).toEqual(rules);
});

/** What is seen of a server that takes such amounts of a lot with such a price. */
function judged(isTaken: (amount: number, bound: number) => boolean, text = higher, isMoved = true) {
  const lots = new Map<number, number>();
  const { session } = benchFor(described(text), ({ method, target, body }): ResponseParts => {
    const id = Number(target.split('/')[2]);
    if (target === '/lots') {
      lots.set(lots.size + 1, 10);
      return { status: 201, body: { id: lots.size, currentPrice: 10, balance: 10 } };
    }
    const bound = lots.get(id) ?? 0;
    if (method === 'GET') return { body: { id, currentPrice: bound, balance: bound } };
    const sent = jsonIn(body) ?? null;
    const amount = isExactObject(sent) ? Number(sent['amount']) : 0;
    if (!isTaken(amount, bound)) return { status: 409 };
    if (isMoved) lots.set(id, text === higher ? amount : bound - amount);
    return { status: 201 };
  });
  return probedJudgements(boundedBy, session, 'addBid');
}

const taken = (documented: string) => ({ documented, received: expect.stringMatching(/^201/) as string });
const none = { outOfReach: 'Nothing within the bounds was served.' };
const upTo = 'The amount must not exceed the balance.';

test.each<[what: string, judgements: Promise<unknown>, expected: unknown]>([
  ['takes higher ones', judged((amount, bound) => amount > bound), 'kept'],
  ['keeps the price', judged((amount, bound) => amount > bound, higher, false), 'kept'],
  [
    'takes equal ones',
    judged((amount, bound) => amount >= bound),
    taken('A refusal: amount 11 is not more than currentPrice 11.'),
  ],
  ['takes none', judged(() => false), none],
  ['takes what is there', judged((amount, bound) => amount <= bound, upTo), 'kept'],
  ['takes more than is there', judged(() => true, upTo), taken('A refusal: amount 1 is more than balance 0.')],
  ['takes less than is there', judged(() => false, upTo), none],
])('a server that %s', async (_, judgements, expected) => expect(await judgements).toEqual([expected]));

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described(higher)), ({ kind }) => kind === boundedBy.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['served']);
});
