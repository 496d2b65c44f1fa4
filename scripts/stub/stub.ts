import type { Operation } from '../contract/operation-table.ts';
import { describeLocation } from '../contract/problem.ts';
import type { Description } from '../verify/description.ts';
import type { HttpRequest } from '../verify/exchange.ts';
import { Ledger } from '../verify/ledger.ts';
import type { Fact } from '../verify/result.ts';
import type { Proof } from '../verify/run.ts';
import { type RequestBreach, RequestCheck } from './request/request-check.ts';
import { type Choice, Responder } from './responder.ts';
import type { StubResponse } from './responses/response.ts';
import { retryFacts, RetryWatch } from './retry-facts.ts';
import { type WithoutKeys, withoutSentKeys } from './sent-keys.ts';
import type { Respond } from './stub-server.ts';

/** A request, what it was answered, and what it broke; keys are taken out of all of it. */
export interface StubExchange {
  /** Undefined where the request reached none. */
  operation: Operation | undefined;
  request: HttpRequest;
  response: StubResponse;
  /** What the response is, for people: `404`, `200 without what may be absent`. */
  title: string;
  breaches: readonly FoundBreach[];
}

export interface FoundBreach {
  fact: Fact;
  documented: string;
  received: string;
}

export interface StubOptions {
  /** Milliseconds since the epoch. */
  now(): number;
  /** The same seed gives the same responses. */
  seed: number;
  /** The only key that is right; without it any is taken. */
  key?: string | undefined;
  choice: Choice;
  /** Called with every exchange, once it is in the ledger. */
  onExchange?: (exchange: StubExchange) => void;
}

/** A server made of a contract alone: it answers as documented, and holds each request against the facts of the contract. */
export class Stub {
  /** What the requests so far keep and break. */
  readonly ledger: Ledger;
  /** How many have come. */
  requests = 0;
  readonly #description: Description;
  readonly #options: StubOptions;
  readonly #check: RequestCheck;
  readonly #retries: RetryWatch;
  readonly #responder: Responder;

  constructor(proof: Proof, options: StubOptions) {
    const { description } = proof;
    this.#description = description;
    this.#options = options;
    this.#check = new RequestCheck(proof, options.key);
    this.#retries = new RetryWatch(options.now);
    this.#responder = new Responder({ description, seed: options.seed }, options.choice, options.now);
    this.ledger = new Ledger(description.contract, undefined, 'client');
    for (const fact of [...this.#check.facts(), ...retryFacts(description)]) this.ledger.add(fact);
  }

  /** Checks a request and chooses the response. */
  respond: Respond = async (request) => {
    this.requests += 1;
    const shown = withoutSentKeys(this.#description, request, this.#options.key);
    const checked = this.#check.check(request);
    const retry = this.#retries.check(request);
    const breaches = [...checked.breaches, ...(retry?.breach === undefined ? [] : [retry.breach])].map((breach) => this.#found(breach, shown));
    const kept = [...checked.kept, ...(retry === undefined || retry.breach !== undefined ? [] : [retry.factId])];
    const chosen = this.#responder.choose(request, checked, (status) => reasonFor(status, breaches));
    // RFC 9110 section 9.3.2.
    const response = request.method === 'HEAD' ? { ...chosen.response, body: Buffer.alloc(0) } : chosen.response;
    if (checked.operation !== undefined) this.#retries.note(checked.operation, request, response);
    this.#record({ operation: checked.operation, request: shown.request, response: shown.hideIn(response), title: chosen.title, breaches }, kept);
    return response;
  };

  #found({ factId, documented, received }: RequestBreach, { hide }: WithoutKeys): FoundBreach {
    return { fact: this.ledger.fact(factId), documented, received: hide(received) };
  }

  #record(exchange: StubExchange, kept: readonly string[]): void {
    const { request, breaches } = exchange;
    const response = { ...exchange.response, receivedAt: this.#options.now() };
    for (const id of kept) this.ledger.keep(id, { request, response });
    for (const { fact, documented, received } of breaches) this.ledger.breach(fact.id, { documented, received, request, response });
    this.#options.onExchange?.(exchange);
  }
}

const mostReasons = 3;

/** What is wrong, for the one who reads the refusal: of a missing credential, nothing else counts. */
function reasonFor(status: number, breaches: readonly FoundBreach[]): string {
  const isAboutKeys = status === 401 || status === 403;
  const own = breaches.filter(({ fact }) => isAboutKeys === fact.id.includes('.security.')).slice(0, mostReasons);
  return own.map((breach) => `Received ${describeBreach(breach)} (${describeLocation(breach.fact.location)})`).join(' ');
}

/** What a breach is, in one line. */
export function describeBreach({ documented, received }: FoundBreach): string {
  return `${received}; documented: ${documented}`;
}
