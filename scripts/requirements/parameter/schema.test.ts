import { expect, test } from 'vitest';
import { parameterAsDescribed } from './schema.ts';
import { judgedBy, listedBy } from './test/tools-contract.ts';

test('every parameter, for clients alone', () => {
  expect(listedBy(parameterAsDescribed, 'client')).toContain('query.filter.schema');
  expect(listedBy(parameterAsDescribed, 'client', 'readTool')).toEqual(['path.number.schema']);
  expect(listedBy(parameterAsDescribed, 'server')).toEqual([]);
});

test.each<[what: string, query: string, judged: string[]]>([
  ['as described', 'limit=5', ['query.limit.schema']],
  ['a keyword that is a requirement of its own', 'limit=0', []],
  ['given twice, which is a requirement of its own', 'limit=5&limit=5', []],
  ['given twice, which is none for a list', 'sizes=1&sizes=2', ['!query.sizes.schema']],
  ['no document of its media type', 'filter={', ['!query.filter.schema']],
  ['a keyword that is no requirement of its own', 'filter={"b":1}', ['!query.filter.schema']],
  ['a document as described', 'filter={"a":1}', ['query.filter.schema']],
  ['not sent', '', []],
])('%s: %s', (_, query, judged) => {
  const own = judgedBy(parameterAsDescribed, `GET /tools?kind=saw&${query}`);
  expect(own.filter((id) => !/kind|X-Bench/.test(id))).toEqual(judged);
});
