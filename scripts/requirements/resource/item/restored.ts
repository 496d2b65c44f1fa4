import { type Exact, isExactObject, isSame, within } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { type Answer, isSuccess } from '../../../http/exchange.ts';
import { descriptionAt, partAt } from '../../../openapi/contract.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import type { ListOperation, Resource } from '../../../openapi/resources/resource.ts';
import { originOf } from '../../../openapi/resources/things-elsewhere.ts';
import { answerAlike } from '../../../openapi/success-responses.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import type { Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { isActionOn, undoesRemoval } from '../../request/actions.ts';
import { pathTo } from '../../request/referenced-resource.ts';
import { settled } from '../../settled.ts';
import { keptProperties } from './item-properties.ts';
import { switchesOf } from './switches.ts';

const id = '{operationId}.restores.{other}';

// So many kinds of things are made beneath an item, and so many actions are done with it.
const mostBeneath = 2;
const mostActions = 4;

/** What is restored, at its own path or out of the trash: it is where it was before, and as it was. */
export const itemRestored = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    restoredBy(context, operation).map(({ operation: action, read }) => ({
      subject: { operationId: action.id, other: read.id },
      pointer: partAt(context.description.contract, action.pointer).pointer,
      statement: `What ${action.id} brings back must be as before in ${read.id}, and no more with what was removed.`,
    })),
  contractAdvice: () => 'change the responses of both operations',
  server: {
    reach: { by: 'probes', probe: probeRestored },
    faults: (context, { subject: { operationId, other } }) => [
      faultDraft('answered alone', notRestored(context, operationId, other)),
    ],
    advice: ({ other }) => `Put back what was removed, so that ${other} returns it as it was.`,
  },
  client: null,
});

interface Restored {
  operation: Operation;
  /** What the operation is done to: where the items are that were removed, or where they were before. */
  place: Resource;
  /** What lists those that were removed alone. */
  trash: { list: ListOperation; idProperty: string } | undefined;
  /** Where they were before. */
  origin: Resource;
  read: Operation;
  remove: Operation;
}

/** The items that an operation restores; out of a list, where it answers as what reads them where they were made. */
function restoredBy(
  context: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation | null,
): Restored[] {
  if (operation === null) return [];
  return context.resources.flatMap((place): Restored[] => {
    if (!isActionOn(context, operation, place)) return [];
    const { list, idProperty } = place;
    const elsewhere = originOf(context, place);
    const trash = list === undefined || idProperty === undefined ? undefined : { list, idProperty };
    if (elsewhere === undefined && !undoesRemoval(operation)) return [];
    if (elsewhere !== undefined && trash === undefined) return [];
    const origin = elsewhere ?? place;
    const { read, remove } = origin;
    if (read === undefined || remove === undefined) return [];
    if (elsewhere !== undefined && !answerAlike(context.description.contract, operation, read)) return [];
    return [{ operation, place, trash: elsewhere && trash, origin, read, remove }];
  });
}

async function* probeRestored(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const restored of restoredBy(run.context, operation)) {
    let shown: Probed<typeof id> | undefined;
    for (const prepare of preparationsFor(run, restored)) {
      const probed = await probedAfter(run, restored, prepare);
      // What shows something says more than what is out of reach.
      if (probed === undefined || (shown !== undefined && isOutOfReach(probed))) continue;
      shown = probed;
      if (probed.judgement !== 'kept' && !isOutOfReach(probed)) break;
    }
    if (shown !== undefined) yield shown;
  }
}

/** What is done with an item before it is removed. */
type Prepare = (item: Exact) => Promise<unknown>;

/**
 * Nothing; and where an item comes back as it was, something is made beneath it, and it is brought into other states.
 */
function preparationsFor({ context, call }: ProbeRun, { operation, origin, trash }: Restored): Prepare[] {
  if (trash !== undefined || !saysWhole(context, operation)) return [async () => undefined];
  const { source, description, resources } = context;
  const beneath = resources.flatMap(({ create }) =>
    create?.path.startsWith(`${origin.itemsPath}/{`) && /\}\/[^{}]+$/.test(create.path) ? [create] : [],
  );
  const fill = async (item: Exact) => {
    for (const create of beneath.slice(0, mostBeneath))
      await call(await source.base(create, 'all', true, pathTo(context, create, origin, item)));
  };
  const actions = description.operations.filter(
    (one) => one !== operation && isActionOn(context, one, origin) && !beneath.includes(one),
  );
  const switches = switchesOf(context, origin);
  return [
    fill,
    ...actions.slice(0, mostActions).map((action) => async (item: Exact) => {
      await fill(item);
      await call(await source.at(action, origin, item));
    }),
    ...switches.map(({ merge, name }) => async (item: Exact) => {
      const parts = await source.at(merge, origin, item);
      await call(await source.withBody(parts, parts.body?.mediaType ?? '', { [name]: true }));
    }),
  ];
}

