import { type Exact, isExactObject, isNumber, isSame } from '../../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { propertyPlace, valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn, itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { altering, faultDraft } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { otherValue } from '../other-value.ts';
import { shownValue } from '../shown-value.ts';
import { type CopyRule, copyRulesOf } from './copy-rules.ts';

const id = '{operationId}.copies.{property}';

/** What a copy has of the item that it was made of, as a description says: "Makes a copy with the same `title`." */
export const copies = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    operation === null
      ? []
      : copyRulesOf(context, operation).map(({ property, is }) => ({
          subject: { operationId: operation.id, property },
          pointer: partAt(context.description.contract, operation.pointer).pointer,
          statement: `${property} of what is made must be ${relation[is]} of the item that it is made of.`,
        })),
  contractAdvice: () => 'change the description',
  server: {
    reach: { by: 'probes', probe: probeCopy },
    faults: (context, { subject: { operationId, property } }) => {
      const { contract } = context.description;
      const operation = context.operation(operationId);
      const [rule] = (operation === undefined ? [] : copyRulesOf(context, operation)).filter(
        (one) => one.property === property,
      );
      const schema = operation && successSchema(contract, operation);
      const place = schema === undefined ? undefined : propertyPlace(contract, schema, property);
      if (rule === undefined || schema === undefined || place === undefined) return [];
      const item = itemPlaceIn(contract, schema, rule.resource)?.pointer ?? schema;
      const isAbout = context.isTo(operation);
      const other = altering((response, request) => {
        const body = isAbout(request) && isSuccess(response) ? jsonIn(response.body) : undefined;
        const value = valueIn(itemIn(contract, rule.resource, body ?? null), property);
        return body === undefined || value === undefined
          ? response
          : withJson(response, withPart(body, place.segments, otherValue(contract, item, property, value)));
      });
      return [faultDraft('has another value', other)];
    },
    advice: ({ property }) => `Give what is made the ${property} that the description says.`,
  },
  client: null,
});

const relation = {
  'the same': 'that',
  'one more': 'one more than that',
  'the identifier': 'the identifier',
} satisfies Record<CopyRule['is'], string>;

async function* probeCopy({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const rules = copyRulesOf(context, operation);
  const [first] = rules;
  const item = first && (await context.source.items.newFor(operation, first.resource));
  if (first === undefined || item === undefined) return;
  const { resource, read } = first;
  const before = await call(await context.source.at(read, resource, item));
  const answer = await call(await context.source.at(operation, resource, item));
  const copy = answer.response.status === 201 ? context.idIn(resource, answer) : undefined;
  const isMade = copy !== undefined && !isSame(copy, item) && isSuccess(before.response);
  const seen = isMade ? await call(await context.source.at(read, resource, copy)) : undefined;
  for (const rule of rules) {
    const subject = { operationId: operation.id, property: rule.property };
    const outOfReach = 'No response has shown that another item was made.';
    const judgements = [answer, ...(seen === undefined ? [] : [seen])].map((one) =>
      judge(context, rule, { item, before, copy: one }),
    );
    const broken = judgements.find((one) => one !== 'kept' && 'documented' in one);
    yield { subject, answer, judgement: isMade ? (broken ?? judgements[0] ?? { outOfReach }) : { outOfReach } };
  }
}

function judge(
  { description: { contract } }: PlanningContext,
  { resource, property, is }: CopyRule,
  { item, before, copy }: { item: Exact; before: Answer; copy: Answer },
): 'kept' | Violation | OutOfReach {
  const [own = null, made = null] = [before, copy].map(({ body }) => itemIn(contract, resource, body ?? null));
  const isShown = isSuccess(copy.response) && isExactObject(made) && Object.hasOwn(made, property);
  const [value, shown = null] = [own, made].map((one) => valueIn(one, property));
  const wanted =
    is === 'the identifier' ? item : is === 'one more' ? (isNumber(value) ? Number(value) + 1 : undefined) : value;
  if (wanted === undefined || !isShown) return { outOfReach: `No response has shown ${property} of both.` };
  const isSo = typeof wanted === 'number' ? Number(shown) === wanted : isSame(shown, wanted);
  return isSo
    ? 'kept'
    : { documented: `${property}: ${shownValue(wanted)}`, received: `${property}: ${shownValue(shown)}` };
}
