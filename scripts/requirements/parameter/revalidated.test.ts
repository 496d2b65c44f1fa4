import { expect, test } from 'vitest';
import { type HttpRequest, headerOf } from '../../http/exchange.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Probed } from '../kind.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { revalidated } from './revalidated.ts';

const tagged = 'headers: { ETag: { schema: { type: string } } },';
const described = ({ header = 'If-None-Match', isTagged = true, status = 304, schema = '{ type: string }' } = {}) =>
  descriptionOf(`
/lamp:
  get:
    operationId: readLamp
    parameters: [{ name: ${header}, in: header, schema: ${schema} }]
    responses:
      '200': { description: '', ${isTagged ? tagged : ''} content: { application/json: {} } }
      '${status}': { description: '' }
`);

/** Answers by what the request has for the header, and the number of the request. */
type Serve = (known: string | undefined, count: number) => ResponseParts;

async function judged(serve: Serve, description = described()): Promise<Probed<string>['judgement'][]> {
  let count = 0;
  const { session } = benchFor(description, (request: HttpRequest) => {
    count += 1;
    return { body: {}, ...serve(headerOf(request, 'If-None-Match'), count) };
  });
  if (revalidated.server?.reach.by !== 'probes') return expect.fail('Nothing is probed.');
  const run = { context: session, call: session.call.bind(session), wait: async () => {}, isTaken: () => false };
  const all: Probed<string>['judgement'][] = [];
  for await (const { judgement } of revalidated.server.reach.probe(run, operationIn(description, 'readLamp')))
    all.push(judgement);
  return all;
}

const headers = { ETag: '"1"' };
const outOfReach = 'Nothing was read twice with the same ETag.';

test.each<[what: string, serve: Serve, judgements: unknown[]]>([
  ['compares them', (known) => (known === '"1"' ? { status: 304, headers } : { headers }), ['kept', 'kept']],
  ['ignores the header', () => ({ headers }), [{ documented: '304: the ETag is "1".', received: '200, {}' }, 'kept']],
  [
    'takes any for the current one',
    (known) => ({ headers, status: known === undefined ? 200 : 304 }),
    ['kept', { documented: 'What is there: the ETag is "1".', received: '304' }],
  ],
  [
    'serves it no more',
    (known) => ({ headers, status: known === undefined ? 200 : 404 }),
    [{ outOfReach: 'What has the ETag was not served again.' }, 'kept'],
  ],
  ['gives no ETag', () => ({}), [{ outOfReach }]],
  ['has nothing there', () => ({ status: 404, headers }), [{ outOfReach }]],
  ['has another thing each time', (_, count) => ({ headers: { ETag: `"${count}"` } }), [{ outOfReach }]],
])('a server that %s', async (_, serve, judgements) => expect(await judged(serve)).toEqual(judgements));

test('the header may be a list of tags', async () => {
  const description = described({ schema: '{ type: [array, "null"], items: { type: string } }' });
  expect(await judged((known) => (known === '"1"' ? { status: 304, headers } : { headers }), description)).toEqual([
    'kept',
    'kept',
  ]);
});

test('is required where the contract has the header, the 304 and the ETag', () => {
  const countIn = (description: ReturnType<typeof described>) => {
    const { session } = benchFor(description);
    return description.operations.flatMap((operation) => revalidated.list(session, operation, 'server')).length;
  };
  expect(
    [{}, { header: 'X-Known' }, { isTagged: false }, { status: 302 }].map((change) => countIn(described(change))),
  ).toEqual([1, 0, 0, 0]);
});

test('faults', () => {
  const specification = withoutWorkflows(described());
  const faults = serverFaultsOf(specification, ({ kind }) => kind === revalidated.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['ignored', 'any is taken for the current one']);
});
