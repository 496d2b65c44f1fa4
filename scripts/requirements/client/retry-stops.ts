import { defineKind } from '../kind.ts';
import { exchangeFault } from './exchange-fault.ts';
import { isIdempotent, lastOf, mayFollow, mostTries, retryAdvice } from './retries.ts';

/** Retries end. */
export const retryStops = defineKind({
  id: '{operationId}.retry.stops',
  section: () => 'Retries',
  list: (_, operation) =>
    operation === null
      ? []
      : [
          {
            subject: { operationId: operation.id },
            pointer: operation.pointer,
            statement: 'A client must stop sending again, and hand on the last response.',
          },
        ],
  contractAdvice: () => null,
  server: null,
  client: {
    callerValue: () => null,
    reach: {
      by: 'retries',
      judge: (call) => {
        const last = lastOf(call);
        if (call.arrivals.length <= mostTries) return [mayFollow(call.operation, last) ? { kept: [last] } : undefined];
        const violation = {
          documented: 'A client stops sending again, and hands on the last response.',
          received: `${call.arrivals.length} requests for one call`,
        };
        return [{ violation, by: last }];
      },
    },
    faults: (context, { subject: { operationId } }) => {
      const operation = context.operation(operationId);
      return [
        exchangeFault(context, operationId, 'goes on for ever', async (request, respond) => {
          const isRefused = (status: number) =>
            status === 429 || (status >= 500 && operation !== undefined && isIdempotent(operation));
          let response = await respond(request);
          for (let rest = 15; rest > 0 && isRefused(response.status); rest -= 1) response = await respond(request);
          return response;
        }),
        exchangeFault(context, operationId, 'hands on another last answer', async (request, respond) => {
          const response = await respond(request);
          return response.status === 429 || response.status >= 500 ? { ...response, status: 404 } : response;
        }),
      ];
    },
    advice: retryAdvice,
  },
});
