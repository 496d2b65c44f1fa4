import { type Exact, isExactObject, isSame } from '../../../http/exact-json.ts';
import { isSuccess } from '../../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { propertyPlace, valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn, itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { altering, faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { operationOf } from '../../message-context.ts';
import { type RequestParts, sentBody } from '../../request/request-parts.ts';
import { otherValue } from '../other-value.ts';
import { shownValue } from '../shown-value.ts';
import { type InitialState, initialStatesOf } from './initial-states.ts';

/** The state that a new item is in, as the description of its creation says: "Creates a post, which is a `draft`." */
export const startsAs = defineKind({
  id: '{operationId}.startsAs.{property}',
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null
      ? []
      : initialStatesOf(context, operation).map(({ property, pointer, value }) => ({
          subject: { operationId: operation.id, property },
          pointer,
          statement: `${property} of a new item must be ${shownValue(value)}.`,
        })),
  contractAdvice: () => 'change the description',
  server: {
    reach: {
      by: 'items',
      check: (context, seen, judge) => {
        if (seen.of !== 'creation') return;
        const { operation } = seen.parts;
        const outOfReach = whyUnjudged(seen.parts, seen.answer.response.status);
        for (const state of initialStatesOf(context, operation)) {
          const item = itemIn(context.description.contract, state.resource, seen.answer.body ?? null);
          const subject = { operationId: operation.id, property: state.property };
          const shown = valueIn(item, state.property);
          const why = outOfReach ?? whyAsked(seen.parts, state);
          judge(subject, seen.answer, why === undefined ? judged(state, shown) : { outOfReach: why });
        }
      },
    },
    faults: (context, { subject }) => {
      const { contract } = context.description;
      const operation = operationOf(context, subject);
      const [state] = initialStatesOf(context, operation);
      const schema = successSchema(contract, operation);
      const place = schema === undefined ? undefined : propertyPlace(contract, schema, subject.property);
      if (state === undefined || schema === undefined || place === undefined) return [];
      const item = itemPlaceIn(contract, schema, state.resource)?.pointer ?? schema;
      const other = otherValue(contract, item, subject.property, state.value);
      const isCreation = context.isTo(operation);
      const begun = altering((response, request) => {
        const body = isCreation(request) && isSuccess(response) ? jsonIn(response.body) : undefined;
        return body === undefined ? response : withJson(response, withPart(body, place.segments, other));
      });
      return [faultDraft('begins in another state', begun)];
    },
    advice: ({ property }) => `Give ${property} of a new item the value that the description says.`,
  },
  client: null,
});

/** Why an item may be in another state: it need not be new, or a switch is on that it was sent, as `publish: true`. */
function whyUnjudged(parts: RequestParts, status: number): string | undefined {
  const isNew = status === 201 || (status === 200 && parts.operation.responses['201'] === undefined);
  if (!isNew) return 'No response has said that an item is new.';
  const sent = sentBody(parts);
  const isMoreAsked = sent !== undefined && isExactObject(sent) && Object.values(sent).includes(true);
  return isMoreAsked ? 'What the creation was sent may bring the item into another state.' : undefined;
}

function whyAsked(parts: RequestParts, { property, isSent }: InitialState): string | undefined {
  const isGiven = isSent && valueIn(sentBody(parts) ?? null, property) !== undefined;
  return isGiven ? `The creation was sent ${property}: the server may take it.` : undefined;
}

function judged({ property, value }: InitialState, shown: Exact | undefined): 'kept' | Violation | OutOfReach {
  if (shown === undefined) return { outOfReach: `No answer has shown ${property} of a new item.` };
  if (isSame(shown, value)) return 'kept';
  return { documented: `${property}: ${shownValue(value)}`, received: `${property}: ${shownValue(shown)}` };
}
