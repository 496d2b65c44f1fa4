import { isExactObject, isSame } from '../../../http/exact-json.ts';
import { type Answer, headerOf, isSuccess } from '../../../http/exchange.ts';
import { withHeader } from '../../../http/message-changes.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import type { Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { isActionOn, undoesRemoval } from '../../request/actions.ts';
import { givesTag } from '../../request/preconditions.ts';
import { differenceFrom } from './item-difference.ts';

const id = '{operationId}.entityTag.{other}';

/** The strong entity tag of an item, which is another one once the item is read otherwise (RFC 9110 section 8.8.1). */
export const itemEntityTag = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    taggedItems(context, operation).map(({ operation: change, read }) => ({
      subject: { operationId: change.id, other: read.id },
      pointer: change.pointer,
      statement: `Where ${change.id} changes what ${read.id} returns, its strong ETag must be another one.`,
    })),
  contractAdvice: ({ other }) => `change the ETag of ${other}`,
  server: {
    reach: { by: 'probes', probe: probeTag },
    faults: (context, { subject: { other } }) => [faultDraft('is always the same', tagKept(context, other))],
    advice: ({ other }) => `Make the ETag of ${other} of all that it returns, or send a weak one.`,
  },
  client: null,
});

interface TaggedItem {
  operation: Operation;
  resource: Resource;
  read: Operation;
}

/** The items that an operation changes, where they are read with an entity tag. */
function taggedItems(
  context: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation | null,
): TaggedItem[] {
  if (operation === null || undoesRemoval(operation)) return [];
  return context.resources.flatMap((resource) => {
    const { create, read, merge, replace } = resource;
    const isChange = [merge, replace].includes(operation) || isActionOn(context, operation, resource);
    const isMade = create !== undefined && resource.idProperty !== undefined;
    return isMade && isChange && read !== undefined && operation.method !== 'DELETE' && givesTag(read)
      ? [{ operation, resource, read }]
      : [];
  });
}

async function* probeTag({ context, call }: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const { resource, read } of taggedItems(context, operation)) {
    const item = await context.source.items.newFor(operation, resource);
    if (item === undefined) continue;
    const reading = await context.source.at(read, resource, item);
    const acting = await context.source.at(operation, resource, item);
    const [first, before] = [await call(reading), await call(reading)];
    const answer = await call(acting);
    const after = await call(reading);
    const isSteady = isSame(first.body ?? null, before.body ?? null);
    const shown = isSteady && isSuccess(answer.response) ? judge(before, after) : undefined;
    yield {
      subject: { operationId: operation.id, other: read.id },
      answer: after,
      judgement: shown ?? { outOfReach: 'No item has been read otherwise after a change, with a strong ETag.' },
    };
  }
}

function judge(before: Answer, after: Answer): 'kept' | Violation | undefined {
  if (!isSuccess(before.response) || !isSuccess(after.response)) return undefined;
  const [tag = '', tagAfter = ''] = [before, after].map(({ response }) => headerOf(response, 'ETag'));
  const isStrong = [tag, tagAfter].every((one) => one !== '' && !one.startsWith('W/'));
  const [item, now] = [before.body ?? null, after.body ?? null];
  const difference = differenceFrom({ item, isAnswered: true }, now, isExactObject(now) ? Object.keys(now) : []);
  if (!isStrong || difference === undefined) return undefined;
  if (tag !== tagAfter) return 'kept';
  return { documented: `another ETag than before the change: ${difference}`, received: `ETag: ${tag}` };
}

/** The tag that was read first, for all later readings of the same item. */
function tagKept(context: MessageContext, readId: string): Wrap {
  const isRead = context.isTo(context.operation(readId));
  return (send) => {
    const tags = new Map<string, string>();
    return async (request) => {
      const response = await send(request);
      const tag = headerOf(response, 'ETag');
      if (!isRead(request) || tag === undefined || response.status >= 300) return response;
      const kept = tags.get(request.target) ?? tag;
      tags.set(request.target, kept);
      return withHeader(response, 'ETag', kept);
    };
  };
}
