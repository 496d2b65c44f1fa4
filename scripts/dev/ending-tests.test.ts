import { afterAll, expect, test } from 'vitest';
import { EndingTests } from './ending-tests.ts';

const tests = new EndingTests();
afterAll(() => tests.end());

const quick = { include: ['scripts/cli/text.test.ts'] };

test('tests that are ended give no result, and none begin until there are to be some again', async () => {
  const run = tests.run({ include: ['scripts/stub/believable.test.ts'] });
  const ended = expect(run).rejects.toThrow(/^The test runner has ended/);
  tests.end();
  await ended;
  await expect(tests.run(quick)).rejects.toThrow('The tests have been ended.');
  tests.begin();
  expect(await tests.run(quick)).toMatchObject([{ file: 'scripts/cli/text.test.ts', failures: [] }]);
});

test('of two runs that are ended, each says so', async () => {
  const runs = [1, 2].map(() => tests.run({ include: ['scripts/stub/believable.test.ts'] }));
  const ended = runs.map((run) => expect(run).rejects.toThrow(/^The test runner has ended/));
  tests.end();
  await Promise.all(ended);
});
