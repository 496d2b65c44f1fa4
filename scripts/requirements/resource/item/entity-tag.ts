import { type Exact, isExactObject, isSame } from '../../../http/exact-json.ts';
import { type Answer, headerOf, isSuccess } from '../../../http/exchange.ts';
import { isJson } from '../../../http/media-types.ts';
import { withHeader } from '../../../http/message-changes.ts';
import { ownValue } from '../../../http/own-value.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { jsonBodySchema } from '../../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import type { Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { isActionOn, undoesRemoval } from '../../request/actions.ts';
import { givesTag } from '../../request/preconditions.ts';
import { type RequestParts, sentBody } from '../../request/request-parts.ts';
import { otherValue } from '../other-value.ts';
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

/**
 * The items that an operation changes, where they are read with an entity tag. What is made beneath an item that counts
 * it changes no more than that count: a tag by which nothing of the item itself is lost may be without it.
 */
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

// Of the properties of a body, so many are changed alone.
const mostAlone = 12;

async function* probeTag(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { context, call } = run;
  for (const tagged of taggedItems(context, operation)) {
    const { resource, read } = tagged;
    const item = await context.source.items.newFor(operation, resource);
    if (item === undefined) continue;
    const reading = await context.source.at(read, resource, item);
    const acting = await context.source.at(operation, resource, item);
    const [first, before] = [await call(reading), await call(reading)];
    const answer = await call(acting);
    const after = await call(reading);
    const isSteady = isSame(first.body ?? null, before.body ?? null);
    const shown = isSteady && isSuccess(answer.response) ? judge(before, after) : undefined;
    const subject = { operationId: operation.id, other: read.id };
    const alone = shown === 'kept' ? await changedAlone(run, tagged, acting, { reading, after }) : undefined;
    const outOfReach = 'No item has been read otherwise after a change, with a strong ETag.';
    yield { subject, ...(alone ?? { answer: after, judgement: shown ?? { outOfReach } }) };
  }
}

/** What changes at once with something else may have no part in the tag: the first property that has none. */
async function changedAlone(
  { context, call }: ProbeRun,
  { resource }: TaggedItem,
  change: RequestParts,
  seen: { reading: RequestParts; after: Answer },
): Promise<{ answer: Answer; judgement: Violation } | undefined> {
  const { source } = context;
  let before = seen.after;
  for (const body of await bodiesOfOne(context, resource, change)) {
    const parts = await source.withBody(change, change.body?.mediaType ?? '', body);
    const answer = await call(await source.tags.withCurrentTag(parts));
    const after = await call(seen.reading);
    const judgement = isSuccess(answer.response) ? judge(before, after) : undefined;
    if (judgement !== undefined && judgement !== 'kept') return { answer: after, judgement };
    before = after;
  }
  return undefined;
}

/** Of what changes items, bodies that change one property after the other; of anything else, none. */
async function bodiesOfOne(
  context: ProbeRun['context'],
  { replace, merge }: Resource,
  change: RequestParts,
): Promise<Exact[]> {
  const { operation, body } = change;
  const { contract } = context.description;
  const schema = jsonBodySchema(contract, operation);
  const mediaType = body?.mediaType ?? '';
  if (![replace, merge].includes(operation) || !isJson(mediaType) || schema === undefined) return [];
  const sent = sentBody(change);
  const other = await context.source.validBody(operation, mediaType, 'all');
  if (sent === undefined || !isExactObject(sent) || !isExactObject(other)) return [];
  const { required } = viewSchema(contract, schema);
  let known = sent;
  return Object.entries(other)
    .slice(0, mostAlone)
    .flatMap(([name, value]) => {
      const isOther = !isSame(value, ownValue(known, name) ?? null);
      const whole = { ...known, [name]: isOther ? value : otherValue(contract, schema, name, value) };
      const part = Object.fromEntries(Object.entries(whole).filter(([one]) => one === name || required.has(one)));
      const next = operation === merge ? part : whole;
      if (!context.isValid('request', schema, next)) return [];
      known = whole;
      return [next];
    });
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
