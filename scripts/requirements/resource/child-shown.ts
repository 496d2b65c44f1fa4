import { type Exact, isExactObject, isSame, within } from '../../http/exact-json.ts';
import { excerpt } from '../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../http/exchange.ts';
import { ownValue } from '../../http/own-value.ts';
import { descriptionAt, partAt } from '../../openapi/contract.ts';
import type { Operation } from '../../openapi/operation-table.ts';
import { itemPlaceIn } from '../../openapi/resources/item-place.ts';
import type { Resource } from '../../openapi/resources/resource.ts';
import { componentAt } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../openapi/success-responses.ts';
import { faultDraft } from '../fault.ts';
import type { OutOfReach, Violation } from '../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../kind.ts';
import type { MessageContext } from '../message-context.ts';
import { pathTo } from '../request/referenced-resource.ts';
import { settled } from '../settled.ts';
import { listsIn, showing } from './shown-in.ts';
import { leavesSomeOut } from './tally-rules.ts';

const id = '{operationId}.shownAmong.{other}';

/**
 * What POST makes beneath a thing is in the list of that name that the thing has, as `books` of `/shelves/{id}` for
 * what is made at `/shelves/{id}/books`, where both show the same schema.
 */
export const childShown = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    childrenBy(context, operation).map(({ operation: own, read, segments }) => ({
      subject: { operationId: own.id, other: read.id },
      pointer: partAt(context.description.contract, own.pointer).pointer,
      statement: `What ${own.id} makes must be among the ${segments.join('.')} of ${read.id}, once.`,
    })),
  contractAdvice: () => 'change the response of what reads the thing',
  server: {
    reach: { by: 'probes', probe: probeChildren },
    faults: (context, { subject: { operationId, other } }) =>
      childrenBy(context, context.operation(operationId) ?? null)
        .filter(({ read }) => read.id === other)
        .flatMap(({ read, segments }) => [
          faultDraft(
            'none',
            showing(context, read, segments, () => []),
          ),
          faultDraft(
            'the last one alone',
            showing(context, read, segments, (items) => items.slice(-1)),
          ),
        ]),
    advice: ({ operationId, other }) => `Let ${other} show what ${operationId} has stored.`,
  },
  client: null,
});

/** What is made beneath a thing, and where the thing shows it. */
export interface ShownChild {
  operation: Operation;
  resource: Resource;
  /** What it is beneath, what reads that, and where the list is in the answer. */
  above: Resource;
  read: Operation;
  segments: readonly string[];
  /** Pointer of the schema of an item of the list, and the property that has the identifier. */
  item: string;
  idProperty: string;
}

/** What an operation makes, where a thing that it is beneath shows it. */
export function childrenBy(
  { description, resources }: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation | null,
): ShownChild[] {
  const { contract } = description;
  return resources.flatMap((resource) => {
    const { create, collectionPath, idProperty } = resource;
    if (operation === null || operation !== create || idProperty === undefined) return [];
    const [, owner = '', name = ''] = /^(.*)\/([^/]+)$/.exec(collectionPath) ?? [];
    const above = resources.find((one) => owner === `${one.itemsPath}/{${one.parameter?.name}}`);
    const made = successSchema(contract, create);
    const place = made === undefined ? undefined : itemPlaceIn(contract, made, resource);
    const { read } = above ?? {};
    if (above === undefined || read === undefined || place === undefined) return [];
    const component = componentAt(contract, place.pointer);
    return listsIn(description, read, name).flatMap(({ segments, item, list }) => {
      const isOfAll = componentAt(contract, item) === component && !leavesSomeOut.test(descriptionAt(contract, list));
      const isKnown = viewSchema(contract, item).properties.has(idProperty);
      return isOfAll && isKnown ? [{ operation, resource, above, read, segments, item, idProperty }] : [];
    });
  });
}

async function* probeChildren(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { context, call } = run;
  for (const child of childrenBy(context, operation)) {
    const { above, read, resource } = child;
    const subject = { operationId: operation.id, other: read.id };
    const thing = await context.source.items.newAbove(operation, above);
    if (thing === undefined) continue;
    const reading = await context.source.at(read, above, thing);
    const make = async () =>
      call(await context.source.base(operation, 'all', false, pathTo(context, operation, above, thing)));
    const answers = [await make(), await make()];
    const ids = answers.flatMap((answer) => {
      const { response } = answer;
      return isSuccess(response) && response.status !== 202 ? (context.idIn(resource, answer) ?? []) : [];
    });
    const look = () => call(reading);
    const answer = await settled(run, look, (seen) => judge(child, seen, ids) === 'kept');
    yield { subject, answer, judgement: judge(child, answer, ids) };
  }
}

/** Each that was made is in the list once. */
function judge(
  { segments, idProperty, read }: ShownChild,
  answer: Answer,
  ids: readonly Exact[],
): 'kept' | Violation | OutOfReach {
  if (ids.length === 0) return { outOfReach: 'Nothing could be made beneath a thing.' };
  const items = within(answer.body, segments);
  if (!isSuccess(answer.response) || !Array.isArray(items)) return { outOfReach: `${read.id} has shown no such list.` };
  const shown = items.flatMap((item) => (isExactObject(item) ? (ownValue(item, idProperty) ?? []) : []));
  const missed = ids.find((one) => shown.filter((other) => isSame(one, other)).length !== 1);
  if (missed === undefined) return 'kept';
  const documented = `${String(missed)} once among the ${segments.join('.')}.`;
  return { documented, received: excerpt(answer) };
}
