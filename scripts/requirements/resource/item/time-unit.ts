import type { Exact } from '../../../http/exact-json.ts';
import { headerOf, isSuccess } from '../../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { type Contract, partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { propertyPlace, valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { timeOfCreation } from '../../../openapi/resources/name-words.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { altering, faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { operationOf } from '../../message-context.ts';
import { shownValue } from '../shown-value.ts';
import { setByServer } from './set-by-server.ts';
import { isOfOurTime, notationOf, type TimeNotation, timeIn, writtenTime } from './time-notations.ts';

/** The time of a creation that is a text is one of today: seconds that are taken for milliseconds are of 1970. */
export const timeUnit = defineKind({
  id: '{operationId}.timeUnit.{property}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    resources.flatMap((resource) =>
      operation !== null && resource.create === operation
        ? textsOf(contract, resource, operation).map(({ name, pointer }) => ({
            subject: { operationId: operation.id, property: name },
            pointer: partAt(contract, pointer).pointer,
            statement: `${name} must be a time of today.`,
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
        for (const { name, notation } of textsOf(contract, seen.resource, operation))
          judge(
            { operationId: operation.id, property: name },
            seen.answer,
            judged(name, notation, valueIn(item, name), headerOf(seen.answer.response, 'Date')),
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

/** The times of the creation of an item that are texts. What are numbers, each response shows. */
function textsOf(contract: Contract, resource: Resource, operation: Operation) {
  return setByServer(contract, resource, operation, timeOfCreation).flatMap(({ name, pointer }) => {
    const notation = notationOf(contract, pointer);
    return notation === 'date' || notation === 'date-time' ? [{ name, pointer, notation }] : [];
  });
}

/** Milliseconds between the clocks of all zones, and an hour more. */
const mostApart = 27 * 3_600_000;

/** `date`: the time of the answer by the clock of the server (RFC 9110 section 6.6.1). */
function judged(
  name: string,
  notation: TimeNotation,
  shown: Exact | undefined,
  date: string | undefined,
): 'kept' | Violation | OutOfReach {
  const time = timeIn(shown, notation);
  if (time === undefined) return { outOfReach: `No answer has shown ${name} of a new item.` };
  const now = Date.parse(date ?? '');
  const isOfToday = Number.isNaN(now) || Math.abs(time - now) < mostApart + (notation === 'date' ? 86_400_000 : 0);
  if (isOfOurTime(time) && isOfToday) return 'kept';
  return { documented: `${name} of today`, received: `${name}: ${shownValue(shown ?? null)}` };
}
