import type { ScriptedResponse } from '../../http/scripted-response.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import type { Shown } from '../judgement.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { ClientChange } from './client-fault.ts';
import { exchangeFault, repeatingFault } from './exchange-fault.ts';
import type { Arrival, ObservedCall } from './observed-call.ts';
import { isBroken, isIdempotent, lastOf, mayFollow, mostTries, repetitionsOf, retryAdvice } from './retries.ts';

/** What may have been processed is not sent again. */
export const retrySafe = defineKind({
  id: '{operationId}.retry.safe',
  section: () => 'Retries',
  list: (_, operation) =>
    operation === null
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: operation.pointer,
            statement: isIdempotent(operation)
              ? 'A request that was answered must not be sent again, unless it failed.'
              : `A ${operation.method} that may have been processed must not be sent again.`,
          },
        ],
  contractAdvice: () => null,
  server: null,
  client: {
    callerValue: () => null,
    reach: {
      by: 'retries',
      judge: (call) => [
        ...repetitionsOf(call).map(({ before, next }) => judgeRepetition(call.operation, before, next)),
        judgeEnd(call),
      ],
    },
    faults: (context, { subject: { operationId } }) => faultsOf(context, operationId),
    advice: retryAdvice,
  },
});

function judgeRepetition(operation: Operation, before: Arrival, next: Arrival): Shown {
  if (!mayFollow(operation, before)) {
    const { status, delivery } = before.response;
    const violation = {
      documented: isIdempotent(operation)
        ? 'What was answered is not sent again.'
        : `A ${operation.method} that may have been processed is not sent again.`,
      received: `the same request after ${delivery?.kind === 'none' ? 'no response' : status}`,
    };
    return { violation, by: next };
  }
  if (isSameRequest(before, next)) return undefined;
  const [one, other] = [before.request, next.request];
  const violation = {
    documented: 'What is sent again is the same request.',
    received: `${other.method} ${other.target} after ${one.method} ${one.target}, or another body`,
  };
  return { violation, by: next };
}

/** A client that ends with a response after which it must not send again has kept to that. */
function judgeEnd(call: ObservedCall): Shown {
  const { operation, arrivals } = call;
  const last = lastOf(call);
  if (arrivals.length > mostTries || mayFollow(operation, last)) return undefined;
  const isTempting = isIdempotent(operation) || last.response.status >= 500 || isBroken(last.response.delivery);
  return isTempting ? { kept: [last] } : undefined;
}

function isSameRequest({ request: one }: Arrival, { request: other }: Arrival): boolean {
  const body = one.body ?? Buffer.alloc(0);
  return one.method === other.method && one.target === other.target && body.equals(other.body ?? Buffer.alloc(0));
}

function faultsOf(context: MessageContext, operationId: string): ClientChange[] {
  const operation = context.operation(operationId);
  if (operation === undefined) return [];
  const isRepeatable = isIdempotent(operation);
  const again = (what: string, isAbout: (response: ScriptedResponse) => boolean) =>
    repeatingFault(context, operationId, what, isAbout);
  return [
    again(
      'sends again after a failure',
      ({ status, delivery }) => delivery === undefined && (isRepeatable ? status < 400 : status >= 500),
    ),
    ...(isRepeatable
      ? []
      : [
          again('sends again after no response', ({ delivery }) => delivery?.kind === 'none'),
          again('sends again after a response that was cut', ({ delivery }) => delivery?.kind === 'cut'),
        ]),
    again('sends again what was refused', ({ status }) => status === 400 || status === 404 || status === 401),
    exchangeFault(context, operationId, 'sends each request twice', async (request, respond) => {
      await respond(request);
      return respond(request);
    }),
  ];
}
