import { expect, test } from 'vitest';
import { headerOf } from '../../http/exchange.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Probed } from '../kind.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { replayed } from './replayed.ts';

const json = (properties: string) =>
  `content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`;
const described = (header = 'Idempotency-Key', isRequired = false) =>
  descriptionOf(`
/tickets:
  post:
    operationId: buy
    parameters:
      - { name: ${header}, in: header, required: ${isRequired}, schema: { type: string }, example: one-for-all }
    requestBody: { required: true, ${json('seat: { type: string }')} }
    responses: { '201': { description: '', ${json('id: { type: integer }, seat: { type: string }')} } }
/tickets/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readTicket, responses: { '200': { description: '', ${json('id: { type: integer }')} } } }
`);

/** Sells tickets, and knows by their keys those that it has given; `refused` in place of such. */
function shop({ isIgnored = false, refused = 0, hasId = true }): ReturnType<typeof benchFor>['session'] {
  const given = new Map<string, number>();
  let last = 0;
  return benchFor(described(), (request) => {
    const key = isIgnored ? undefined : headerOf(request, 'Idempotency-Key');
    const known = key === undefined ? undefined : given.get(key);
    if (known !== undefined && refused > 0) return { status: refused };
    if (known === undefined) last += 1;
    const id = known ?? last;
    if (key !== undefined) given.set(key, id);
    return { status: 201, body: hasId ? { id } : {} };
  }).session;
}

async function judged(session: ReturnType<typeof shop>): Promise<Probed<string>['judgement'][]> {
  if (replayed.server?.reach.by !== 'probes') return expect.fail('Nothing is probed.');
  const call = session.call.bind(session);
  const run = { context: session, call, wait: async () => {}, isTaken: () => false };
  const all: Probed<string>['judgement'][] = [];
  for await (const { judgement } of replayed.server.reach.probe(run, operationIn(session.description, 'buy')))
    all.push(judgement);
  return all;
}

const unknown = { outOfReach: 'No two responses to the same creation have shown an identifier.' };

test.each<[what: string, server: Parameters<typeof shop>[0], judgement: unknown]>([
  ['knows the key', {}, 'kept'],
  [
    'ignores it',
    { isIgnored: true },
    { documented: 'The answer to the first of two requests that are the same: 1.', received: '201, {"id":2}' },
  ],
  ['refuses what was sent before', { refused: 409 }, unknown],
  ['shows no identifier', { hasId: false }, unknown],
])('a server that %s', async (_, server, judgement) => expect(await judged(shop(server))).toEqual([judgement]));

test.each([
  ['Idempotency-Key', 1],
  ['X-Idempotency-Key', 1],
  ['X-Request-Id', 0],
])('%s: %i', (header, count) => {
  const description = described(header);
  const { session } = benchFor(description);
  const listed = [null, ...description.operations].flatMap((one) => replayed.list(session, one, 'server'));
  expect(listed).toHaveLength(count);
});

test('a key that is required is another one for each request, whatever the example', async () => {
  const description = described('Idempotency-Key', true);
  const { session } = benchFor(description);
  const made = [1, 2].map(async () => (await session.source.base(operationIn(description, 'buy'))).headers[0]?.[1]);
  expect(new Set([...(await Promise.all(made)), 'one-for-all']).size).toBe(3);
});

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described()), ({ kind }) => kind === replayed.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['ignored']);
});
