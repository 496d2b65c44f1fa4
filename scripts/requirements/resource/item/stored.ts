import { type Exact, type ExactObject, isExactObject, isSame, within } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { type Answer, type HttpResponse, isSuccess } from '../../../http/exchange.ts';
import { ownValue } from '../../../http/own-value.ts';
import { type Contract, partAt, resolvePart } from '../../../openapi/contract.ts';
import { isOpen } from '../../../openapi/credentials.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import { withAttributes } from '../../../openapi/resources/item-attributes.ts';
import { itemIn, itemPlaceIn } from '../../../openapi/resources/item-place.ts';
import { viewItem } from '../../../openapi/resources/item-view.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { sharedProperties } from '../../../openapi/resources/resources.ts';
import { enumOf, textAt, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import type { Violation } from '../../judgement.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import type { PlanningContext } from '../../planning-context.ts';
import { isActionOn, isActionOnFound } from '../../request/actions.ts';
import { type RequestParts, sentBody } from '../../request/request-parts.ts';
import { settled } from '../../settled.ts';
import { fullestPage } from '../list/fullest-page.ts';
import { shownValue } from '../shown-value.ts';
import { itemsToActOn } from './items-to-act-on.ts';

const id = '{operationId}.stored.{other}';

/** What an action answers that it has made of an item, which is read so then: `POST /orders/{id}/cancel`. */
export const actionStored = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    actedOn(context, operation).map(({ operation: action, reader }) => ({
      subject: { operationId: action.id, other: reader.id },
      pointer: partAt(context.description.contract, action.pointer).pointer,
      statement: `What ${action.id} answers that it has changed must be returned by ${reader.id}.`,
    })),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: { by: 'comparisons', probe: probeAction },
    faults: (context, { subject: { operationId, other } }) => [
      faultDraft('answered alone', notStored(context, operationId, other)),
    ],
    advice: ({ other }) => `Store what the answer says, so that ${other} returns it, and answer after that.`,
  },
  client: null,
});

export interface ActedOn {
  operation: Operation;
  resource: Resource;
  /** What reads an item, else what lists all. */
  reader: Operation;
  /** Pointer of the schema of the item in what the action answers. */
  item: string;
  /** The same in what reads or lists items, which may show other properties of them. */
  shown: string;
}

/** The items that an action answers with: as what reads or lists them does, or as what makes or changes them. */
export function actedOn(
  context: Pick<MessageContext, 'description' | 'resources'>,
  operation: Operation | null,
): ActedOn[] {
  if (operation === null) return [];
  const { contract } = context.description;
  return context.resources.flatMap((resource) => {
    const { read, list, parameter } = resource;
    const reader = read ?? list?.operation;
    const isAction = isActionOn(context, operation, resource) || isActionOnFound(context, operation, resource);
    if (reader === undefined || parameter === undefined || !isAction) return [];
    const listed = list && resolvePart(contract, list.item).pointer;
    const shown = read === undefined ? listed : shownBy(contract, resource, read);
    const item = shownBy(contract, resource, operation);
    if (shown === undefined || item === undefined) return [];
    const { create, replace, merge, idProperty = '' } = resource;
    const others = [create, replace, merge].map((other) => other && shownBy(contract, resource, other));
    const isItem = [listed, ...others].includes(item) && sharedProperties(contract, shown, item).includes(idProperty);
    return item === shown || isItem ? [{ operation, resource, reader, item, shown }] : [];
  });
}

function shownBy(contract: Contract, resource: Resource, operation: Operation): string | undefined {
  const pointer = successSchema(contract, operation);
  const place = pointer === undefined ? undefined : itemPlaceIn(contract, pointer, resource);
  return place === undefined ? undefined : resolvePart(contract, place.pointer).pointer;
}

async function* probeAction(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  for (const acted of actedOn(run.context, operation)) {
    let last: Probed<typeof id> | undefined;
    for (const item of await itemsToActOn(run, operation, acted.resource)) {
      last = await probed(run, acted, item);
      // Another request may have done it already to an item that was found.
      if (last.judgement === 'kept' || 'documented' in last.judgement) break;
    }
    if (last !== undefined) yield last;
  }
}

async function probed(run: ProbeRun, acted: ActedOn, item: Exact): Promise<Probed<typeof id>> {
  const { context, call } = run;
  const { operation, resource, reader } = acted;
  // What this makes to name it may change the item, too.
  const acting = await context.source.at(operation, resource, item);
  const reading = await readingOf(context, acted, item);
  const { contract } = context.description;
  const itemRead = (one: Answer) => itemShownIn(contract, resource, readIn(acted, item, one));
  const before = itemRead(await call(reading));
  const answer = await call(acting);
  const subject = { operationId: operation.id, other: reader.id };
  const now = itemShownIn(contract, resource, answer);
  const names = isOther(resource, before, now) ? [] : changedBy(contract, acted, before, now, sentBody(acting));
  if (names.length === 0 || answer.response.status === 202) {
    const isAnswer = answer.response.status !== 202 && !isOther(resource, before, now);
    const seen = isAnswer ? await call(reading) : answer;
    const late = isAnswer ? notYet(contract, acted, { before, now, after: itemRead(seen) }) : undefined;
    const outOfReach = 'No response has shown that something was changed at once.';
    return { subject, answer: seen, judgement: late ?? { outOfReach } };
  }
  const lost = (after: Answer) => {
    const shown = itemRead(after);
    return names.find(
      (name) => shown !== undefined && isSame(ownValue(shown, name) ?? null, ownValue(before, name) ?? null),
    );
  };
  const after = await settled(
    run,
    () => call(reading),
    (seen) => lost(seen) === undefined,
  );
  const name = lost(after);
  const violation = {
    documented: `What ${operation.id} answered: ${excerpt(answer)}`,
    received: `the same ${name ?? ''} as before: ${excerpt(after)}`,
  };
  return { subject, answer: after, judgement: name === undefined ? 'kept' : violation };
}

