import { expect, test } from 'vitest';
import type { HttpRequest } from '../../http/exchange.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Probed } from '../kind.ts';
import { serverFaultsOf } from '../test/fault-detection.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { parameterShows } from './shows.ts';

const names = (listed: string) => `schema: { type: array, items: { type: string, enum: [${listed}] } }`;
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const tool = "{ $ref: '#/components/schemas/Tool' }";
const parameters = [
  `{ name: fields, in: query, explode: false, ${names('name, size, id')} }`,
  `{ name: 'expand[]', in: query, ${names('owner')} }`,
  `{ name: include, in: query, ${names('name')} }`,
  `{ name: select, in: query, schema: { type: string } }`,
];
const description = descriptionOf(
  `
/tools/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get:
    operationId: readTool
    parameters: [${parameters.join(', ')}]
    responses: { '200': { description: '', ${json(tool)} } }
/tools:
  get:
    operationId: listTools
    parameters: [${parameters[0]}]
    responses:
      '200': { description: '', ${json(`{ type: object, properties: { data: { type: array, items: ${tool} } } }`)} }
`,
  `
components:
  schemas:
    Tool:
      type: object
      properties:
        id: { type: integer }
        name: { type: string }
        size: { type: integer }
        owner: { oneOf: [{ type: string }, { type: object, properties: { id: { type: string } } }] }`,
);

test('of each parameter that names properties of what is shown', () => {
  const { session } = benchFor(description, () => ({}));
  const listed = description.operations.flatMap((operation) => parameterShows.list(session, operation, 'server'));
  expect(listed.map(({ subject }) => [subject.operationId, subject.name])).toEqual([
    ['readTool', 'fields'],
    ['readTool', 'expand[]'],
    ['listTools', 'fields'],
  ]);
});

const saw = { id: 7, name: 'saw', size: 3, owner: 'ann' };

async function judged(answer: (sent: URLSearchParams) => unknown, operationId = 'readTool') {
  const { session } = benchFor(description, ({ target }: HttpRequest) => ({
    body: answer(new URL(target, 'http://localhost').searchParams) as typeof saw,
  }));
  if (parameterShows.server?.reach.by !== 'comparisons') return expect.fail('Nothing is compared.');
  const run = { context: session, call: session.call.bind(session), wait: async () => {}, isTaken: () => false };
  const all: Probed<string>[] = [];
  for await (const one of parameterShows.server.reach.probe(run, operationIn(description, operationId))) all.push(one);
  return all.map(({ judgement }) =>
    judgement === 'kept' ? 'kept' : 'outOfReach' in judgement ? 'nothing' : judgement,
  );
}

function shown(sent: URLSearchParams, thing: Record<string, unknown> = saw) {
  const fields = sent.get('fields')?.split(',');
  const own =
    fields === undefined
      ? thing
      : Object.fromEntries(Object.entries(thing).filter(([name]) => name === 'id' || fields.includes(name)));
  return sent.get('expand[]') === 'owner' ? { ...own, owner: { id: thing['owner'] } } : own;
}

test('a server that shows what is asked for, and the identifier in any case', async () => {
  expect(await judged((sent) => shown(sent))).toEqual(['kept', 'kept', 'kept', 'kept']);
  expect(await judged((sent) => ({ data: [shown(sent), shown(sent)] }), 'listTools')).toEqual(['kept', 'kept', 'kept']);
});

test('a server that shows all, or nothing as a whole', async () => {
  expect(await judged(() => saw)).toEqual([
    { documented: 'Of name, size, id, name alone.', received: 'size as well' },
    { documented: 'Of name, size, id, size alone.', received: 'name as well' },
    { documented: 'Of name, size, id, id alone.', received: 'name as well' },
    { documented: 'owner as a whole, which was asked for.', received: '"ann"' },
  ]);
});

test('a server that does not show what was asked for', async () => {
  const [first] = await judged((sent) => (sent.has('fields') ? { id: 7 } : saw));
  expect(first).toEqual({ documented: 'name, which was asked for.', received: 'nothing called name' });
});

test('nothing is said of what is not there', async () => {
  const judgements = await judged((sent) => shown(sent, { id: 7, owner: null }));
  expect(new Set(judgements)).toEqual(new Set(['nothing']));
});

test('a fault of it is to ignore the parameter', () => {
  const faults = serverFaultsOf(withoutWorkflows(description), ({ kind }) => kind === parameterShows.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['ignored', 'ignored', 'ignored']);
});
