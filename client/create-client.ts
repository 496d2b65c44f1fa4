import type { Client, Middleware } from 'openapi-fetch';
import createFetchClient from 'openapi-fetch';
import { service } from '../generated/operations.ts';
import type { paths } from '../generated/types.ts';
import { authorised, checkApiKey } from './credential.ts';
import type { DeprecationNotice } from './deprecation.ts';
import { deprecationNotices, warnOfDeprecation } from './deprecation.ts';
import { checkedResponses } from './response.ts';
import type { Send, Timing } from './retry.ts';
import { realTiming, retrying } from './retry.ts';

export interface ClientOptions {
  /** The address of the service with its version segment. */
  baseUrl: string;
  /** Sent as the bearer token, to the origin of `baseUrl` alone. */
  apiKey: string;
  /** What sends the requests; the global `fetch` unless given. */
  fetch?: Send | undefined;
  /** Called once for each deprecated operation that is used; writes a warning to the console unless given. */
  onDeprecated?: ((notice: DeprecationNotice) => void) | undefined;
  /** How often a request is sent again; 2 unless given. */
  maxRetries?: number | undefined;
  /** The longest wait before a retry, in seconds; 60 unless given. */
  maxRetryAfter?: number | undefined;
  /** Clock, randomness and sleep, for tests. */
  timing?: Partial<Timing> | undefined;
}

/** The operations of the service, typed by the contract. */
export type AdoptionClient = Client<paths>;

/** The longest delay that a timer takes (2^31-1 ms); beyond it, it would fire at once. */
const longestTimer = 2_147_483;

/**
 * A client of the service.
 *
 * A call resolves to `{ data, response }` or `{ error, response }`. `error` is set, with the documented fields, for every
 * status that is no success, whatever the server sent. A call rejects when there is no answer (network, abort), and with
 * `UnexpectedResponseError` when a success cannot be handed on unaltered. Redirects are not followed: the contract knows
 * none, and a followed one could turn a POST into a GET.
 *
 * @throws TypeError or RangeError when an option cannot be used.
 */
export function createClient(options: ClientOptions): AdoptionClient {
  const { apiKey, fetch = (request: Request) => globalThis.fetch(request), onDeprecated = warnOfDeprecation } = options;
  checkApiKey(apiKey);
  const base = checkBaseUrl(options.baseUrl);
  const { maxRetries = 2, maxRetryAfter = 60 } = options;
  checkBounds(maxRetries, maxRetryAfter);

  const send = retrying(
    authorised(fetch, apiKey, base.origin),
    { maxRetries, maxRetryAfter },
    { ...realTiming, ...options.timing },
  );
  const client = createFetchClient<paths>({ baseUrl: base.origin + base.pathname, fetch: send, redirect: 'manual' });
  client.use(onlyFetch(send), deprecationNotices(onDeprecated), checkedResponses);
  return client;
}

/** openapi-fetch lets one call bring its own fetch, which would go round the key and the retries. */
function onlyFetch(send: typeof globalThis.fetch | Send): Middleware {
  return {
    onRequest({ options }) {
      if (options.fetch !== send) throw new TypeError('fetch is an option of createClient, not of a call.');
    },
  };
}

function checkBaseUrl(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `baseUrl must be an http or https address, such as https://adoption.example${service.basePath}.`,
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must have no user, password, query or fragment.');
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  if (!url.pathname.endsWith(service.basePath)) throw new TypeError(`baseUrl must end with ${service.basePath}.`);
  return url;
}

function checkBounds(maxRetries: number, maxRetryAfter: number): void {
  if (!Number.isSafeInteger(maxRetries) || maxRetries < 0)
    throw new RangeError('maxRetries must be a whole number, 0 or more.');
  if (!(maxRetryAfter >= 0 && maxRetryAfter <= longestTimer)) {
    throw new RangeError(`maxRetryAfter must be a number of seconds from 0 to ${longestTimer}.`);
  }
}
