import { expect, test } from 'vitest';
import { noon, StillClock } from '../http/test/still-clock.ts';
import type { RateLimitHeader } from '../requirements/rate-limit/rate-limit-headers.ts';
import { descriptionOf } from '../test/contracts.ts';
import { RateWindow } from './rate-window.ts';

/** A window for a contract with these three headers, and what they say. */
function windowFor(headers: string) {
  const description = descriptionOf(
    `/books:\n  get: { operationId: listBooks, responses: { '200': { description: '', headers: { ${headers} } } } }`,
  );
  const clock = new StillClock();
  const window = new RateWindow(description, () => clock.now());
  const documented = description.operations[0]?.responses['200']?.headers ?? [];
  const say = (part: RateLimitHeader, isRefused = false) =>
    documented
      .filter(({ name }) => name.endsWith(part))
      .map((header) => Number(window.valueOf(header, part, isRefused)))[0];
  return {
    window,
    clock,
    documented,
    state: (isRefused = false) => [say('limit', isRefused), say('remaining', isRefused), say('reset', isRefused)],
  };
}

const headers = (limit = '', form = 'seconds-from-now') =>
  [
    `ratelimit-limit: { schema: { type: integer${limit} } }`,
    'ratelimit-remaining: {}',
    `ratelimit-reset: { x-rate-limit-reset: ${form} }`,
  ].join(', ');

test('counts down in a minute, and begins anew', () => {
  const { window, clock, state } = windowFor(headers());
  const seen = [0, 59_000, 999, 1].map((wait) => {
    clock.time += wait;
    window.count();
    return state();
  });
  expect(seen).toEqual([
    [100_000, 99_999, 60],
    [100_000, 99_998, 1],
    [100_000, 99_997, 1],
    [100_000, 99_999, 60],
  ]);
});

test('says the moment of the reset where that is asked for', () => {
  const { window, clock, state } = windowFor(headers('', 'unix-timestamp'));
  clock.time += 1;
  window.count();
  expect(state()).toEqual([100_000, 99_999, noon / 1000 + 61]);
});

test('allows no more than the contract, and never less than one', () => {
  const { window, state } = windowFor(headers(', maximum: 3'));
  const seen = Array.from({ length: 5 }, () => {
    window.count();
    return state();
  });
  expect(seen).toEqual([
    [3, 2, 60],
    [3, 1, 60],
    [3, 0, 60],
    [3, 2, 60],
    [3, 1, 60],
  ]);
});

test('has nothing left for who is refused, for a second', () => {
  const { window, state } = windowFor(headers());
  window.count();
  expect(state(true)).toEqual([100_000, 0, 1]);
});

test.each<[schema: string, wait: string]>([
  ['{ type: integer }', '1'],
  ['{ type: integer, minimum: 5 }', '5'],
])('asks to wait as short as %s allows', (schema, wait) => {
  const { window, documented } = windowFor(`Retry-After: { schema: ${schema} }`);
  expect(documented.map((header) => window.waitOf(header))).toEqual([wait]);
});

test('says in one header what is left, and when all is', () => {
  const { window } = windowFor('RateLimit: {}, RateLimit-Policy: {}');
  window.count();
  expect([
    window.joinedValueOf('RateLimit', '"default";r=50;t=30', false),
    window.joinedValueOf('RateLimit', 'limit=9, remaining=5, reset=7', true),
    window.joinedValueOf('RateLimit-Policy', '"default";q=100;w=60', false),
    window.joinedValueOf('X-Other', '"default";q=100;w=60', false),
  ]).toEqual(['"default";r=99999;t=60', 'limit=9, remaining=0, reset=1', '"default";q=100000;w=60', undefined]);
});
