import { type Exact, isSame, within } from '../../../http/exact-json.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { type Contract, partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { propertyPlace, valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { timeOfCreation } from '../../../openapi/resources/name-words.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { altering, faultDraft, type Wrap } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { shownValue } from '../shown-value.ts';
import type { Change, ItemObservation } from './item-observation.ts';
import { setByServer } from './set-by-server.ts';

/** When an item was created: no change of it changes that. */
export const itemCreatedAt = defineKind({
  id: '{operationId}.createdAt.{property}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    resources.flatMap((resource) =>
      operation !== null && [resource.merge, resource.replace].includes(operation)
        ? setByServer(contract, resource, operation, timeOfCreation).map(({ name, pointer }) => ({
            subject: { operationId: operation.id, property: name },
            pointer: partAt(contract, pointer).pointer,
            statement: `${name} must stay as it was where an item is changed.`,
          }))
        : [],
    ),
  contractAdvice: ({ property }) => `say with x-unverifiable what ${property} is`,
  server: {
    reach: {
      by: 'items',
      check: ({ description: { contract } }, seen, judge) => {
        const change = seen.of === 'change' ? seen : seen.of === 'reading' ? seen.change : undefined;
        if (change === undefined) return;
        const { operation } = change.parts;
        for (const { name } of setByServer(contract, seen.resource, operation, timeOfCreation))
          judge({ operationId: operation.id, property: name }, seen.answer, stays(contract, seen, change, name));
      },
    },
    faults: (context, { subject: { operationId, property } }) => [
      faultDraft('is that of the last change', renewed(context, context.operation(operationId), property)),
    ],
    advice: ({ property }) => `Set ${property} once, where the item is created.`,
  },
  client: null,
});

/** Gives another time of creation with each answer of an operation. */
export function renewed(context: MessageContext, operation: Operation | undefined, property: string): Wrap {
  const { contract } = context.description;
  const shown = operation && successSchema(contract, operation);
  const place = shown === undefined ? undefined : propertyPlace(contract, shown, property);
  const { segments } = place ?? { segments: [property] };
  const isTo = context.isTo(operation);
  let changes = 0;
  return altering((response, request) => {
    const body = jsonIn(response.body);
    if (!isTo(request) || within(body, segments) === undefined) return response;
    changes += 1;
    const time = new Date(Date.UTC(2031, 0, 1) + changes).toISOString();
    return withJson(response, withPart(body, segments, time));
  });
}

/** Whether the time of a creation is as it was before. */
export function stays(
  contract: Contract,
  { resource, answer }: Pick<Extract<ItemObservation, { of: 'change' | 'reading' }>, 'resource' | 'answer'>,
  { before }: Pick<Change, 'before'>,
  name: string,
): 'kept' | Violation | OutOfReach {
  const [was, is] = [before, answer.body ?? null].map((body) => valueIn(itemIn(contract, resource, body), name));
  if (was === undefined || was === null || is === undefined || is === null)
    return { outOfReach: `No answers have shown ${name} before a change and after it.` };
  if (isSame(was, is) || isRounded(was, is)) return 'kept';
  return { documented: `${name} as before: ${shownValue(was)}`, received: `${name}: ${shownValue(is)}` };
}

/** True for one time, of which one is without what is less than a second. */
function isRounded(one: Exact, other: Exact): boolean {
  const times = [one, other].map((value) => Date.parse(String(value)));
  const [first = Number.NaN, second = Number.NaN] = times;
  return Math.abs(first - second) < 1000 && times.some((time) => time % 1000 === 0);
}
