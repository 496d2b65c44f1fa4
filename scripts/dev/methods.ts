import { hasMembers, isNull, isRecord, isText } from '../harness/guards.ts';
import type { Method } from '../harness/protocol.ts';
import type { Stage } from '../report/check-verdict.ts';

/** Loads what a check needs, for the next one to begin at once. */
export const prepareMethod: Method<null, null> = { name: 'prepare', isParams: isNull, isResult: isNull };

/** Runs a whole check; answered when it has ended. */
export const runMethod: Method<null, null> = { name: 'run', isParams: isNull, isResult: isNull };

/** A stage has ended. Both ends are of one version: what the members are is not checked again. */
export const stageMethod: Method<Stage, null> = {
  name: 'stage',
  isParams: (value): value is Stage => isRecord(value) && hasMembers({ name: isText, summary: isText })(value),
  isResult: isNull,
};
