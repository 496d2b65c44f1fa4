import { type HttpRequest, type HttpResponse, isSuccess, type Send } from '../../http/exchange.ts';
import type { Respond } from '../../http/scripted-response.ts';
import type { RunnableSpecification } from '../../verify/specification.ts';
import type { Expectation } from '../cases.ts';
import { catalogueOf } from '../catalogue.ts';
import type { ClientChange } from '../client/client-fault.ts';
import type { FaultDraft } from '../fault.ts';
import type { Kind, PlannedCase, PlannedRequest } from '../kind.ts';
import { MessageContext } from '../message-context.ts';
import { PlanningContext } from '../planning-context.ts';
import { kindOf } from '../registry.ts';
import { RequestCheck } from '../request/request-check.ts';
import { assemble } from '../request/request-parts.ts';
import { type Requirement, requirementId } from '../requirement.ts';

/** A valid key for contracts in tests. */
export const key = 'Ab1-key-of-tests';
const revokedKey = 'Ab1-key-of-past';

/** A server that is nothing but a contract: it refuses what a request violates, and serves everything else. */
export function serverOf(specification: RunnableSpecification): Send {
  const check = new RequestCheck(specification, key);
  return async (request) => responseOf(check.check(request).refusal ?? 200);
}

function responseOf(status: number): HttpResponse {
  return { status, headers: [], body: Buffer.alloc(0), receivedAt: 0 };
}

/** A context whose requests a server answers. */
export function contextFor(specification: RunnableSpecification, send: Send): PlanningContext {
  return new PlanningContext(specification, { key, limitedKey: undefined, revokedKey }, 7, async (parts) => {
    const request = assemble(parts);
    return { request, response: await send(request), body: undefined };
  });
}

/** One request of a kind, as a server answered it. */
export interface Tried {
  operationId: string | null;
  requirementId: string;
  title: string;
  request: HttpRequest;
  isKept: boolean;
}

/** Sends the requests of a kind, also those that reach no operation, to a server. */
export async function tried(specification: RunnableSpecification, kind: Kind, send: Send): Promise<Tried[]> {
  const context = contextFor(specification, send);
  const all: Tried[] = [];
  const named = ({ subject, title }: Pick<PlannedCase<string>, 'subject' | 'title'>) => ({
    requirementId: requirementId(kind.id, subject),
    title,
  });
  for (const one of casesOf(context, kind)) {
    const parts = await one.build(context, one.expectation.kind !== 'refused');
    const request = assemble(parts);
    const answer = { request, response: await send(request), body: undefined };
    const isKept = isExpected(one.expectation, answer.response) && one.check?.(parts, answer) === undefined;
    all.push({ ...named(one), operationId: parts.operation.id, request, isKept });
  }
  for (const one of rawRequestsOf(context, kind)) {
    const request = await one.build(context);
    const isKept = one.allowed.has((await send(request)).status);
    all.push({ ...named(one), operationId: null, request, isKept });
  }
  return all;
}

function casesOf(context: PlanningContext, { server }: Kind): PlannedCase<string>[] {
  const reach = server?.reach;
  return reach?.by === 'cases' ? context.description.operations.flatMap((one) => reach.cases(context, one)) : [];
}

function rawRequestsOf(context: PlanningContext, { server }: Kind): PlannedRequest<string>[] {
  return server?.reach.by === 'raw requests' ? server.reach.requests(context) : [];
}

function isExpected(expectation: Expectation, response: HttpResponse): boolean {
  const isRefused = 'with' in expectation && expectation.with.has(response.status);
  return expectation.kind === 'checked' || isRefused || (expectation.kind !== 'refused' && isSuccess(response));
}

/** A fault, and the requirement that it violates. */
interface FaultOf<Fault> {
  name: string;
  requirement: Requirement;
  fault: Fault;
}

type IsOwn = (requirement: Requirement) => boolean;

/** The faults of servers in some of the requirements. */
export function serverFaultsOf(specification: RunnableSpecification, isOwn: IsOwn): FaultOf<FaultDraft>[] {
  const context = new MessageContext(specification);
  const own = catalogueOf(specification, 'server').filter(isOwn);
  return own.flatMap((one) => named(one, kindOf(one).server?.faults(context, one) ?? []));
}

/** The faults of clients in some of the requirements. */
export function clientFaultsOf(specification: RunnableSpecification, isOwn: IsOwn): FaultOf<ClientChange>[] {
  const context = new MessageContext(specification);
  const own = catalogueOf(specification, 'client').filter(isOwn);
  return own.flatMap((one) => named(one, kindOf(one).client?.faults(context, one) ?? []));
}

function named<Fault extends { what: string }>(requirement: Requirement, faults: readonly Fault[]): FaultOf<Fault>[] {
  return faults.map((fault) => ({ name: `${requirement.id}: ${fault.what}`, requirement, fault }));
}

/**
 * Whether the requests of a kind show a violation by an operation of a server with a fault.
 * Some faults show in every ninth request only.
 */
export async function isDetectedOnServer(
  specification: RunnableSpecification,
  requirement: Requirement,
  { wrap }: FaultDraft,
): Promise<boolean> {
  const send = wrap(serverOf(specification), { key, limitedKey: key, revokedKey, now: Date.now, doing: () => '' });
  for (let round = 0; round < 10; round += 1) {
    const all = await tried(specification, kindOf(requirement), send);
    if (all.some(({ operationId, isKept }) => operationId === requirement.operationId && !isKept)) return true;
  }
  return false;
}

/** Ids of the requirements that the requests of a client with a fault violate; without it, they violate none. */
export async function violatedByClient(
  specification: RunnableSpecification,
  { between }: ClientChange,
): Promise<string[]> {
  const context = contextFor(specification, serverOf(specification));
  const check = new RequestCheck(specification, key);
  const violated = new Set<string>();
  const stub: Respond = async (request) => {
    for (const { requirementId: id } of check.check(request).violations) violated.add(id);
    return { status: 200, headers: [], body: Buffer.alloc(0), receivedAt: 0 };
  };
  const respond = between?.(stub, { key, elsewhere: stub }) ?? stub;
  for (const operation of context.description.operations) await respond(assemble(await context.source.base(operation)));
  return [...violated];
}
