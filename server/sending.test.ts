import { expect, test } from 'vitest';
import { openOnSocket } from './test/transports.ts';

test('a response that its client has taken is no longer on its way', async () => {
  const bytes = 100_000;
  const harness = await openOnSocket({ limits: { maximumBytesInFlight: 3 * bytes } });
  await harness.storage.animals.add({ name: 'x'.repeat(bytes), categoryId: 3 });
  const headers = { Authorization: `Bearer ${await harness.newKey()}` };
  const statuses: number[] = [];
  for (let count = 0; count < 6; count++) {
    const response = await harness.send(new Request(`${harness.baseUrl}/pets`, { headers }));
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  expect(statuses).toEqual(Array(6).fill(200));
  await harness.close();
});
