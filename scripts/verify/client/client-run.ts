import { CannotRun } from '../../cli/problem.ts';
import type { Respond } from '../../http/scripted-response.ts';
import type { CallableClient, OpenedClient } from '../../requirements/client/calls.ts';
import type { ClientHarness } from '../../requirements/client/client-fault.ts';
import { kindOf } from '../../requirements/registry.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import { serveStub } from '../../stub/stub-server.ts';
import { Enough, Ledger } from '../ledger.ts';
import type { RequirementResult, Verification } from '../result.ts';
import { ClientJudge } from './client-judge.ts';
import { type ClientSpecification, gone, stubKey } from './client-specification.ts';
import type { PlannedTrial } from './client-trial.ts';
import { trialsOf } from './client-trials.ts';
import { isShownByResponses } from './reached-requirements.ts';
import { ScriptedStub } from './scripted-stub.ts';

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
  const elsewhere = await serveStub(run.elsewhere.respond, { basePath, port: 0 });
  const stub = await serveStub(
    options.between?.(run.stub.respond, { key: stubKey, elsewhere: run.elsewhere.respond }) ?? run.stub.respond,
    { basePath, port: 0 },
  );
  try {
    const client = await callable.open(stub.baseUrl, stubKey, run.sleep);
    try {
      await run.tryAll(client, elsewhere.baseUrl);
    } finally {
      await client.close();
    }
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  } finally {
    await Promise.all([stub.close(), elsewhere.close()]);
  }
  const seconds = (performance.now() - started) / 1000;
  return {
    contract: { file: own.specification.description.contract.file, title, version },
    baseUrl: stub.baseUrl,
    seed: own.seed,
    seconds,
    requests: run.requests,
    requirements: run.ledger.results(stub.baseUrl).filter((result) => isTried(own, result)),
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

/** Milliseconds in which a call has to end: nothing in a run waits by the clock of the wall. */
const patience = 30_000;

async function within<Result>(milliseconds: number, work: Promise<Result>, title: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new CannotRun(`The client has not ended a call within ${milliseconds / 1000} seconds: ${title}.`)),
      milliseconds,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

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
  readonly #own: ClientSpecification;
  readonly #options: ClientRunOptions;
  readonly #judge: ClientJudge;
  #ahead = 0;
  /** The clock of both sides: a client that waits moves it on. */
  readonly #now = () => Date.now() + this.#ahead;
  readonly ledger: Ledger;
  readonly stub = new ScriptedStub(this.#now);
  readonly elsewhere = new ScriptedStub(this.#now);
  requests = 0;
  /** Requirements for which there was a call, and those for which one was planned that no typed client can make. */
  readonly #said = new Set<string>();
  readonly #unsaid = new Set<string>();

  constructor(own: ClientSpecification, options: ClientRunOptions) {
    this.#own = own;
    this.#options = options;
    this.ledger = new Ledger('client', () => {
      if (options.briefFor !== undefined) throw new Enough();
    });
    for (const requirement of own.requirements) this.ledger.add(requirement);
    this.#judge = new ClientJudge(own, this.ledger);
  }

  sleep = (milliseconds: number): void => {
    this.#ahead += milliseconds;
  };

  async tryAll(client: OpenedClient, elsewhere: string): Promise<void> {
    const { briefFor } = this.#options;
    const planned = this.#own.operations.map((operation) => ({
      id: operation.operation.id,
      trials: trialsOf(this.#own, operation, { elsewhere, now: this.#now }),
    }));
    const first = briefFor === undefined ? [] : firstFor(briefFor, this.#own.requirements, planned);
    for (const trial of first) await this.#try(client, trial);
    if (this.#options.endsThere === true) return;
    for (const { id, trials } of planned) {
      this.#options.progress?.(id, this.requests);
      for (const trial of trials) if (!first.includes(trial)) await this.#try(client, trial);
    }
    await this.#markUnsaid(planned);
  }

  async #try(client: OpenedClient, { requirementIds, make }: PlannedTrial): Promise<void> {
    const trial = await make();
    for (const id of requirementIds) (trial === undefined ? this.#unsaid : this.#said).add(id);
    if (trial === undefined) return;
    this.elsewhere.begin(() => gone);
    this.stub.begin(trial.script);
    const result = await within(patience, client.call(trial.call), trial.title);
    this.requests += this.stub.arrivals.length;
    this.#judge.judge(trial, this.stub.arrivals, this.elsewhere.arrivals, result);
  }

  /**
   * Requirements whose cases are no values (what is no JSON, what is given twice),
   * and ways to carry a key that a client need not go.
   */
  async #markUnsaid(planned: readonly PlannedOperation[]): Promise<void> {
    // Where even the first call cannot be made, an operation has no other.
    const uncallable = new Set<string | null>();
    for (const { id, trials } of planned) if ((await trials[0]?.make()) === undefined) uncallable.add(id);
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
