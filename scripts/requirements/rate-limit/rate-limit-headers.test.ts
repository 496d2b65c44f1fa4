import { describe, expect, test } from 'vitest';
import { responseOf } from '../../http/test/messages.ts';
import { noon } from '../../http/test/still-clock.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { rateLimitHeaderOf, rateLimitStateOf, resetFormOf, retryAfterOf } from './rate-limit-headers.ts';

test.each<[name: string, part: string | undefined]>([
  ['X-RateLimit-Limit', 'limit'],
  ['x-ratelimit-remaining', 'remaining'],
  ['RateLimit-Reset', 'reset'],
  ['X-Rate-Limit-Reset', 'reset'],
  ['RateLimit', undefined],
  ['X-RateLimit-Limit-Day', undefined],
  ['Limit', undefined],
  ['Retry-After', undefined],
])('%s is the %s', (name, part) => expect(rateLimitHeaderOf(name)).toBe(part));

function documentedWith(headers: string) {
  const description = descriptionOf(
    `/books: { get: { operationId: listBooks, responses: { '200': { description: '', headers: { ${headers} } } } } }`,
  );
  const documented = operationIn(description, 'listBooks').responses['200'];
  if (documented === undefined) throw new Error('There is no such response.');
  return { contract: description.contract, documented };
}

test.each<[header: string, form: string]>([
  ['X-RateLimit-Reset: {}', 'timestamp'],
  ['RateLimit-Reset: {}', 'delta'],
  ['X-RateLimit-Reset: { description: Seconds until the window ends. }', 'delta'],
  ['X-RateLimit-Reset: { description: The seconds left. }', 'delta'],
  ['RateLimit-Reset: { description: A Unix time in seconds. }', 'timestamp'],
  ['RateLimit-Reset: { description: Seconds since the epoch. }', 'timestamp'],
])('%s is a %s', (text, form) => {
  const { contract, documented } = documentedWith(text);
  expect(documented.headers.map((header) => resetFormOf(contract, header))).toEqual([form]);
});

describe('the state that headers give', () => {
  const plain = 'X-RateLimit-Limit: {}, X-RateLimit-Remaining: {}, X-RateLimit-Reset: {}';
  const none = { limit: undefined, remaining: undefined, resetsAt: undefined };

  test.each<[name: string, documented: string, headers: Record<string, string>, state: object]>([
    [
      'a timestamp',
      plain,
      { 'x-ratelimit-limit': '10', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(noon / 1000 + 5) },
      { limit: 10, remaining: 0, resetsAt: noon + 5000 },
    ],
    ['seconds from now', 'RateLimit-Reset: {}', { 'RateLimit-Reset': '5' }, { ...none, resetsAt: noon + 5000 }],
    [
      'what is no whole number',
      plain,
      { 'X-RateLimit-Limit': '1.5', 'X-RateLimit-Remaining': '-1', 'X-RateLimit-Reset': 'soon' },
      none,
    ],
    ['what is not documented', '', { 'X-RateLimit-Limit': '10' }, none],
    ['one given twice', plain, { 'X-RateLimit-Limit': '10', 'x-ratelimit-limit': '10' }, none],
  ])('%s', (_, documentation, headers, state) => {
    const { contract, documented } = documentedWith(documentation);
    expect(rateLimitStateOf(contract, documented, responseOf({ headers }))).toEqual(state);
  });
});

test.each<[text: string | undefined, seconds: number | undefined]>([
  ['7', 7],
  ['0', 0],
  [new Date(noon + 90_000).toUTCString(), 90],
  [new Date(noon - 5000).toUTCString(), -5],
  ['7.5', undefined],
  ['-7', undefined],
  ['tomorrow', undefined],
  ['2030-06-01', undefined],
  [undefined, undefined],
])('Retry-After %s is %s seconds', (text, seconds) =>
  expect(retryAfterOf(responseOf({ headers: text === undefined ? {} : { 'Retry-After': text } }))).toBe(seconds),
);
