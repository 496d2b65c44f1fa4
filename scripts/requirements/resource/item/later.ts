import type { Exact } from '../../../http/exact-json.ts';
import { isSuccess } from '../../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { propertyPlace, valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { altering, faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import { operationOf } from '../../message-context.ts';
import { shownValue } from '../shown-value.ts';
import { type LaterTime, laterTimesOf } from './later-times.ts';
import { timeIn } from './time-notations.ts';

const day = 86_400_000;

/** A time of a new item, so much later than another one: "Ends 15 minutes after its creation." */
export const laterTime = defineKind({
  id: '{operationId}.later.{property}',
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null
      ? []
      : laterTimesOf(context, operation).map(({ own: { name, pointer }, base, text }) => ({
          subject: { operationId: operation.id, property: name },
          pointer,
          statement: `${name} of a new item must be ${text} after ${base.name}.`,
        })),
  contractAdvice: ({ property }) => `change the description of ${property}`,
  server: {
    reach: {
      by: 'items',
      check: (context, seen, judge) => {
        if (seen.of !== 'creation' || seen.answer.response.status !== 201) return;
        const { operation } = seen.parts;
        for (const time of laterTimesOf(context, operation)) {
          const item = itemIn(context.description.contract, time.resource, seen.answer.body ?? null);
          judge({ operationId: operation.id, property: time.own.name }, seen.answer, judged(time, item));
        }
      },
    },
    faults: (context, { subject }) => {
      const { contract } = context.description;
      const operation = operationOf(context, subject);
      const schema = successSchema(contract, operation);
      const place = schema === undefined ? undefined : propertyPlace(contract, schema, subject.property);
      const isCreation = context.isTo(operation);
      return laterTimesOf(context, operation)
        .filter(({ own }) => own.name === subject.property && place !== undefined)
        .map((time) => {
          const early = altering((response, request) => {
            const body = isCreation(request) && isSuccess(response) ? jsonIn(response.body) : undefined;
            const start = body && valueIn(itemIn(contract, time.resource, body), time.base.name);
            return body === undefined || start === undefined || place === undefined
              ? response
              : withJson(response, withPart(body, place.segments, start));
          });
          return faultDraft(`is as early as ${time.base.name}`, early);
        });
    },
    advice: ({ property }) => `Set ${property} as much later as the description says.`,
  },
  client: null,
});

function judged({ own, base, text, milliseconds }: LaterTime, item: Exact): 'kept' | Violation | OutOfReach {
  const [shown, start] = [own, base].map(({ name }) => valueIn(item, name));
  const [end, begin] = [timeIn(shown, own.notation), timeIn(start, base.notation)];
  if (end === undefined || begin === undefined)
    return { outOfReach: `No answer has shown ${own.name} and ${base.name} of a new item.` };
  const dates = [own, base].filter(({ notation }) => notation === 'date').length;
  // What is due in days may be so at their end.
  const isAtEnd = milliseconds >= day && /T(?:00:00:00|23:59:59)/.test(String(shown));
  const isRight =
    dates > 0 || isAtEnd
      ? // A date beside a time is that of some time zone.
        Math.abs(dayOf(end) - dayOf(begin + milliseconds)) <= (dates === 2 ? 0 : 1)
      : Math.abs(end - begin - milliseconds) <= leewayOf(milliseconds);
  if (isRight) return 'kept';
  return {
    documented: `${own.name}: ${text} after ${shownValue(start ?? null)}`,
    received: `${own.name}: ${shownValue(shown ?? null)}`,
  };
}

const dayOf = (time: number) => Math.floor(time / day);

/** The milliseconds that a time may be off: the clock is read twice, and a day may have another hour. */
function leewayOf(milliseconds: number): number {
  return milliseconds >= day ? 3_605_000 : Math.min(5000, Math.max(1000, milliseconds / 2));
}
