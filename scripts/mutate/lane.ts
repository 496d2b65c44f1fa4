import { CannotRun } from '../cli/problem.ts';
import { bundledContract, openSource } from '../openapi/contract.ts';
import { isObject, type JsonObject } from '../openapi/json.ts';
import { specificationOf } from '../verify/server/run.ts';
import type { Subject, Trial, TrialOptions } from './kind.ts';
import { kinds } from './kinds.ts';
import type { MutantKind, MutantResult } from './results.ts';
import { openControls } from './server/controls.ts';

/** Some mutants of one kind, or some controls, to be tried in one go. */
export interface Job extends TrialOptions {
  of: MutantKind | 'controls';
  ids: readonly string[];
}

/** What a lane says: what came of a mutant, that it has nothing (more) to do, or why it cannot go on. */
export type LaneMessage =
  | { type: 'result'; result: MutantResult }
  | { type: 'ready' }
  | { type: 'failed'; message: string };

/** Opens what tries each kind when it is first needed, and closes it in the end. */
class Lane {
  readonly #subject: Subject;
  readonly #trials = new Map<Job['of'], Promise<Trial>>();

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  async run({ of, ids, seed, isFull }: Job, onResult: (result: MutantResult) => void): Promise<void> {
    const opened = this.#trials.get(of) ?? this.#open(of);
    this.#trials.set(of, opened);
    const trial = await opened;
    for await (const result of trial.run(ids, { seed, isFull })) onResult(result);
  }

  #open(of: Job['of']): Promise<Trial> {
    if (of === 'controls') return openControls(this.#subject.specification);
    const kind = kinds.find(({ name }) => name === of);
    if (kind === undefined) throw new CannotRun(`There are no ${of} mutants.`);
    return kind.open(this.#subject);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#trials.values()].map(async (trial) => (await trial).close()));
  }
}

function isJob(message: unknown): message is Job {
  return (
    isObject(message) &&
    typeof message['of'] === 'string' &&
    Array.isArray(message['ids']) &&
    typeof message['seed'] === 'number' &&
    typeof message['isFull'] === 'boolean'
  );
}

const messageOf = (error: unknown) =>
  error instanceof CannotRun ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);

/** What a lane is told first. */
export interface Beginning {
  file: string;
  /** Of the contract: it is bundled once for all lanes. */
  document: JsonObject;
}

function laneFor(message: unknown): Lane {
  const [file, document] = isObject(message) ? [message['file'], message['document']] : [];
  if (typeof file !== 'string' || !isObject(document)) throw new CannotRun('The first message has no contract.');
  const contract = bundledContract(openSource(file), document);
  return new Lane({ file, contract, specification: specificationOf(contract) });
}

/** Runs the jobs that the process which has forked this one sends, one after the other; with `end`, or when that process is gone, it ends. */
function serveJobs(): void {
  const say = (message: LaneMessage) => void process.send?.(message);
  let lane: Lane | undefined;
  const obey = async (message: unknown): Promise<void> => {
    if (message === 'end') {
      await lane?.close();
      process.exit();
    }
    if (lane === undefined) lane = laneFor(message);
    else if (isJob(message)) await lane.run(message, (result) => say({ type: 'result', result }));
    else throw new CannotRun(`This is no job: ${JSON.stringify(message)}`);
    say({ type: 'ready' });
  };
  process.on('disconnect', endGroup);
  process.on(
    'message',
    (message) => void obey(message).catch((error: unknown) => say({ type: 'failed', message: messageOf(error) })),
  );
}

/** With all that it has started. */
function endGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit();
  }
}

if (import.meta.main) serveJobs();
