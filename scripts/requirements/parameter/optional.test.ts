import { expect, test } from 'vitest';
import { parameterOptional } from './optional.ts';
import { built, casesBy, judgedBy, listedBy } from './test/tools-contract.ts';

const optional = ['limit', 'name', 'cursor', 'sizes', 'level', 'tags', 'filter']
  .map((name) => `query.${name}.optional`)
  .concat('cookie.theme.optional', 'header.kind.optional');

test('what may be left out, on both sides', () => {
  expect(listedBy(parameterOptional, 'server')).toEqual(optional);
  expect(listedBy(parameterOptional, 'client')).toEqual(optional);
  expect(listedBy(parameterOptional, 'server', 'readTool')).toEqual([]);
});

test('without it, a request is accepted', () => {
  const cases = casesBy(parameterOptional);
  expect(cases.map(({ id }) => id)).toEqual(optional);
  expect(cases.filter(({ planned }) => planned.expectation.kind !== 'accepted')).toEqual([]);
});

test('a parameter of the same name in another place is not left out with one', async () => {
  const parts = await built(parameterOptional, 'listTools', 'header.kind.optional', 'no kind');
  expect(parts.query.map(([name]) => name)).toContain('kind');
  expect(parts.headers.map(([name]) => name)).not.toContain('kind');
});

test('a client keeps it where it sends none', () => {
  expect(judgedBy(parameterOptional, 'GET /tools?kind=saw')).toEqual(optional);
  expect(judgedBy(parameterOptional, 'GET /tools?kind=saw&limit=5')).toEqual(
    optional.filter((id) => !id.includes('limit')),
  );
});
