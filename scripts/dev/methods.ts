import type { CheckedContract } from '../check/check-contract.ts';
import { hasMembers, isListOf, isNull, isRecord, isText } from '../harness/guards.ts';
import type { Method } from '../harness/protocol.ts';
import type { Stage } from '../report/check-verdict.ts';
import type { TestFile, TestSelection } from '../runner/run-tests.ts';

/** Loads what a check needs, for the next one to begin at once. */
export const prepareMethod: Method<null, null> = { name: 'prepare', isParams: isNull, isResult: isNull };

/** Runs a whole check; answered when it has ended. */
export const runMethod: Method<null, null> = { name: 'run', isParams: isNull, isResult: isNull };

/** Runs a check of the contract of others. What the members are is not checked again: both ends are of one version. */
export const runContractMethod: Method<CheckedContract, null> = {
  name: 'runContract',
  isParams: (value): value is CheckedContract => isRecord(value) && hasMembers({ spec: isText })(value),
  isResult: isNull,
};

/** A stage has ended. Both ends are of one version: what the members are is not checked again. */
export const stageMethod: Method<Stage, null> = {
  name: 'stage',
  isParams: (value): value is Stage => isRecord(value) && hasMembers({ name: isText, summary: isText })(value),
  isResult: isNull,
};

/** Ends the tests of the check that runs, and so that check; answered when it has ended. */
export const endTestsMethod: Method<null, null> = { name: 'endTests', isParams: isNull, isResult: isNull };

/** Runs tests; what came of them. Both ends are of one version here as well. */
export const testsMethod: Method<TestSelection, TestFile[]> = {
  name: 'tests',
  isParams: (value): value is TestSelection => isRecord(value),
  isResult: isListOf((value): value is TestFile => isRecord(value) && hasMembers({ file: isText })(value)),
};
