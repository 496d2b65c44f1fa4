import type { TestSelection } from './run-tests.ts';

/** Tests of both sides that start processes or compilers, or let time pass. */
export const slowTests = [
  'client/{editor,rate-limit-plans,size,types}.test.ts',
  'server/{backup,faults,fuzz,harness,keys,main,metrics,overload,rules}.test.ts',
  'server/{shared-rate-limiter,several-servers,engine-faults,slow-clients,stopping,unread-log}.test.ts',
  'server/{deploy,storage}/**/*.test.ts',
];

/** The other tests of these sides, which `npm run check` runs. */
export function quickTests(sides: readonly string[]) {
  return {
    include: sides.map((side) => `${side}/**/*.test.ts`),
    exclude: slowTests,
    isolate: false,
    // None takes a fifth of a second: one that takes this long waits for what a broken contract never sends.
    deadline: 30_000,
    silence: 180_000,
  } satisfies TestSelection;
}
