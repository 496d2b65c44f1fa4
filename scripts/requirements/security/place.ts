import type { HttpRequest } from '../../http/exchange.ts';
import { headerIn, joinTarget, splitTarget, withHeader } from '../../http/message-changes.ts';
import { encode } from '../../http/percent-encoding.ts';
import { requestFault } from '../client/request-fault.ts';
import { defineKind } from '../kind.ts';
import { operationOf } from '../message-context.ts';
import { placeOf, section } from './operation-security.ts';

/** The key stands nowhere but where the contract has it: elsewhere it may be logged, or handed on. */
export const securityPlace = defineKind({
  id: '{operationId}.security.place',
  section,
  list: (context, operation) =>
    operation === null || Object.keys(context.description.service.securitySchemes).length === 0
      ? []
      : [
          {
            subject: { operationId: operation.id },
            ...placeOf(context, operation),
            statement: 'The key must be sent nowhere but where the contract has it.',
          },
        ],
  contractAdvice: () => null,
  server: null,
  client: {
    callerValue: () => null,
    reach: {
      by: 'requests',
      refusedAt: () => undefined,
      judge: ({ credential: { verdict, documented, elsewhere } }) => {
        // One that is sent in another way alone is reported as that.
        if (verdict.kind === 'wrong') return undefined;
        return elsewhere === undefined
          ? 'kept'
          : { documented: `The key is nowhere but in ${documented}`, received: `the key in ${elsewhere.place}` };
      },
    },
    faults: (context, { subject }) => {
      const operation = operationOf(context, subject);
      const withDebug = (request: HttpRequest, key: string) => withHeader(request, 'X-Debug', key);
      return [
        requestFault(context, operation, 'the key in the query as well', withTrace),
        requestFault(context, operation, 'the key in another header as well', withDebug),
        requestFault(context, operation, 'the key in a cookie as well', withCookie),
      ];
    },
    advice: () => 'Send the key where the contract has it, and nowhere else.',
  },
});

function withTrace(request: HttpRequest, key: string): HttpRequest {
  const { path, pairs } = splitTarget(request.target);
  return { ...request, target: joinTarget(path, [...pairs, ['trace', encode(key)]]) };
}

function withCookie(request: HttpRequest, key: string): HttpRequest {
  const others = headerIn(request, 'Cookie');
  return withHeader(request, 'Cookie', `${others === undefined ? '' : `${others}; `}key=${key}`);
}
