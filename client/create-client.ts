import { basePath, type CallDescription, type Calls, operations as table } from '../generated/calls.ts';
import { openAllowance } from './allowance.ts';
import { authorised, checkApiKey } from './credential.ts';
import { type DeprecationNotice, deprecationNotices } from './deprecation.ts';
import { openGate } from './gate.ts';
import { decodedHeaders } from './headers.ts';
import type { Hooks } from './hooks.ts';
import { type Given, requestOf } from './request.ts';
import { dataOf, errorOf } from './response.ts';
import { type Bounds, retrying, type Send } from './retry.ts';
import { realTiming, type Timing } from './timing.ts';
import type { Validate } from './validation.ts';

export interface ClientOptions extends Hooks {
  /** The address of the service with its version segment. */
  baseUrl: string;
  /** Sent as the bearer token, to the origin of `baseUrl` alone. */
  apiKey: string;
  /** What sends the requests; the global `fetch` unless given. */
  fetch?: Send | undefined;
  /** Called once for each deprecated operation that is used; writes a warning to the console unless given. */
  onDeprecated?: ((notice: DeprecationNotice) => void) | undefined;
  /** Compares each response with the contract: see `validateWith`. */
  validate?: Validate | undefined;
  /** How often a request is sent again; 2 unless given. */
  maxRetries?: number | undefined;
  /** The longest wait for the rate limit and before a retry, in seconds; 60 unless given. */
  maxRetryAfter?: number | undefined;
  /**
   * The longest time for a call with its retries, from when the rate limit lets it through, in seconds;
   * 300 unless given.
   */
  timeout?: number | undefined;
  /** The longest time for one request and its whole response, in seconds; 30 unless given. */
  attemptTimeout?: number | undefined;
  /** Clock, randomness and sleep, for tests. */
  timing?: Partial<Timing> | undefined;
}

/** What else a call takes, beside parameters and body. */
export interface CallOptions extends Omit<RequestInit, 'method' | 'body'> {}

/** The operations of the service, typed by the contract. */
export interface AdoptionClient extends Calls<CallOptions, Response> {}

const operations: readonly CallDescription[] = Object.values(table);

/** The longest delay that a timer takes (2^31-1 ms); beyond it, it would fire at once. */
const longestTimer = 2_147_483;

/**
 * A client of the service.
 *
 * A call resolves to a result whose `status` says which `data`, `error` and `headers` it has. `error` is set, with the
 * documented fields, for every status that is no success, whatever the server sent. A call rejects when there is no
 * answer (network, abort, time-out), with `UnexpectedResponseError` when a success cannot be handed on unaltered, and
 * with a TypeError, before anything is sent, when a value cannot be sent as it is. Redirects are not followed: the
 * contract knows none, and a followed one could turn a POST into a GET.
 *
 * @throws TypeError or RangeError when an option cannot be used.
 */
export function createClient(options: ClientOptions): AdoptionClient {
  const { apiKey, fetch = (request: Request) => globalThis.fetch(request), validate } = options;
  checkApiKey(apiKey);
  const base = checkBaseUrl(options.baseUrl);
  const bounds = boundsIn(options);
  const timing = { ...realTiming, ...options.timing };
  const gate = openGate(openAllowance(timing, bounds.maxRetryAfter), timing);
  const send = retrying(authorised(fetch, apiKey, base.origin), bounds, timing, gate, options);
  const announce = deprecationNotices(options.onDeprecated);
  async function call(method: string, path: string, { signal, ...given }: Given = {}): Promise<unknown> {
    const operation = operations.find((one) => one.method === method && one.path === path);
    if (!operation) throw new TypeError(`${method} ${path} is no operation of the contract.`);
    const request = requestOf(base.href, operation, given);
    announce(operation);
    const answer = await send(request, operation, signal ?? undefined);
    const { response } = answer;
    const data = response.ok ? dataOf(answer, operation, apiKey) : undefined;
    const error = response.ok ? undefined : errorOf(answer, apiKey);
    await validate?.({ operation, response, body: data ?? error });
    return { status: response.status, data, error, headers: decodedHeaders(response), response };
  }

  // One function for each method of the interface; its types say what each path takes and gives.
  const methods = operations.map(({ method }) => [method, call.bind(undefined, method)]);
  return Object.fromEntries(methods) as AdoptionClient;
}

function checkBaseUrl(baseUrl: string): URL {
  const address = String(baseUrl).replace(/\/+$/, '');
  if (!/^https?:\/\/[^\s/?#@]+\/[^\s?#]*$/i.test(address) || !address.endsWith(basePath))
    throw new TypeError(
      `baseUrl must be an http(s) address that ends with ${basePath}, without user, password, query or fragment.`,
    );
  return new URL(address);
}

function boundsIn({ maxRetries = 2, maxRetryAfter = 60, timeout = 300, attemptTimeout = 30 }: ClientOptions): Bounds {
  const bounds = { maxRetries, maxRetryAfter, timeout, attemptTimeout };
  for (const [name, value] of Object.entries(bounds)) {
    if (!(value >= 0 && value <= longestTimer))
      throw new RangeError(`${name} must be a number from 0 to ${longestTimer}.`);
  }
  return bounds;
}
