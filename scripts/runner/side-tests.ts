import type { TestSelection } from './run-tests.ts';

/** Tests of both sides that start processes or compilers, or let time pass. */
export const slowTests = [
  'client/{editor,rate-limit-plans,size,types}.test.ts',
  'server/{backup,engine-faults,faults,fuzz,harness,keys,main,rules,several-servers}.test.ts',
  'server/socket/{overload,slow-clients,stopping}.test.ts',
  'server/monitoring/{metrics,unread-log}.test.ts',
  'server/rate-limit/shared-rate-limiter.test.ts',
  'server/{deploy,storage/postgres,storage/sqlite}/**/*.test.ts',
];

/** The other tests of these sides, which `npm run check` runs. */
export function quickTests(sides: readonly string[]) {
  return {
    include: sides.map((side) => `${side}/**/*.test.ts`),
    exclude: slowTests,
    isolate: false,
    // None takes two seconds: one that takes this long waits for what a broken contract never sends.
    deadline: 30_000,
    silence: 180_000,
  } satisfies TestSelection;
}
