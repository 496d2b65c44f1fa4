import { sample } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Exact, isExactObject, isSame, writeExact } from '../../http/exact-json.ts';
import { type Answer, type HttpRequest, isSuccess, type Send } from '../../http/exchange.ts';
import { jsonIn } from '../../http/message-changes.ts';
import type { Respond, ScriptedResponse } from '../../http/scripted-response.ts';
import { noon } from '../../http/test/still-clock.ts';
import { operationIn } from '../../test/contracts.ts';
import { catalogueOf } from '../catalogue.ts';
import type { ClientChange, ClientHarness } from '../client/client-fault.ts';
import type { FaultHarness } from '../fault.ts';
import type { PlannedCase } from '../kind.ts';
import { MessageContext } from '../message-context.ts';
import { offlineContext } from '../planning-context.ts';
import { kindOf } from '../registry.ts';
import { RequestCheck } from '../request/request-check.ts';
import { assemble, type RequestParts, sentBody } from '../request/request-parts.ts';
import { type Requirement, requirementId } from '../requirement.ts';
import { requestBodyKinds } from './kinds.ts';
import { description, specification } from './test/tools.ts';

const context = new MessageContext(specification);
const planning = offlineContext(specification);
const check = new RequestCheck(specification);
const required = (side: 'server' | 'client') =>
  catalogueOf(specification, side).filter(({ kind }) => requestBodyKinds.some(({ id }) => id === kind));

const harness: FaultHarness & ClientHarness = {
  key: 'key',
  limitedKey: 'limited',
  now: () => noon,
  doing: () => '',
  elsewhere: () => Promise.reject(new Error('Nothing leads elsewhere.')),
};

const responseTo = (status: number, text: string): ScriptedResponse => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(text),
  receivedAt: noon,
});

/** A server that keeps the contract: it answers with what it was sent, and an identifier of its own. */
const keep: Send = async (request) => {
  const { refusal } = check.check(request);
  const body = jsonIn(request.body);
  if (refusal !== undefined || body === undefined) return responseTo(refusal ?? 201, '');
  return responseTo(201, writeExact(isExactObject(body) ? { ...body, id: -1 } : body));
};

type Tried = Omit<PlannedCase<string>, 'subject'>;

const planned = new Map<string, Tried[]>();

function casesFor(requirement: Requirement): Tried[] {
  const cases = planned.get(requirement.id) ?? newCasesFor(requirement);
  planned.set(requirement.id, cases);
  return cases;
}

function newCasesFor({ id, kind: kindId, operationId, ...own }: Requirement): Tried[] {
  const kind = kindOf({ kind: kindId, ...own });
  const operation = operationIn(description, operationId ?? '');
  const reach = kind.server?.reach;
  const isOwn = ({ subject }: { subject: PlannedCase<string>['subject'] }) => requirementId(kind.id, subject) === id;
  if (reach?.by === 'cases') return reach.cases(planning, operation).filter(isOwn);
  if (reach?.by !== 'generated cases') return [];
  const [generated] = reach.generate(planning, operation).filter(isOwn);
  const values = generated === undefined ? [] : sample(generated.values, { seed: 7, numRuns: 40 });
  return values.flatMap((value) => generated?.caseFor(value) ?? []);
}

/** Whether one of the cases shows that the server does not keep the contract. */
async function isDetected(cases: readonly Tried[], send: Send): Promise<boolean> {
  for (const { build, expectation, check: looksAt } of cases) {
    const parts = await build(planning, true);
    const request = assemble(parts);
    const response = await send(request);
    const answer = { request, response, body: jsonIn(response.body) };
    const { status } = response;
    const isRefused = 'with' in expectation && expectation.with.has(status);
    const isRight = expectation.kind === 'refused' ? isRefused : isRefused || isSuccess(response);
    if (!isRight || looksAt?.(parts, answer) !== undefined || isAltered(parts, answer)) return true;
  }
  return false;
}

function isAltered(parts: RequestParts, { response, body }: Answer): boolean {
  const sent = sentBody(parts);
  return isSuccess(response) && sent !== undefined && body !== undefined && !isSame(withoutId(sent), withoutId(body));
}

function withoutId(value: Exact): Exact {
  return isExactObject(value) ? { ...value, id: null } : value;
}

// What is no JSON, this server takes for right.
const bound = required('server').filter(({ operationId }) => operationId !== 'addLabel');
const faultsOf = bound.flatMap((requirement) =>
  (kindOf(requirement).server?.faults(context, requirement) ?? []).map((fault) => ({ requirement, fault })),
);

describe('a fault of a server is detected by the cases of its operation', () => {
  test.each(faultsOf.map((own) => [`${own.requirement.id}: ${own.fault.what}`, own] as const))(
    '%s',
    async (_, { requirement, fault }) => {
      const others = bound.filter(({ operationId }) => operationId === requirement.operationId);
      const cases = [requirement, ...others].flatMap(casesFor);
      expect(await isDetected(cases, fault.wrap(keep, harness))).toBe(true);
    },
  );

  test('a server that keeps the contract is not reported', async () => {
    const reported: string[] = [];
    for (const requirement of bound) {
      const cases = casesFor(requirement);
      if (cases.length === 0 || (await isDetected(cases, keep))) reported.push(requirement.id);
    }
    expect(reported).toEqual([]);
  });
});

const changesOf = required('client').flatMap((requirement) =>
  (kindOf(requirement).client?.faults(context, requirement) ?? []).map((change) => ({ requirement, change })),
);

interface Right {
  request: HttpRequest;
  body: Exact | undefined;
}

const right = new Map<string, Promise<Right[]>>();

/** Every request to an operation that keeps the contract, of those that show something of bodies. */
function rightRequests(operationId: string): Promise<Right[]> {
  const requests = right.get(operationId) ?? newRequests(operationId);
  right.set(operationId, requests);
  return requests;
}

async function newRequests(operationId: string): Promise<Right[]> {
  const operation = operationIn(description, operationId);
  const own = required('server').filter((requirement) => requirement.operationId === operationId);
  const built = await Promise.all(own.flatMap(casesFor).map(({ build }) => build(planning, true)));
  const all = [await planning.source.base(operation), await planning.source.base(operation, 'required'), ...built];
  return all.map(assemble).flatMap((request) => {
    const { violations, sent } = check.check(request);
    return violations.length === 0 ? [{ request, body: sent?.body }] : [];
  });
}

/** The request that arrives at a server when a client with a fault sends one. */
async function sentWith({ between }: ClientChange, request: HttpRequest): Promise<HttpRequest> {
  let arrived = request;
  const respond: Respond = async (own) => {
    arrived = own;
    return responseTo(200, '');
  };
  await between?.(respond, harness)(request);
  return arrived;
}

describe('a fault of a client is detected', () => {
  test.each(changesOf.map((own) => [`${own.requirement.id}: ${own.change.what}`, own] as const))(
    '%s',
    async (_, { requirement, change }) => {
      for (const { request, body } of await rightRequests(requirement.operationId ?? '')) {
        const { violations, sent } = check.check(await sentWith(change, request));
        if (violations.length > 0 || writeExact(sent?.body ?? null) !== writeExact(body ?? null)) return;
      }
      expect.fail('Every request arrived as it was.');
    },
  );
});
