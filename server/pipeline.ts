import type { SecurityRequirement } from '../generated/operations.ts';
import { limitsOf, PlanError } from './api-keys/api-key.ts';
import { authenticate, needsCredential } from './api-keys/authentication.ts';
import type { Clock } from './clock.ts';
import type { Handlers } from './operation.ts';
import type { Caller, RateLimit, RateLimiter } from './rate-limit/rate-limit.ts';
import { errorBody, Refusal, unavailable } from './refusal.ts';
import { clientOf } from './request/client-address.ts';
import { crossOriginHeaders } from './request/cross-origin.ts';
import type { Message } from './request/message.ts';
import { namesOf, type RequestNames } from './request/request-id.ts';
import { type Answer, ContractViolation, type Reply, type ResponseContract, toReply } from './response.ts';
import { type ApiKeyStore, StorageUnavailable } from './storage/store.ts';

/** What the server writes to its log; one line a request, one a failure. */
export interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Who measures what the server does. */
export interface Meter {
  request(line: RequestLine): void;
  /** A response that the contract does not allow. */
  breach(): void;
}

export interface PipelineParts {
  handlers: Handlers;
  keys: ApiKeyStore;
  limiter: RateLimiter;
  maximumBodyBytes: number;
  /** Whose scripts may read responses. */
  allowedOrigins: readonly string[];
  log: Log;
  meter?: Meter | undefined;
  clock: Clock;
  newRequestId: () => string;
}

/** One request on its way through the server. */
export interface Call extends Message {
  method: string;
  /** Its query, percent-encoded. */
  query: string;
  /** Address of the client. */
  address: string;
  path(name: string): string | undefined;
  /** True when the client has hung up. */
  isAborted(): boolean;
}

/** Answers a request; it never gives a response that the contract does not have. */
export type Respond = (call: Call) => Promise<Reply>;

