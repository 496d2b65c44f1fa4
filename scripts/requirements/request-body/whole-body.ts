import type { HttpRequest } from '../../http/exchange.ts';
import { jsonIn, withHeader, withJson } from '../../http/message-changes.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Expectation, Statuses } from '../cases.ts';
import { answering, type FaultDraft, faultDraft } from '../fault.ts';
import type { PlannedCase } from '../kind.ts';
import type { Listed } from '../listed.ts';
import { type MessageContext, operationOf } from '../message-context.ts';
import { preferred, type RequestBodyBytes } from '../request/request-parts.ts';
import type { BodySubject } from './part-cases.ts';

export type BodyCase = Omit<PlannedCase<string>, 'subject'> & { subject: BodySubject };

/** The media type that requests have where no other one is tried. */
export function usualType({ requestBody }: Operation): string | undefined {
  return preferred(requestBody?.mediaTypes ?? [])[0];
}

/** A requirement binds servers only where a case shows whether they keep it. */
export function boundBy(cases: readonly BodyCase[]): Pick<Listed<string>, 'side'> {
  return cases.length > 0 ? {} : { side: 'client' };
}

/** A case whose body is otherwise than the contract has it. None where the contract leaves open what comes of it. */
export function changedBody(
  operation: Operation,
  title: string,
  expectation: Expectation | undefined,
  change: (body: RequestBodyBytes) => RequestBodyBytes | null,
): BodyCase[] {
  if (expectation === undefined) return [];
  const build: BodyCase['build'] = async (at, isFresh) => {
    const parts = await at.source.base(operation, 'all', isFresh);
    return { ...parts, body: parts.body === null ? null : change(parts.body) };
  };
  return [{ subject: { operationId: operation.id }, title, expectation, build }];
}

/** A request that is refused with one of these statuses. */
export function refused(statuses: Statuses | undefined): Expectation | undefined {
  return statuses === undefined ? undefined : { kind: 'refused', with: statuses };
}

/** A request that may be served, or refused with one of these statuses. */
export function eitherWay(statuses: Statuses | undefined): Expectation | undefined {
  return statuses === undefined ? undefined : { kind: 'either', with: statuses };
}

/** An operation that takes JSON, for faults in what becomes of requests to it. */
export interface JsonTaker {
  context: MessageContext;
  operation: Operation;
  mediaType: string;
  /** Pointer of the schema of the JSON. */
  schema: string;
}

/** Undefined for an operation that takes no JSON. */
export function jsonTaker(context: MessageContext, subject: BodySubject): JsonTaker | undefined {
  const operation = operationOf(context, subject);
  const mediaType = context.mediaTypeOf(operation.requestBody?.mediaTypes ?? []);
  const schema = context.requestSchemaOf(operation);
  return mediaType === undefined || schema === undefined ? undefined : { context, operation, mediaType, schema };
}

type Test = (request: HttpRequest, text: string) => boolean;

/** A server that takes some requests as if they were others: with a valid body, if nothing else is said. */
export function takingRequests(
  taker: JsonTaker,
  what: string,
  test: Test,
  as: (request: HttpRequest) => HttpRequest = (request) => withSample(taker, request),
): FaultDraft {
  const take = answering(isOf(taker, test), (request, send) => send(as(request)));
  return faultDraft(what, take);
}

function withSample({ context, operation, mediaType }: JsonTaker, request: HttpRequest): HttpRequest {
  return withHeader(withJson(request, context.sampleBody(operation)), 'Content-Type', mediaType);
}

/** A server that refuses some requests. */
export function refusingRequests(taker: JsonTaker, what: string, test: Test): FaultDraft {
  return faultDraft(
    what,
    answering(isOf(taker, test), (request, send) => taker.context.refused(send, request, taker.operation)),
  );
}

/** Requests to the operation that pass a test. */
export function isOf({ context, operation }: JsonTaker, test: Test): (request: HttpRequest) => boolean {
  return (request) => context.isTo(operation)(request) && test(request, request.body?.toString('utf8') ?? '');
}

/** True for a request whose body is as its schema says. */
export function isValid({ context, schema }: JsonTaker, { body: bytes }: HttpRequest): boolean {
  const body = jsonIn(bytes);
  return body !== undefined && context.violations('request', schema, body).length === 0;
}
