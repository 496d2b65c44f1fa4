import { expect, test } from 'vitest';
import { parameterRepeated } from './repeated.ts';
import { built, casesBy, judgedBy, listedBy } from './test/tools-contract.ts';

const tried = ['query.limit', 'query.kind', 'query.name', 'query.cursor', 'query.level'].map((id) => `${id}.repeated`);
const others = ['query.filter', 'header.X-Bench', 'cookie.theme', 'header.kind'].map((id) => `${id}.repeated`);

test('what is a single value: a server need not expect it elsewhere than in a query', () => {
  expect(listedBy(parameterRepeated, 'server')).toEqual(tried);
  expect(listedBy(parameterRepeated, 'client')).toEqual([...tried, ...others]);
  expect(listedBy(parameterRepeated, 'client', 'readTool')).toEqual([]);
});

test('where no refusal is documented, it binds clients alone', () => {
  expect(listedBy(parameterRepeated, 'server', 'addTool')).toEqual([]);
  expect(listedBy(parameterRepeated, 'client', 'addTool')).toEqual(['query.limit.repeated']);
});

test('given twice, it may be refused', async () => {
  const cases = casesBy(parameterRepeated);
  expect(cases.map(({ id, planned }) => [id, planned.expectation.kind])).toEqual(tried.map((id) => [id, 'either']));
  const { query } = await built(parameterRepeated, 'listTools', 'query.limit.repeated', 'limit twice');
  const [first, second, ...rest] = query.filter(([name]) => name === 'limit');
  expect(first).toBeDefined();
  expect([second, rest]).toEqual([first, []]);
});

test.each<[query: string, judged: string[]]>([
  ['limit=5', ['query.limit.repeated']],
  ['limit=5&limit=5', ['!query.limit.repeated']],
  ['limit=x', ['query.limit.repeated']],
  ['filter={}&filter={}', ['!query.filter.repeated']],
  ['sizes=1&sizes=2', []],
])('a client that sends %s', (query, judged) => {
  const own = judgedBy(parameterRepeated, `GET /tools?kind=saw&${query}`);
  expect(own.filter((id) => !/kind|X-Bench/.test(id))).toEqual(judged);
});
