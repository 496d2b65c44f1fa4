import { expect, test } from 'vitest';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { parameterRequired } from './required.ts';
import { built, casesBy, judgedBy, listedBy } from './test/tools-contract.ts';

test('what must be given, wherever it stands but in a path', () => {
  expect(listedBy(parameterRequired, 'server')).toEqual(['query.kind.required', 'header.X-Bench.required']);
  expect(listedBy(parameterRequired, 'client')).toEqual(['query.kind.required', 'header.X-Bench.required']);
  expect(listedBy(parameterRequired, 'client', 'readTool')).toEqual([]);
});

test('where no refusal is documented, it binds clients alone', () => {
  expect(listedBy(parameterRequired, 'server', 'addTool')).toEqual([]);
  expect(listedBy(parameterRequired, 'client', 'addTool')).toEqual(['query.limit.required']);
  expect(casesBy(parameterRequired, 'addTool')).toEqual([]);
});

test.each<[id: string, title: string, part: 'query' | 'headers']>([
  ['query.kind.required', 'no kind', 'query'],
  ['header.X-Bench.required', 'no X-Bench', 'headers'],
])('%s: without it, a request is refused', async (id, title, part) => {
  const { expectation } = casesBy(parameterRequired).find((one) => one.id === id)?.planned ?? expect.fail('No case.');
  expect(
    expectation.kind === 'refused' && [200, 400, 404, 500].filter((status) => expectation.with.has(status)),
  ).toEqual([400]);
  const parts = await built(parameterRequired, 'listTools', id, title);
  expect(parts[part].map(([name]) => name)).not.toContain(id.split('.')[1]);
  expect([...parts.query, ...parts.headers]).toHaveLength(1);
});

test.each<[line: string, judged: string[]]>([
  ['GET /tools?kind=saw', ['query.kind.required', 'header.X-Bench.required']],
  ['GET /tools?kinds=saw', ['header.X-Bench.required', '!query.kind.required']],
  ['GET /tools?kind=', ['query.kind.required', 'header.X-Bench.required']],
  ['POST /tools', ['!query.limit.required']],
])('a client that sends %s', (line, judged) => expect(judgedBy(parameterRequired, line)).toEqual(judged));

test.each<[responses: string, allowed: number[]]>([
  [`'401': { description: '' }`, [401]],
  [`'400': { description: '' }`, [400]],
  [`default: { description: '' }`, [400, 401, 403]],
])('who sends nothing by which he is known may be refused as unknown: %s', (responses, allowed) => {
  const header = (name: string) => `{ name: ${name}, in: header, required: true, schema: { type: string } }`;
  const description = descriptionOf(`
/tools:
  get:
    operationId: listTools
    parameters: [${header('X-User-Email')}, ${header('X-User-Token')}]
    responses: { '200': { description: '' }, ${responses} }`);
  const { session } = benchFor(description);
  const reach = parameterRequired.server?.reach;
  const cases = reach?.by === 'cases' ? reach.cases(session, operationIn(description, 'listTools')) : [];
  const statuses = cases.map(({ expectation }) =>
    [400, 401, 403, 404, 500].filter((status) => 'with' in expectation && expectation.with.has(status)),
  );
  expect(statuses).toEqual([allowed, allowed]);
});
