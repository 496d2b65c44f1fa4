import { CannotRun } from '../cli/problem.ts';
import { endGroup } from '../harness/end-group.ts';
import { handler } from '../harness/protocol.ts';
import { serveRequests } from '../harness/serve-requests.ts';
import { bundledContract, openSource } from '../openapi/read-contract.ts';
import { specificationOf } from '../verify/specification.ts';
import type { Subject, Trial } from './kind.ts';
import { allKinds } from './kinds.ts';
import type { MutantResult } from './results.ts';
import { openSampleTrial } from './sample-contracts/sample-trial.ts';
import { openControls } from './server/controls.ts';
import { addResult, closeWorker, type Job, openWorker, runJob } from './worker-methods.ts';

// The program of a process that tries mutants.

/** Opens what tries each kind when it is first needed, and closes it at the end. */
class Worker {
  readonly #subject: Subject;
  readonly #trials = new Map<Job['of'], Promise<Trial>>();

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  async run({ of, ids, seed, isFull }: Job, onResult: (result: MutantResult) => Promise<unknown>): Promise<void> {
    const opened = this.#trials.get(of) ?? this.#open(of);
    this.#trials.set(of, opened);
    const trial = await opened;
    for await (const result of trial.run(ids, { seed, isFull })) await onResult(result);
  }

  async #open(of: Job['of']): Promise<Trial> {
    if (of === 'controls') return openControls(this.#subject.specification);
    if (of === 'samples') return openSampleTrial();
    const kind = allKinds.find(({ name }) => name === of);
    if (kind === undefined) throw new CannotRun(`There are no ${of} mutants.`);
    return kind.open(this.#subject);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#trials.values()].map(async (trial) => (await trial).close()));
  }
}

let worker: Worker | undefined;
serveRequests(
  (driver) => [
    handler(openWorker, ({ file, document }) => {
      const contract = bundledContract(openSource(file), document);
      worker = new Worker({ file, contract, specification: specificationOf(contract) });
      return null;
    }),
    handler(runJob, async (job) => {
      if (worker === undefined) throw new Error('No contract is open.');
      await worker.run(job, (result) => driver.request(addResult, result));
      return null;
    }),
    handler(closeWorker, async () => {
      await worker?.close();
      return null;
    }),
  ],
  endGroup,
);
