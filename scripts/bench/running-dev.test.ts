import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { isLinted, isVerified, RunningDev } from './running-dev.ts';

/** What `npm run dev` prints of two checks; the tests of the first one are ended by the second. */
const printed = [
  'The page is at http://127.0.0.1:1/',
  '2026-11-28T00:00:00.000Z check of spec/a.yaml',
  '✓ lint 0.1 s',
  'Both sides are verified: the contract is kept. (0.9 s) The tests of server are to come.',
  '2026-11-28T00:00:01.000Z check of spec/a.yaml',
  '✗ lint 0.1 s',
  'The contract is violated: 1 finding in lint. (0.9 s) The tests of server are to come.',
  'The contract is violated: 1 finding in lint. (1.9 s)',
];

let dev: RunningDev | undefined;
afterEach(() => dev?.stop());

test('what is printed after a save is that of the check which begins then', async () => {
  const program = `for (const line of ${JSON.stringify(printed)}) console.log(line);`;
  dev = new RunningDev(['--eval', program], tmpdir());
  await dev.saw(isLinted);
  await dev.saw(isVerified);
  await dev.ended();
  await expect(dev.ended()).rejects.toThrow(/^npm run dev has ended before it printed /);
});
