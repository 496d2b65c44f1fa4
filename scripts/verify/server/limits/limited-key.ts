import type { Answer } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { catalogueOf } from '../../../requirements/catalogue.ts';
import type { LimitedAnswer, LimitObservation } from '../../../requirements/rate-limit/limit-observation.ts';
import { isLimited } from '../../../requirements/rate-limit/limited-operations.ts';
import { type Plan, plansOf } from '../../../requirements/rate-limit/plans.ts';
import { rateLimitStateOf, retryAfterOf } from '../../../requirements/rate-limit/rate-limit-headers.ts';
import { kindOf } from '../../../requirements/registry.ts';
import type { RequestParts } from '../../../requirements/request/request-parts.ts';
import type { Requirement } from '../../../requirements/requirement.ts';
import { documentedStatus } from '../../../requirements/response/response-sets.ts';
import { isSelected } from '../../../requirements/specification.ts';
import { recordShown } from '../../../requirements/verdict-recorder.ts';
import { longestWait } from '../session/request-sender.ts';
import type { Session } from '../session/session.ts';

/**
 * A key whose limit is spent on purpose: what comes of its requests, the kinds of requirements about limits judge.
 */
export class LimitedKey {
  readonly session: Session;
  /** Those that the limit is on. */
  readonly operations: readonly Operation[];
  /** The last refusal of a request beyond the limit. */
  refusal: LimitedAnswer | undefined;
  /** The plan of the key, where it is known. */
  readonly plan: Plan | undefined;
  readonly #requirements: readonly Requirement[];
  readonly #key: string;
  #before: LimitedAnswer | undefined;

  constructor(session: Session, key = session.keys.limitedKey ?? session.keys.key) {
    const { planKeys = {} } = session.keys;
    this.session = session;
    this.#key = key;
    this.plan = plansOf(session.description).find(({ name }) => planKeys[name] === key);
    this.operations = session.description.operations.filter(
      (operation) => isLimited(operation) && isSelected(session.specification, operation),
    );
    this.#requirements = catalogueOf(session.specification, 'server').filter(
      (requirement) => kindOf(requirement).server?.reach.by === 'limits',
    );
  }

  /** A request to an operation with the limited key. */
  async requestTo(operation: Operation): Promise<RequestParts> {
    const { session } = this;
    return {
      ...(await session.source.base(operation)),
      credential: session.credentialOf(operation, this.#key),
    };
  }

  /** One request to each of the operations: a window may be short, so all are made before the first is sent. */
  async requestsTo(operations: readonly Operation[]): Promise<RequestParts[]> {
    const prepared: RequestParts[] = [];
    for (const operation of operations) prepared.push(await this.requestTo(operation));
    return prepared;
  }

  /** Sends a request; a refusal for the limit is an answer like others. Throws NoResponse. */
  async send(parts: RequestParts): Promise<LimitedAnswer> {
    const sentAt = this.session.clock.now();
    const called = await this.session.call(parts, { mayBeLimited: true });
    const answer = { ...called, sentAt, state: this.#stateOf(parts.operation, called) };
    const [before, plan] = [this.#before, this.plan];
    if (plan !== undefined) this.observe({ of: 'answer to a key of a plan', plan, before, answer });
    this.#before = answer;
    return answer;
  }

  /** Sends a request with the key that is not limited, if that is another one. Throws NoResponse. */
  async sendWithOtherKey(operation: Operation): Promise<void> {
    const { session } = this;
    if (this.#key !== session.keys.key) await session.call(await session.source.base(operation));
  }

  /** Lets every requirement judge what was seen; true where that shows something of one. */
  observe(seen: LimitObservation): boolean {
    const { ledger } = this.session;
    let isShown = false;
    for (const requirement of this.#requirements) {
      const reach = kindOf(requirement).server?.reach;
      const shown = reach?.by === 'limits' ? reach.judge(seen, requirement.subject) : undefined;
      isShown ||= shown !== undefined;
      recordShown(ledger, requirement.id, shown);
    }
    return isShown;
  }

  /** Says why nothing can be seen of the limit, nor of the refusals beyond it. */
  leave(reason: string): void {
    const { ledger } = this.session;
    const refusals = ledger.requirements().filter(({ subject }) => subject['status'] === '429');
    for (const { id } of [...this.#requirements, ...refusals]) {
      if (!ledger.has(id)) continue;
      // What the run was given no key for, it cannot show.
      if (this.session.keys.limitedKey === undefined) ledger.outOfReach(id, reason);
      else ledger.unproven(id, reason);
    }
  }

  /** Waits as long as a refusal asks to; false, with the reason recorded, where that is too long. */
  async waitFor({ response }: Answer): Promise<boolean> {
    const seconds = retryAfterOf(response) ?? 1;
    if (seconds * 1000 > longestWait) {
      this.leave(`the key has spent its limit: the server asks to wait for ${Math.ceil(seconds)} seconds`);
      return false;
    }
    await this.session.clock.wait(seconds * 1000 + 300);
    return true;
  }

  /** Waits until so many milliseconds after a moment, given in milliseconds since the epoch. */
  async waitUntil(moment: number, after: number): Promise<void> {
    const { clock } = this.session;
    await clock.wait(Math.max(0, moment - clock.now()) + after);
  }

  #stateOf(operation: Operation, { response }: Answer): LimitedAnswer['state'] {
    const set = this.session.setOf(operation);
    const documented = set.responses[documentedStatus(set, response.status) ?? ''];
    return documented === undefined
      ? { limit: undefined, remaining: undefined, resetsAt: undefined }
      : rateLimitStateOf(this.session.description.contract, documented, response);
  }
}

/** The operation whose requests are the simplest, of these. */
export function cheapest(operations: readonly Operation[]): Operation | undefined {
  return operations.toSorted((a, b) => costOf(a) - costOf(b))[0];
}

function costOf({ method, path }: Operation): number {
  return (method === 'GET' ? 0 : 10) + path.length / 1000;
}
