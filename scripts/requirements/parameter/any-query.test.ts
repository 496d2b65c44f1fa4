import { sample } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Exact, isExactObject } from '../../http/exact-json.ts';
import { operationIn } from '../../test/contracts.ts';
import type { GeneratedCases } from '../kind.ts';
import { anyQuery } from './any-query.ts';
import { description, listedBy, session } from './test/tools-contract.ts';

function generated(operationId: string): GeneratedCases<string>[] {
  if (anyQuery.server?.reach.by !== 'generated cases') return expect.fail('They are not generated.');
  return anyQuery.server.reach.generate(session, operationIn(description, operationId));
}

test('of operations with query parameters', () => {
  expect(listedBy(anyQuery, 'server')).toEqual(['query.any']);
  expect(listedBy(anyQuery, 'client')).toEqual(['query.any']);
  expect(listedBy(anyQuery, 'server', 'readTool')).toEqual([]);
  expect(generated('readTool')).toEqual([]);
});

const [own = expect.fail('Nothing is generated.')] = generated('listTools');

test('values are generated for all but what only the server can make and what is one document', () => {
  const values = sample(own.values, { seed: 7, numRuns: 100 });
  const given = values.map((value) => (isExactObject(value) ? Object.keys(value) : []));
  expect([...new Set(given.flat())].toSorted()).toEqual(['kind', 'level', 'limit', 'name', 'sizes', 'tags']);
  expect(given.filter((names) => !names.includes('kind'))).toEqual([]);
});

describe('the case for a value', () => {
  test.each<[what: string, value: Exact, kind: string | undefined]>([
    ['numbers and listed values', { kind: 'saw', limit: 5 }, 'accepted'],
    ['a text', { kind: 'saw', name: 'ab' }, 'either'],
    ['a list of texts', { kind: 'saw', tags: ['ab'] }, 'either'],
    ['what is not allowed', { kind: 'saw', limit: 0 }, undefined],
    ['an empty list, which cannot be sent', { kind: 'saw', tags: [] }, undefined],
  ])('%s', (_, value, kind) => expect(own.caseFor(value)?.expectation.kind).toBe(kind));

  test('sends what is given', async () => {
    const parts = await own.caseFor({ kind: 'saw', limit: 5, sizes: [1, 2] })?.build(session, false);
    expect(parts?.query.map((pair) => pair.join('=')).toSorted()).toEqual(['kind=saw', 'limit=5', 'sizes=1,2']);
  });
});
