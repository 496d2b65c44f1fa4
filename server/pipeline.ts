import { operations, service } from '../generated/operations.ts';
import * as validators from '../generated/validators.js';
import { limitsOf } from './api-key.ts';
import { authenticate, needsCredential } from './authentication.ts';
import { bindBody, type ReadBody } from './body.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { Handlers, OperationId } from './operation.ts';
import { bindParameters, type ParameterFacts, type RawParameters, type ReadParameters } from './parameters.ts';
import type { Caller, RateLimiter } from './rate-limit.ts';
import { errorBody, Refusal } from './refusal.ts';
import { type Answer, ContractBreach, type ResponseContract, toResponse } from './response.ts';
import type { ApiKeyStore } from './storage/store.ts';

/** What the server writes to its log; one line a request, one a failure. */
export interface Log {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
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

/** Answers a request; it never rejects, and never gives a response that the contract does not have. */
export type Respond = (call: Call) => Promise<Response>;

/** Gives the answer to a request that was let in; throws a Refusal for one that is not served. */
type Serve = (call: Call) => Promise<Answer> | Answer;

/** The requests that reach no operation are answered by the responses that the contract has for them. */
const unmatched: ResponseContract & { security: readonly Record<string, readonly string[]>[]; headers: Record<string, string> } = {
  pointer: '/x-unmatched-responses',
  responses: service.unmatchedResponses,
  validators: validators.unmatchedResponses,
  security: Object.keys(service.securitySchemes).map((scheme) => ({ [scheme]: [] })),
  headers: {},
};

type Place = typeof unmatched;

/** Answers for one operation: reads and checks the request, runs the handler, checks its response. */
export function respondToOperation<Id extends OperationId>(id: Id, parts: PipelineParts): Respond {
  const operation = operations[id];
  const compiled = validators.operations[id];
  const readParameters: ReadParameters = bindParameters(id, operation.parameters satisfies readonly ParameterFacts[], compiled.parameters);
  const body = operation.requestBody;
  const readBody: ReadBody = body === null ? async () => undefined : bindBody(id, body, compiled.requestBody, parts.maximumBodyBytes);
  const place: Place = {
    pointer: operation.pointer,
    responses: operation.responses,
    validators: compiled.responses,
    security: operation.security,
    headers: deprecationHeaders(operation.deprecation),
  };
  assertRefusalsAreDocumented(id, place, operation.parameters, body !== null);
  // Its argument has passed the validators, and its result will: both are compiled from what the types are generated from.
  const handle = parts.handlers[id] as unknown as (request: object) => Answer | Promise<Answer>;
  return respond(parts, place, async (call) => {
    const parameters = readParameters(rawParameters(call));
    return handle({ ...parameters, body: await readBody(call.request) });
  });
}

/** Answers for a path or a method that the contract does not have. */
export function respondToUnmatched(parts: PipelineParts, refuse: () => Refusal): Respond {
  return respond(parts, unmatched, () => {
    throw refuse();
  });
}

/** Answers for a request that the HTTP server could not read; no key is looked for in it. */
export function respondToUnreadable(parts: PipelineParts): (address: string, refusal: Refusal) => Promise<Response> {
  return async (address, refusal) => {
    const { headers } = await parts.limiter.count({ kind: 'address', address });
    return send(parts, unmatched, headers, { status: refusal.body.status, body: refusal.body, headers: refusal.headers }, { requestId: parts.newRequestId() });
  };
}

/** A response without `400` in the contract of an operation that can refuse its input would leave undocumented. */
function assertRefusalsAreDocumented(id: string, place: Place, parameters: readonly { in: string }[], hasBody: boolean): void {
  const possible = [
    ...(needsCredential(place.security) ? [401] : []),
    ...(parameters.some((parameter) => parameter.in === 'path') ? [404] : []),
    ...(hasBody || parameters.some((parameter) => parameter.in !== 'path') ? [400] : []),
    ...(hasBody ? [413, 415] : []),
    429,
    500,
  ];
  for (const status of possible) {
    if (place.responses[status] === undefined) throw new ContractBreach(`${place.pointer}/responses`, `${id} does not document ${status}, which this server answers.`);
  }
}

function respond(parts: PipelineParts, place: Place, serve: Serve): Respond {
  return async (call) => {
    const started = parts.now();
    const facts: Record<string, unknown> = { requestId: parts.newRequestId(), method: call.request.method, path: new URL(call.request.url).pathname };
    const admission = await admit(parts, place, call, facts);
    let answer: Answer;
    try {
      if (admission.failure !== undefined) throw admission.failure;
      answer = await serve(call);
    } catch (error) {
      answer = answerTo(error, parts, call, facts);
    }
    const response = send(parts, place, admission.headers, answer, facts);
    parts.log.info({ ...facts, status: response.status, milliseconds: parts.now() - started }, 'request');
    return response;
  };
}

/** Counts the request; `failure` is set when it must not be served: 401 before 429, but 429 where 401s are too many. */
async function admit(parts: PipelineParts, place: Place, { request, address }: Call, facts: Record<string, unknown>) {
  let caller: Caller = { kind: 'address', address };
  let failure: unknown;
  try {
    const key = await authenticate(parts.keys, request.headers.get('authorization'));
    if (key instanceof Refusal) failure = needsCredential(place.security) ? key : undefined;
    else caller = { kind: 'key', id: key.id, limits: limitsOf(key) };
  } catch (error) {
    failure = error;
  }
  if (caller.kind === 'key') facts['key'] = caller.id;
  const { headers, refusal } = await parts.limiter.count(caller);
  return { headers, failure: refusal ?? failure };
}

/** The one exit of every failure. What went wrong inside is for the log, not for the caller. */
function answerTo(error: unknown, { log }: PipelineParts, { request }: Call, facts: Record<string, unknown>): Answer {
  if (error instanceof Refusal) return { status: error.body.status, headers: error.headers, body: error.body };
  if (request.signal.aborted) facts['aborted'] = true;
  else log.error({ ...facts, err: error }, 'the request failed');
  return { status: 500, body: internalError(facts) };
}

function internalError(facts: Record<string, unknown>) {
  return errorBody(500, 'internal_error', `The server could not answer this request (${String(facts['requestId'])}).`);
}

function send(parts: PipelineParts, place: Place, limitHeaders: Record<string, number>, answer: Answer, facts: Record<string, unknown>): Response {
  const withHeaders = ({ status, headers, body }: Answer) => ({ status, body, headers: { ...limitHeaders, ...ownHeaders(place, status), ...headers } });
  try {
    return toResponse(place, withHeaders(answer));
  } catch (error) {
    if (!(error instanceof ContractBreach)) throw error;
    parts.log.error({ ...facts, fact: error.fact, status: answer.status }, `the response breaks the contract: ${error.message}`);
    return toResponse(place, withHeaders({ status: 500, body: internalError(facts) }));
  }
}

/** The headers of a deprecated operation, on the responses that the contract gives them to. */
function ownHeaders(place: Place, status: number): Record<string, string> {
  const documented = place.responses[status]?.headers ?? [];
  return Object.fromEntries(Object.entries(place.headers).filter(([name]) => documented.some((header) => header.name === name)));
}

function rawParameters({ request, path }: Call): RawParameters {
  return { path, query: new URL(request.url).searchParams, header: (name) => request.headers.get(name) };
}