/** The part of the contract that a request has reached: an operation, or what is said for those that reach none. */
export interface Place extends ResponseContract {
  readonly operationId?: string;
  /** The path as the contract has it. The one of a request is not for the log: whatever is in it, a key for example. */
  readonly path?: string;
  readonly security: readonly SecurityRequirement[];
  /** Headers of its responses, by status. */
  readonly headers: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What the log says of a request. */
export interface LogFields extends RequestNames {
  address: string;
  operationId?: string | undefined;
  method?: string;
  path?: string | undefined;
  /** Identifier of the key that the request counts for. */
  key?: string;
  /** The one of its Error object, where it was refused. */
  code?: string;
}

/** What the log says of a request that is over. */
export interface RequestLine extends LogFields {
  status?: number;
  /** The client has hung up. */
  aborted?: true;
  milliseconds?: number;
  /** Why it was not served. */
  reason?: string;
}

/** The way of every request: who it is, how many they were, what is asked, what is answered. */
export function respond(parts: PipelineParts, place: Place, serve: (call: Call) => Answer | Promise<Answer>): Respond {
  return async (call) => {
    const { method, address, header } = call;
    const started = parts.clock.elapsed();
    const identified = await identify(parts, header('authorization'), address);
    const isAnonymous = identified.caller.kind === 'address';
    const { requestId, traceparent } = namesOf(header, parts.newRequestId, isAnonymous);
    const line: RequestLine = { requestId, address, operationId: place.operationId, method, path: place.path };
    if (traceparent !== undefined) line.traceparent = traceparent;
    const counted = countOf(parts.limiter, identified);
    // Where this process alone counts, no request waits a turn for it.
    const { headers, failure } = admit(place, identified, counted instanceof Promise ? await counted : counted, line);
    let answer: Answer;
    try {
      answer = failure === undefined ? await serve(call) : answerTo(failure, parts, line, call.isAborted());
    } catch (error) {
      answer = answerTo(error, parts, line, call.isAborted());
    }
    const shared = { ...headers, ...crossOriginHeaders(parts.allowedOrigins, header) };
    const reply = send(parts, place, shared, answer, line);
    if (call.isAborted()) {
      // Nothing is answered; a body that breaks off is no failure of the server.
      line.aborted = true;
      if (line.code === 'internal_error') delete line.code;
    } else line.status = reply.status;
    line.milliseconds = Math.round((parts.clock.elapsed() - started) * 100) / 100;
    note(parts, line, 'request');
    return reply;
  };
}

/** Says of a request that is over what became of it. */
export function note({ log, meter }: PipelineParts, line: RequestLine, message: string): void {
  log.info(line, message);
  meter?.request(line);
}

/** A request whose key could not be looked up counts for nobody: it is not the client that has failed. */
function countOf(limiter: RateLimiter, { caller, failure }: Awaited<ReturnType<typeof identify>>) {
  const isIdentified = failure === undefined || failure instanceof Refusal;
  return isIdentified ? limiter.count(caller) : { headers: limiter.look(caller) };
}

/** `failure` is set when the request must not be served: 401 before 429, but 429 where 401s are too many. */
function admit(
  place: Place,
  { caller, failure }: Awaited<ReturnType<typeof identify>>,
  { headers, refusal }: RateLimit,
  fields: LogFields,
) {
  if (caller.kind === 'key') fields.key = caller.id;
  const isOpen = failure instanceof Refusal && !needsCredential(place.security);
  return { headers, failure: refusal ?? (isOpen ? undefined : failure) };
}

/** Who a request counts for; `failure` says why that is no key. */
export async function identify(
  parts: PipelineParts,
  authorization: string | null,
  address: string,
): Promise<{ caller: Caller; failure?: unknown }> {
  const caller: Caller = { kind: 'address', address: clientOf(address) };
  try {
    const key = await authenticate(parts.keys, authorization, parts.clock.now());
    return key instanceof Refusal
      ? { caller, failure: key }
      : { caller: { kind: 'key', id: key.id, limits: limitsOf(key) } };
  } catch (failure) {
    return { caller, failure };
  }
}

/** The one exit of every failure. What went wrong inside is for the log, not for the caller. */
export function answerTo(error: unknown, { log }: PipelineParts, fields: LogFields, isAborted = false): Answer {
  if (error instanceof Refusal) return { status: error.body.status, headers: error.headers, body: error.body };
  // A plan that this server does not know may be known to the next one, as while a later version comes to its place.
  if (error instanceof StorageUnavailable || error instanceof PlanError) {
    log.error({ ...fields, reason: error.message }, 'the storage is unavailable');
    const { body, headers } = unavailable('The storage of the server is unavailable');
    return { status: body.status, headers, body };
  }
  if (error instanceof ContractViolation) log.error({ ...fields, pointer: error.pointer }, error.message);
  else if (!isAborted) log.error({ ...fields, err: error }, 'the request failed');
  return internalError(fields);
}

function internalError({ requestId }: LogFields): Answer {
  return {
    status: 500,
    body: errorBody(500, 'internal_error', `The server could not answer this request (${requestId}).`),
  };
}

/**
 * The response of an answer, with the headers that every response has; one that violates the contract becomes a 500 and
 * a line of the log, which names the part that it violates. Notes the code of an error for the log.
 */
export function send(
  parts: PipelineParts,
  place: Place,
  sharedHeaders: Answer['headers'],
  answer: Answer,
  fields: LogFields,
): Reply {
  const complete = ({ status, headers, body }: Answer) => {
    if (status >= 400) fields.code = codeOf(body);
    const { requestId, traceparent } = fields;
    const names = { 'X-Request-Id': requestId, ...(traceparent !== undefined && { traceparent }) };
    return { status, body, headers: { ...sharedHeaders, ...names, ...place.headers[status], ...headers } };
  };
  try {
    return toReply(place, complete(answer));
  } catch (error) {
    if (!(error instanceof ContractViolation)) throw error;
    parts.meter?.breach();
    parts.log.error(
      { ...fields, pointer: error.pointer, status: answer.status },
      `the response violates the contract: ${error.message}`,
    );
    return toReply(place, complete(internalError(fields)));
  }
}

function codeOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : 'unknown';
}
