import { type Exact, writeExact } from '../../http/exact-json.ts';
import { differenceBetween } from '../../http/json-difference.ts';
import type { JsonObject } from '../../openapi/json.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { defineKind } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import type { ClientChange } from './client-fault.ts';

/** Whoever calls a deprecated operation learns what the contract says of its end. */
export const deprecationReported = defineKind({
  id: '{operationId}.deprecation.reported',
  section: () => 'Deprecation',
  list: (_, operation) => {
    if (operation === null || operation.deprecation === null) return [];
    const { sunset } = operation.deprecation;
    const removal = sunset === null ? '' : ` and is removed on ${sunset}`;
    return [
      {
        subject: { operationId: operation.id },
        pointer: operation.pointer,
        statement: `The first call must report that the operation is deprecated${removal}.`,
      },
    ];
  },
  contractAdvice: () => null,
  server: null,
  client: {
    callerValue: () => null,
    reach: {
      by: 'notices',
      judge: ({ operation, arrivals: [first], notices }) => {
        const expected = noticesOf(operation);
        if (differenceBetween(expected, [...notices]) === undefined) return [{ kept: [first] }];
        const violation = {
          documented: `The first call reports ${writeExact(expected)}`,
          received: notices.length === 0 ? 'no report' : JSON.stringify(notices),
        };
        return [{ violation, by: first }];
      },
    },
    faults: (context, { subject: { operationId } }) => {
      const { since, replacement } = context.operation(operationId)?.deprecation ?? { since: null, replacement: null };
      const withoutRest = reporting(context, operationId, 'says nothing of what replaces it', (notices) =>
        notices.map((notice) => ({ ...notice, replacement: null, since: null })),
      );
      return [
        reporting(context, operationId, 'says nothing', () => []),
        reporting(context, operationId, 'says another day', (notices) =>
          notices.map((notice) => ({ ...notice, sunset: '2099-01-01' })),
        ),
        ...(since === null && replacement === null ? [] : [withoutRest]),
      ];
    },
    advice: () => 'Report the deprecation to the caller once, as the contract says it.',
  },
});

/** What the first call of an operation reports. */
function noticesOf({ id, deprecation }: Operation): Exact[] {
  if (deprecation === null) return [];
  const { since, sunset, replacement } = deprecation;
  return [{ operationId: id, since, sunset, replacement: replacement === null ? null : { ...replacement } }];
}

function reporting(
  context: MessageContext,
  operationId: string,
  what: string,
  change: (notices: readonly JsonObject[]) => JsonObject[],
): ClientChange {
  const operation = context.operation(operationId);
  return {
    what,
    view: (result, called) => (called === operation ? { ...result, notices: change(result.notices) } : result),
  };
}
