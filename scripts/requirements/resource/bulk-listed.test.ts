import { expect, test } from 'vitest';
import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { ResponseParts } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Probed } from '../kind.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { probedJudgements } from '../test/probed-judgements.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { bulkListed } from './bulk-listed.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const thing = (properties: string) => `{ type: object, properties: { ${properties} } }`;
const listOf = (properties: string) => `{ type: array, items: ${thing(properties)} }`;
const sensor = json(thing('id: { type: integer }'));
const described = (shown = 'id: { type: integer }, value: { type: number }', path = '/sensors/{sensorId}/readings') =>
  descriptionOf(`
/sensors:
  post: { operationId: addSensor, requestBody: { ${sensor} }, responses: { '201': { description: '', ${sensor} } } }
/sensors/{sensorId}:
  parameters: [{ name: sensorId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readSensor, responses: { '200': { description: '', ${sensor} } } }
${path}:
  ${path.includes('{') ? 'parameters: [{ name: sensorId, in: path, required: true, schema: { type: integer } }]' : ''}
  get:
    operationId: list
    parameters: [{ name: from, in: query, schema: { type: string, format: date-time } }]
    responses: { '200': { description: '', ${json(listOf(shown))} } }
  post:
    operationId: addAll
    requestBody: { required: true, ${json(listOf('value: { type: number }'))} }
    responses: { '207': { description: '', ${json(listOf('status: { type: integer }'))} } }
`);

/** What a server stores of the entries, and the status of each. */
interface Server {
  stored?(entries: Exact[]): Exact[];
  status?(index: number): number;
  /** That of the list. */
  listed?: number;
}

async function judged({
  stored = (entries) => entries,
  status = () => 201,
  listed = 200,
}: Server): Promise<Probed<string>['judgement'][]> {
  const description = described();
  const lists = new Map<string, Exact[]>();
  const { session } = benchFor(description, ({ method, target, body }): ResponseParts => {
    if (method === 'GET') return { status: listed, body: lists.get(target) ?? [] };
    if (target === '/sensors') return { status: 201, body: { id: lists.size + 1 } };
    const sent = jsonIn(body) ?? null;
    const entries = Array.isArray(sent) ? sent : [];
    lists.set(target, stored(entries));
    return { status: 207, body: entries.map((_, index) => ({ status: status(index) })) };
  });
  return probedJudgements(bulkListed, session, 'list');
}

const lost = {
  documented: expect.stringMatching(/^What addAll answered that it has taken: \{/) as string,
  received: 'none that is as it was sent',
};
const altered = (entry: Exact) => (isExactObject(entry) ? { ...entry, value: -1 } : entry);

test.each<[what: string, server: Server, judgement: unknown]>([
  ['lists each', {}, 'kept'],
  ['lists them in another order, with more', { stored: (all) => [{ id: 7 }, ...all.toReversed()] }, 'kept'],
  ['stores the first alone', { stored: (all) => all.slice(0, 1) }, lost],
  ['stores something else', { stored: (all) => all.map(altered) }, lost],
  ['has refused the others', { stored: (all) => all.slice(0, 1), status: (at) => (at === 0 ? 201 : 409) }, 'kept'],
  ['lists nothing without a time', { stored: () => [] }, { outOfReach: 'The list shows nothing without a time.' }],
  ['refuses the list', { listed: 400 }, { outOfReach: 'No list was returned.' }],
  ['refuses each', { status: () => 422 }, { outOfReach: 'No 207 has said that several entries were taken.' }],
])('a server that %s', async (_, server, judgement) => expect(await judged(server)).toEqual([judgement]));

test.each<[what: string, description: ReturnType<typeof described>, count: number]>([
  ['has what is sent', described(), 1],
  ['has nothing of what is sent', described('id: { type: integer }'), 0],
  ['is beneath nothing', described(undefined, '/readings'), 0],
])('a list that %s', (_, description, count) => {
  const { session } = benchFor(description);
  expect(bulkListed.list(session, operationIn(description, 'list'), 'server')).toHaveLength(count);
});

test('faults', () => {
  const specification = withoutWorkflows(described());
  const faults = serverFaultsOf(specification, ({ kind }) => kind === bulkListed.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['one alone']);
});
