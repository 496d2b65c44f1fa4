import { hasMembers, isListOf, isNull, isOneOf, isText } from '../harness/guards.ts';
import type { Method } from '../harness/protocol.ts';
import { isObject, type JsonObject } from '../openapi/json.ts';
import type { TrialOptions } from './kind.ts';
import { isMutantResult, type MutantKind, type MutantResult, mutantKinds } from './results.ts';

/** What a worker opens first: the contract is bundled once for all workers. */
interface WorkerSubject {
  file: string;
  document: JsonObject;
}

export const openWorker: Method<WorkerSubject, null> = {
  name: 'open',
  isParams: hasMembers<WorkerSubject>({ file: isText, document: isObject }),
  isResult: isNull,
};

/** Some mutants of one kind, controls or servers of sample contracts, to be tried in one go. */
export interface Job extends TrialOptions {
  of: MutantKind | 'controls' | 'samples';
  ids: readonly string[];
}

/** Runs a job. Its results come one by one as requests of the worker. */
export const runJob: Method<Job, null> = {
  name: 'run',
  isParams: hasMembers<Job>({
    of: isOneOf([...mutantKinds, 'controls', 'samples']),
    ids: isListOf(isText),
    seed: (value) => typeof value === 'number',
    isFull: (value) => typeof value === 'boolean',
  }),
  isResult: isNull,
};

/** Closes all that a worker has opened. */
export const closeWorker: Method<null, null> = { name: 'close', isParams: isNull, isResult: isNull };

/** A request of the worker: a result of the job that it runs. */
export const addResult: Method<MutantResult, null> = { name: 'result', isParams: isMutantResult, isResult: isNull };
