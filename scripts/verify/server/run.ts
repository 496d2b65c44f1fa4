import { CannotRun } from '../../cli/problem.ts';
import { countOf } from '../../cli/text.ts';
import type { Clock } from '../../http/clock.ts';
import type { Send } from '../../http/exchange.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resource.ts';
import { callerValueOf } from '../../requirements/caller-value.ts';
import { catalogueOf } from '../../requirements/catalogue.ts';
import { type PlannedCases, planCases } from '../../requirements/planned-cases.ts';
import type { Keys } from '../../requirements/planning-context.ts';
import { kindOf } from '../../requirements/registry.ts';
import { isSelected } from '../../requirements/specification.ts';
import { Enough, Ledger } from '../ledger.ts';
import type { Verification } from '../result.ts';
import type { RunnableSpecification } from '../specification.ts';
import { Budget } from './budget.ts';
import { runCase, runGenerated, runPostponed, runRawCase } from './case-runner.ts';
import { cleanUp } from './clean-up.ts';
import { findExemplaryValues } from './exemplary-values.ts';
import { firstLookAt } from './first-look.ts';
import { findReferences } from './found-references.ts';
import { createItems, createMatches, lookUpExisting, moreThanAPage, readAgain, removeItems } from './item-steps.ts';
import { inLanes, withoutResponse } from './lanes.ts';
import { countDown } from './limits/count-down.ts';
import { exhaust } from './limits/exhaust.ts';
import { LimitedKey } from './limits/limited-key.ts';
import { checkPlans } from './limits/plan-keys.ts';
import { checkReset } from './limits/reset.ts';
import { checkList } from './list-check.ts';
import { withMakers } from './needed-operations.ts';
import { changeInParts } from './partial-changes.ts';
import { runPlannedRequests } from './planned-requests.ts';
import { runProbes } from './probes.ts';
import { probeStatuses } from './rare-statuses.ts';
import { reachServer } from './reach-server.ts';
import { repeatCreation } from './repeated-creations.ts';
import { replaceItem } from './replacements.ts';
import { CapReached, Interrupted } from './request-sender.ts';
import { Session } from './session.ts';
import { changeSingleton } from './singleton-replacements.ts';
import { StoredItems } from './stored-items.ts';
import { type WithinTime, withinTime } from './time-budget.ts';
import { waiveUnreachable } from './unreachable.ts';
import { WorkflowRuns } from './workflow-runs.ts';

export interface RunOptions {
  baseUrl: string;
  keys: Keys;
  send: Send;
  clock: Clock;
  seed: number;
  /** The seconds that the run may take, but for what it removes at its end. */
  timeout?: number;
  /** Called as the run goes on, with what it does now. */
  progress?: (doing: string, requests: number) => void;
  /** Ends the run at the first violation. */
  isBrief?: boolean;
  /**
   * The id of a requirement: what is likely to show a violation from it comes before all else,
   * and once more in its turn.
   */
  first?: string;
  /** Requests that are sent at most: each requirement is reached once before any is reached twice. */
  requests?: number;
  /** Ids of the operations that are verified, and null for what is about none; without it all. */
  selection?: ReadonlySet<string | null> | undefined;
  /** Removes at the end what the run has created. */
  cleanUp?: boolean;
  /** Called with what is to be said besides the result. */
  note?: (text: string) => void;
}

/**
 * Verifies a server by a contract. Throws CannotRun when the contract has no operation, when the server cannot be
 * reached, or refuses the key everywhere.
 */
export async function verify(specification: RunnableSpecification, options: RunOptions): Promise<Verification> {
  const { contract, operations } = specification.description;
  if (operations.length === 0) throw new CannotRun(`${contract.file} has no operation: there is nothing to verify.`);
  return new VerificationRun(specification, options).run();
}

const asTheyAre = 'as they are';
const secondsToCleanUp = 60;

/** One step of a run, and what it does in words. */
type Step = [doing: string, run: () => Promise<unknown>];

class VerificationRun {
  readonly #specification: RunnableSpecification;
  readonly #options: RunOptions;
  readonly #ledger: Ledger;
  readonly #time: WithinTime;
  readonly #session: Session;
  readonly #stored: readonly StoredItems[];
  readonly #singletons: readonly StoredItems[];
  readonly #limitedKey: LimitedKey;
  readonly #workflows: WorkflowRuns;
  /** Those that are verified. */
  readonly #operations: readonly Operation[];
  readonly #planned: PlannedCases;
  readonly #budget: Budget;

