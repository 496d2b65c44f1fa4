import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { headerOf, messageOn } from './message.ts';

test.each([
  ['x-other', null],
  ['x-name', 'one'],
  ['X-Name', 'one'],
  ['list', 'one, two'],
  ['LIST', 'one, two'],
])('the value of %s, whatever the case of its letters: %j', (name, value) => {
  const incoming = new IncomingMessage(new Socket());
  incoming.rawHeaders = ['X-NAME', 'one', 'List', 'one', 'list', 'two', 'X-Value', 'x-other'];
  expect(headerOf(incoming, name)).toBe(value);
});

test('a body is asked for before it is read, and not where it is announced as too large', async () => {
  const incoming = new IncomingMessage(new Socket());
  incoming.rawHeaders = ['Content-Length', '2'];
  const askForBody = vi.fn(() => {
    incoming.emit('data', Buffer.from('{}'));
    incoming.emit('end');
  });
  const { readBody } = messageOn(incoming, () => setImmediate(askForBody));
  expect(await readBody(1)).toBeUndefined();
  expect(await readBody(2)).toEqual(Buffer.from('{}'));
  expect(askForBody).toHaveBeenCalledOnce();
});

test.each([
  ['that is as large as it may be', 60_000, true],
  ['that is too large', 60_001, false],
])('a body %s in pieces of a byte is no heap of pieces', async (_, length, isRead) => {
  const incoming = new IncomingMessage(new Socket());
  const body = messageOn(incoming, () => undefined).readBody(60_000);
  const concat = vi.spyOn(Buffer, 'concat');
  for (let index = 0; index < length; index++) incoming.emit('data', Buffer.from([index % 251]));
  incoming.emit('end');
  const expected = isRead ? Buffer.from(Array.from({ length }, (__, index) => index % 251)) : undefined;
  expect(await body).toEqual(expected);
  const pieces = concat.mock.calls.map(([list]) => list.length);
  concat.mockRestore();
  expect(Math.max(...pieces)).toBeLessThan(3);
});