/** True where a description says that an item comes back as it was, or with what it had. */
function saysWhole({ description: { contract } }: PlanningContext, { pointer }: Operation): boolean {
  const text = descriptionAt(contract, pointer);
  return /\bas (?:it|they) (?:was|were)\b|\b(?:with|including) (?:all )?(?:of )?(?:its|their)\b/i.test(text);
}

function isOutOfReach({ judgement }: Probed<typeof id>): boolean {
  return judgement !== 'kept' && 'outOfReach' in judgement;
}

async function probedAfter(
  run: ProbeRun,
  restored: Restored,
  prepare: Prepare,
): Promise<Probed<typeof id> | undefined> {
  const { call, context } = run;
  const { source } = context;
  const { operation, place, trash, origin, read, remove } = restored;
  const item = await source.newItems.newId(origin, true);
  if (item === undefined) return undefined;
  await prepare(item);
  const reading = await source.at(read, origin, item);
  const before = await call(reading);
  await call(await source.at(remove, origin, item));
  const isThere = isSuccess((await call(reading)).response);
  const answer = await call(await source.at(operation, place, item));
  const subject = { operationId: operation.id, other: read.id };
  if (![before, answer].every(({ response }) => isSuccess(response)) || isThere || answer.response.status === 202)
    return { subject, answer, judgement: { outOfReach: 'No item has been removed and taken back.' } };
  const difference = (after: Answer) => differenceOf(context, restored, before, after);
  const after = await settled(
    run,
    () => call(reading),
    (seen) => difference(seen) === undefined,
  );
  const left = difference(after);
  if (left !== undefined) return { subject, answer: after, judgement: left };
  if (trash === undefined) return { subject, answer: after, judgement: 'kept' };
  return { subject, ...(await judgeTrash(run, operation, trash, item)) };
}

/** What was taken out of a list is there no more, as far as its first page shows. */
async function judgeTrash(
  run: ProbeRun,
  operation: Operation,
  { list, idProperty }: NonNullable<Restored['trash']>,
  item: Exact,
): Promise<Omit<Probed<typeof id>, 'subject'>> {
  const { call, context } = run;
  const isListed = ({ body }: Answer) => {
    const items = within(body, list.segments);
    return Array.isArray(items) && items.some((one) => isSame(within(one, [idProperty]) ?? null, item));
  };
  const listed = await settled(
    run,
    async () => call(await context.source.base(list.operation)),
    (seen) => !isListed(seen),
  );
  const documented = `${list.operation.id} without what ${operation.id} has taken out of it.`;
  return { answer: listed, judgement: isListed(listed) ? { documented, received: excerpt(listed) } : 'kept' };
}

/** How what was taken back differs from what was there before: in what clients set, or in all that it had. */
function differenceOf(
  context: PlanningContext,
  { operation, origin, trash }: Restored,
  before: Answer,
  after: Answer,
): Violation | undefined {
  const { contract } = context.description;
  const { create, replace, merge } = origin;
  const [was, is] = [before, after].map(({ body = null }) => itemIn(contract, origin, body));
  const documented = `What was there before it was removed: ${excerpt(before)}`;
  if (!isSuccess(after.response) || !isExactObject(was ?? null))
    return { documented, received: `${after.response.status}, ${excerpt(after)}` };
  const names = [create, replace, merge].flatMap((one) =>
    one === undefined ? [] : keptProperties(contract, origin, one).map(({ name }) => name),
  );
  const all = trash === undefined && saysWhole(context, operation) ? scalarsIn(was ?? null) : [];
  const name = [...names, ...all].find((one) => !isSame(within(was, [one]) ?? null, within(is, [one]) ?? null));
  return name === undefined ? undefined : { documented, received: `another ${name}: ${excerpt(after)}` };
}

/** What an item has of texts, numbers and switches, but for what a removal and a return may change. */
function scalarsIn(item: Exact): string[] {
  const isChanged =
    /(updat|modif|chang|edit|delet|remov|restor|trash|version|revision|etag|access|seen|view|url|link)/i;
  const entries = isExactObject(item) ? Object.entries(item) : [];
  return entries.flatMap(([name, value]) =>
    isChanged.test(name) || (typeof value === 'object' && value !== null) ? [] : [name],
  );
}

/** Answers that an item was taken back, which is not there all the same. */
function notRestored(context: MessageContext, actionId: string, readId: string): Wrap {
  const [isAction, isRead] = [context.isTo(context.operation(actionId)), context.isTo(context.operation(readId))];
  const segmentsOf = (target: string) => (target.split('?')[0] ?? '').split('/');
  return (send) => {
    const restored = new Set<string>();
    return async (request) => {
      const response = await send(request);
      const segments = segmentsOf(request.target);
      if (isAction(request) && response.status < 300) for (const one of segments) restored.add(one);
      const isGone = isRead(request) && restored.has(segments.at(-1) ?? '');
      return isGone ? { ...response, status: 404, body: Buffer.alloc(0) } : response;
    };
  };
}
