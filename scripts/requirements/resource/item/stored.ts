import { type Exact, type ExactObject, isExactObject, isSame, within } from '../../../http/exact-json.ts';
import { excerpt } from '../../../http/excerpt.ts';
import { type Answer, type HttpResponse, isSuccess } from '../../../http/exchange.ts';
import { type Contract, partAt, resolvePart } from '../../../openapi/contract.ts';
import { withAttributes } from '../../../openapi/item-attributes.ts';
import { itemIn, itemPlaceIn } from '../../../openapi/item-place.ts';
import type { Operation } from '../../../openapi/operation-table.ts';
import type { Resource } from '../../../openapi/resources.ts';
import { enumOf, textAt, viewSchema } from '../../../openapi/schema-view.ts';
import { successSchema } from '../../../openapi/success-responses.ts';
import { faultDraft, type Wrap } from '../../fault.ts';
import { defineKind, type Probed, type ProbeRun } from '../../kind.ts';
import type { MessageContext } from '../../message-context.ts';
import { isActionOn } from '../../request/actions.ts';
import { settled } from '../../settled.ts';

const id = '{operationId}.stored.{other}';

/** What an action answers that it has made of an item, which is read so then: `POST /orders/{id}/cancel`. */
export const actionStored = defineKind({
  id,
  section: () => 'Stored data',
  list: (context, operation) =>
    actedOn(context, operation).map(({ operation: action, read }) => ({
      subject: { operationId: action.id, other: read.id },
      pointer: partAt(context.description.contract, action.pointer).pointer,
      statement: `What ${action.id} answers that it has changed must be returned by ${read.id}.`,
    })),
  contractAdvice: () => 'change the schemas or the description of both operations',
  server: {
    reach: { by: 'probes', probe: probeAction },
    faults: (context, { subject: { operationId, other } }) => [
      faultDraft('answered alone', notStored(context, operationId, other)),
    ],
    advice: ({ other }) => `Store what the answer says, so that ${other} returns it.`,
  },
  client: null,
});

interface ActedOn {
  operation: Operation;
  resource: Resource;
  read: Operation;
}

/** The items that an action answers with as what reads them does. */
function actedOn(context: Pick<MessageContext, 'description' | 'resources'>, operation: Operation | null): ActedOn[] {
  if (operation === null) return [];
  const { contract } = context.description;
  return context.resources.flatMap((resource) => {
    const { read, parameter } = resource;
    if (read === undefined || parameter === undefined || !isActionOn(context, operation, resource)) return [];
    const [own, item] = [operation, read].map((one) => shownBy(contract, resource, one));
    return own !== undefined && own === item ? [{ operation, resource, read }] : [];
  });
}

function shownBy(contract: Contract, { idProperty }: Resource, operation: Operation): string | undefined {
  const pointer = successSchema(contract, operation);
  const place = pointer === undefined ? undefined : itemPlaceIn(contract, pointer, idProperty);
  return place === undefined ? undefined : resolvePart(contract, place.pointer).pointer;
}

async function* probeAction(run: ProbeRun, operation: Operation): AsyncGenerator<Probed<typeof id>> {
  const { context, call } = run;
  for (const acted of actedOn(context, operation)) {
    const { resource, read } = acted;
    const item = await context.source.items.newFor(operation, resource);
    if (item === undefined) continue;
    const reading = await context.source.at(read, resource, item);
    const itemOf = (one: Answer) => itemShownIn(context.description.contract, resource, one);
    const before = itemOf(await call(reading));
    const answer = await call(await context.source.at(operation, resource, item));
    const subject = { operationId: operation.id, other: read.id };
    const now = itemOf(answer);
    const names = isOther(resource, before, now) ? [] : changedBy(context.description.contract, acted, before, now);
    if (names.length === 0 || answer.response.status === 202) {
      yield { subject, answer, judgement: { outOfReach: 'No answer has shown that something was changed at once.' } };
      continue;
    }
    const lost = (after: Answer) => {
      const shown = itemOf(after);
      return names.find((name) => shown !== undefined && isSame(shown[name] ?? null, before?.[name] ?? null));
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
    yield { subject, answer: after, judgement: name === undefined ? 'kept' : violation };
  }
}

// A state that is passed through need not be there any more.
const isOnTheWay = (value: Exact) => typeof value === 'string' && /ing$|queued|scheduled|requested/i.test(value);

/** True where an answer has another identifier than what was read: it is no answer about that item. */
function isOther({ idProperty }: Resource, before: Shown, answered: Shown): boolean {
  if (idProperty === undefined) return false;
  const [then, now] = [before, answered].map((one) => one?.[idProperty]);
  return then !== undefined && now !== undefined && !isSame(then, now);
}

/** The properties of which the answer to an action says that they have another value than was read before. */
function changedBy(contract: Contract, { resource, read }: ActedOn, then: Shown, now: Shown): string[] {
  const item = shownBy(contract, resource, read);
  const view = item === undefined ? undefined : withAttributes(contract, viewSchema(contract, item));
  if (then === undefined || now === undefined) return [];
  return Object.keys(now).filter((name) => {
    const [old, own = null] = [then[name], now[name]];
    return (
      old !== undefined &&
      !isSame(old, own) &&
      isState(contract, view?.properties.get(name), own, name) &&
      !isOnTheWay(own)
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
function notStored(context: MessageContext, actionId: string, readId: string): Wrap {
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
