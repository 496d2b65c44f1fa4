import { describeLocation } from '../cli/problem.ts';
import type { HttpRequest } from '../http/exchange.ts';
import type { Respond, ScriptedResponse } from '../http/scripted-response.ts';
import type { Description } from '../openapi/description.ts';
import type { Operation } from '../openapi/operation-table.ts';
import { unknownPath } from '../requirements/operation/unknown-path.ts';
import { RequestCheck } from '../requirements/request/request-check.ts';
import type { RequestViolation } from '../requirements/request/request-findings.ts';
import type { Requirement } from '../requirements/requirement.ts';
import { propertyAt, stepsOf } from '../requirements/response/body-path.ts';
import { Ledger } from '../verify/ledger.ts';
import type { RequirementResult } from '../verify/result.ts';
import type { RunnableSpecification } from '../verify/specification.ts';
import type { Reason } from './error-text.ts';
import { type Choice, Responder } from './responder.ts';
import { RetryWatch } from './retry-watch.ts';
import { type WithoutKeys, withoutSentKeys } from './sent-keys.ts';

/** A request, what it was answered, and what it violated; keys are taken out of all of it. */
export interface StubExchange {
  /** Undefined where the request reached none. */
  operation: Operation | undefined;
  request: HttpRequest;
  response: ScriptedResponse;
  /** What the response is, for people: `404`, `200 without what may be absent`. */
  title: string;
  violations: readonly FoundViolation[];
}

export interface FoundViolation {
  requirement: Requirement;
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

/**
 * A server made of a contract alone: it answers as documented,
 * and verifies each request against the requirements of the contract.
 */
export class Stub {
  /** How many have come. */
  requests = 0;
  /** What they show of each requirement of the operations that were used. */
  readonly ledger = new Ledger('client');
  readonly #used = new Set<Operation | undefined>();
  readonly #description: Description;
  readonly #options: StubOptions;
  readonly #check: RequestCheck;
  readonly #retries: RetryWatch;
  readonly #responder: Responder;

  constructor(specification: RunnableSpecification, options: StubOptions) {
    const { description } = specification;
    this.#description = description;
    this.#options = options;
    this.#check = new RequestCheck(specification, options.key);
    this.#retries = new RetryWatch(specification, options.now);
    this.#responder = new Responder(
      { description, seed: options.seed },
      options.choice,
      options.now,
      this.#check.given,
    );
    for (const requirement of this.#retries.requirements) this.ledger.add(requirement);
  }

  /** What the requests so far keep and violate, of all that requests can show; `baseUrl` is where the stub is. */
  results(baseUrl: string): RequirementResult[] {
    const requirements = [...this.#check.requirements, ...this.#retries.requirements];
    this.ledger.arrange(requirements);
    for (const { id } of requirements) this.ledger.unproven(id, 'no request used it');
    return this.ledger.results(baseUrl);
  }

  /** Checks a request and chooses the response. */
  respond: Respond = async (request) => {
    this.requests += 1;
    const shown = withoutSentKeys(this.#description, request, this.#options.key);
    const checked = this.#check.check(request);
    this.#noteUse(checked.operation);
    const retry = this.#retries.check(request);
    const violations = [...checked.violations, ...retry.violations].map((violation) => this.#found(violation, shown));
    const chosen = this.#responder.choose(request, checked, (status) => reasonFor(status, violations));
    const response = request.method === 'HEAD' ? withoutBody(chosen.response) : chosen.response;
    if (checked.operation !== undefined) this.#retries.note(checked.operation, request, response);
    this.#record(
      {
        operation: checked.operation,
        request: shown.request,
        response: shown.hideIn(response),
        title: chosen.title,
        violations,
      },
      [...checked.kept, ...retry.kept],
    );
    return response;
  };

  /** Takes note of what came and is not HTTP: it reaches no path. `reason` says what is wrong with it. */
  noteNoHttp = (request: HttpRequest, reason: string): void => {
    this.requests += 1;
    const shown = withoutSentKeys(this.#description, request, this.#options.key);
    this.#noteUse(undefined);
    const violation = {
      requirement: this.ledger.requirement(unknownPath.id),
      documented: 'A path of the contract, asked for in HTTP (RFC 9112).',
      received: `not HTTP: ${reason}`,
    };
    const response: ScriptedResponse = { status: 400, headers: [], body: Buffer.alloc(0), receivedAt: 0 };
    this.#record({ operation: undefined, request: shown.request, response, title: '400', violations: [violation] }, []);
  };

  /** Takes in the requirements of an operation, or of none, when the first request to it comes. */
  #noteUse(operation: Operation | undefined): void {
    if (this.#used.has(operation)) return;
    this.#used.add(operation);
    for (const requirement of this.#check.requirementsOf(operation)) this.ledger.add(requirement);
  }

  #found({ requirementId, documented, received }: RequestViolation, { hide }: WithoutKeys): FoundViolation {
    return { requirement: this.ledger.requirement(requirementId), documented, received: hide(received) };
  }

  #record(exchange: StubExchange, kept: readonly string[]): void {
    const { request, violations } = exchange;
    const response = { ...exchange.response, receivedAt: this.#options.now() };
    for (const id of kept) this.ledger.keep(id, { request, response });
    for (const { requirement, documented, received } of violations)
      this.ledger.violate(requirement.id, { documented, received, request, response });
    this.#options.onExchange?.(exchange);
  }
}

/** RFC 9110 section 9.3.2: the headers of the response to GET, its length among them where it is known. */
function withoutBody(response: ScriptedResponse): ScriptedResponse {
  const { body, headers, delivery } = response;
  const length = body.length === 0 || delivery !== undefined ? [] : [['Content-Length', String(body.length)] as const];
  return { ...response, headers: [...headers, ...length], body: Buffer.alloc(0) };
}

const mostReasons = 3;

/** What is wrong, for the one who reads the refusal: of a missing credential, nothing else counts. */
function reasonFor(status: number, violations: readonly FoundViolation[]): Reason {
  const isAboutKeys = status === 401 || status === 403;
  const own = violations
    .filter(({ requirement }) => isAboutKeys === (requirement.section === 'Security'))
    .slice(0, mostReasons);
  const text = own
    .map(
      (violation) => `Received ${describeViolation(violation)} (${describeLocation(violation.requirement.location)})`,
    )
    .join(' ');
  return { text, part: own.map(({ requirement }) => partIn(requirement)).find(({ length }) => length > 0) ?? [] };
}

/** The names that lead to the part of a request that a requirement is about. */
function partIn({ subject }: Requirement): string[] {
  const { path, name }: Readonly<Record<string, string>> = subject;
  if (path === undefined) return name === undefined ? [] : [name];
  return stepsOf(path).map((step) => (step === '[]' ? '0' : propertyAt(step)));
}

/** What a violation is, in one line. */
export function describeViolation({ documented, received }: FoundViolation): string {
  return `${received}; documented: ${documented}`;
}
