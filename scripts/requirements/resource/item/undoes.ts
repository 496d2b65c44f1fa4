import { type Exact, type ExactObject, isExactObject, isNumber, isSame } from '../../../http/exact-json.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { jsonIn, withJson, withPart } from '../../../http/message-changes.ts';
import { ownValue } from '../../../http/own-value.ts';
import { partAt } from '../../../openapi/contract.ts';
import type { Description } from '../../../openapi/description.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { itemIn, itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { viewItem } from '../../../openapi/resources/item-view.ts';
import { wordsOf } from '../../../openapi/resources/name-words.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import type { OutOfReach, Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { isActionOn } from '../../request/actions.ts';
import { shownValue } from '../shown-value.ts';

const id = '{operationId}.undoes.{other}';

/** What POST does to an item and DELETE at the same path undoes, as `/songs/{id}/like`: twice is as once. */
export const actionUndoes = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) => {
    const pair = operation === null ? undefined : undoneBy(context, operation);
    if (operation === null || pair === undefined) return [];
    return [
      {
        subject: { operationId: operation.id, other: pair.set.id },
        pointer: partAt(context.description.contract, operation.pointer).pointer,
        statement: `${operation.id} must undo what ${pair.set.id} does, which is the same each time.`,
      },
    ];
  },
  contractAdvice: () => 'change the path of one of both',
  server: {
    reach: { by: 'probes', probe: probeUndone },
    faults: (context, { subject: { operationId } }) => {
      const operation = context.operation(operationId);
      const pair = operation && undoneBy(context, operation);
      const [name] = pair?.names ?? [];
      return pair === undefined || name === undefined
        ? []
        : [faultDraft('is done once more each time', otherEachTime(context, pair, name))];
    },
    advice: ({ other }) => `Remember whether ${other} was done, and take back all of it.`,
  },
  client: null,
});

interface Pair {
  resource: Resource;
  set: Operation;
  /** The flags and counts of an item that both answer with. */
  names: readonly string[];
}

const counted = /\b(?:counts?|total|likes|favou?rites|stars|votes|upvotes|followers|watchers|subscribers|members)$/;

/** What an operation undoes, where the item shows it: POST at its path. */
function undoneBy(
  { description, resources }: Pick<MessageContext, 'description' | 'resources'>,
  unset: Operation,
): Pair | undefined {
  if (unset.method !== 'DELETE' || unset.requestBody !== null) return undefined;
  const set = description.operations.find(({ path, method }) => path === unset.path && method === 'POST');
  const resource = resources.find((one) => set !== undefined && isActionOn({ description, resources }, set, one));
  if (set === undefined || set.requestBody !== null || resource === undefined) return undefined;
  const [names, others] = [set, unset].map((one) => shownNames(description, resource, one));
  const both = names?.filter((name) => others?.includes(name)) ?? [];
  return both.length === 0 ? undefined : { resource, set, names: both };
}

function shownNames({ contract }: Description, resource: Resource, operation: Operation): string[] {
  const schema = successSchema(contract, operation);
  const place = schema === undefined ? undefined : itemPlaceIn(contract, schema, resource);
  const properties = place === undefined ? [] : [...viewItem(contract, place.pointer).properties];
  const typeAt = (pointer: string) => viewSchema(contract, pointer).types.join();
  const isCount = (name: string) => counted.test(wordsOf(name).join(' '));
  const flags = properties.flatMap(([name, at]) => (typeAt(at) === 'boolean' ? [name] : []));
  const counts = properties.flatMap(([name, at]) => (typeAt(at) === 'integer' && isCount(name) ? [name] : []));
  return flags.length === 0 ? [] : [...counts, ...flags];
}

async function* probeUndone({ context, call }: ProbeRun, unset: Operation): AsyncGenerator<Probed<typeof id>> {
  const pair = undoneBy(context, unset);
  const item = pair && (await context.source.items.newFor(pair.set, pair.resource));
  if (pair === undefined || item === undefined) return;
  const setting = await context.source.at(pair.set, pair.resource, item);
  const unsetting = await context.source.at(unset, pair.resource, item);
  const answer = await call(setting);
  const first = shownBy(context.description, pair, answer);
  const others: (ExactObject | undefined)[] = [];
  for (const parts of [setting, unsetting, setting]) others.push(shownBy(context.description, pair, await call(parts)));
  const judgement = first === undefined ? { outOfReach: 'It was not done to a new item.' } : judge(pair, first, others);
  yield { subject: { operationId: unset.id, other: pair.set.id }, answer, judgement };
}

function shownBy({ contract }: Description, { resource }: Pair, { response, body }: Answer): ExactObject | undefined {
  const item = isSuccess(response) ? itemIn(contract, resource, body ?? null) : null;
  return isExactObject(item) ? item : undefined;
}

/** `others`: what was answered when it was done again, was undone, and was done once more. */
function judge(
  { names, set }: Pair,
  first: ExactObject,
  [again, undone, redone]: readonly (ExactObject | undefined)[],
): 'kept' | Violation | OutOfReach {
  const isOther = (other: ExactObject, name: string) =>
    !isSame(ownValue(first, name) ?? null, ownValue(other, name) ?? null);
  const differing = (other: ExactObject | undefined) => other && names.find((name) => isOther(other, name));
  const violation = (what: string, other: ExactObject | undefined, name: string): Violation => ({
    documented: `${name} ${what}, as ${set.id} has answered at first: ${shownValue(ownValue(first, name) ?? null)}.`,
    received: `${name}: ${shownValue(ownValue(other ?? {}, name) ?? null)}`,
  });
  const isFlag = (name: string) => typeof ownValue(first, name) === 'boolean';
  const isUndone = undone !== undefined && names.some((name) => isFlag(name) && isOther(undone, name));
  if (!isUndone) return { outOfReach: 'No answer has shown that it was undone.' };
  const twice = differing(again);
  if (twice !== undefined) return violation('after the second time', again, twice);
  const later = differing(redone);
  return later === undefined ? 'kept' : violation('once it was undone and done again', redone, later);
}

/** Answers with another value each time that it is done. */
function otherEachTime(context: MessageContext, { set, resource }: Pair, name: string): Wrap {
  const isAbout = context.isTo(set);
  const { contract } = context.description;
  const schema = successSchema(contract, set);
  const segments = (schema && itemPlaceIn(contract, schema, resource)?.segments) ?? [];
  return (send) => {
    const times = new Map<string, number>();
    return async (request) => {
      const response = await send(request);
      const body = jsonIn(response.body);
      const shown = itemIn(contract, resource, body ?? null);
      if (!isAbout(request) || response.status >= 300 || body === undefined || !isExactObject(shown)) return response;
      const count = times.get(request.target) ?? 0;
      times.set(request.target, count + 1);
      const value = ownValue(shown, name) ?? null;
      const other: Exact = isNumber(value) ? Number(value) + count : count % 2 === 0 ? value : value !== true;
      return withJson(response, withPart(body, [...segments, name], other));
    };
  };
}
