import { expect, test } from 'vitest';
import { createApp } from './app.ts';
import { clientOf } from './client-address.ts';
import { openInProcess } from './test/transports.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
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
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2'])
    statuses.push((await app.fetch(new Request(`${baseUrl}/pets`), { address })).status);
  expect(statuses).toEqual([401, 429, 401]);
  await close();
});
