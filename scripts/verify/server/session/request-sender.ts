import type { Clock } from '../../../http/clock.ts';
import {
  type Answer,
  type HttpRequest,
  type HttpResponse,
  isSuccess,
  NoResponse,
  type Send,
} from '../../../http/exchange.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import type { Allowed } from '../../../requirements/kind.ts';
import type { Keys } from '../../../requirements/planning-context.ts';
import { retryAfterOf } from '../../../requirements/rate-limit/rate-limit-headers.ts';
import type { ResponseSet } from '../../../requirements/response/response-sets.ts';
import type { ResponseChecks } from './response-checks.ts';

/** The server no longer answers, or no longer serves this key: the rest of the run is without sense. */
export class Interrupted extends Error {}

/** The run has sent as many requests as it may. */
export class CapReached extends Error {}

/** Milliseconds: a server that asks for a longer wait has other limits than a run can wait for. */
export const longestWait = 130_000;

// More in a row than a few requests at a time are refused while one of them waits for its turn.
const mostRefusals = 40;

/** Sends the requests of a run: every response is checked, refusals for the rate limit are waited out. */
export class RequestSender {
  readonly #send: Send;
  readonly #clock: Clock;
  readonly #checks: ResponseChecks;
  readonly #headers: NonNullable<Keys['headers']>;
  requests = 0;
  /** As many as the run may send. */
  mostRequests = Number.POSITIVE_INFINITY;
  #pausedUntil = 0;
  #unanswered = 0;
  #refusedInARow = 0;

  constructor(send: Send, clock: Clock, checks: ResponseChecks, headers: NonNullable<Keys['headers']>) {
    this.#send = send;
    this.#clock = clock;
    this.#checks = checks;
    this.#headers = headers;
  }

  /** Sends a request that belongs to a set of responses. A 429 is waited out, unless that is allowed. */
  async send(
    bare: HttpRequest,
    set: ResponseSet,
    path: string | undefined,
    { mayBeLimited, mayBeRefused, mayBeInvalid }: Allowed = {},
  ): Promise<Answer> {
    const request = this.#withHeaders(bare);
    for (let attempt = 0; ; attempt += 1) {
      if (mayBeLimited !== true) await this.#pause();
      const response = await this.#attempt(request, set);
      const isUnjudged = mayBeInvalid === true && response.status < 500 && response.status !== 429;
      if (isUnjudged) return { request, response, body: jsonIn(response.body) };
      if (mayBeRefused === true && [401, 403].includes(response.status)) return { request, response, body: undefined };
      const body = this.#checks.check(set, { request, response }, path);
      if (mayBeLimited === true) return { request, response, body };
      this.#refusedInARow = response.status === 429 ? this.#refusedInARow + 1 : 0;
      if (this.#refusedInARow > mostRefusals)
        throw new Interrupted(
          'The server still refuses requests for the rate limit after the time that it asked to wait.',
        );
      if (response.status !== 429 || attempt === 4) return { request, response, body };
      const seconds = retryAfterOf(response) ?? 1;
      if (seconds * 1000 > longestWait)
        throw new Interrupted(
          `The key has spent its limit: the server asks to wait for ${Math.ceil(seconds)} seconds.`,
        );
      this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + Math.max(seconds, 0.2) * 1000);
    }
  }

  /**
   * HEAD where GET is described: of the answers, those that GET may have are checked. A refusal is the server's own,
   * by 501 as well (RFC 9110 section 15.6.2).
   */
  async sendHead(bare: HttpRequest, set: ResponseSet, path: string): Promise<Answer> {
    const request = this.#withHeaders(bare);
    await this.#pause();
    const response = await this.#attempt(request, set);
    if (isSuccess(response) || (response.status >= 500 && response.status !== 501))
      this.#checks.check(set, { request, response }, path);
    return { request, response, body: undefined };
  }

  /** With the header fields that the run was given, but where the request has its own. */
  #withHeaders(request: HttpRequest): HttpRequest {
    const own = new Set(request.headers.map(([name]) => name.toLowerCase()));
    const added = this.#headers.filter(([name]) => !own.has(name.toLowerCase()));
    return added.length === 0 ? request : { ...request, headers: [...request.headers, ...added] };
  }

  async #pause(): Promise<void> {
    const milliseconds = this.#pausedUntil - this.#clock.now();
    if (milliseconds > 0) await this.#clock.wait(milliseconds);
  }

  async #attempt(request: HttpRequest, set: ResponseSet): Promise<HttpResponse> {
    if (this.requests >= this.mostRequests) throw new CapReached();
    this.requests += 1;
    try {
      const response = await this.#send(request);
      this.#unanswered = 0;
      return response;
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      this.#unanswered += 1;
      this.#checks.unanswered(set, request, error.message);
      if (this.#unanswered > 8) throw new Interrupted(`The server no longer answers: ${error.message}.`);
      throw error;
    }
  }
}