/** What shows that an answer has the item as it was before the action: its state is another one right after it. */
function notYet(
  contract: Contract,
  { operation, resource, shown }: ActedOn,
  { before, now, after }: Record<'before' | 'now' | 'after', Shown>,
): Violation | undefined {
  // What was found, others may have changed meanwhile.
  if (resource.create === undefined || before === undefined || now === undefined || after === undefined)
    return undefined;
  const { properties } = withAttributes(contract, viewItem(contract, shown));
  const name = Object.keys(after).find((one) => {
    const [at, old, own, then] = [properties.get(one), ownValue(before, one), ownValue(now, one), ownValue(after, one)];
    if (at === undefined || old === undefined || own === undefined || then === undefined) return false;
    return (
      isSame(old, own) && !isSame(own, then) && !isOnTheWay(then) && enumOf(viewSchema(contract, at)) !== undefined
    );
  });
  return name === undefined
    ? undefined
    : {
        documented: `${name} as ${operation.id} has left it: ${shownValue(ownValue(after, name) ?? null)}`,
        received: `${name} as before: ${shownValue(ownValue(now, name) ?? null)}`,
      };
}

/** The request that shows an item: to itself, or to a list with as many as it may have. */
function readingOf(context: PlanningContext, { resource, reader }: ActedOn, item: Exact): Promise<RequestParts> {
  const { read, list } = resource;
  return list === undefined || read === reader ? context.source.at(reader, resource, item) : fullestPage(context, list);
}

/** The same answer with the item alone, where it has it in a list. */
function readIn({ resource: { read, list, idProperty = '' } }: ActedOn, id: Exact, answer: Answer): Answer {
  const items = read === undefined && list !== undefined ? within(answer.body, list.segments) : undefined;
  if (!Array.isArray(items)) return answer;
  return { ...answer, body: items.find((item) => isSame(within(item, [idProperty]) ?? null, id)) };
}

// A state that is passed through need not be there any more.
export const isOnTheWay = (value: Exact) =>
  typeof value === 'string' && /(ing|queued|scheduled|requested)$/i.test(value);

/** True where an answer has another identifier than what was read: it is no answer about that item. */
function isOther({ idProperty }: Resource, before: Shown, answered: Shown): boolean {
  if (idProperty === undefined) return false;
  const [then, now] = [before, answered].map((one) => ownValue(one, idProperty));
  return then !== undefined && now !== undefined && !isSame(then, now);
}

/**
 * The properties of which the answer to an action says that they have another value than was read before: a state, or
 * what the request has `sent`, as the reason of a cancellation.
 */
function changedBy(
  contract: Contract,
  { shown, operation, reader }: ActedOn,
  then: Shown,
  now: Shown,
  sent: Exact | undefined,
): string[] {
  const { properties } = withAttributes(contract, viewItem(contract, shown));
  if (then === undefined || now === undefined) return [];
  const texts = sent !== undefined && isExactObject(sent) ? Object.values(sent) : [];
  // Whether somebody likes it is not shown to whom nobody knows.
  const isOfCaller = (own: Exact) => typeof own === 'boolean' && isOpen(reader) && !isOpen(operation);
  return Object.keys(now).filter((name) => {
    const [old, own = null] = [ownValue(then, name), ownValue(now, name)];
    if (isSame(old ?? null, own) || isOnTheWay(own) || isOfCaller(own)) return false;
    const isGiven = typeof own === 'string' ? texts.includes(own) : isSame(within(sent, [name]) ?? null, own);
    return (
      (isGiven && properties.has(name)) || (old !== undefined && isState(contract, properties.get(name), own, name))
    );
  });
}

type Shown = ExactObject | undefined;

/** The properties of the item that an answer has, its attributes among them. */
function itemShownIn(contract: Contract, resource: Resource, { response, body = null }: Answer): Shown {
  const item = isSuccess(response) ? itemIn(contract, resource, body) : null;
  const attributes = within(item, ['attributes']) ?? null;
  if (!isExactObject(item)) return undefined;
  return isExactObject(attributes) ? { ...attributes, ...item } : item;
}

/** True for a value that belongs to the item: a link or a message may be that of the answer. */
function isState(contract: Contract, at: string | undefined, value: Exact, name: string): boolean {
  if (at === undefined) return false;
  const view = viewSchema(contract, at);
  const isText = typeof value === 'string';
  const isTime = textAt(view, 'format')?.startsWith('date') === true;
  return isText
    ? enumOf(view) !== undefined || isTime || /(state|status|phase|stage)$/i.test(name)
    : !isExactObject(value) && !Array.isArray(value);
}

/** Reads an item as it was read before the action. */
export function notStored(context: MessageContext, actionId: string, readId: string): Wrap {
  const [isAction, isRead] = [context.isTo(context.operation(actionId)), context.isTo(context.operation(readId))];
  return (send) => {
    const read = new Map<string, HttpResponse>();
    const stale = new Set<string>();
    const pathOf = (target: string) => target.split('?')[0] ?? '';
    return async (request) => {
      const path = pathOf(request.target);
      const response = await send(request);
      if (isAction(request) && response.status < 300)
        for (const known of read.keys()) if (path.startsWith(`${known}/`)) stale.add(known);
      if (!isRead(request) || response.status >= 300) return response;
      const first = read.get(path);
      if (stale.has(path) && first !== undefined) return first;
      read.set(path, response);
      return response;
    };
  };
}
