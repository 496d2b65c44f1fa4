import { expect, test } from 'vitest';
import { descriptionOf } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { RequestCheck } from '../request/request-check.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { built, casesBy, judgedBy, listedBy } from './test/tools-contract.ts';
import { undescribedQuery } from './undescribed-query.ts';

test('of every operation; where no refusal is documented, it binds clients alone', () => {
  expect(listedBy(undescribedQuery, 'server')).toEqual(['query.unknown']);
  expect(listedBy(undescribedQuery, 'server', 'addTool')).toEqual([]);
  expect(listedBy(undescribedQuery, 'client', 'addTool')).toEqual(['query.unknown']);
  expect(casesBy(undescribedQuery, 'addTool')).toEqual([]);
});

test('it may be refused', async () => {
  expect(casesBy(undescribedQuery).map(({ planned }) => planned.expectation.kind)).toEqual(['either']);
  const { query } = await built(undescribedQuery, 'listTools', 'query.unknown', 'undescribed=1');
  expect(query).toContainEqual(['undescribed', '1']);
});

test.each<[line: string, judged: string[]]>([
  ['GET /tools?kind=saw', ['query.unknown']],
  ['GET /tools?kind=saw&limits=5', ['!query.unknown']],
  ['GET /tools/1', ['query.unknown']],
  ['GET /tools/1?a', ['!query.unknown']],
])('a client that sends %s', (line, judged) => expect(judgedBy(undescribedQuery, line)).toEqual(judged));

test('a pair that leaks the key is reported as that alone', () => {
  const description = descriptionOf(
    `
/tools: { get: { operationId: listTools, responses: { '200': { description: '' } } } }`,
    `security: [{ key: [] }]
components: { securitySchemes: { key: { type: http, scheme: bearer } } }`,
  );
  const { session } = benchFor(description);
  const check = new RequestCheck(withoutWorkflows(description), session.keys.key);
  const headers = [['Authorization', `Bearer ${session.keys.key}`]] as const;
  const violated = (target: string) =>
    check.check({ method: 'GET', target, headers, body: null }).violations.map(({ requirementId }) => requirementId);
  expect(violated(`/tools?trace=${session.keys.key}`)).toEqual(['listTools.security.place']);
  expect(violated(`/tools?trace=${session.keys.key}&page=2`)).toEqual([
    'listTools.parameters.query.unknown',
    'listTools.security.place',
  ]);
});
