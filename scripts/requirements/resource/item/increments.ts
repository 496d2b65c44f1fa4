import { type Exact, isNumber } from '../../../http/exact-json.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { type Contract, descriptionAt, partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { propertyPlace, valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { typesOf, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { sentencesOf } from '../../../openapi/sentences.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { altering, faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { shownValue } from '../shown-value.ts';
import { hasOther } from './item-difference.ts';
import { setByServer } from './set-by-server.ts';

/** A number that grows with each change of an item, as its description says: "Incremented with each change." */
export const itemIncrements = defineKind({
  id: '{operationId}.increments.{property}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    resources.flatMap((resource) =>
      operation !== null && operation === resource.merge
        ? incrementsOf(contract, resource, operation).map(({ name, pointer, isByOne }) => ({
            subject: { operationId: operation.id, property: name },
            pointer: partAt(contract, pointer).pointer,
            statement: `${name} must grow ${isByOne ? 'by one ' : ''}where an item is changed.`,
          }))
        : [],
    ),
  contractAdvice: ({ property }) => `change the description of ${property}`,
  server: {
    reach: {
      by: 'items',
      check: ({ description: { contract } }, seen, judge) => {
        if (seen.of !== 'partial change') return;
        const { operation } = seen.parts;
        const item = itemIn(contract, seen.resource, seen.answer.body ?? null);
        for (const one of incrementsOf(contract, seen.resource, operation))
          judge({ operationId: operation.id, property: one.name }, seen.answer, judged(one, seen.before, item));
      },
    },
    faults: (context, { subject: { operationId, property } }) => {
      const operation = context.operation(operationId);
      const { read } = context.resources.find(({ merge }) => merge === operation) ?? {};
      const always = altering((response, request) => {
        const shown = context.operationOf(request);
        const isOfItem = shown !== undefined && (shown === operation || shown === read);
        const schema = isOfItem ? successSchema(context.description.contract, shown) : undefined;
        const place = schema === undefined ? undefined : propertyPlace(context.description.contract, schema, property);
        const body = jsonIn(response.body);
        return body === undefined || place === undefined || response.status >= 300
          ? response
          : withJson(response, withPart(body, place.segments, 1));
      });
      return [faultDraft('is always 1', always)];
    },
    advice: ({ property }) => `Count ${property} up with each change of the item.`,
  },
  client: null,
});

const grows = '(?:increment(?:ed|s)?|increase[sd]?|grows?|goes up|raised|rises|counted up|bumped|one more)';
const change =
  '(?:(?:each|every|any) (?:\\w+ )?(?:change|update|modification|write|edit)s?|whenever|each time|every time)';
const increment = new RegExp(
  `\\b${grows}\\b[^.;]*\\b${change}\\b|\\bcounts (?:the |all )?(?:changes|updates|edits)\\b`,
  'i',
);
const byOne = /\bby (?:one|1)\b|\bone more\b|\bincrement/i;
// What is counted for some changes alone, or where something else is done.
const ofSome =
  /\b(?:unless|except|only|if|status|state|content|publish\w*|may|might|read|view(?:s|ed)?|login|visit\w*)\b/i;

interface Increment {
  name: string;
  /** Of its schema. */
  pointer: string;
  isByOne: boolean;
}

/** The numbers of an item that a change moves, and that no client sends. */
export function incrementsOf(contract: Contract, resource: Resource, operation: Operation): Increment[] {
  return setByServer(contract, resource, operation, /./).flatMap(({ name, pointer }) => {
    const types = typesOf(contract, viewSchema(contract, pointer));
    const said = sentencesOf(descriptionAt(contract, pointer)).find((one) => increment.test(one) && !ofSome.test(one));
    return said === undefined || !types.includes('integer') ? [] : [{ name, pointer, isByOne: byOne.test(said) }];
  });
}

function judged({ name, isByOne }: Increment, before: Exact, item: Exact): 'kept' | Violation | OutOfReach {
  const [was, is] = [valueIn(before, name), valueIn(item, name)];
  if (!isNumber(was) || !isNumber(is) || !hasOther(before, item, name))
    return { outOfReach: `No answers have shown ${name} before a change and after it.` };
  if (isByOne ? Number(is) === Number(was) + 1 : is > was) return 'kept';
  return {
    documented: `${name} ${isByOne ? Number(was) + 1 : `above ${was}`}: the item has changed`,
    received: `${name}: ${shownValue(is)}`,
  };
}
