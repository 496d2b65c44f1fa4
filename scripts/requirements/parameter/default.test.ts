import { expect, test } from 'vitest';
import type { HttpRequest } from '../../http/exchange.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Probed } from '../kind.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { parameterDefault } from './default.ts';

const query = (name: string, schema: string, more = '') => `{ name: ${name}, in: query, schema: { ${schema} }${more} }`;
const described = (...parameters: string[]) =>
  descriptionOf(`
/tools:
  get:
    operationId: listTools
    parameters: [${parameters.join(', ')}]
    responses:
      '200':
        description: ''
        content: { application/json: { schema: { type: array, items: { type: object } } } }
  post:
    operationId: addTool
    parameters: [${query('dry', 'type: boolean, default: false')}]
    responses: { '201': { description: '' } }
`);
const order = query('order', 'enum: [asc, desc], default: asc');

async function judged(
  description: ReturnType<typeof described>,
  answer: (sent: URLSearchParams, count: number) => ResponseParts,
): Promise<Probed<string>['judgement'][]> {
  let count = 0;
  const { session } = benchFor(description, ({ target }: HttpRequest) => {
    count += 1;
    return answer(new URL(target, 'http://localhost').searchParams, count);
  });
  if (parameterDefault.server?.reach.by !== 'comparisons') return expect.fail('Nothing is compared.');
  const run = { context: session, call: session.call.bind(session), wait: async () => {}, isTaken: () => false };
  const all: Probed<string>['judgement'][] = [];
  for await (const { judgement } of parameterDefault.server.reach.probe(run, operationIn(description, 'listTools')))
    all.push(judgement);
  return all;
}

const sorted = (order: string | null) => (order === 'desc' ? [{ id: 'b' }, { id: 'a' }] : [{ id: 'a' }, { id: 'b' }]);

test('of each query parameter of GET that has a default and may be left out', () => {
  const description = described(
    order,
    query('limit', 'type: integer, default: 20'),
    query('since', 'type: string, format: date, default: today'),
    query('cursor', 'type: string, default: first'),
    query('unit', 'type: string'),
    query('page', 'type: integer, default: 1', ', required: true'),
  );
  const { session } = benchFor(description, () => ({}));
  const listed = description.operations.flatMap((operation) => parameterDefault.list(session, operation, 'server'));
  expect(listed.map(({ subject, statement }) => [subject.name, statement])).toEqual([
    ['order', 'order (query) must default to "asc".'],
  ]);
  expect(parameterDefault.list(session, null, 'server')).toEqual([]);
});

test.each<[what: string, answer: (sent: URLSearchParams, count: number) => ResponseParts, judgement: unknown]>([
  ['the default', (sent) => ({ body: sorted(sent.get('order')) }), 'kept'],
  [
    'another value',
    (sent) => ({ body: sorted(sent.get('order') ?? 'desc') }),
    {
      documented: 'The same as with order "asc": [{"id":"a"},{"id":"b"}]',
      received: 'without order: [{"id":"b"},{"id":"a"}]',
    },
  ],
  ['no difference', () => ({ body: sorted('asc') }), { outOfReach: expect.stringContaining('No value of order') }],
  [
    'another body each time',
    (_, count) => ({ body: [{ id: String(count) }] }),
    { outOfReach: expect.stringContaining('another answer each time') },
  ],
  ['nothing', () => ({ status: 404 }), { outOfReach: expect.stringContaining('without order') }],
  [
    'nothing when asked for it',
    (sent) => ({ status: sent.has('order') ? 400 : 200, body: [] }),
    { outOfReach: expect.stringContaining('with order') },
  ],
])('a server with %s', async (_, answer, judgement) => {
  expect(await judged(described(order), answer)).toEqual([judgement]);
});

test('links and echoes of the request are no difference', async () => {
  const answer = (sent: URLSearchParams): ResponseParts => ({
    body: sorted(sent.get('order')).map(({ id }) => ({
      id,
      order: sent.get('order'),
      self: `/tools?${sent}`,
      first: `https://tools.example/tools?${sent}`,
    })),
  });
  expect(await judged(described(order), answer)).toEqual(['kept']);
});

test.each([
  ['a number', 'type: integer, default: 5, maximum: 5', 4],
  ['a truth value', 'type: boolean, default: true', false],
])('other values of %s', async (_, schema, other) => {
  const description = described(query('level', schema));
  const sent: (string | null)[] = [];
  await judged(description, (parameters) => {
    sent.push(parameters.get('level'));
    return { body: [] };
  });
  expect(sent).toEqual(expect.arrayContaining([null, String(other)]));
});

test('faults: another value where the parameter is left out, which shows', async () => {
  const description = described(order);
  const faults = serverFaultsOf(withoutWorkflows(description), ({ kind }) => kind === parameterDefault.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['it is "desc"']);
});
