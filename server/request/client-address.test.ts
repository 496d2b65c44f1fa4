import { expect, test } from 'vitest';
import { createApp, inProcess } from '../app.ts';
import { RawConnection } from '../test/raw-connection.ts';
import { openInProcess, openOnSocket } from '../test/transports.ts';
import { clientOf, TrustedProxies } from './client-address.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001::1:2:3:4:5:6', '2001:0:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, client) => {
  expect(clientOf(address)).toBe(client);
});

test('requests without a key count for the address that they come from', async () => {
  const { parts, baseUrl, close } = await openInProcess({ settings: { anonymousPerMinute: 1 } });
  const app = createApp(parts);
  const statuses: number[] = [];
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) {
    const request = new Request(`${baseUrl}/pets`);
    statuses.push((await app.fetch(request, { connection: { ...inProcess(request), address } })).status);
  }
  expect(statuses).toEqual([401, 429, 401]);
  await close();
});

test.each([
  ['nobody is trusted', '192.0.2.1', '203.0.113.9', '192.0.2.1'],
  ['the peer has gone and is not known', 'unknown', '203.0.113.9', 'unknown'],
  ['the proxy is trusted', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['the proxy is trusted, by IPv6', '2001:db8::1', '203.0.113.9', '203.0.113.9'],
  ['the proxy is trusted, by IPv4 in IPv6', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['the client has written more before', '10.0.0.1', '198.51.100.7, 203.0.113.9', '203.0.113.9'],
  ['there are two trusted proxies', '10.0.0.1', '203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['the client is a trusted proxy', '10.0.0.1', '10.0.0.2', '10.0.0.2'],
  ['the proxy writes ports', '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['the proxy writes IPv6 in brackets', '10.0.0.1', '[2001:db9::9]', '2001:db9::9'],
  ['the proxy writes ports of IPv6', '10.0.0.1', '[2001:db9::9]:4711', '2001:db9::9'],
  ['the proxy says nothing', '10.0.0.1', null, '10.0.0.1'],
  ['the proxy says nonsense', '10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
])('where %s, %s with X-Forwarded-For: %s is %s', (_, peer, forwardedFor, client) => {
  const proxies = new TrustedProxies(['10.0.0.0/8', '2001:db8::/32']);
  expect(proxies.clientOf(peer, () => forwardedFor)).toBe(client);
});

test.each([
  [['127.0.0.1'], [401, 429, 401], '192.0.2.2'],
  [[], [401, 429, 429], '127.0.0.1'],
])('over a socket, with the proxies %j', async (trustedProxies, expected, logged) => {
  const { baseUrl, log, close } = await openOnSocket({ settings: { anonymousPerMinute: 1 }, trustedProxies });
  const statuses: number[] = [];
  for (const client of ['192.0.2.1', '192.0.2.1', '192.0.2.2'])
    statuses.push((await fetch(`${baseUrl}/pets`, { headers: { 'X-Forwarded-For': client } })).status);
  expect(statuses).toEqual(expected);
  expect(log.at(-1)?.fields['address']).toBe(logged);
  await close();
});

test('the clients of a trusted proxy have more connections than one address may', async () => {
  const limits = { maximumConnectionsPerAddress: 1 };
  const { baseUrl, close } = await openOnSocket({ limits, trustedProxies: ['127.0.0.1'] });
  const connections = [await RawConnection.open(baseUrl), await RawConnection.open(baseUrl)];
  for (const connection of connections) {
    connection.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect((await connection.response()).status).toBe(200);
  }
  for (const connection of connections) connection.reset();
  await close();
});
