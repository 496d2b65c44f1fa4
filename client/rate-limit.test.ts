import { describe, expect, test } from 'vitest';
import { rateLimitOf } from './rate-limit.ts';
import { listen } from './test/loopback-server.ts';

const good = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '59', 'X-RateLimit-Reset': '1795161600' };
const decoded = { limit: 60, remaining: 59, reset: new Date('2026-11-20T08:00:00Z'), retryAfter: undefined };

describe('decoded', () => {
  test.each([
    ['all three', good, decoded],
    ['none left', { ...good, 'X-RateLimit-Remaining': '0' }, { ...decoded, remaining: 0 }],
    ['with seconds to wait', { ...good, 'Retry-After': '30' }, { ...decoded, retryAfter: 30 }],
    [
      'with a date to wait for',
      { ...good, 'Retry-After': 'Fri, 20 Nov 2026 08:00:10 GMT' },
      { ...decoded, retryAfter: 10 },
    ],
    ['with a wait that is nonsense', { ...good, 'Retry-After': 'soon' }, decoded],
  ])('%s', (_name, headers, limit) => {
    expect(rateLimitOf(new Response(null, { headers }), Date.parse('2026-11-20T08:00:00Z'))).toEqual(limit);
  });
});

test('values with a space after them, which a socket hands on', async () => {
  const spaced = Object.fromEntries(Object.entries(good).map(([name, value]) => [name, `${value} `]));
  const { origin } = await listen((_request, answer) => answer.writeHead(200, spaced).end());
  const response = await fetch(origin);
  expect(response.headers.get('X-RateLimit-Limit')).toBe('60 ');
  expect(rateLimitOf(response)).toEqual(decoded);
});

describe('undefined', () => {
  test.each([
    ['no headers', {}],
    ['a wait alone', { 'Retry-After': '30' }],
    ['no limit', { ...good, 'X-RateLimit-Limit': '' }],
    ['no remaining', { ...good, 'X-RateLimit-Remaining': '' }],
    ['no reset', { ...good, 'X-RateLimit-Reset': '' }],
    ['a word', { ...good, 'X-RateLimit-Limit': 'custom' }],
    ['a negative number', { ...good, 'X-RateLimit-Remaining': '-1' }],
    ['a fraction', { ...good, 'X-RateLimit-Remaining': '1.5' }],
    ['an exponent', { ...good, 'X-RateLimit-Limit': '6e1' }],
    ['two values', { ...good, 'X-RateLimit-Limit': '60, 1000' }],
    ['beyond 2^53', { ...good, 'X-RateLimit-Limit': '9007199254740993' }],
    ['a moment that no Date holds', { ...good, 'X-RateLimit-Reset': '9007199254740' }],
  ])('%s', (_name, headers) => {
    expect(rateLimitOf(new Response(null, { headers }))).toBeUndefined();
  });
});
