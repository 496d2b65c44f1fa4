import { isNumber, within } from '../../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { propertyPlace, valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { altering, faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import { operationOf } from '../../message-context.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { pathTo } from '../../request/referenced-resource.ts';
import { fullestPage } from '../list/fullest-page.ts';
import { type NumberingRule, numberingRulesOf } from './numbering-rules.ts';

const id = '{operationId}.countsOn.{property}';

/** A number that counts on beneath each item: "Its `number` is one more than that of the last order." */
export const numbering = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null
      ? []
      : numberingRulesOf(context, operation).map(({ property, pointer, first }) => ({
          subject: { operationId: operation.id, property },
          pointer,
          statement:
            `${property} must be one more than that of what was made before beneath the same item` +
            `${first === undefined ? '' : `, and ${first} of the first`}.`,
        })),
  contractAdvice: ({ property }) => `change the description of ${property}`,
  server: {
    reach: { by: 'comparisons', probe: probeNumbers },
    faults: (context, { subject }) => {
      const operation = operationOf(context, subject);
      const schema = successSchema(context.description.contract, operation);
      const place =
        schema === undefined ? undefined : propertyPlace(context.description.contract, schema, subject.property);
      const isCreation = context.isTo(operation);
      const same = altering((response, request) => {
        const body = isCreation(request) && isSuccess(response) ? jsonIn(response.body) : undefined;
        return body === undefined || place === undefined
          ? response
          : withJson(response, withPart(body, place.segments, 7));
      });
      return [faultDraft('is always the same', same)];
    },
    advice: ({ property }) => `Count ${property} on for each item by itself.`,
  },
  client: null,
});

async function* probeNumbers({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const rules = numberingRulesOf(context, operation);
  const above = rules[0] && (await context.source.items.newAbove(operation, rules[0].owner));
  if (rules[0] === undefined || above === undefined) return;
  const path = pathTo(context, operation, rules[0].owner, above);
  const { list } = rules[0].resource;
  const listed = list && within((await call(await fullestPage(context, list, path))).body, list.segments);
  const before = Array.isArray(listed) ? listed.length : undefined;
  const first = await call(await context.source.base(operation, 'all', true, path));
  const second = await call(await context.source.base(operation, 'all', true, path));
  for (const rule of rules) {
    const subject = { operationId: operation.id, property: rule.property };
    yield { subject, answer: second, judgement: judge(context, rule, { before, first, second }) };
  }
}

function judge(
  context: PlanningContext,
  rule: NumberingRule,
  { before, first, second }: { before: number | undefined; first: Answer; second: Answer },
): 'kept' | Violation | OutOfReach {
  const [one, two] = [first, second].map((answer) => numberIn(context, rule, answer));
  if (one === undefined || two === undefined)
    return { outOfReach: 'No two things were made beneath an item that show their numbers.' };
  // What is there from the start has the first number.
  const least = rule.first === undefined || before === undefined ? undefined : rule.first + before;
  if (least !== undefined && one !== least)
    return { documented: `${rule.property}: ${least}, after ${before} others`, received: `${rule.property}: ${one}` };
  return two === one + 1
    ? 'kept'
    : { documented: `${rule.property}: ${one + 1}, after ${one}`, received: `${rule.property}: ${two}` };
}

function numberIn(
  { description }: PlanningContext,
  rule: NumberingRule,
  { response, body }: Answer,
): number | undefined {
  const item = isSuccess(response) ? itemIn(description.contract, rule.resource, body ?? null) : null;
  const value = valueIn(item, rule.property);
  return isNumber(value) ? Number(value) : undefined;
}