  constructor(whole: RunnableSpecification, options: RunOptions) {
    const specification = options.selection === undefined ? whole : { ...whole, selection: options.selection };
    this.#specification = specification;
    this.#options = options;
    this.#ledger = new Ledger('server', () => {
      if (options.isBrief === true) throw new Enough();
    });
    const { timeout = Number.POSITIVE_INFINITY, send, clock } = options;
    this.#time = withinTime(timeout, send, clock);
    this.#session = new Session(
      specification,
      this.#ledger,
      this.#time.send,
      options.keys,
      this.#time.clock,
      options.seed,
    );
    const storedOf = (resource: Resource) => new StoredItems(this.#session, resource);
    this.#stored = this.#session.resources.map(storedOf);
    this.#singletons = this.#session.singletons.map(storedOf);
    this.#limitedKey = new LimitedKey(this.#session);
    this.#workflows = new WorkflowRuns(this.#session, specification.workflows, (doing) =>
      options.progress?.(doing, this.#session.sender.requests),
    );
    this.#operations = specification.description.operations.filter((one) => isSelected(specification, one));
    this.#planned = planCases(this.#session, 'server');
    this.#budget = new Budget(this.#session, options.requests);
    for (const requirement of catalogueOf(specification, 'server')) {
      this.#ledger.add(requirement);
      const reason = kindOf(requirement).server?.outOfReach?.(options.keys, requirement.subject);
      if (reason !== undefined) this.#ledger.outOfReach(requirement.id, reason);
    }
  }

  async run(): Promise<Verification> {
    const started = performance.now();
    let interrupted: Interrupted | undefined;
    try {
      await reachServer(this.#session, this.#options.baseUrl);
      await this.#lookAt(this.#options.first);
      await this.#takeSteps();
      this.#session.responseChecks.rateLimit.conclude();
      this.#options.progress?.('what the responses have shown', this.#session.sender.requests);
      await this.#discardUnproven();
      waiveUnreachable(this.#session, this.#planned);
    } catch (error) {
      if (!(error instanceof Enough || error instanceof Interrupted)) throw error;
      if (error instanceof Interrupted) interrupted = error;
    }
    const cleanedUp = await this.#cleanUp();
    if (interrupted !== undefined) this.#interrupt(interrupted, cleanedUp);
    const unreached = this.#budget.leaveOut(this.#ledger);
    const stopped = unreached === undefined ? [] : [this.#stopNote(unreached)];
    for (const note of [...stopped, ...cleanedUp]) this.#options.note?.(note);
    return this.#verification(started, unreached ?? 0);
  }

  /** Takes one step after the other, until the requests are spent. */
  async #takeSteps(): Promise<void> {
    const steps = this.#steps();
    try {
      for (const [index, [doing, step]] of steps.entries()) {
        this.#options.progress?.(`${doing} (step ${index + 1} of ${steps.length})`, this.#session.sender.requests);
        await step();
      }
    } catch (error) {
      if (!(error instanceof CapReached)) throw error;
      this.#budget.isSpent = true;
    }
  }

  async #cleanUp(): Promise<string[]> {
    if (this.#options.cleanUp !== true) return [];
    this.#session.sender.mostRequests = Number.POSITIVE_INFINITY;
    this.#time.extend(secondsToCleanUp);
    this.#options.progress?.('cleaning up', this.#session.sender.requests);
    const { removed, left } = await cleanUp(this.#session);
    const some = left.length > 5 ? `${left.slice(0, 5).join(', ')} and ${left.length - 5} more` : left.join(', ');
    return [`Cleaned up: ${countOf(removed, 'thing')} removed.`, ...(left.length > 0 ? [`Not removed: ${some}.`] : [])];
  }

  #stopNote(unreached: number): string {
    const all =
      unreached === 0 ? 'every requirement was tried' : `${countOf(unreached, 'requirement')} could not be reached`;
    return (
      `The run stopped after ${countOf(this.#session.sender.requests, 'request')}: ${all}, ` +
      'and not every case was sent (--requests allows more).'
    );
  }

  #verification(started: number, unreached: number): Verification {
    const { contract, service } = this.#specification.description;
    const { baseUrl, seed } = this.#options;
    return {
      contract: { file: contract.file, title: service.title, version: service.version },
      baseUrl,
      seed,
      seconds: (performance.now() - started) / 1000,
      requests: this.#session.sender.requests,
      unreached,
      requirements: this.#ledger.results(baseUrl),
    };
  }

  #discardUnproven(): Promise<void> {
    const { keys, clock, responseChecks } = this.#session;
    const harness = { key: keys.key, limitedKey: keys.limitedKey ?? keys.key, now: clock.now, doing: () => '' };
    return responseChecks.discardUnproven(harness);
  }

  /** Without a violation, nothing can be said of a server that could not be asked. */
  #interrupt(error: Interrupted, cleanedUp: readonly string[]): void {
    const all = this.#ledger.requirements();
    const open = all.filter(({ id, waiver }) => waiver === null && !this.#ledger.isProven(id));
    if (this.#ledger.violations === 0)
      throw new CannotRun(
        [
          `${error.message} ${open.length} of ${countOf(all.length, 'requirement')} were not reached.`,
          ...cleanedUp,
        ].join('\n'),
      );
    for (const { id } of all) this.#ledger.unproven(id, error.message);
  }

  async #lookAt(id: string | undefined): Promise<void> {
    const requirement = id === undefined ? undefined : this.#ledger.requirements().find((one) => one.id === id);
    if (requirement === undefined) return;
    await this.#workflows.run(requirement.id);
    const { cases, rawCases, spends } = firstLookAt(requirement, this.#planned);
    await inLanes([
      ...cases.map((one) => () => runCase(this.#session, this.#stored, one)),
      ...rawCases.map((one) => () => runRawCase(this.#session, one)),
    ]);
    await runPostponed(this.#session, this.#stored);
    if (spends === 'nothing') return;
    if (spends === 'plans') return withoutResponse(() => checkPlans(this.#session));
    await withoutResponse(() => countDown(this.#limitedKey));
    if (spends === 'all') await withoutResponse(() => exhaust(this.#limitedKey));
    this.#session.responseChecks.rateLimit.conclude();
  }

  /** What a run does, in order: first in a store as it was found, then with more and more items. */
  #steps(): Step[] {
    const isLimitedApart = this.#session.keys.limitedKey !== undefined;
    const workflows: Step = ['workflows', () => this.#workflows.run()];
    const counting = this.#limitStep('the limit counts down', countDown);
    const exhausting = this.#limitStep('the limit is reached', exhaust);
    return [
      this.#listStep(asTheyAre),
      ['what bodies must have', () => this.#findWhatIsTaken()],
      ['operations', () => this.#runFirstCases()],
      ...(isLimitedApart ? [counting] : []),
      ['a few things', this.#withItems((own) => createItems(this.#session, own, 4))],
      ['something for each filter', this.#withItems((own) => createMatches(this.#session, own))],
      ['the same creation twice', this.#withItems((own) => repeatCreation(this.#session, own))],
      ['a replacement that leaves out', this.#withItems((own) => replaceItem(this.#session, own))],
      ['what there is one of', this.#withItems((own) => changeSingleton(this.#session, own), this.#singletons)],
      ['changes in part', this.#withItems((own) => changeInParts(this.#session, own))],
      this.#listStep('of a few things'),
      ['cases', () => this.#runCases()],
      this.#listStep('after refusals'),
      ...(isLimitedApart ? [exhausting] : []),
      ['more than a page', this.#withItems((own) => this.#fillMoreThanAPage(own))],
      this.#listStep('of more than a page'),
      ['one case of each requirement once more', () => this.#runOneOfEach()],
      ['everything once more', this.#withItems((own) => readAgain(own))],
      ['media types', this.#withOperations((operation) => runPlannedRequests(this.#session, operation))],
      ['unknown identifiers', this.#withOperations((operation) => runProbes(this.#session, operation, 'probes'))],
      ['defaults of parameters', () => this.#compare()],
      ['generated cases', () => this.#runGenerated()],
      ['removals of what other requests were sent to', () => runPostponed(this.#session, this.#stored)],
      ['removals', this.#withItems((own) => removeItems(this.#session, own))],
      ['rarer statuses', this.#withOperations((operation) => probeStatuses(this.#session, operation))],
      this.#listStep('at the end'),
      ...(isSelected(this.#specification, null) ? [workflows] : []),
      ...(isLimitedApart ? [] : [counting, exhausting]),
      this.#limitStep('the limit resets', checkReset),
      ['keys of plans', () => withoutResponse(() => checkPlans(this.#session))],
    ];
  }

  #withItems(work: (own: StoredItems) => Promise<unknown>, all = this.#stored): Step[1] {
    return async () => {
      for (const own of all) if (this.#isOfSelected(own)) await withoutResponse(() => work(own));
    };
  }

  /** One after the other: what is found for one holds for the others. */
  async #findWhatIsTaken(): Promise<void> {
    for (const operation of withMakers(this.#session, this.#operations)) {
      await withoutResponse(() => findReferences(this.#session, operation));
      await withoutResponse(() => findExemplaryValues(this.#session, operation));
    }
  }

  #isOfSelected({ resource: { create, list, read, replace, merge, remove } }: StoredItems): boolean {
    const own = [create, list?.operation, read, replace, merge, remove];
    return own.some((operation) => operation !== undefined && isSelected(this.#specification, operation));
  }

  #withOperations(work: (operation: Operation) => Promise<unknown>): Step[1] {
    return () => inLanes(this.#operations.map((operation) => () => work(operation)));
  }

  #listStep(state: string): Step {
    return [`lists ${state}`, this.#withItems((own) => checkList(this.#session, own, state === asTheyAre))];
  }

  #limitStep(doing: string, work: (key: LimitedKey) => Promise<unknown>): Step {
    return [doing, () => withoutResponse(() => work(this.#limitedKey))];
  }

  #fillMoreThanAPage(own: StoredItems): Promise<unknown> {
    const wanted = moreThanAPage(this.#specification.description, own.resource) - own.created.length;
    const count = this.#budget.hasRepeats() ? wanted : 0;
    return createItems(this.#session, own, Math.max(0, count));
  }

  async #runFirstCases(): Promise<void> {
    for (const one of this.#planned.cases.filter(({ isFirst }) => isFirst === true))
      await withoutResponse(() => runCase(this.#session, this.#stored, one));
  }

  async #runCases(): Promise<void> {
    const others = this.#planned.cases.filter(({ isFirst }) => isFirst !== true);
    const rounds = this.#budget.inRounds(others);
    let left = rounds.length;
    const cases = rounds.map(({ one, isRepeat }) => async () => {
      left -= 1;
      if (left % 100 === 0) this.#options.progress?.(`cases, ${left} left`, this.#session.sender.requests);
      if (!isRepeat || this.#budget.hasRepeats()) await runCase(this.#session, this.#stored, one);
    });
    const rawCases = this.#planned.rawCases.map((one) => () => runRawCase(this.#session, one));
    await inLanes(spread<() => Promise<unknown>>(cases, rawCases));
    await this.#withItems((own) => lookUpExisting(this.#session, own))();
  }

  /**
   * With more things there than before, faults may show that did not:
   * a case of each requirement about requests is sent again.
   */
  async #runOneOfEach(): Promise<void> {
    if (!this.#budget.hasRepeats()) return;
    const about = this.#planned.cases.filter(({ requirement }) => callerValueOf(requirement) !== null);
    const firsts = [...Map.groupBy(about, ({ requirement }) => requirement.id).values()].flatMap(
      ([first]) => first ?? [],
    );
    await inLanes(firsts.map((one) => () => runCase(this.#session, this.#stored, one)));
  }

  /** Nothing else is sent meanwhile, which could change the answers that are compared. */
  async #compare(): Promise<void> {
    for (const operation of this.#operations)
      await withoutResponse(() => runProbes(this.#session, operation, 'comparisons'));
  }

  async #runGenerated(): Promise<void> {
    for (const requirement of this.#planned.generated) {
      const runs = this.#budget.hasRepeats() ? undefined : 1;
      await withoutResponse(() => runGenerated(this.#session, this.#stored, requirement, this.#options.seed, runs));
    }
  }
}

/** Both lists as one, the items of the second evenly among those of the first: what only shows over time then does. */
function spread<Item>(many: readonly Item[], few: readonly Item[]): Item[] {
  const step = (many.length + 1) / (few.length + 1);
  const placed = [
    ...many.map((item, index) => ({ item, at: index })),
    ...few.map((item, index) => ({ item, at: (index + 1) * step - 0.5 })),
  ];
  return placed.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}
