import { expect, test } from 'vitest';
import { describeProgress, type KindProgress } from './progress.ts';

const kindOf = (name: string, own: Partial<KindProgress>): KindProgress => ({
  name,
  total: 100,
  done: 0,
  doneBefore: 0,
  seconds: 1,
  ...own,
});

test.each<[name: string, kinds: KindProgress[], elapsed: number, bar: string, rest: string]>([
  ['nothing yet', [kindOf('a', {})], 3, '╌'.repeat(20), ' 0 % · a 0/100 · 0:03'],
  [
    'a quarter',
    [kindOf('a', { done: 25 })],
    61,
    '━'.repeat(5) + '╌'.repeat(15),
    ' 25 % · a 25/100 · 1:01, about 3:03 left',
  ],
  [
    'kinds that take longer count for more',
    [kindOf('a', { done: 100 }), kindOf('b', { seconds: 3 })],
    10,
    '━'.repeat(5) + '╌'.repeat(15),
    ' 25 % · a 100/100 · b 0/100 · 0:10, about 0:30 left',
  ],
  [
    'what was done before says nothing of the speed',
    [kindOf('a', { done: 75, doneBefore: 50 })],
    10,
    '━'.repeat(15) + '╌'.repeat(5),
    ' 75 % · a 75/100 · 0:10, about 0:10 left',
  ],
  ['all', [kindOf('a', { done: 100 })], 10, '━'.repeat(20), ' 100 % · a 100/100 · 0:10, about 0:00 left'],
])('%s', (_, kinds, elapsed, bar, rest) => {
  expect(describeProgress(kinds, elapsed, 120)).toEqual({ bar, rest });
});

test.each([
  [50, '━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌', ' 25 % · a 25/100 · 1:01, about'],
  [25, '━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌', ' 25 %'],
  [10, '━━━━━╌╌╌╌╌', ''],
  [0, '', ''],
])('no more than fits into %i columns', (columns, bar, rest) => {
  expect(describeProgress([kindOf('a', { done: 25 })], 61, columns)).toEqual({ bar, rest });
});
