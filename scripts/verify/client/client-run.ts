import type { Respond } from '../../http/scripted-response.ts';
import type { CallableClient } from '../../requirements/client/calls.ts';
import type { ClientHarness } from '../../requirements/client/client-fault.ts';
import { kindOf } from '../../requirements/registry.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import { Enough, Ledger } from '../ledger.ts';
import type { RequirementResult, Verification } from '../result.ts';
import { ClientJudge } from './client-judge.ts';
import { ClientLane } from './client-lane.ts';
import type { ClientSpecification } from './client-specification.ts';
import type { PlannedTrial } from './client-trial.ts';
import { trialsOf } from './client-trials.ts';
import { isShownByResponses } from './reached-requirements.ts';

export interface ClientRunOptions {
  /** Called as the run goes on, with what it does now. */
  progress?: (doing: string, requests: number) => void;
  /** Ends the run at the first violation, and begins it with the trials that are for this requirement. */
  briefFor?: string;
  /** With `briefFor`: ends the run after those trials, too; what others would show stays unproven. */
  endsThere?: boolean;
  /** Changes requests on their way to the stub, or responses on theirs. */
  between?: (respond: Respond, harness: ClientHarness) => Respond;
}

/** Verifies a client, over a socket, against every requirement of a contract that concerns clients. */
export async function verifyClient(
  own: ClientSpecification,
  callable: CallableClient,
  options: ClientRunOptions = {},
): Promise<Verification> {
  const run = new ClientRun(own, options);
  const { basePath, title, version } = own.specification.description.service;
  const started = performance.now();
  const lanes: ClientLane[] = [];
  try {
    do lanes.push(await ClientLane.open(callable, basePath, options.between));
    while (lanes.length < Math.min(options.briefFor === undefined ? mostLanes : 1, run.trials.length));
    await run.tryAll(lanes);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
  }
  const seconds = (performance.now() - started) / 1000;
  const [{ baseUrl } = { baseUrl: '' }] = lanes;
  return {
    contract: { file: own.specification.description.contract.file, title, version },
    baseUrl,
    seed: own.seed,
    seconds,
    requests: run.requests,
    unreached: 0,
    requirements: run.ledger.results(baseUrl).filter((result) => isTried(own, result)),
  };
}

/** What the first call shows of responses is no more than a part of it. */
function isTried(
  { selection, requestsOnly }: ClientSpecification,
  { requirement, verdict }: RequirementResult,
): boolean {
  const { operationId } = requirement;
  if (selection?.has(operationId) === false) return false;
  const isOfRequests = operationId !== null && requestsOnly?.has(operationId) === true;
  return !isOfRequests || verdict === 'violated' || !isShownByResponses(requirement);
}

/** How many calls are under way at once, where the first violation does not end the run. */
const mostLanes = 4;

interface PlannedOperation {
  id: string;
  trials: readonly PlannedTrial[];
}

/**
 * The first call of the operation that a requirement is about (of all, where it is about none),
 * and the trials that are for it.
 */
function firstFor(
  requirementId: string,
  requirements: readonly Requirement[],
  planned: readonly PlannedOperation[],
): PlannedTrial[] {
  const operationId = requirements.find(({ id }) => id === requirementId)?.operationId ?? null;
  const own = planned.filter(({ id }) => id === operationId);
  return (own.length > 0 ? own : planned).flatMap(({ trials: [call, ...trials] }) => [
    ...(call === undefined ? [] : [call]),
    ...trials.filter(({ requirementIds }) => requirementIds.includes(requirementId)),
  ]);
}

class ClientRun {
  readonly #options: ClientRunOptions;
  readonly #judge: ClientJudge;
  readonly #planned: readonly PlannedOperation[];
  /** In their order: of each operation, the first call is before the others. */
  readonly trials: readonly PlannedTrial[];
  readonly ledger: Ledger;
  requests = 0;
  /** Requirements for which there was a call, and those for which one was planned that no typed client can make. */
  readonly #said = new Set<string>();
  readonly #unsaid = new Set<string>();

  constructor(own: ClientSpecification, options: ClientRunOptions) {
    const { briefFor, endsThere = false } = options;
    this.#options = options;
    this.ledger = new Ledger('client', () => {
      if (briefFor !== undefined) throw new Enough();
    });
    for (const requirement of own.requirements) this.ledger.add(requirement);
    this.#judge = new ClientJudge(own, this.ledger);
    this.#planned = own.operations.map((one) => ({ id: one.operation.id, trials: trialsOf(own, one) }));
    const first = briefFor === undefined ? [] : firstFor(briefFor, own.requirements, this.#planned);
    const all = this.#planned.flatMap(({ trials }) => trials);
    this.trials = endsThere ? first : [...first, ...all.filter((trial) => !first.includes(trial))];
  }

  /** Makes every call, or those up to the first violation where it is to end there. */
  async tryAll(lanes: readonly ClientLane[]): Promise<void> {
    const waiting = this.trials.values();
    let isOver = false;
    const work = async (lane: ClientLane): Promise<void> => {
      try {
        for (const trial of waiting) {
          if (isOver) return;
          await this.#try(lane, trial);
        }
      } catch (error) {
        isOver = true;
        throw error;
      }
    };
    const ended = await Promise.allSettled(lanes.map(work));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
    if (this.#options.endsThere !== true) await this.#markUnsaid();
  }

  async #try(lane: ClientLane, { requirementIds, make }: PlannedTrial): Promise<void> {
    const trial = await make();
    for (const id of requirementIds) (trial === undefined ? this.#unsaid : this.#said).add(id);
    if (trial === undefined) return;
    const { arrivals, elsewhere, result } = await lane.try(trial);
    this.requests += arrivals.length;
    this.#options.progress?.(trial.call.operation.id, this.requests);
    this.#judge.judge(trial, arrivals, elsewhere, result);
  }

  /**
   * Requirements whose cases are no values (what is no JSON, what is given twice),
   * and ways to carry a key that a client need not go.
   */
  async #markUnsaid(): Promise<void> {
    // Where even the first call cannot be made, an operation has no other.
    const uncallable = new Set<string | null>();
    for (const { id, trials } of this.#planned) if ((await trials[0]?.make()) === undefined) uncallable.add(id);
    const isUnsaid = (id: string) => this.#unsaid.has(id) && !this.#said.has(id);
    for (const requirement of this.ledger.requirements()) {
      const { id, operationId } = requirement;
      if (this.ledger.isProven(id)) continue;
      if (isUnsaid(id) || uncallable.has(operationId))
        this.ledger.outOfReach(id, 'No call of a typed client can make such a request.');
      const reach = kindOf(requirement).client?.reach;
      if (reach?.by === 'requests' && reach.mayBeMissing !== undefined) this.ledger.outOfReach(id, reach.mayBeMissing);
    }
  }
}
