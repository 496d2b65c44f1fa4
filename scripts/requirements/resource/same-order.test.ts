import { expect, test } from 'vitest';
import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { sameOrder } from './same-order.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const list = (name: string, items: string) =>
  json(`{ type: object, required: [${name}], properties: { ${name}: { type: array, items: ${items} } } }`);
const guest = '{ type: object, required: [name], properties: { name: { type: string } } }';
const result = `{ type: object, properties: { status: { type: integer }, guest: ${guest} } }`;

const described = (text: string, items = result) =>
  descriptionOf(`
/guests/batch:
  post:
    operationId: invite
    description: '${text}'
    requestBody: { required: true, ${list('guests', guest)} }
    responses: { '200': { description: '', ${list('results', items)} } }
`);

const required = (text: string, items?: string) => {
  const description = described(text, items);
  const { session } = benchFor(description);
  return description.operations.flatMap((one) => sameOrder.list(session, one, 'server')).length;
};

test.each<[text: string, count: number]>([
  ['Has one result for each entry, in the order of the request.', 1],
  ['The results are in the same order as the guests.', 1],
  ['Lists the new guests in the order in which they come.', 0],
  ['The results are in no order.', 0],
])('is required by what a description says: %s', (text, count) => expect(required(text)).toBe(count));

test('is required where a result shows what was sent', () => {
  const text = 'The results are in the same order.';
  expect(
    [guest, '{ type: object, properties: { status: { type: integer } } }'].map((one) => required(text, one)),
  ).toEqual([1, 0]);
});

/** What is seen of a server that answers so to its entries. */
function judged(resultsOf: (guests: Exact[]) => Exact[]) {
  const description = described('The results are in the order of the request.');
  const { session } = benchFor(description, ({ body }) => {
    const sent = jsonIn(body) ?? null;
    const guests = isExactObject(sent) && Array.isArray(sent['guests']) ? sent['guests'] : [];
    return { body: { results: resultsOf(guests) } };
  });
  return probedJudgements(sameOrder, session, 'invite');
}

const invited = (guest: Exact): Exact => ({ status: 201, guest });
const unseen = { outOfReach: 'No response has shown what was made of several entries.' };

test.each<[what: string, resultsOf: (guests: Exact[]) => Exact[], judgement: unknown]>([
  ['keeps the order', (guests) => guests.map(invited), 'kept'],
  [
    'reverses it',
    (guests) => guests.map(invited).reverse(),
    {
      documented: expect.stringMatching(/^In the place 1, what was made of /),
      received: expect.stringMatching(/^what was made of the entry 3: /),
    },
  ],
  ['refuses the first', (guests) => guests.map((one, at) => (at === 0 ? { status: 409 } : invited(one))), 'kept'],
  ['refuses all', (guests) => guests.map(() => ({ status: 409 })), unseen],
  ['answers with other names', (guests) => guests.map((_, at) => invited({ name: `Guest ${at}` })), unseen],
  ['leaves one out', (guests) => guests.slice(1).map(invited), unseen],
])('a server that %s', async (_, resultsOf, judgement) => expect(await judged(resultsOf)).toEqual([judgement]));

test('faults', () => {
  const specification = withoutWorkflows(described('The results are in the same order.'));
  const faults = serverFaultsOf(specification, ({ kind }) => kind === sameOrder.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['reversed']);
});
