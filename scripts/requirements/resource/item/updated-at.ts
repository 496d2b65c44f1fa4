import { type Exact, isSame, within } from '../../../http/exact-json.ts';
import { type Answer, headerOf } from '../../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { type Contract, descriptionAt, partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { propertyPlace, valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { timeOfChange } from '../../../openapi/resources/name-words.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { textAt, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { altering, faultDraft, type Wrap } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { type RequestParts, sentBody } from '../../request/request-parts.ts';
import { shownValue } from '../shown-value.ts';
import { hiddenFrom } from './hides.ts';
import { hasOther } from './item-difference.ts';
import type { Change, ItemObservation } from './item-observation.ts';
import { type ServerProperty, setByServer } from './set-by-server.ts';

/** What says that it is the time of some changes alone. */
const ofSome = /\b(only|sync\w*|status|state|publish\w*|content|price|import\w*|owner|user|members?)\b/i;

/** When an item was changed last: a change of it moves that. */
export const itemUpdatedAt = defineKind({
  id: '{operationId}.updatedAt.{property}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    resources.flatMap((resource) =>
      operation !== null && [resource.merge, resource.replace].includes(operation)
        ? timesOfChange(contract, resource, operation).map(({ name, pointer }) => ({
            subject: { operationId: operation.id, property: name },
            pointer: partAt(contract, pointer).pointer,
            statement: `${name} must be another time where an item is changed later.`,
          }))
        : [],
    ),
  contractAdvice: ({ property }) => `say with x-unverifiable what ${property} is`,
  server: {
    reach: {
      by: 'items',
      check: ({ description: { contract } }, seen, judge) => {
        const change = changeIn(contract, seen);
        if (change === undefined) return;
        const { operation } = change.parts;
        for (const { name } of timesOfChange(contract, seen.resource, operation))
          judge({ operationId: operation.id, property: name }, seen.answer, movesWith(contract, change, name));
      },
    },
    faults: (context, { subject: { operationId, property } }) => {
      const operation = context.operation(operationId);
      const { read } = context.resources.find((one) => [one.merge, one.replace].includes(operation)) ?? {};
      return [faultDraft('is always the same', timeKept(context, [operation, read], property))];
    },
    advice: ({ property }) => `Set ${property} with each change of the item.`,
  },
  client: null,
});

/** Shows the same time of an item in all answers of some operations. */
export function timeKept(
  context: MessageContext,
  operations: readonly (Operation | undefined)[],
  property: string,
): Wrap {
  const { contract } = context.description;
  return altering((response, request) => {
    const body = jsonIn(response.body);
    const shown = context.operationOf(request);
    const schema = shown !== undefined && operations.includes(shown) ? successSchema(contract, shown) : undefined;
    const place = schema === undefined ? undefined : propertyPlace(contract, schema, property);
    if (place === undefined || within(body, place.segments) === undefined) return response;
    return withJson(response, withPart(body, place.segments, '2020-01-01T00:00:00Z'));
  });
}

/** The properties of an item that say when it was changed last, and that no client sends. */
export function timesOfChange(contract: Contract, resource: Resource, operation: Operation): ServerProperty[] {
  const { replace, merge } = resource;
  const ofOther = operation === merge ? replace : merge;
  const others = ofOther && setByServer(contract, resource, ofOther, timeOfChange).map(({ name }) => name);
  return setByServer(contract, resource, operation, timeOfChange).filter(({ name, pointer }) => {
    const description = descriptionAt(contract, pointer);
    const isOfServer = others?.includes(name) !== false;
    return isOfServer && textAt(viewSchema(contract, pointer), 'format') === 'date-time' && !ofSome.test(description);
  });
}

/** A change of an item, and how it was shown before and after that. */
interface SeenChange {
  parts: RequestParts;
  resource: Resource;
  before: Exact;
  /** Something that no response shows was sent with another value than before. */
  isHidden?: boolean;
  /** The answer to the change itself: what reads the item may come a second later. */
  change: Answer;
  answer: Answer;
}

/** A change in part; or a replacement, as it was answered or as the item is read directly after it. */
function changeIn(contract: Contract, seen: ItemObservation): SeenChange | undefined {
  const { resource, answer } = seen;
  if (seen.of === 'partial change')
    return { ...seen, before: itemIn(contract, resource, seen.before), change: seen.change ?? answer };
  const change = seen.of === 'change' ? seen : seen.of === 'reading' ? seen.change : undefined;
  if (change === undefined || change.parts.operation !== resource.replace) return undefined;
  const before = itemIn(contract, resource, change.before);
  const isHidden = hasOtherHidden(contract, change);
  return { parts: change.parts, resource, before, isHidden, change: change.answer, answer };
}

/** True where a property that is `writeOnly` was sent with another value than before. */
function hasOtherHidden(contract: Contract, { parts, sentBefore }: Change): boolean {
  const sent = sentBody(parts);
  return hiddenFrom(contract, parts.operation).some(({ path }) => {
    const [was, is] = [within(sentBefore, path), within(sent, path)];
    return was !== undefined && is !== undefined && !isSame(was, is);
  });
}

/** Whether a time moves with a change of the item; nothing is shown where it came within a second. */
export function movesWith(
  contract: Contract,
  { resource, before, isHidden, change, answer }: Omit<SeenChange, 'parts'>,
  name: string,
): 'kept' | Violation | OutOfReach {
  const item = itemIn(contract, resource, answer.body ?? null);
  const [was, is] = [valueIn(before, name), valueIn(item, name)];
  if (typeof was !== 'string' || typeof is !== 'string' || !(isHidden || hasOther(before, item, name)))
    return { outOfReach: `No answers have shown ${name} before a change and after it.` };
  if (!isSame(was, is)) return 'kept';
  // By the clock of the server: it may tell times in seconds.
  const now = Date.parse(headerOf(change.response, 'Date') ?? '');
  if (!(now - Date.parse(was) >= 1000)) return { outOfReach: `No change was a second later than ${name}.` };
  return { documented: `another ${name} than before: the item has changed`, received: `${name}: ${shownValue(is)}` };
}
