import { expect, test } from 'vitest';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { describe as describeContract } from '../../../openapi/description.ts';
import { contractOf, descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import type { Probed } from '../../kind.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { upsert } from './upsert.ts';

const json = 'content: { application/json: { schema: { type: object, properties: { title: { type: string } } } } }';
const answered = (statuses: readonly string[]) =>
  statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const described = (statuses: readonly string[] = ['201', '200', '409'], method = 'put', read = 'get') =>
  descriptionOf(`
/notes/{name}:
  parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
  ${read}: { operationId: read, responses: { '200': { description: '', ${json} }, '404': { description: '' } } }
  ${method}: { operationId: put, requestBody: { ${json} }, responses: { ${answered(statuses)} } }
`);

/** Answers what reads with one status, and PUT with some, one after the other. */
async function judged(read: number, statuses: number[]): Promise<Probed<string>['judgement'][]> {
  const description = described();
  let count = 0;
  const { session } = benchFor(description, ({ method }): ResponseParts => {
    if (method === 'GET') return { status: read, body: {} };
    count += 1;
    return { status: statuses[count - 1] ?? 500, body: {} };
  });
  return probedJudgements(upsert, session, 'put');
}

const documented = '201 where nothing was there, as a request before has shown.';

test.each<[what: string, read: number, statuses: number[], judgements: unknown[]]>([
  ['creates, then replaces', 404, [201, 200], ['kept', 'kept']],
  ['creates, then replaces without a body', 410, [201, 204], ['kept', 'kept']],
  ['creates as it replaces', 404, [200], [{ documented, received: '200, {}' }]],
  [
    'replaces as it creates',
    404,
    [201, 201],
    ['kept', { documented: '200 for what was there, as it was created before.', received: '201, {}' }],
  ],
  ['has something there', 200, [200], [{ outOfReach: 'No request has shown that nothing was there.' }]],
  ['finds nothing', 404, [404], [{ documented, received: '404, {}' }]],
  ['creates nothing', 404, [409], [{ outOfReach: 'Nothing was created at a place that nothing had.' }]],
  ['replaces nothing', 404, [201, 409], ['kept', { outOfReach: 'What was created could not be replaced.' }]],
])('a server that %s', async (_, read, statuses, judgements) => {
  expect(await judged(read, statuses)).toEqual(judgements);
});

test('a number that is tried is none of the first, which other items may have', async () => {
  const numbered = JSON.stringify(described().contract.document).replace('{"type":"string"}}]', '{"type":"integer"}}]');
  const description = describeContract(contractOf(numbered));
  const tried: number[] = [];
  const { session } = benchFor(description, ({ target }): ResponseParts => {
    tried.push(Number(target.split('/').at(-1)));
    return { status: 404, body: {} };
  });
  await probedJudgements(upsert, session, 'put');
  expect(tried.length).toBeGreaterThan(1);
  expect(Math.min(...tried)).toBeGreaterThan(100_000);
});

test.each<[what: string, ...given: Parameters<typeof described>, count: number]>([
  ['PUT that creates or replaces', ['201', '204'], 'put', 'get', 1],
  ['PUT that replaces', ['200'], 'put', 'get', 0],
  ['PUT that creates alone', ['201'], 'put', 'get', 0],
  ['POST', ['201', '200'], 'post', 'get', 0],
  ['what nothing reads', ['201', '200'], 'put', 'delete', 0],
])('of %s', (_, statuses, method, read, count) => {
  const description = described(statuses, method, read);
  const { session } = benchFor(description);
  expect(upsert.list(session, operationIn(description, 'put'), 'server')).toHaveLength(count);
});

const name = 'type: object, required: [name], properties: { name: { type: string } }';
const content = `content: { application/json: { schema: { ${name} } } }`;
const ofEach = descriptionOf(`
/boxes: { post: { operationId: addBox, requestBody: { ${content} }, responses: { '201': { ${content} } } } }
/boxes/{name}: { ${at()}, get: { operationId: readBox, responses: { '200': { ${content} } } } }
/boxes/{name}/label:
  ${at()}
  get: { operationId: readLabel, responses: { '200': { ${json} }, '404': { description: '' } } }
  put: { operationId: putLabel, requestBody: { required: true, ${json} }, responses: { '201': {}, '200': {} } }
`);

function at(): string {
  return 'parameters: [{ name: name, in: path, required: true, schema: { type: string } }]';
}

test.each([
  ['creates, then replaces', [201, 200], ['kept', 'kept']],
  ['always replaces', [200, 200], [{ documented, received: '200, {}' }]],
])('what there is one of beneath each item, at a server that %s', async (_, statuses, judgements) => {
  const labelled = new Map<string, number>();
  let count = 0;
  const { session } = benchFor(ofEach, ({ method, target }): ResponseParts => {
    if (method === 'POST') {
      count += 1;
      return { status: 201, body: { name: `box${count}` } };
    }
    const times = labelled.get(target) ?? 0;
    if (method === 'GET') return times === 0 ? { status: 404 } : { body: {} };
    labelled.set(target, times + 1);
    return { status: statuses[times] ?? 500, body: {} };
  });
  if (upsert.server?.reach.by !== 'probes') return expect.fail('Nothing is probed.');
  const run = { context: session, call: session.call.bind(session), wait: async () => {}, isTaken: () => false };
  const all: unknown[] = [];
  for await (const { judgement } of upsert.server.reach.probe(run, operationIn(ofEach, 'putLabel')))
    all.push(judgement);
  expect(all).toEqual(judgements);
});

test('faults', () => {
  const specification = withoutWorkflows(described());
  const faults = serverFaultsOf(specification, ({ kind }) => kind === upsert.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['answered with 200', 'answered with 201']);
});
