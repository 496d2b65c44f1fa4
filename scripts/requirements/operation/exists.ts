import { excerpt } from '../../http/excerpt.ts';
import { type Answer, type HttpRequest, isSuccess } from '../../http/exchange.ts';
import type { Description } from '../../openapi/description.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { requestFault } from '../client/request-fault.ts';
import { answering, faultDraft } from '../fault.ts';
import type { Violation } from '../judgement.ts';
import { defineKind, type PlannedCase } from '../kind.ts';
import { isBesideHead } from './head.ts';
import { nowhere, routeAdvice, withPath } from './route-faults.ts';

const id = '{operationId}.exists';

/** An operation that is there. */
export const operationExists = defineKind({
  id,
  section: () => 'The operation',
  list: (_, operation) =>
    operation === null
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: operation.pointer,
            statement: `${operation.method} ${operation.path} must be served.`,
          },
        ],
  contractAdvice: () => 'remove the operation',
  server: {
    reach: {
      by: 'cases',
      cases: ({ description }, operation) => [
        firstCase(operation),
        ...headCase(description, operation),
        ...codedCase(operation),
      ],
    },
    faults: (context, { subject: { operationId } }) => {
      const isAbout = context.isTo(context.operation(operationId));
      return [
        faultDraft(
          'answers as an unknown path',
          answering(isAbout, (request, send) => send({ ...request, target: nowhere })),
        ),
        faultDraft(
          'answers 501',
          answering(isAbout, async (request, send) => ({ ...(await send(request)), status: 501 })),
        ),
      ];
    },
    advice: () => 'Serve this operation.',
  },
  client: {
    callerValue: () => null,
    reach: {
      by: 'routes',
      judge: (route, _, { operationId }) =>
        route.kind === 'operation' && route.operation.id === operationId ? 'kept' : undefined,
    },
    faults: (context, { subject: { operationId } }) => {
      const operation = context.operation(operationId);
      if (operation === undefined) return [];
      const fault = (what: string, change: (request: HttpRequest) => HttpRequest) =>
        requestFault(context, operation, what, change);
      return [
        fault(
          'another path',
          withPath((path) => `${path}/more`),
        ),
        fault(
          'a slash at the end of the path',
          withPath((path) => `${path}/`),
        ),
        fault('another method', (request) => ({ ...request, method: request.method === 'PATCH' ? 'PUT' : 'PATCH' })),
        fault(
          'the path in capitals',
          withPath((path) => path.toUpperCase()),
        ),
      ];
    },
    advice: routeAdvice,
  },
});

/** Whether it is there is seen before anything has been created or refused. */
function firstCase(operation: Operation): PlannedCase<typeof id> {
  return {
    subject: { operationId: operation.id },
    title: 'as the contract allows it',
    expectation: { kind: 'checked' },
    isFirst: true,
    build: (at) => at.source.base(operation),
    check: (_, answer) => whyNotServed(answer),
  };
}

function whyNotServed({ response }: Answer): Violation | undefined {
  if (isSuccess(response) || (response.status >= 300 && response.status < 400)) return undefined;
  return {
    documented: 'A request that the contract allows is served.',
    received: `${response.status}, ${excerpt({ response })}`,
  };
}

/** HEAD is not described; where it is offered, its response has the headers that GET has (RFC 9110 section 9.3.2). */
function headCase(description: Description, operation: Operation): PlannedCase<typeof id>[] {
  if (operation.method !== 'GET' || isBesideHead(description, operation)) return [];
  return [
    {
      subject: { operationId: operation.id },
      title: 'HEAD',
      expectation: { kind: 'checked' },
      build: async (at) => ({ ...(await at.source.base(operation)), method: 'HEAD' }),
    },
  ];
}

/** Many servers compress what is asked for so, by code that no other request runs (RFC 9110 section 12.5.3). */
function codedCase(operation: Operation): PlannedCase<typeof id>[] {
  const isDescribed = operation.parameters.some(({ name }) => name.toLowerCase() === 'accept-encoding');
  if (operation.method !== 'GET' || isDescribed) return [];
  return [
    {
      subject: { operationId: operation.id },
      title: 'with Accept-Encoding',
      expectation: { kind: 'checked' },
      build: async (at) => {
        const parts = await at.source.base(operation);
        return { ...parts, headers: [...parts.headers, ['Accept-Encoding', 'gzip, deflate, br']] };
      },
    },
  ];
}
