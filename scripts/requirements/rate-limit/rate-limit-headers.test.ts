import { describe, expect, test } from 'vitest';
import { responseOf } from '../../http/test/messages.ts';
import { noon } from '../../http/test/still-clock.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import {
  rateLimitHeaderOf,
  rateLimitStateOf,
  requiredResetForm,
  retryAfterOf,
  usualResetForm,
} from './rate-limit-headers.ts';

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

const [timestamp, seconds] = ['unix-timestamp', 'seconds-from-now'] as const;

test.each<[header: string, required: string | undefined, usual: string]>([
  ['X-RateLimit-Reset: {}', undefined, timestamp],
  ['RateLimit-Reset: {}', undefined, seconds],
  ['X-RateLimit-Reset: { description: Seconds until the window ends. }', undefined, timestamp],
  ['X-RateLimit-Reset: { x-rate-limit-reset: seconds-from-now }', seconds, seconds],
  ['RateLimit-Reset: { x-rate-limit-reset: unix-timestamp }', timestamp, timestamp],
  ['RateLimit-Reset: { x-rate-limit-reset: soon }', undefined, seconds],
])('%s has to be %s, and usually is %s', (text, required, usual) => {
  const { contract, documented } = documentedWith(text);
  expect(
    documented.headers.map((header) => [requiredResetForm(contract, header), usualResetForm(contract, header)]),
  ).toEqual([[required, usual]]);
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
      'seconds from now, where custom has a timestamp',
      'X-RateLimit-Reset: {}',
      { 'X-RateLimit-Reset': '5' },
      { ...none, resetsAt: noon + 5000 },
    ],
    [
      'a timestamp, where the draft has seconds',
      'RateLimit-Reset: {}',
      { 'RateLimit-Reset': String(noon / 1000 + 5) },
      { ...none, resetsAt: noon + 5000 },
    ],
    [
      'seconds where the contract has a timestamp',
      'X-RateLimit-Reset: { x-rate-limit-reset: unix-timestamp }',
      { 'X-RateLimit-Reset': '5' },
      { ...none, resetsAt: 5000 },
    ],
    [
      'a timestamp where the contract has seconds',
      'RateLimit-Reset: { x-rate-limit-reset: seconds-from-now }',
      { 'RateLimit-Reset': String(noon / 1000) },
      { ...none, resetsAt: noon * 2 },
    ],
    [
      'what is no whole number',
      plain,
      { 'X-RateLimit-Limit': '1.5', 'X-RateLimit-Remaining': '-1', 'X-RateLimit-Reset': 'soon' },
      none,
    ],
    [
      'two headers of the draft for three',
      'RateLimit: {}, RateLimit-Policy: {}',
      { RateLimit: '"default";r=50;t=30', 'RateLimit-Policy': '"default"; q=100; w=60' },
      { limit: 100, remaining: 50, resetsAt: noon + 30_000 },
    ],
    [
      'the older form of them',
      'RateLimit: {}',
      { RateLimit: 'limit=100, remaining=50, reset=5' },
      { limit: 100, remaining: 50, resetsAt: noon + 5000 },
    ],
    [
      'several policies, of which one leaves less',
      'RateLimit: {}, RateLimit-Policy: {}',
      { RateLimit: '"a day";r=900;t=3000, "burst, r=1";r=5;t=1', 'RateLimit-Policy': '"day";q=1000, "burst";q=10' },
      { limit: 10, remaining: 5, resetsAt: noon + 1000 },
    ],
    ['a policy of bytes', 'RateLimit-Policy: {}', { 'RateLimit-Policy': '"a";q=10;qu="content-bytes"' }, none],
    ['a draft that is none', 'RateLimit: {}', { RateLimit: 'plenty' }, none],
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
