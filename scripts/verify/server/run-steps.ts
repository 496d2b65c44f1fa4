import type { Operation } from '../../openapi/operation-table.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { callerValueOf } from '../../requirements/caller-value.ts';
import type { PlannedCases } from '../../requirements/planned-cases.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import { listsOf } from '../../requirements/resource/list/list-resource.ts';
import { isSelected } from '../../requirements/specification.ts';
import type { WorkflowFile } from '../arazzo/workflows.ts';
import type { Budget } from './budget.ts';
import { runCase, runGenerated, runPostponed, runRawCase } from './cases/case-runner.ts';
import { findExemplaryValues } from './cases/exemplary-values.ts';
import { firstLookAt } from './cases/first-look.ts';
import { findListedKeys } from './cases/found-listed-keys.ts';
import { findReferences } from './cases/found-references.ts';
import { runPlannedRequests } from './cases/planned-requests.ts';
import { runProbes } from './cases/probes.ts';
import { probeStatuses } from './cases/rare-statuses.ts';
import {
  createItems,
  createMatches,
  lookUpExisting,
  moreThanAPage,
  readAgain,
  removeItems,
} from './items/item-steps.ts';
import { changeInParts } from './items/partial-changes.ts';
import { changeByPatches } from './items/patched-changes.ts';
import { repeatCreation } from './items/repeated-creations.ts';
import { replaceItem } from './items/replacements.ts';
import { changeSingleton } from './items/singleton-replacements.ts';
import { StoredItems } from './items/stored-items.ts';
import { inLanes, withoutResponse } from './lanes.ts';
import { countDown } from './limits/count-down.ts';
import { exhaust } from './limits/exhaust.ts';
import { LimitedKey } from './limits/limited-key.ts';
import { checkPlans } from './limits/plan-keys.ts';
import { checkReset } from './limits/reset.ts';
import { checkList } from './lists/list-check.ts';
import { withMakers } from './needed-operations.ts';
import type { Session } from './session/session.ts';
import { WorkflowRuns } from './workflow-runs.ts';

/** One step of a run, and what it does in words. */
type Step = [doing: string, run: () => Promise<unknown>];

const asTheyAre = 'as they are';

interface Run {
  session: Session;
  planned: PlannedCases;
  budget: Budget;
  workflows: WorkflowFile | undefined;
  seed: number;
  progress: (doing: string) => void;
}

/** What a run does to a server. */
export class RunSteps {
  readonly #session: Session;
  readonly #planned: PlannedCases;
  readonly #budget: Budget;
  readonly #seed: number;
  readonly #progress: (doing: string) => void;
  readonly #stored: readonly StoredItems[];
  readonly #singletons: readonly StoredItems[];
  readonly #limitedKey: LimitedKey;
  readonly #workflows: WorkflowRuns;
  /** Those that are verified. */
  readonly #operations: readonly Operation[];

  constructor({ session, planned, budget, workflows, seed, progress }: Run) {
    const { specification } = session;
    this.#session = session;
    this.#planned = planned;
    this.#budget = budget;
    this.#seed = seed;
    this.#progress = progress;
    const storedOf = (resource: Resource) => new StoredItems(session, resource);
    this.#stored = session.resources.map(storedOf);
    this.#singletons = session.singletons.map(storedOf);
    this.#limitedKey = new LimitedKey(session);
    this.#workflows = new WorkflowRuns(session, workflows, progress);
    this.#operations = specification.description.operations.filter((one) => isSelected(specification, one));
  }

  /** What is likely to show a violation of the requirement. */
  async lookAt(requirement: Requirement): Promise<void> {
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

  /** All of them, in order: first in a store as it was found, then with more and more items. */
  all(): Step[] {
    const isLimitedApart = this.#session.keys.limitedKey !== undefined;
    const workflows: Step = ['workflows', () => this.#workflows.run()];
    const counting = this.#limitStep('the limit counts down', countDown);
    const exhausting = this.#limitStep('the limit is reached', exhaust);
    return [
      this.#listStep(asTheyAre),
      ['what bodies must have', () => this.#findWhatIsTaken()],
      ['operations', () => this.#runFirstCases()],
      ['who is refused', this.#withOperations((operation) => runProbes(this.#session, operation, 'first probes'))],
      ...(isLimitedApart ? [counting] : []),
      ['a few things', this.#withItems((own) => createItems(this.#session, own, 4))],
      ['something for each filter', this.#withItems((own) => createMatches(this.#session, own))],
      ['the same creation twice', this.#withItems((own) => repeatCreation(this.#session, own))],
      ['a replacement that leaves out', this.#withItems((own) => replaceItem(this.#session, own))],
      ['what there is one of', this.#withItems((own) => changeSingleton(this.#session, own), this.#singletons)],
      ['changes in part', this.#withItems((own) => changeInParts(this.#session, own))],
      ['changes by patches', this.#withItems((own) => changeByPatches(this.#session, own))],
      this.#listStep('of a few things'),
      ['cases', () => this.#runCases()],
      this.#listStep('after refusals'),
      ...(isLimitedApart ? [exhausting] : []),
      ['more than a page', this.#withItems((own) => this.#fillMoreThanAPage(own))],
      this.#listStep('of more than a page'),
      ['one case of each requirement once more', () => this.#runOneOfEach()],
      ['everything once more', this.#withItems((own) => readAgain(own), this.#changedOrRead())],
      ['media types', this.#withOperations((operation) => runPlannedRequests(this.#session, operation))],
      ['unknown identifiers', this.#withOperations((operation) => runProbes(this.#session, operation, 'probes'))],
      ['defaults of parameters', () => this.#compare()],
      ['generated cases', () => this.#runGenerated()],
      ['removals of what other requests were sent to', () => runPostponed(this.#session, this.#stored)],
      ['removals', this.#withItems((own) => removeItems(this.#session, own))],
      ['rarer statuses', this.#withOperations((operation) => probeStatuses(this.#session, operation))],
      this.#listStep('at the end'),
      ['what is wrong', this.#withOperations((operation) => runProbes(this.#session, operation, 'last probes'))],
      ...(isSelected(this.#session.specification, null) ? [workflows] : []),
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
      await withoutResponse(() => findListedKeys(this.#session, operation));
      await withoutResponse(() => findExemplaryValues(this.#session, operation));
    }
  }

  #isOfSelected({ resource }: StoredItems): boolean {
    const { create, read, replace, merge, remove } = resource;
    const own = [create, ...listsOf(resource).map(({ list }) => list.operation), read, replace, merge, remove];
    return own.some((operation) => this.#isVerified(operation));
  }

  /** Those that an operation which is verified creates, changes or reads: of lists, reading shows nothing. */
  #changedOrRead(): StoredItems[] {
    return this.#stored.filter(({ resource: { create, read, replace, merge } }) =>
      [create, read, replace, merge].some((operation) => this.#isVerified(operation)),
    );
  }

  #isVerified(operation: Operation | undefined): boolean {
    return operation !== undefined && isSelected(this.#session.specification, operation);
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
    const wanted = moreThanAPage(this.#session.specification.description, own.resource) - own.created.length;
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
      if (left % 100 === 0) this.#progress(`cases, ${left} left`);
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
      await withoutResponse(() => runGenerated(this.#session, this.#stored, requirement, this.#seed, runs));
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
