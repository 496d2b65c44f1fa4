import { type Exact, isExactObject, isSame, within, writeExact } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { isSuccess } from '../../../http/exchange.ts';
import { isJson } from '../../../http/media-types.ts';
import { type Contract, partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { textOf } from '../../../openapi/parameters/scalar-text.ts';
import { itemHolder, itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { viewItem } from '../../../openapi/resources/item-view.ts';
import { makerOf } from '../../../openapi/resources/resource.ts';
import { sharedProperties } from '../../../openapi/resources/resources.ts';
import { successSchema, successTypes } from '../../../openapi/success-responses.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { shownValue } from '../shown-value.ts';
import { differenceFrom } from './item-difference.ts';
import type { ItemObservation } from './item-observation.ts';
import { comparableProperties } from './item-properties.ts';
import { leftOut } from './left-out.ts';
import { withoutOtherThings } from './other-things.ts';
import { readFaults } from './read-faults.ts';

type Seen<Of extends ItemObservation['of']> = Extract<ItemObservation, { of: Of }>;

/** What is read of an item after it was created or changed. */
export const itemReturns = defineKind({
  id: '{operationId}.returns.{other}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources, singletons }, operation) =>
    [...resources, ...singletons].flatMap(({ read, create, replace, merge }) => {
      if (operation === null || read !== operation) return [];
      return [create, replace, merge].flatMap((other) =>
        other === undefined
          ? []
          : [
              {
                subject: { operationId: operation.id, other: other.id },
                pointer: partAt(contract, operation.pointer).pointer,
                statement:
                  other === create
                    ? `What ${other.id} created must be returned under its identifier, with the same properties.`
                    : `What ${other.id} changed must be returned as it is then.`,
              },
            ],
      );
    }),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: {
      by: 'items',
      check: (context, seen, judge) => {
        if (seen.of === 'reading') {
          const subject = { operationId: seen.read.id, other: seen.after.id };
          for (const shown of shownByReading(context, seen)) judge(subject, seen.answer, shown);
        }
        const maker = makerOf(seen.resource);
        const shown = seen.of === 'lookup' ? shownByLookup(seen) : undefined;
        if (seen.of === 'lookup' && maker !== undefined && shown !== undefined)
          judge({ operationId: seen.read.id, other: maker.id }, seen.answer, shown);
      },
    },
    faults: (context, { subject }) => readFaults(context, subject.operationId, subject.other),
    advice: ({ other }) => `Return what ${other} stored, as it was stored.`,
  },
  client: null,
});

/** The item is there, under its identifier, and as the operation before has answered. */
function shownByReading(context: PlanningContext, seen: Seen<'reading'>): ('kept' | Violation | OutOfReach)[] {
  const { resource, read, known, after, change, answer } = seen;
  const { contract } = context.description;
  if (answer.response.status === 429) return [];
  if (!isSuccess(answer.response)) {
    const documented = `200, with what ${after.id} answered: ${excerpt(known.exchange)}`;
    return [{ documented, received: `${answer.response.status}, ${excerpt(answer)}` }];
  }
  if (answer.body === undefined && !successTypes(read).some(isJson))
    return [{ outOfReach: `The contract documents no JSON of what ${read.id} returns.` }];
  const itself = (operation: Operation, item: Exact) =>
    withoutOtherThings(context.description, resource, successSchema(contract, operation) ?? '', item);
  const own = resource.idProperty === undefined ? undefined : within(answer.body, [resource.idProperty]);
  const shared = comparableProperties(contract, resource, after, successSchema(contract, read));
  const holder = own === undefined ? itemHolder(contract, resource) : undefined;
  const others = own === undefined ? otherThings(seen, shared) : [];
  // What stands beside the item in a body is of that answer alone.
  const properties = shared.filter((name) => !others.includes(name) && (holder === undefined || name === holder));
  const [was, is] = [itself(after, known.item), itself(read, answer.body ?? null)];
  const compared =
    holder === undefined
      ? { was, is, names: properties }
      : { was: within(was, [holder]) ?? was, is: within(is, [holder]) ?? is, names: heldProperties(contract, seen) };
  const readable = compared.names.filter((name) => isReadable(context, seen, name, within(compared.was, [name])));
  const difference =
    own !== undefined && isOther(own, known.id)
      ? `another one, ${writeExact(own)}`
      : differenceFrom({ ...known, item: compared.was }, compared.is, readable);
  if (difference !== undefined && !mayShow(context, seen, properties))
    return [{ outOfReach: `No response of ${read.id} may show what was sent.` }];
  if (difference !== undefined) {
    const documented = `What ${after.id} answered: ${shownValue(known.item)}`;
    return [{ documented, received: `${difference}: ${excerpt(answer)}` }];
  }
  // What comes without a body shows only now what a replacement has left.
  const left =
    change === undefined || change.answer.body !== undefined ? [] : leftOut(context, resource, change, answer.body);
  const isComparable = own !== undefined || properties.some((name) => within(known.item, [name]) !== undefined);
  const kept = isComparable
    ? 'kept'
    : { outOfReach: `What ${read.id} returns has nothing of what ${after.id} answered.` };
  return [kept, ...left.map(([, shown]) => shown)];
}

/** Where one property of a body has the item, those that both answers can have of it: one may have less of it. */
function heldProperties(contract: Contract, { resource, after, read }: Seen<'reading'>): string[] {
  const [made, shown] = [after, read].map((operation) => {
    const schema = successSchema(contract, operation);
    return schema === undefined ? undefined : itemPlaceIn(contract, schema, resource)?.pointer;
  });
  if (shown === undefined) return [];
  return made === undefined
    ? [...viewItem(contract, shown).properties.keys()]
    : sharedProperties(contract, made, shown);
}

/** False for what was answered and the schema of what is read refuses: that can only say it in another way. */
function isReadable(
  context: PlanningContext,
  { resource, read, known }: Seen<'reading'>,
  name: string,
  was: Exact | undefined,
): boolean {
  const { contract } = context.description;
  const schema = successSchema(contract, read);
  const place = schema === undefined ? undefined : itemPlaceIn(contract, schema, resource);
  const at = place && viewItem(contract, place.pointer).properties.get(name);
  return !known.isAnswered || was === undefined || at === undefined || context.isValid('response', at, was);
}

/** False where the schema of what is read does not allow what was sent. */
function mayShow(
  context: PlanningContext,
  { read, known, answer }: Seen<'reading'>,
  names: readonly string[],
): boolean {
  const { body = null } = answer;
  const schema = successSchema(context.description.contract, read);
  if (known.isAnswered || schema === undefined || !isExactObject(known.item) || !isExactObject(body)) return true;
  const sent = Object.entries(known.item).filter(([name]) => names.includes(name));
  return context.isValid('response', schema, { ...body, ...Object.fromEntries(sent) });
}

/** Of several properties that each hold a thing, those that do not hold the one that was asked for. */
function otherThings({ resource: { idProperty = '' }, known, answer }: Seen<'reading'>, names: readonly string[]) {
  const holders = names.filter((name) => within(answer.body, [name, idProperty]) !== undefined);
  return holders.length < 2
    ? []
    : holders.filter((name) => !isSame(within(answer.body, [name, idProperty]) ?? null, known.id));
}

/** Whatever is read is what was asked for. */
function shownByLookup({ resource, asked, answer }: Seen<'lookup'>): 'kept' | Violation | undefined {
  if (answer.response.status === 429) return undefined;
  if (!isSuccess(answer.response))
    return {
      documented: 'What was created, as long as nothing removes it.',
      received: `${answer.response.status}, ${excerpt(answer)}`,
    };
  const own = resource.idProperty === undefined ? undefined : within(answer.body, [resource.idProperty]);
  if (own === undefined) return undefined;
  return !isOther(own, asked)
    ? 'kept'
    : { documented: `What has the identifier ${textOf(asked)}.`, received: excerpt(answer) };
}

/** Numbers may be texts in a path. What is no number says nothing of an identifier that is one. */
function isOther(own: Exact, asked: Exact): boolean {
  const isNumber = typeof own === 'number' || typeof own === 'bigint';
  const isSaid = isSame(own, asked) || textOf(own) === textOf(asked);
  return !isSaid && (!isNumber || /^-?\d+$/.test(textOf(asked)));
}
