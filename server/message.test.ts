import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { headerOf } from './message.ts';

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
