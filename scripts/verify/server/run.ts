import { CannotRun, shownPath } from '../../cli/problem.ts';
import { countOf } from '../../cli/text.ts';
import type { Clock } from '../../http/clock.ts';
import type { Send } from '../../http/exchange.ts';
import { catalogueOf } from '../../requirements/catalogue.ts';
import { type PlannedCases, planCases } from '../../requirements/planned-cases.ts';
import type { Keys } from '../../requirements/planning-context.ts';
import { kindOf } from '../../requirements/registry.ts';
import { Enough, Ledger } from '../ledger.ts';
import type { Verification } from '../result.ts';
import type { RunnableSpecification } from '../specification.ts';
import { Budget } from './budget.ts';
import { cleanUp } from './items/clean-up.ts';
import { reachServer } from './reach-server.ts';
import { RunSteps } from './run-steps.ts';
import { CapReached, Interrupted } from './session/request-sender.ts';
import { Session } from './session/session.ts';
import { type WithinTime, withinTime } from './session/time-budget.ts';
import { demandServed, waiveUnreachable } from './unreachable.ts';

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
  if (operations.length === 0)
    throw new CannotRun(`${shownPath(contract.file)} has no operation: there is nothing to verify.`);
  return new VerificationRun(specification, options).run();
}

const secondsToCleanUp = 60;

class VerificationRun {
  readonly #specification: RunnableSpecification;
  readonly #options: RunOptions;
  readonly #ledger: Ledger;
  readonly #time: WithinTime;
  readonly #session: Session;
  readonly #planned: PlannedCases;
  readonly #budget: Budget;
  readonly #steps: RunSteps;

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
    this.#planned = planCases(this.#session, 'server');
    this.#budget = new Budget(this.#session, options.requests);
    this.#steps = new RunSteps({
      session: this.#session,
      planned: this.#planned,
      budget: this.#budget,
      workflows: specification.workflows,
      seed: options.seed,
      progress: (doing) => this.#progress(doing),
    });
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
      this.#progress('what the responses have shown');
      for (const conclude of this.#session.conclusions) conclude();
      await this.#discardUnproven();
      waiveUnreachable(this.#session, this.#planned);
      // With more requests, one might be served.
      if (!this.#budget.isSpent) demandServed(this.#session);
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
    const steps = this.#steps.all();
    try {
      for (const [index, [doing, step]] of steps.entries()) {
        this.#progress(`${doing} (step ${index + 1} of ${steps.length})`);
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
    this.#progress('cleaning up');
    const { removed, left } = await cleanUp(this.#session);
    const some = left.length > 5 ? `${left.slice(0, 5).join(', ')} and ${left.length - 5} more` : left.join(', ');
    const { operations } = this.#specification.description;
    if (!operations.some(({ method }) => method.toUpperCase() === 'DELETE'))
      return ['Nothing was removed: the contract has no DELETE, so what the run has created is left.'];
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
    if (requirement !== undefined) await this.#steps.lookAt(requirement);
  }

  #progress(doing: string): void {
    this.#options.progress?.(doing, this.#session.sender.requests);
  }
}
