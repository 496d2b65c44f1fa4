import { type DocumentedResponse, operations, service } from '../generated/operations.ts';
import { unmatchedResponses as loadUnmatchedValidators } from '../generated/validators.js';
import { needsCredential } from './api-keys/authentication.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { OperationId } from './operation.ts';
import {
  answerTo,
  identify,
  type LogFields,
  note,
  type PipelineParts,
  type Place,
  type Respond,
  respond,
  send,
} from './pipeline.ts';
import type { Refusal } from './refusal.ts';
import { bindBody, type ReadBody } from './request/body.ts';
import { crossOriginHeaders } from './request/cross-origin.ts';
import { bindParameters } from './request/parameters.ts';
import { namesOf } from './request/request-id.ts';
import { validatorsOf } from './request/validators.ts';
import { type Answer, ContractViolation, type Reply } from './response.ts';

type WithStatuses<Status extends string> = Readonly<Record<Status, DocumentedResponse>>;
type PlaceOfParameters<Id extends OperationId> = (typeof operations)[Id]['parameters'][number]['in'];
type Always<Id extends OperationId> =
  | '429'
  | '500'
  | '503'
  | ('path' extends PlaceOfParameters<Id> ? '404' : never)
  | ([Exclude<PlaceOfParameters<Id>, 'path'>] extends [never] ? never : '400')
  | ((typeof operations)[Id]['requestBody'] extends null ? never : '400' | '413' | '415');

// What may become of any request is documented: where it is not, these do not compile.
const responsesOf: { readonly [Id in OperationId]: { readonly responses: WithStatuses<Always<Id>> } } = operations;
const unmatchedResponses: WithStatuses<'400' | '401' | '404' | '405' | '408' | '429' | '431' | '500' | '503'> =
  service.unmatchedResponses;

const { responses: unmatchedValidators } = await loadUnmatchedValidators();

/** The requests that reach no operation are answered by the responses that the contract has for them. */
const unmatched: Place = {
  pointer: '/x-unmatched-responses',
  responses: unmatchedResponses,
  validators: unmatchedValidators,
  security: Object.keys(service.securitySchemes).map((scheme) => ({ [scheme]: [] })),
  headers: {},
};

/** Answers for one operation: reads and checks the request, runs the handler, checks its response. */
export function respondToOperation(id: OperationId, parts: PipelineParts): Respond {
  const operation = operations[id];
  const compiled = validatorsOf(id);
  const place: Place = {
    operationId: id,
    path: `${service.basePath}${operation.path}`,
    pointer: `${operation.pointer}/responses`,
    responses: responsesOf[id].responses,
    validators: compiled.responses,
    security: operation.security,
    headers: documentedOf(responsesOf[id].responses, deprecationHeaders(operation.deprecation)),
  };
  const readParameters = bindParameters(id, operation.parameters);
  const body = operation.requestBody;
  const readBody: ReadBody =
    body === null ? async () => undefined : bindBody(id, body, compiled.requestBody, parts.maximumBodyBytes);
  assertDocumented(id, place, possibleRefusals(place, operation.parameters, body !== null));
  // The compiler refuses handlers that lack one; a server that runs all the same serves the others.
  const handle: ((request: never) => Answer | Promise<Answer>) | undefined = parts.handlers[id];
  return respond(parts, place, async (call) => {
    if (handle === undefined)
      throw new ContractViolation(operation.pointer, `${id} has no handler: add one to server/handlers.ts.`);
    const request = { ...readParameters(call, compiled.parameters), body: await readBody(call) };
    // It has passed the validators of this operation, which are compiled from what the types are generated from.
    return handle(request as never);
  });
}

/** The headers on the responses that the contract gives them to, by status. */
function documentedOf(responses: Place['responses'], headers: Record<string, string>): Place['headers'] {
  return Object.fromEntries(
    Object.entries(responses).map(([status, documented]) => {
      const names = documented.headers.map(({ name }) => name);
      return [status, Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))];
    }),
  );
}

/** Answers for a path that the contract does not have, or for a `path` without the method that is asked for. */
export function respondToUnmatched(parts: PipelineParts, refuse: () => Refusal, path?: string): Respond {
  assertDocumented('x-unmatched-responses', unmatched, [400, 401, 404, 405, 408, 429, 431, 500, 503]);
  return respond(parts, path === undefined ? unmatched : { ...unmatched, path }, () => {
    throw refuse();
  });
}

/** What is known of a request that the HTTP server could not read to its end. */
export interface Unreadable {
  address: string;
  /** Its header fields, where its head could be read. */
  header(name: string): string | null;
  /** Whether the pipeline has counted it before, or it is counted now; never for one that is not even looked into. */
  isCounted: 'before' | 'now' | 'never';
  /** What is wrong with it, for the log. */
  reason: string;
}

/** Answers for a request that the HTTP server could not read, or could not answer otherwise; `failure` says why. */
export function respondToUnreadable(parts: PipelineParts): (request: Unreadable, failure: unknown) => Promise<Reply> {
  return async ({ address, header, isCounted, reason }, failure) => {
    const { caller } = await identify(parts, isCounted === 'never' ? null : header('authorization'), address);
    const { headers, refusal } =
      isCounted === 'now'
        ? await parts.limiter.count(caller)
        : { headers: parts.limiter.look(caller), refusal: undefined };
    const fields: LogFields = {
      ...namesOf(header, parts.newRequestId, caller.kind === 'address'),
      address,
      ...(caller.kind === 'key' && { key: caller.id }),
    };
    const shared = { ...headers, ...crossOriginHeaders(parts.allowedOrigins, header) };
    const reply = send(parts, unmatched, shared, answerTo(refusal ?? failure, parts, fields), fields);
    note(parts, { ...fields, status: reply.status, reason }, 'a request that was not served');
    return reply;
  };
}

/** The statuses that the pipeline may answer before the handler of an operation is asked, or when it fails. */
function possibleRefusals({ security }: Place, parameters: readonly { in: string }[], hasBody: boolean): number[] {
  return [
    ...(needsCredential(security) ? [401] : []),
    ...(parameters.some((parameter) => parameter.in === 'path') ? [404] : []),
    ...(hasBody || parameters.some((parameter) => parameter.in !== 'path') ? [400] : []),
    ...(hasBody ? [413, 415] : []),
    429,
    500,
    503,
  ];
}

/** Stops the start: what is not documented must not leave the server, and what it has to answer must. */
function assertDocumented(name: string, { responses, pointer }: Place, statuses: number[]): void {
  const missing = statuses.filter((status) => responses[status] === undefined);
  if (missing.length > 0)
    throw new ContractViolation(pointer, `${name} does not document ${missing.join(', ')}, which this server answers.`);
}
