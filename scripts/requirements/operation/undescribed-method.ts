import type { HttpRequest } from '../../http/exchange.ts';
import { splitTarget } from '../../http/message-changes.ts';
import { pointerTo } from '../../openapi/json.ts';
import type { Statuses } from '../cases.ts';
import { answering, type FaultDraft, faultDraft } from '../fault.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { PlanningContext } from '../planning-context.ts';
import { requestsWith, type UndescribedMethod, undescribedMethods } from './requests-with-method.ts';
import { nowhere, routeAdvice } from './route-faults.ts';

/** A method that a path does not offer. */
export const undescribedMethod = defineKind({
  id: 'paths.{path}.{method}',
  section: () => 'Paths and methods',
  list: ({ description }, operation) =>
    operation !== null
      ? []
      : undescribedMethods(description).map((subject) => ({
          subject,
          pointer: pointerTo('paths', subject.path),
          statement: `${subject.path} must not offer ${subject.method}.`,
        })),
  contractAdvice: ({ method }) => `describe ${method}`,
  server: {
    reach: {
      by: 'raw requests',
      requests: (context) =>
        undescribedMethods(context.description).flatMap((subject) =>
          requestsWith(context, subject).map(({ title, build }) => ({
            subject,
            title,
            path: subject.path,
            allowed: refusalsOf(context),
            build,
          })),
        ),
    },
    faults: (context, { subject }) => serverFaults(context, subject),
    advice: ({ path, method }) => `Refuse ${method} on ${path}, with 405 and Allow.`,
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'routes',
      judge: (route, { method, path }, subject) => {
        if (route.kind === 'operation') return route.operation.path === subject.path ? 'kept' : undefined;
        if (route.kind !== 'other method' || route.path !== subject.path || method !== subject.method) return undefined;
        const offered = route.operations.map((operation) => operation.method).join(', ');
        return { documented: `${subject.path} offers ${offered}.`, received: `${method} ${path}` };
      },
    },
    faults: (context, { subject: { path, method } }) => {
      const isThere = (request: HttpRequest) => context.operationOf(request)?.path === path;
      return [
        {
          what: `sends ${method}`,
          between: (respond) => (request) => respond(isThere(request) ? { ...request, method } : request),
        },
      ];
    },
    advice: routeAdvice,
  },
});

/** 405 (RFC 9110 section 15.5.6); where the contract does not document it, any refusal. */
function refusalsOf({ unmatched }: PlanningContext): Statuses {
  return Object.hasOwn(unmatched.responses, '405')
    ? { text: '405', has: (status) => status === 405 }
    : { text: '405, or another refusal', has: (status) => (status >= 400 && status < 500) || status === 501 };
}

function serverFaults({ description }: MessageContext, { path, method }: UndescribedMethod): FaultDraft[] {
  const [offered] = description.operations
    .filter((operation) => operation.path === path)
    .toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'));
  const isAbout = (request: HttpRequest) =>
    request.method === method && description.router.pathOf(splitTarget(request.target).path) === path;
  const served = (request: HttpRequest): HttpRequest => ({
    ...request,
    method: offered?.method ?? 'GET',
    body: offered?.requestBody == null ? null : request.body,
  });
  return [
    faultDraft(
      'works',
      answering(isAbout, (request, send) => send(served(request))),
    ),
    faultDraft(
      'answers as an unknown path',
      answering(isAbout, (request, send) => send({ ...request, target: nowhere })),
    ),
  ];
}
