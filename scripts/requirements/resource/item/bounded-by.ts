import { isExactObject, isNumber } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import { operationOf } from '../../message-context.ts';
import { pathTo } from '../../request/referenced-resource.ts';
import { sentBody } from '../../request/request-parts.ts';
import { type BoundRule, boundRulesOf } from './bound-rules.ts';
import { serving } from './refused-in.ts';

const id = '{operationId}.boundedBy.{other}';

/** What is refused for a number of the item: "A bid must be higher than the current price." */
export const boundedBy = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null
      ? []
      : boundRulesOf(context, operation).map(({ property, other, is, pointer }) => ({
          subject: { operationId: operation.id, other },
          pointer,
          statement: `The request must be refused where ${property} is ${outOf[is]} ${other} of the item.`,
        })),
  contractAdvice: () => 'change the description',
  server: {
    reach: { by: 'probes', probe: probeBounds },
    faults: (context, { subject }) => [faultDraft('served', serving(context, operationOf(context, subject)))],
    advice: ({ other }) => `Compare it with the ${other} of the item before anything is done, and refuse it.`,
  },
  client: null,
});

const outOf = { above: 'not more than', within: 'more than' };

async function* probeBounds(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const rule of boundRulesOf(run.context, operation)) {
    const thing = await run.context.source.items.newAbove(operation, rule.owner);
    if (thing === undefined) continue;
    const subject = { operationId: operation.id, other: rule.other };
    const reading = await run.context.source.at(rule.read, rule.owner, thing);
    const path = pathTo(run.context, operation, rule.owner, thing);
    const look = async () => {
      const answer = await run.call(reading);
      const item = isSuccess(answer.response)
        ? itemIn(run.context.description.contract, rule.owner, answer.body ?? null)
        : null;
      const value = valueIn(item, rule.other);
      return { answer, value: isNumber(value) ? Number(value) : undefined };
    };
    const send = (number: number) => sendWith(run, operation, rule, path, number);
    const { answer, value } = await look();
    const unseen = { subject, answer, judgement: { outOfReach: `No item has shown its ${rule.other}.` } };
    const isAbove = rule.is === 'above';
    // Of what is nothing, nothing can be taken.
    const served = value === undefined || (!isAbove && value < 1) ? undefined : await send(isAbove ? value + 1 : value);
    const bound = served === undefined ? value : (await look()).value;
    const number = bound === undefined ? undefined : isAbove ? bound : bound + 1;
    const refused = number === undefined ? undefined : await send(number);
    yield number === undefined || bound === undefined || refused === undefined
      ? unseen
      : { subject, answer: refused, judgement: judge(rule, number, bound, refused, served) };
  }
}

/** Sends a number; undefined where its schema does not allow it. */
async function sendWith(
  { context, call }: ProbeRun,
  operation: Operation,
  { property }: BoundRule,
  path: Readonly<Record<string, string>>,
  number: number,
): Promise<Answer | undefined> {
  const parts = await context.source.base(operation, 'all', false, path);
  const sent = sentBody(parts) ?? null;
  const mediaType = parts.body?.mediaType ?? '';
  const body = { ...(isExactObject(sent) && sent), [property]: number };
  const schema = jsonBodySchema(context.description.contract, operation);
  if (schema === undefined || !context.isValid('request', schema, body)) return undefined;
  return call(await context.source.withBody(parts, mediaType, body, { tried: property }));
}

/** `served`: what was sent within the bounds before. */
function judge(
  { property, other, is }: BoundRule,
  sent: number,
  bound: number,
  answer: Answer,
  served: Answer | undefined,
): 'kept' | Violation | OutOfReach {
  const { status } = answer.response;
  if (isSuccess(answer.response))
    return {
      documented: `A refusal: ${property} ${sent} is ${outOf[is]} ${other} ${bound}.`,
      received: `${status}, ${excerpt(answer)}`,
    };
  const isServed = served !== undefined && isSuccess(served.response);
  return isServed && status >= 400 && status < 500 ? 'kept' : { outOfReach: 'Nothing within the bounds was served.' };
}
