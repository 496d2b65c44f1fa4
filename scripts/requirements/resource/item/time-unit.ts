import type { Exact } from '../../../http/exact-json.ts';
import { isSuccess } from '../../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { type Contract, partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { propertyPlace, valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { altering, faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { operationOf } from '../../message-context.ts';
import { shownValue } from '../shown-value.ts';
import { timeOfCreation } from './created-at.ts';
import { setByServer } from './set-by-server.ts';
import { notationOf, type TimeNotation, timeIn, writtenTime } from './time-notations.ts';

// Whatever its clock says, no server makes things in other years: another unit is of 1970, or of the year 50000.
const earliest = Date.UTC(1990);
const latest = Date.UTC(2200);

/** The time of a creation is written in the unit that its schema says. */
export const timeUnit = defineKind({
  id: '{operationId}.timeUnit.{property}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    resources.flatMap((resource) =>
      operation !== null && resource.create === operation
        ? unitsOf(contract, resource, operation).map(({ name, pointer, notation }) => ({
            subject: { operationId: operation.id, property: name },
            pointer: partAt(contract, pointer).pointer,
            statement: `${name} must be ${written(notation)}.`,
          }))
        : [],
    ),
  contractAdvice: ({ property }) => `say how ${property} is written`,
  server: {
    reach: {
      by: 'items',
      check: ({ description: { contract } }, seen, judge) => {
        if (seen.of !== 'creation') return;
        const { operation } = seen.parts;
        const item = itemIn(contract, seen.resource, seen.answer.body ?? null);
        for (const { name, notation } of unitsOf(contract, seen.resource, operation))
          judge(
            { operationId: operation.id, property: name },
            seen.answer,
            judged(name, notation, valueIn(item, name)),
          );
      },
    },
    faults: (context, { subject }) => {
      const { contract } = context.description;
      const operation = operationOf(context, subject);
      const schema = successSchema(contract, operation);
      const place = schema === undefined ? undefined : propertyPlace(contract, schema, subject.property);
      const notation = place && notationOf(contract, place.pointer);
      if (place === undefined || notation === undefined) return [];
      const isCreation = context.isTo(operation);
      const other = altering((response, request) => {
        const body = isCreation(request) && isSuccess(response) ? jsonIn(response.body) : undefined;
        return body === undefined
          ? response
          : withJson(response, withPart(body, place.segments, writtenTime(1_900_000_000, notation)));
      });
      return [faultDraft('is of another unit', other)];
    },
    advice: ({ property }) => `Write ${property} as its schema says.`,
  },
  client: null,
});

/** The times of the creation of an item, and how they are written. */
function unitsOf(contract: Contract, resource: Resource, operation: Operation) {
  return setByServer(contract, resource, operation, timeOfCreation).flatMap(({ name, pointer }) => {
    const notation = notationOf(contract, pointer);
    return notation === undefined ? [] : [{ name, pointer, notation }];
  });
}

const written = (notation: TimeNotation) =>
  notation === 'date' || notation === 'date-time' ? 'a time of today' : `in ${notation} since 1970`;

function judged(name: string, notation: TimeNotation, shown: Exact | undefined): 'kept' | Violation | OutOfReach {
  const time = timeIn(shown, notation);
  if (time === undefined) return { outOfReach: `No answer has shown ${name} of a new item.` };
  if (time > earliest && time < latest) return 'kept';
  return { documented: `${name} ${written(notation)}`, received: `${name}: ${shownValue(shown ?? null)}` };
}
