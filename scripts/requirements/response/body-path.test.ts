import { expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { propertyAt, type Reach, reachOf, stepsOf, stepTo } from './body-path.ts';

test.each<[path: string, steps: string[]]>([
  ['', []],
  ['[]', ['[]']],
  ['.items[].first_name', ['.items', '[]', '.first_name']],
  ['.@odata\\.count', ['.@odata\\.count']],
  ['.filter\\[a\\][]', ['.filter\\[a\\]', '[]']],
])('the steps of %j', (path, steps) => expect(stepsOf(path)).toEqual(steps));

test.each(['name', '@odata.count', 'filter[a]', 'a\\b', ''])('the step to %j, and back', (name) => {
  expect(stepsOf(stepTo(name))).toEqual([stepTo(name)]);
  expect(propertyAt(stepTo(name))).toBe(name);
});

test.each<[body: Exact, path: string, keyword: string, reach: Reach]>([
  [{ a: 1 }, '', 'schema', 'reached'],
  [{ a: 1 }, '.a', 'minimum', 'reached'],
  [{ a: 'text' }, '.a', 'minimum', 'absent'],
  [{ '@odata.count': 1 }, '.@odata\\.count', 'minimum', 'reached'],
  [{}, '.a', 'type', 'absent'],
  [{ a: null }, '.a', 'type', 'reached'],
  [{ a: null }, '.a', 'minLength', 'absent'],
  [null, '.a', 'type', 'absent'],
  [{}, '.a', 'required', 'reached'],
  [{ a: {} }, '.a.b', 'required', 'reached'],
  [{ a: [] }, '.a.b', 'required', 'absent'],
  [{ a: {} }, '.a', 'surplus', 'reached'],
  [{ a: 1 }, '.a', 'surplus', 'absent'],
  [[], '[]', 'type', undefined],
  [[1], '', 'uniqueItems', 'absent'],
  [[1, 2], '', 'uniqueItems', 'reached'],
  [[{}], '[].a', 'type', 'absent'],
  [[{}, { a: 1 }], '[].a', 'type', 'reached'],
  [{ items: [] }, '.items[].a', 'type', undefined],
  [{ items: [[], [1]] }, '.items[][]', 'type', 'reached'],
  [{ items: {} }, '.items[]', 'type', 'absent'],
])('%j at %j, %s: %s', (body, path, keyword, reach) => expect(reachOf(body, path, keyword)).toBe(reach));
