import { type Exact, isExactObject, isSame, within } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { type HttpResponse, isSuccess } from '../../../http/exchange.ts';
import { type Contract, partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { valueIn, withAttributes } from '../../../openapi/resources/item-attributes.ts';
import { itemIn, itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { viewItem } from '../../../openapi/resources/item-view.ts';
import { wordsOf } from '../../../openapi/resources/name-words.ts';
import { mayBeUnset, type Resource } from '../../../openapi/resources/resource.ts';
import { missesOwnerAlone } from '../../../openapi/resources/said-missing.ts';
import { documentsMissing, successSchema } from '../../../openapi/success-responses.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { idempotencyKeyOf } from '../../request/idempotency.ts';
import type { ItemObservation } from './item-observation.ts';
import { statesOf } from './left-alone.ts';

type Removal = Extract<ItemObservation, { of: 'removal' }>;

/** What was removed, which is then read no more, nor removed where the contract says how that is refused. */
export const itemRemoved = defineKind({
  id: '{operationId}.removed.{other}',
  section: () => 'Stored data',
  list: ({ description: { contract }, resources }, operation) =>
    resources.flatMap((resource) => {
      const { remove, read, parameter } = resource;
      if (operation === null || remove !== operation) return [];
      const others = [
        ...(read === undefined ? [] : [{ id: read.id, does: 'return' }]),
        ...(parameter !== undefined && removesOnce(contract, resource)
          ? [{ id: remove.id, does: 'remove once more' }]
          : []),
      ];
      return others.map(({ id, does }) => ({
        subject: { operationId: operation.id, other: id },
        pointer: partAt(contract, operation.pointer).pointer,
        statement: `${id} must not ${does} what was removed.`,
      }));
    }),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: {
      by: 'items',
      check: ({ description: { contract } }, seen, judge) => {
        if (seen.of !== 'removal') return;
        judge({ operationId: seen.remove.id, other: seen.by.id }, seen.answer, shownBy(contract, seen));
      },
    },
    faults: (context, { subject: { other } }) => [faultDraft('is still there', stillThere(context, other))],
    advice: ({ other }) => `Let ${other} say of what was removed that it is not there.`,
  },
  client: null,
});

/** True where what is removed once more is refused; a request with the same key is answered as the first one was. */
export function removesOnce(contract: Contract, resource: Resource): boolean {
  const { remove } = resource;
  if (remove === undefined || mayBeUnset(resource) || missesOwnerAlone(contract, resource)) return false;
  return documentsMissing(remove) && idempotencyKeyOf(remove) === undefined;
}

/** What a reading shows; without a documented 404, a server may still have something to say of what was removed. */
function shownBy(contract: Contract, seen: Removal): 'kept' | Violation | OutOfReach {
  const { by, remove, before, removal, answer } = seen;
  const { status } = answer.response;
  const isGone = documentsMissing(by) ? status === 404 || status === 410 : status >= 400 && status < 500;
  if (isGone) return 'kept';
  if (by === remove && !isSuccess(answer.response)) return { outOfReach: 'It was refused for another reason.' };
  if (removal.response.status === 202) return { outOfReach: 'What is removed may be there for a while after 202.' };
  if (isMarked(contract, seen)) return { outOfReach: 'What was removed is shown as that.' };
  const isAsBefore = isSuccess(answer.response) && isSame(answer.body ?? null, before?.body ?? null);
  if (by !== remove && isOfDefault(by))
    return { outOfReach: `The contract does not say what ${by.id} is answered with, but by its default response.` };
  if (!documentsMissing(by) && !isAsBefore)
    return { outOfReach: 'The contract does not document 404, and what was removed is shown otherwise than before.' };
  // A server may answer so for whatever it is asked for.
  if (!documentsMissing(by) && !saysMore(contract, seen))
    return {
      outOfReach: 'The contract does not document 404, and what was read before has nothing but its identifier.',
    };
  const documented = documentsMissing(by) ? '404 for what was removed.' : 'Not what was removed, as it was before.';
  return { documented, received: `${status}, ${excerpt(answer)}` };
}

/** True where no status is documented: `default` alone says neither what is there nor what is not. */
function isOfDefault({ responses }: Operation): boolean {
  return Object.keys(responses).join() === 'default';
}

/** True where the item was read with something besides its identifier. */
function saysMore(contract: Contract, { resource, before }: Removal): boolean {
  const item = itemIn(contract, resource, before?.body ?? null);
  if (!isExactObject(item)) return item !== null;
  return Object.entries(item).some(([name, value]) => name !== resource.idProperty && value !== null);
}

/** True for an item that is in another state after its removal, or has what it had not, such as a time of it. */
function isMarked(contract: Contract, { resource, before, after }: Removal): boolean {
  const [old, now] = [before?.body, after?.body].map((body) => itemIn(contract, resource, body ?? null));
  if (after !== undefined && isSuccess(after.response) && saysRemoved(old, now)) return true;
  const schema = resource.read && successSchema(contract, resource.read);
  const pointer = schema && itemPlaceIn(contract, schema, resource)?.pointer;
  if (pointer === undefined || before?.body === undefined || after?.body === undefined) return false;
  if (!isSuccess(before.response) || !isSuccess(after.response)) return false;
  const [was, is] = [itemIn(contract, resource, before.body), itemIn(contract, resource, after.body)];
  return [...withAttributes(contract, viewItem(contract, pointer)).properties].some(([name, at]) => {
    const [old, now] = [valueIn(was, name) ?? null, valueIn(is, name) ?? null];
    return !isSame(old, now) && (old === null || statesOf(contract, at) !== undefined);
  });
}

/** True for what has `deleted: true` now, or a time of it, and had not, whatever the schema is otherwise. */
function saysRemoved(before: Exact | undefined, now: Exact | undefined): boolean {
  return (
    now !== undefined &&
    isExactObject(now) &&
    Object.entries(now).some(([name, value]) => {
      const isNew = value !== null && value !== false && !isSame(value, within(before, [name]) ?? null);
      return isNew && wordsOf(name).some((word) => /^(delet|remov|archiv|trash)ed$/.test(word));
    })
  );
}

/** Answers as before, where there is nothing now. */
export function stillThere(context: MessageContext, operationId: string): Wrap {
  const isAsked = context.isTo(context.operation(operationId));
  return (send) => {
    const served = new Map<string, HttpResponse>();
    return async (request) => {
      const response = await send(request);
      if (!isAsked(request)) return response;
      if (response.status < 300) served.set(request.target, response);
      const isMissing = response.status >= 400 && response.status < 500;
      return isMissing ? (served.get(request.target) ?? response) : response;
    };
  };
}
