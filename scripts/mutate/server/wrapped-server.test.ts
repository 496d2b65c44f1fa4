import { expect, test } from 'vitest';
import type { HttpRequest, Send } from '../../http/exchange.ts';
import type { Wrap } from '../../requirements/fault.ts';
import { counted } from './wrapped-server.ts';

const request: HttpRequest = { method: 'GET', target: '/lamps', headers: [], body: null };
const harness = { key: 'a', limitedKey: 'b', now: () => 0, doing: () => '' };
const respond: Send = async () => ({ status: 200, headers: [], body: Buffer.alloc(0), receivedAt: 0 });

test.each<[what: string, wrap: Wrap, changes: number]>([
  ['passes all on', (send) => send, 0],
  ['sends another request', (send) => (sent) => send({ ...sent, method: 'HEAD' }), 1],
  ['changes the response', (send) => async (sent) => ({ ...(await send(sent)), status: 500 }), 1],
  ['sends a request twice', (send) => async (sent) => send(sent).then(() => send(sent)), 1],
  ['gives no response', () => () => Promise.reject(new Error('no response')), 1],
])('of a server that %s, the changed exchanges are counted', async (_, wrap, expected) => {
  const { wrap: counting, changes } = counted(wrap);
  await counting(respond, harness)(request).catch(() => undefined);
  expect(changes()).toBe(expected);
});
