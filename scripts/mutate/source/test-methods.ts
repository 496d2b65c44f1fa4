import { hasMembers, isCount, isListOf, isText } from '../../harness/guards.ts';
import type { Method } from '../../harness/protocol.ts';

/** Some tests of a copy of the project. */
export interface TestRun {
  folder: string;
  include: readonly string[];
  exclude: readonly string[];
  isolate: boolean;
  retry: number;
}

/** Runs tests until one fails; what failed, if anything did. */
export const runTestsMethod: Method<TestRun, string[]> = {
  name: 'runTests',
  isParams: hasMembers<TestRun>({
    folder: isText,
    include: isListOf(isText),
    exclude: isListOf(isText),
    isolate: (value) => typeof value === 'boolean',
    retry: isCount,
  }),
  isResult: isListOf(isText),
};
