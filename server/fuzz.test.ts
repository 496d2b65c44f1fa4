import { expect, test } from 'vitest';
import { fuzz } from './test/fuzz.ts';

test('no request of 20,000 is answered with a server error, or as the contract does not have it', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  await expect(fuzz({ runs: 20_000, seed }), `npm run fuzz -- --runs 20000 --seed ${seed}`).resolves.toBeUndefined();
});
