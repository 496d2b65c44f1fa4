import { type Exact, within, writeExact } from '../../http/exact-json.ts';
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  headerOf,
  NoResponse,
  type Send,
} from '../../http/exchange.ts';
import { decode } from '../../http/percent-encoding.ts';
import { partAt } from '../../openapi/contract.ts';
import { type Credential, credentialFor, isOpen, noCredential } from '../../openapi/credentials.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { type Resource, resourcesOf } from '../../openapi/resources.ts';
import { textOf } from '../../openapi/serialize.ts';
import { ValueSource } from '../../openapi/values.ts';
import { retryAfterOf } from '../../requirements/rate-limit/rate-limit-headers.ts';
import { assemble, type RequestParts } from '../../requirements/request-parts.ts';
import { RequestSource } from '../../requirements/request-source.ts';
import { ResponseChecks } from '../../requirements/response/response-checks.ts';
import {
  type ResponseSet,
  responsesTo,
  unmatchedResponses,
} from '../../requirements/response/response-requirements.ts';
import type { Ledger } from '../ledger.ts';

/** The clock that a server is held against: it may be the real one, or that of a server which lets it be moved. */
export interface Clock {
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

export interface Keys {
  key: string;
  limitedKey: string | undefined;
}

/** A response, and what could be read of it. */
export interface Answer extends Exchange {
  /** Undefined when it is no JSON. */
  body: Exact | undefined;
}

/** The server no longer answers, or no longer serves this key: the rest of the run is without sense. */
export class Interrupted extends Error {}

// A server that asks for a longer wait has other limits than a run can wait for.
const longestWait = 130_000;

/** Talks to the server: every response passes the responseChecks, refusals for the rate limit are waited out. */
export class Session {
  readonly description: Description;
  readonly ledger: Ledger;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly responseChecks: ResponseChecks;
  readonly values: ValueSource;
  readonly resources: readonly Resource[];
  readonly unmatched: ResponseSet;
  readonly source = new RequestSource(this);
  /** Identifiers of everything that the server says it has created. */
  readonly acknowledged = new Set<string>();
  /** What was created for other requests to be sent to it, and not looked at yet. */
  readonly made: { resource: Resource; parts: RequestParts; answer: Answer }[] = [];
  readonly #altered = new Set<string>();
  requests = 0;
  readonly #sets = new Map<string, ResponseSet>();
  readonly #send: Send;
  #pausedUntil = 0;
  #unanswered = 0;

  constructor(description: Description, ledger: Ledger, send: Send, keys: Keys, clock: Clock, seed: number) {
    this.description = description;
    this.ledger = ledger;
    this.keys = keys;
    this.clock = clock;
    this.#send = send;
    this.values = new ValueSource(description.contract, seed);
    this.resources = resourcesOf(description);
    this.unmatched = unmatchedResponses(description);
    for (const operation of description.operations) this.#sets.set(operation.id, responsesTo(operation));
    this.responseChecks = new ResponseChecks(description, ledger, [...this.#sets.values()], this.unmatched);
  }

  responseSets(): ResponseSet[] {
    return [...this.#sets.values(), ...(Object.keys(this.unmatched.responses).length > 0 ? [this.unmatched] : [])];
  }

  setOf(operation: Operation): ResponseSet {
    const set = this.#sets.get(operation.id);
    if (set === undefined) throw new Error(`There is no operation ${operation.id}.`);
    return set;
  }

  /** How a key is carried to an operation: by the first of the ways that it has. */
  credentialOf(operation: Operation, key = this.keys.key): Credential {
    const [alternative] = operation.security.filter((one) => Object.keys(one).length > 0);
    return alternative === undefined || isOpen(operation)
      ? noCredential
      : credentialFor(this.description.service, alternative, key);
  }

  /** Sends a request to an operation. A 429 is waited out, unless it `mayBeLimited`. */
  async call(parts: RequestParts, mayBeLimited = false): Promise<Answer> {
    const answer = await this.send(assemble(parts), this.setOf(parts.operation), parts.operation.path, mayBeLimited);
    const created = isSuccess(answer.response)
      ? this.resources.find(({ create }) => create === parts.operation)
      : undefined;
    const id = created === undefined ? undefined : this.idIn(created, answer);
    if (id !== undefined) this.acknowledged.add(writeExact(id));
    const altered = isSuccess(answer.response)
      ? this.resources.find(({ replace, merge, remove }) => [replace, merge, remove].includes(parts.operation))
      : undefined;
    if (altered?.parameter !== undefined)
      this.#altered.add(`${altered.collectionPath} ${decode(parts.path[altered.parameter.name] ?? '')}`);
    return answer;
  }

  /** True when this run has removed the item, or changed it in a way that was not looked at. */
  isAltered({ collectionPath }: Resource, id: Exact): boolean {
    return this.#altered.has(`${collectionPath} ${textOf(id)}`);
  }

  /** Takes note that the item as it is now is known. */
  markKnown({ collectionPath }: Resource, id: Exact): void {
    this.#altered.delete(`${collectionPath} ${textOf(id)}`);
  }

  /** Sends a request that belongs to a set of responses. */
  async send(request: HttpRequest, set: ResponseSet, path: string | undefined, mayBeLimited = false): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      if (!mayBeLimited) await this.#pause();
      const response = await this.#attempt(request, set);
      const body = this.responseChecks.check(set, { request, response }, path);
      if (response.status !== 429 || mayBeLimited || attempt === 4) return { request, response, body };
      const seconds = retryAfterOf(response) ?? 1;
      if (seconds * 1000 > longestWait)
        throw new Interrupted(
          `The key has spent its limit: the server asks to wait for ${Math.ceil(seconds)} seconds.`,
        );
      this.#pausedUntil = Math.max(this.#pausedUntil, this.clock.now() + Math.max(seconds, 0.2) * 1000);
    }
  }

  /** Sends HEAD where GET is described: a success is held against what is documented for GET. */
  async sendHead(request: HttpRequest, operation: Operation): Promise<HttpResponse> {
    const set = this.setOf(operation);
    await this.#pause();
    const response = await this.#attempt(request, set);
    if (isSuccess(response) || response.status >= 500)
      this.responseChecks.check(set, { request, response }, operation.path);
    return response;
  }

  async #pause(): Promise<void> {
    const milliseconds = this.#pausedUntil - this.clock.now();
    if (milliseconds > 0) await this.clock.wait(milliseconds);
  }

  async #attempt(request: HttpRequest, set: ResponseSet): Promise<HttpResponse> {
    this.requests += 1;
    try {
      const response = await this.#send(request);
      this.#unanswered = 0;
      return response;
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      this.#unanswered += 1;
      this.responseChecks.unanswered(set, request, error.message);
      if (this.#unanswered > 8) throw new Interrupted(`The server no longer answers: ${error.message}.`);
      throw error;
    }
  }

  isValid(direction: 'request' | 'response', pointer: string, value: Exact): boolean {
    return this.description.schemas.isValid(direction, partAt(this.description.contract, pointer).pointer, value);
  }

  /** The identifier of what a response created: in its body, else at the end of its `Location`. */
  idIn({ idProperty }: Resource, { response, body }: Answer): Exact | undefined {
    const own = idProperty === undefined ? undefined : within(body, [idProperty]);
    if (own !== undefined) return own;
    const location = headerOf(response, 'Location');
    return location === undefined
      ? undefined
      : decode(
          location
            .replace(/[?#].*$/, '')
            .split('/')
            .at(-1) ?? '',
        );
  }
}

export function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}
