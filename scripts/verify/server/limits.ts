import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { isOpen } from '../../openapi/credentials.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import {
  type RateLimitState,
  rateLimitHeaderOf,
  rateLimitStateOf,
  retryAfterOf,
} from '../../requirements/rate-limit/rate-limit-headers.ts';
import { assemble, type RequestParts } from '../../requirements/request-parts.ts';
import type { RequirementDraft } from '../../requirements/requirement.ts';
import { documentedStatus } from '../../requirements/response/response-sets.ts';
import type { Session } from './session.ts';

// More requests than these are not spent to reach a limit.
const mostSpent = 1500;
// Sent beyond the limit, at the same time as what is left: a server may count too late.
const beyond = 4;
const longestWait = 130_000;

/** Spends a key on purpose: what is left goes down, what is beyond is refused on every operation, and the reset comes as announced. */
export class LimitCheck {
  readonly #session: Session;
  readonly #operations: readonly Operation[];
  readonly #key: string;
  #refused: Answer | undefined;
  #reason: string | undefined;

  constructor(session: Session) {
    this.#session = session;
    this.#key = session.keys.limitedKey ?? session.keys.key;
    this.#operations = session.description.operations.filter((operation) => isLimited(operation) && !isOpen(operation));
  }

  requirements(): RequirementDraft[] {
    const [first] = this.#operations;
    if (first === undefined) return [];
    const requirement = (
      id: string,
      operation: Operation | null,
      pointer: string,
      statement: string,
      aspect: string,
    ): RequirementDraft => ({
      id,
      operationId: operation?.id ?? null,
      pointer,
      statement,
      subject: { kind: 'rateLimit', aspect },
    });
    const counted = this.#operations.filter((operation) =>
      Object.values(operation.responses).some(({ headers }) =>
        headers.some(({ name }) => rateLimitHeaderOf(name) === 'remaining'),
      ),
    );
    const enforced = this.#operations.filter(({ responses }) => Object.hasOwn(responses, '429'));
    const pointer =
      this.#session.description.contract.document['x-rate-limit-plans'] === undefined
        ? `${first.pointer}/responses`
        : '/x-rate-limit-plans';
    return [
      ...counted.map((operation) =>
        requirement(
          `${operation.id}.rateLimit.counted`,
          operation,
          operation.pointer,
          'Each request takes one from those that are left.',
          'counted',
        ),
      ),
      ...enforced.map((operation) =>
        requirement(
          `${operation.id}.rateLimit.enforced`,
          operation,
          `${operation.pointer}/responses/429`,
          'Beyond the limit it answers 429.',
          'enforced',
        ),
      ),
      ...(counted.length > 0
        ? [
            requirement(
              'rateLimit.limit',
              null,
              pointer,
              'As many requests are served as were announced to be left.',
              'limit',
            ),
          ]
        : []),
      ...(enforced.length > 0
        ? [
            requirement(
              'rateLimit.resets',
              null,
              pointer,
              'At the announced time, not before and not after, requests are served again, and all of them are left.',
              'resets',
            ),
          ]
        : []),
    ];
  }

  /** A few requests to each operation, one after the other: what is left goes down by one. */
  async countDown(): Promise<void> {
    const { ledger } = this.#session;
    const [first] = this.#operations;
    if (first === undefined) return;
    for (let round = 0; round < 4; round += 1) {
      // Once is enough where every request must be counted; twice shows more.
      const pending = this.#operations.filter(
        ({ id }) => round < 2 || (ledger.has(`${id}.rateLimit.counted`) && !ledger.isProven(`${id}.rateLimit.counted`)),
      );
      if (pending.length === 0 || !(await this.#countRound(first, pending))) return;
    }
  }

  /** False when the key is refused for longer than can be waited. */
  async #countRound(first: Operation, pending: readonly Operation[]): Promise<boolean> {
    // All prepared before the first is sent: a window may be short.
    const prepared: RequestParts[] = [];
    for (const operation of pending) prepared.push(await this.#partsOf(operation));
    let before = await this.#send(first);
    for (const parts of prepared) {
      if (before.response.status === 429 && !(await this.#waitFor(before))) return false;
      const answer = await this.#session.call(parts, true);
      this.#checkCount(parts.operation, before, answer);
      before = answer;
    }
    return true;
  }

  #checkCount(operation: Operation, before: Answer, answer: Answer): void {
    const id = `${operation.id}.rateLimit.counted`;
    const [last, now] = [this.#stateOf(before), this.#stateOf(answer)];
    const isRefused = before.response.status === 429 || answer.response.status === 429;
    if (
      isRefused ||
      last?.remaining === undefined ||
      now?.remaining === undefined ||
      !isSameWindow(last, now) ||
      !this.#session.ledger.has(id)
    )
      return;
    if (now.remaining === last.remaining - 1) this.#session.ledger.keep(id, before, answer);
    else
      this.#session.ledger.violate(id, {
        ...exchangeOf(answer),
        documented: `${last.remaining - 1} requests left, after ${last.remaining}.`,
        received: `${now.remaining} requests left`,
      });
  }

  /** Spends what is left, and holds one request to each operation against the limit. */
  async exhaust(): Promise<void> {
    const [cheapest] = this.#operations.toSorted((a, b) => costOf(a) - costOf(b));
    if (cheapest === undefined) return;
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const first = await this.#send(cheapest);
      // Spent before this run, or in its beginning: the next window is a whole one.
      if (first.response.status === 429 && attempt < 3) {
        if (!(await this.#waitFor(first))) return;
        continue;
      }
      const state = this.#stateOf(first);
      const left = first.response.status === 429 ? 0 : (state?.remaining ?? mostSpent);
      if (left > mostSpent)
        return this.#leave(`the key has ${left} requests left; give --limited-key a key of a smaller plan`);
      const spent = await this.#spend(cheapest, left + beyond);
      const refusals = await this.#refusals();
      const last = refusals.at(-1)?.response.receivedAt ?? this.#session.clock.now();
      const served = spent.filter(({ response }) => response.status !== 429);
      // In the next window requests are served again: nothing is shown by that.
      if (
        served.length >= left &&
        state?.resetsAt !== undefined &&
        last >= state.resetsAt - 1000 &&
        (served.length > left || refusals.some(({ response }) => response.status !== 429))
      ) {
        await this.#session.clock.wait(Math.max(0, state.resetsAt - this.#session.clock.now()) + 300);
        continue;
      }
      this.#checkLimit(first, left, spent);
      return this.#checkRefusals(refusals);
    }
    this.#leave('the window of the limit was over before its requests were spent');
  }

  /** As many are served as were left, also when all of them come at once. */
  #checkLimit(first: Answer, left: number, spent: Answer[]): void {
    const { ledger } = this.#session;
    const served = spent.filter(({ response }) => response.status !== 429);
    const refused = spent.find(({ response }) => response.status === 429);
    const isKnown = first.response.status !== 429 && this.#stateOf(first)?.remaining !== undefined;
    const example = served.length < left ? refused : served.at(-1);
    if (!ledger.has('rateLimit.limit') || !isKnown || example === undefined) return;
    if (served.length === left) ledger.keep('rateLimit.limit', example, ...(refused === undefined ? [] : [refused]));
    else
      ledger.violate('rateLimit.limit', {
        ...exchangeOf(example),
        documented: `${left} more requests, as announced.`,
        received: `${served.length} of ${spent.length} were served, sent at the same time`,
      });
  }

  async #spend(operation: Operation, count: number): Promise<Answer[]> {
    const parts = await this.#partsOf(operation);
    return Promise.all(Array.from({ length: count }, () => this.#session.call(parts, true)));
  }

  /** One request to each operation, all prepared before the first is sent. */
  async #refusals(): Promise<Answer[]> {
    const prepared: RequestParts[] = [];
    for (const operation of this.#operations) prepared.push(await this.#partsOf(operation));
    const answers: Answer[] = [];
    for (const parts of prepared) answers.push(await this.#session.call(parts, true));
    return answers;
  }

  async #checkRefusals(answers: Answer[]): Promise<void> {
    const { ledger, unmatched } = this.#session;
    for (const [index, { id: operationId }] of this.#operations.entries()) {
      const answer = answers[index];
      if (answer === undefined) continue;
      const id = `${operationId}.rateLimit.enforced`;
      if (answer.response.status === 429) this.#refused = answer;
      if (!ledger.has(id)) continue;
      if (answer.response.status === 429) ledger.keep(id, answer);
      else
        ledger.violate(id, {
          ...exchangeOf(answer),
          documented: '429, once no request is left.',
          received: `${answer.response.status}, ${excerpt(answer)}`,
        });
    }
    const [sample] = this.#operations;
    if (sample === undefined || !Object.hasOwn(unmatched.responses, '429')) return;
    const request = {
      ...assemble(await this.#partsOf(sample)),
      method: 'GET',
      target: `/unknown-${this.#session.values.token()}`,
      body: null,
    };
    await this.#session.send(request, unmatched, undefined, true);
  }

  /** Waits for the announced reset: a request just before it is refused, one after it is served from a full window. */
  async checkReset(): Promise<void> {
    const { ledger, clock } = this.#session;
    if (this.#refused === undefined || !ledger.has('rateLimit.resets')) return;
    const refused = await this.#lastRefusal(this.#refused);
    if (refused === undefined) return;
    const [operation] = this.#operations
      .filter((one) => Object.hasOwn(one.responses, '429'))
      .toSorted((a, b) => costOf(a) - costOf(b));
    const state = this.#stateOf(refused);
    const resetsAt = this.#resetOf(refused);
    if (operation === undefined || resetsAt === undefined) return;
    const ahead = resetsAt - clock.now();
    if (ahead > longestWait) return this.#leave(`the limit resets in ${Math.round(ahead / 1000)} seconds only`);
    if (ahead > 8000) {
      await clock.wait(ahead - 4000);
      const early = await this.#send(operation);
      if (isSuccess(early.response))
        ledger.violate('rateLimit.resets', {
          ...exchangeOf(early),
          documented: `429 until the reset, ${Math.round((resetsAt - early.response.receivedAt) / 1000)} seconds later.`,
          received: `${early.response.status}, before the announced reset`,
        });
    }
    // Seconds may have been rounded down.
    await clock.wait(Math.max(0, resetsAt - clock.now()) + 1300);
    const late = await this.#send(operation);
    const now = this.#stateOf(late);
    const isRefilled =
      now?.remaining === undefined ||
      now.limit === undefined ||
      now.limit !== state?.limit ||
      now.remaining === now.limit - 1;
    if (isSuccess(late.response) && isRefilled) ledger.keep('rateLimit.resets', refused, late);
    else
      ledger.violate('rateLimit.resets', {
        ...exchangeOf(late),
        documented: 'A request after the reset is served, with all others left.',
        received: isSuccess(late.response)
          ? `${now?.remaining} of ${now?.limit} left`
          : `${late.response.status} after the reset`,
      });
  }

  /** A refusal of the window that is running now: the one in which the key was spent may be over by now. */
  async #lastRefusal(known: Answer): Promise<Answer | undefined> {
    const ahead = (this.#resetOf(known) ?? 0) - this.#session.clock.now();
    const [operation] = this.#operations;
    if (ahead > 3000 || operation === undefined) return known;
    const answer = await this.#send(operation);
    if (answer.response.status === 429) return answer;
    this.#refused = undefined;
    await this.exhaust();
    return this.#refused;
  }

  /** When requests are served again, by the later of what a refusal says; milliseconds since the epoch. */
  #resetOf(refused: Answer): number | undefined {
    const told = retryAfterOf(refused.response);
    const moments = [
      this.#stateOf(refused)?.resetsAt,
      told === undefined ? undefined : refused.response.receivedAt + told * 1000,
    ].filter((moment) => moment !== undefined);
    return moments.length === 0 ? undefined : Math.max(...moments);
  }

  #leave(reason: string): void {
    this.#reason ??= reason;
    for (const { id } of this.requirements()) this.#session.ledger.unproven(id, this.#reason);
    for (const { id } of this.#operations) this.#session.ledger.unproven(`${id}.responses.429`, this.#reason);
  }

  async #waitFor(answer: Answer): Promise<boolean> {
    const seconds = retryAfterOf(answer.response) ?? 1;
    if (seconds * 1000 > longestWait) {
      this.#leave(`the key has spent its limit: the server asks to wait for ${Math.ceil(seconds)} seconds`);
      return false;
    }
    await this.#session.clock.wait(seconds * 1000 + 300);
    return true;
  }

  async #partsOf(operation: Operation): Promise<RequestParts> {
    return {
      ...(await this.#session.source.base(operation)),
      credential: this.#session.credentialOf(operation, this.#key),
    };
  }

  async #send(operation: Operation): Promise<Answer> {
    return this.#session.call(await this.#partsOf(operation), true);
  }

  #stateOf({ request, response }: Answer): RateLimitState | undefined {
    const operation = this.#operations.find(
      ({ method, path }) =>
        method === request.method &&
        new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/?]+')}(\\?|$)`).test(request.target),
    );
    if (operation === undefined) return undefined;
    const set = this.#session.setOf(operation);
    const documented = set.responses[documentedStatus(set, response.status) ?? ''];
    return documented === undefined
      ? undefined
      : rateLimitStateOf(this.#session.description.contract, documented, response);
  }
}

/** True when the contract says of a limit on an operation: in headers, or by a 429. */
function isLimited({ responses }: Operation): boolean {
  return (
    Object.hasOwn(responses, '429') ||
    Object.values(responses).some(({ headers }) => headers.some(({ name }) => rateLimitHeaderOf(name) !== undefined))
  );
}

function costOf({ method, path }: Operation): number {
  return (method === 'GET' ? 0 : 10) + path.length / 1000;
}

function isSameWindow(before: RateLimitState, now: RateLimitState): boolean {
  const isNear =
    before.resetsAt === undefined || now.resetsAt === undefined || Math.abs(before.resetsAt - now.resetsAt) <= 1500;
  return isNear && (before.limit === now.limit || before.limit === undefined);
}

function exchangeOf({ request, response }: Answer): Pick<Answer, 'request' | 'response'> {
  return { request, response };
}
