import { expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import { isReached, stepsOf } from './body-path.ts';

test.each<[path: string, steps: string[]]>([
  ['', []],
  ['[]', ['[]']],
  ['.items[].first_name', ['.items', '[]', '.first_name']],
])('the steps of %j', (path, steps) => expect(stepsOf(path)).toEqual(steps));

test.each<[body: Exact, path: string, reached: boolean]>([
  [{ a: 1 }, '', true],
  [{ a: 1 }, '.a', true],
  [{}, '.a', true],
  [null, '.a', true],
  [[], '[]', false],
  [[{}], '[].a', true],
  [{ items: [] }, '.items[].a', false],
  [{ items: [[], [1]] }, '.items[][]', true],
  [{ items: {} }, '.items[]', false],
])('%j at %j: %s', (body, path, reached) => expect(isReached(body, path)).toBe(reached));
