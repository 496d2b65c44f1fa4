import { hasMembers, isCount, isListOf, isText } from '../../harness/guards.ts';
import type { Method } from '../../harness/protocol.ts';

/** Some test files of a copy of the project, to be run in this order. */
export interface TestRun {
  folder: string;
  files: readonly string[];
  isolate: boolean;
  retry: number;
}

/** Runs tests until one fails; what failed, if anything did. */
export const runTestsMethod: Method<TestRun, string[]> = {
  name: 'runTests',
  isParams: hasMembers<TestRun>({
    folder: isText,
    files: isListOf(isText),
    isolate: (value) => typeof value === 'boolean',
    retry: isCount,
  }),
  isResult: isListOf(isText),
};
