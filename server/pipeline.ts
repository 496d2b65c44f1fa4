import type { SecurityRequirement } from '../generated/operations.ts';
import { limitsOf } from './api-key.ts';
import { authenticate, needsCredential } from './authentication.ts';
import type { Handlers } from './operation.ts';
import type { Caller, RateLimiter } from './rate-limit.ts';
import { errorBody, Refusal } from './refusal.ts';
import { type Answer, ContractViolation, type ResponseContract, toResponse } from './response.ts';
import type { ApiKeyStore } from './storage/store.ts';

/** What the server writes to its log; one line a request, one a failure. */
export interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface PipelineParts {
  handlers: Handlers;
  keys: ApiKeyStore;
  limiter: RateLimiter;
  maximumBodyBytes: number;
  log: Log;
  now: () => number;
  newRequestId: () => string;
}

/** One request on its way through the server. */
export interface Call {
  request: Request;
  /** Address of the client, for which requests without a valid key count. */
  address: string;
  path(name: string): string | undefined;
}

/** Answers a request; it never gives a response that the contract does not have. */
export type Respond = (call: Call) => Promise<Response>;

/** The part of the contract that a request has reached: an operation, or what is said for those that reach none. */
export interface Place extends ResponseContract {
  readonly security: readonly SecurityRequirement[];
  /** Headers of every response of the place that documents them. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What the log says of a request. */
export interface LogFields {
  requestId: string;
  method?: string;
  path?: string;
  /** Identifier of the key that the request counts for. */
  key?: string;
}

/** The way of every request: who it is, how many they were, what is asked, what is answered. */
export function respond(parts: PipelineParts, place: Place, serve: (call: Call) => Answer | Promise<Answer>): Respond {
  return async (call) => {
    const { request } = call;
    const started = parts.now();
    const fields: LogFields = {
      requestId: parts.newRequestId(),
      method: request.method,
      path: new URL(request.url).pathname,
    };
    const { headers, failure } = await admit(parts, place, call, fields);
    let answer: Answer;
    try {
      if (failure !== undefined) throw failure;
      answer = await serve(call);
    } catch (error) {
      answer = answerTo(error, parts, fields, request.signal.aborted);
    }
    const response = send(parts, place, headers, answer, fields);
    // To a client that has hung up, nothing is answered.
    const outcome = request.signal.aborted ? { aborted: true } : { status: response.status };
    parts.log.info({ ...fields, ...outcome, milliseconds: parts.now() - started }, 'request');
    return response;
  };
}

/** Counts the request; `failure` is set when it must not be served: 401 before 429, but 429 where 401s are too many. */
async function admit(parts: PipelineParts, place: Place, { request, address }: Call, fields: LogFields) {
  const { caller, failure } = await identify(parts, request.headers.get('authorization'), address);
  if (caller.kind === 'key') fields.key = caller.id;
  const { headers, refusal } = await parts.limiter.count(caller);
  const isOpen = failure instanceof Refusal && !needsCredential(place.security);
  return { headers, failure: refusal ?? (isOpen ? undefined : failure) };
}

/** Who a request counts for; `failure` says why that is no key. */
export async function identify(
  parts: PipelineParts,
  authorization: string | null,
  address: string,
): Promise<{ caller: Caller; failure?: unknown }> {
  const caller: Caller = { kind: 'address', address };
  try {
    const key = await authenticate(parts.keys, authorization);
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
  if (!isAborted) log.error({ ...fields, err: error }, 'the request failed');
  return internalError(fields);
}

function internalError({ requestId }: LogFields): Answer {
  return {
    status: 500,
    body: errorBody(500, 'internal_error', `The server could not answer this request (${requestId}).`),
  };
}

/**
 * The response of an answer; one that violates the contract becomes a 500 and a line of the log,
 * which names the part that it violates.
 */
export function send(
  parts: PipelineParts,
  place: Place,
  limitHeaders: Record<string, number>,
  answer: Answer,
  fields: LogFields,
): Response {
  const complete = ({ status, headers, body }: Answer) => ({
    status,
    body,
    headers: { ...limitHeaders, ...ownHeaders(place, status), ...headers },
  });
  try {
    return toResponse(place, complete(answer));
  } catch (error) {
    if (!(error instanceof ContractViolation)) throw error;
    parts.log.error(
      { ...fields, pointer: error.pointer, status: answer.status },
      `the response violates the contract: ${error.message}`,
    );
    return toResponse(place, complete(internalError(fields)));
  }
}

/** The headers of a place, on the responses that the contract gives them to. */
function ownHeaders(place: Place, status: number): Record<string, string> {
  const documented = place.responses[status]?.headers ?? [];
  return Object.fromEntries(
    Object.entries(place.headers).filter(([name]) => documented.some((header) => header.name === name)),
  );
}
