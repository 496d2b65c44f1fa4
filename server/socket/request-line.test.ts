import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { RequestLines } from './request-line.ts';

afterEach(() => vi.restoreAllMocks());

function openLines() {
  const socket = new Socket();
  const lines = new RequestLines(socket);
  return { lines, receive: (text: string) => void socket.emit('data', Buffer.from(text)) };
}

function post(): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  return Object.assign(request, {
    method: 'POST',
    url: '/v1/pets',
    httpVersion: '1.1',
    headers: { 'transfer-encoding': 'chunked' },
  });
}

const head = 'POST /v1/pets HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n';

test.each([
  ['empty lines', '\r\n', true],
  ['line feeds alone', '\n', false],
  ['blanks before a value', ' ', false, 'GET / HTTP/1.1\r\nX:'],
  ['zeros before the length of a chunk', '0', false, head],
])('%s take little memory, however many they are', (_, endless, isStrict, before = '') => {
  const { lines, receive } = openLines();
  const concat = vi.spyOn(Buffer, 'concat');
  receive(before);
  if (before === head) expect(lines.isStrict(post())).toBe(true);
  for (let count = 0; count < 100; count++) receive(endless.repeat(2 ** 15));
  const lengths = concat.mock.results.map(({ value }) => Buffer.from(value).length);
  expect(Math.max(0, ...lengths)).toBeLessThan(2 ** 18);
  receive(head);
  expect(lines.isStrict(post())).toBe(isStrict);
});

test.each([
  ['at first', '', true],
  ['behind an empty line', '\r\n', true],
  ['behind half of one', '\r', true],
  ['behind the first byte of a request', '\r\nG', false],
  ['behind a request', head, false],
])('a connection is at rest %s: %s', (_, received, isAtRest) => {
  const { lines, receive } = openLines();
  receive(received);
  expect(lines.isAtRest).toBe(isAtRest);
});

test.each([
  ['its head', '', false],
  ['its chunk', '1\r\na', false],
  ['its last chunk', '1\r\na\r\n0\r\n', false],
  ['its end', '1\r\na\r\n0\r\n\r\n', true],
  ['more than is kept', '0'.repeat(2 ** 17), false],
])('a connection is at rest behind a request up to %s: %s', (_, body, isAtRest) => {
  const { lines, receive } = openLines();
  receive(head);
  expect(lines.isStrict(post())).toBe(true);
  for (let start = 0; start < body.length; start += 2 ** 16) receive(body.slice(start, start + 2 ** 16));
  expect(lines.isAtRest).toBe(isAtRest);
});
