import type { TestSelection } from './run-tests.ts';

/** Tests of both sides that start processes or compilers, or let time pass. */
export const slowTests = [
  'client/{editor,rate-limit-plans,size,types}.test.ts',
  'server/{backup,faults,fuzz,harness,keys,log-destination,main,metrics,overload,rules,slow-clients,stopping}.test.ts',
  'server/{shared-rate-limiter,several-servers,engine-faults}.test.ts',
  'server/{deploy,storage}/**/*.test.ts',
];

/** Milliseconds. A quick test takes no second: one that waits for what a broken contract never sends must end. */
const deadline = 120_000;

/** The other tests of these sides, which `npm run check` runs. */
export function quickTests(sides: readonly string[]) {
  return {
    include: sides.map((side) => `${side}/**/*.test.ts`),
    exclude: slowTests,
    isolate: false,
    testTimeout: deadline,
    hookTimeout: deadline,
  } satisfies TestSelection;
}
