import { expect, test } from 'vitest';
import { retryAfterOf } from './retry-after.ts';
import { listen } from './test/loopback-server.ts';

const now = Date.parse('2026-11-20T08:00:00.500Z');

test.each([
  ['whole seconds', '30', 30],
  ['one second', '1', 1],
  ['zero seconds, which the contract does not know', '0', 1],
  ['a day', '86400', 86400],
  ['a date ahead, rounded up', 'Fri, 20 Nov 2026 08:00:10 GMT', 10],
  ['a date as old servers write it', 'Friday, 20-Nov-26 08:00:10 GMT', 10],
  ['a date in the past', 'Fri, 20 Nov 2026 07:00:00 GMT', 1],
  ['no header', undefined, undefined],
  ['nothing', '', undefined],
  ['a negative number', '-5', undefined],
  ['a fraction', '1.5', undefined],
  ['an exponent', '1e3', undefined],
  ['two values', '30, 60', undefined],
  ['a word', 'soon', undefined],
  ['a date in another form', '2026-11-20T08:00:10Z', undefined],
  ['a date with a word before it', 'on Fri, 20 Nov 2026 08:00:10 GMT', undefined],
  ['a date of another zone', 'Fri, 20 Nov 2026 08:00:10 GMT+0100', undefined],
  ['a date that does not exist', 'Fri, 99 Nov 2026 08:00:10 GMT', undefined],
])('%s', (_name, value, seconds) => {
  const headers = value === undefined ? {} : { 'Retry-After': value };
  expect(retryAfterOf(new Response(null, { headers }), now)).toBe(seconds);
});

test('seconds with a space after them, which a socket hands on', async () => {
  const { origin } = await listen((_request, answer) => answer.writeHead(429, { 'Retry-After': '4 ' }).end());
  const response = await fetch(origin);
  expect(response.headers.get('Retry-After')).toBe('4 ');
  expect(retryAfterOf(response, now)).toBe(4);
});
