import { type Exact, within } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { isJson } from '../../http/media-types.ts';
import { partAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { makerOf } from '../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../openapi/schemas/schema-pointers.ts';
import { numberAt, typesOf, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import { faultDraft } from '../fault.ts';
import type { Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { encodeBody, sentBody } from '../request/request-parts.ts';
import { settled } from '../settled.ts';
import { covers } from './item/item-difference.ts';
import { keptBetween } from './item/item-properties.ts';
import { notStored } from './item/stored.ts';
import { type ListPlace, listIn, severalIn } from './several-items.ts';
import { shownValue } from './shown-value.ts';

const id = '{operationId}.replaces.{other}';

/** A list that PUT sets as a whole, as the opening hours of a shop: GET at the same path has that list, and no more. */
export const listReplaced = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    listSetBy(context, operation).map(({ operation: put, read }) => ({
      subject: { operationId: put.id, other: read.id },
      pointer: partAt(context.description.contract, put.pointer).pointer,
      statement: `${read.id} must return the list that ${put.id} was sent, in place of the one before.`,
    })),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: { by: 'comparisons', probe: probeList },
    faults: (context, { subject: { operationId, other } }) => [
      faultDraft('answered alone', notStored(context, operationId, other)),
    ],
    advice: ({ other }) => `Put the list in place of the one before, so that ${other} returns it.`,
  },
  client: null,
});

/** An operation that sets a list as a whole, and the one that reads it. */
export interface ListSet {
  operation: Operation;
  read: Operation;
  /** Where the body and the answer have the list. */
  sent: ListPlace;
  shown: ListPlace;
  /** The properties that an item has in both; undefined for items that are one value each. */
  names: string[] | undefined;
}

/** The list that an operation sets, where its items do not come and go by themselves. */
export function listSetBy(
  { description: { contract, operations }, resources }: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation | null,
): ListSet[] {
  if (operation?.method !== 'PUT' || operation.path.endsWith('}')) return [];
  const read = operations.find(({ method, path }) => method === 'GET' && path === operation.path);
  const isOfThings = resources.some(
    (resource) => resource.list?.operation === read && (makerOf(resource) ?? resource.remove) !== undefined,
  );
  const [sent, shown] = [jsonBodySchema(contract, operation), read && successSchema(contract, read)].map((pointer) =>
    pointer === undefined ? undefined : listIn(contract, pointer),
  );
  if (read === undefined || isOfThings || sent === undefined || shown === undefined) return [];
  // A list in a property is one of several that the thing has.
  if (sent.segments.length > 0) return [];
  const [items, shownItems] = [sent, shown].map(({ pointer }) => viewSchema(contract, pointer).items ?? '');
  if (items === undefined || shownItems === undefined) return [];
  const [types, shownTypes] = [items, shownItems].map((pointer) => typesOf(contract, viewSchema(contract, pointer)));
  if (types?.length !== 1 || types.join() !== shownTypes?.join()) return [];
  const isObject = types[0] === 'object';
  const names = keptBetween(contract, { idProperty: undefined }, items, shownItems).map(({ name }) => name);
  if (types[0] === 'array' || (isObject && names.length === 0)) return [];
  return [{ operation, read, sent, shown, names: isObject ? names : undefined }];
}

async function* probeList(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { context, call } = run;
  for (const own of listSetBy(context, operation)) {
    const { read, sent } = own;
    const subject = { operationId: operation.id, other: read.id };
    const parts = await severalIn(context, operation, await context.source.newItems.newPath(operation));
    const mediaType = operation.requestBody?.mediaTypes.find(isJson);
    const all = parts && sentBody(parts);
    if (parts === undefined || mediaType === undefined || !Array.isArray(all)) continue;
    const reading = { ...(await context.source.base(read)), path: parts.path };
    const least = Math.max(1, numberAt(viewSchema(context.description.contract, sent.pointer), 'minItems') ?? 0);
    // The second list is shorter: what it does not have is gone.
    for (const list of [all, all.slice(0, least)]) {
      const tagged = await context.source.tags.withCurrentTag({ ...parts, body: encodeBody(mediaType, list) });
      const answer = await call(tagged);
      if (!isSuccess(answer.response) || answer.response.status === 202) {
        yield { subject, answer, judgement: { outOfReach: 'No list was set at once.' } };
        continue;
      }
      const seen = await settled(
        run,
        () => call(reading),
        (one) => violationBy(own, list, one) === undefined,
      );
      yield { subject, answer: seen, judgement: violationBy(own, list, seen) ?? 'kept' };
    }
  }
}

/** How what is read differs from the list that was set; a server may put it in another order. */
function violationBy({ shown, names }: ListSet, list: readonly Exact[], seen: Answer): Violation | undefined {
  const items = within(seen.body, shown.segments);
  const left = Array.isArray(items) ? [...items] : [];
  const isMissing = list.some((one) => {
    const wanted = names === undefined ? one : only(one, names);
    const index = left.findIndex((other) => covers(other, wanted));
    if (index === -1) return true;
    left.splice(index, 1);
    return false;
  });
  if (!isMissing && left.length === 0) return undefined;
  return { documented: `The list that was set: ${shownValue([...list])}`, received: excerpt(seen) };
}

function only(item: Exact, names: readonly string[]): Exact {
  return Object.fromEntries(
    names.flatMap((name): [string, Exact][] => {
      const value = within(item, [name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
