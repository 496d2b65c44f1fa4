import { writeIdentity } from '../../../http/exact-json.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { bodyThatAsksNothing } from '../../../openapi/resources/body-parameters.ts';
import { valueIn } from '../../../openapi/resources/item-attributes.ts';
import { itemIn } from '../../../openapi/resources/item-place.ts';
import { type ListParameters, listParametersOf } from '../../../openapi/resources/list-parameters.ts';
import { namesState } from '../../../openapi/resources/searches.ts';
import type { Judge, OutOfReach, Violation } from '../../../requirements/judgement.ts';
import type { Kind } from '../../../requirements/kind.ts';
import { placeValue } from '../../../requirements/parameter/place-value.ts';
import { kinds } from '../../../requirements/registry.ts';
import { encodeBody, type RequestParts } from '../../../requirements/request/request-parts.ts';
import type { AcknowledgedItem } from '../../../requirements/resource/item/acknowledged-item.ts';
import { seenItems } from '../../../requirements/resource/list/filtered-listings.ts';
import { identityOf, isSearch, type ListResource, listsOf } from '../../../requirements/resource/list/list-resource.ts';
import type { AcknowledgedItems, Listing, ObservedList } from '../../../requirements/resource/list/observed-list.ts';
import { listRemoved } from '../../../requirements/resource/list/removed.ts';
import type { StoredItems } from '../items/stored-items.ts';
import { judgeFor } from '../session/judge.ts';
import type { Session } from '../session/session.ts';
import { ListPages } from './list-pages.ts';

// How long what goes on by itself is waited for, in milliseconds: a job that is queued, and then done.
const waits = [1000, 2000, 4000];

const unsteady = 'The items change while nothing changes them.';

/** What a list has shown of a requirement, until it is certain that it stays. */
interface Finding {
  kind: Kind;
  subject: Parameters<Judge<string>>[0];
  exchange: Exchange;
  shown: 'kept' | Violation | OutOfReach;
}

/**
 * Verifies the list of a resource, and what searches for its items, as the server has them now, by all that is known of
 * these. `isFirst`: what it has was there before the run. Throws NoResponse.
 */
export async function checkList(session: Session, stored: StoredItems, isFirst = false): Promise<void> {
  for (const resource of listsOf(stored.resource)) await checkOne(session, stored, resource, isFirst);
}

async function checkOne(
  session: Session,
  stored: StoredItems,
  resource: ListResource,
  isFirst: boolean,
): Promise<void> {
  await stored.adoptMade();
  for (let attempt = 0; ; attempt += 1) {
    const { findings, isUnsteady } = await look(session, stored, resource, isFirst);
    const hasViolation = findings.some(({ shown }) => isViolation(shown));
    if (hasViolation && attempt < waits.length && (await stored.refresh())) continue;
    const isLate = findings.some(({ kind, shown }) => kind.id === listRemoved.id && isViolation(shown));
    const pause = stored.isUnsteady ? undefined : waits[attempt];
    if ((isUnsteady || isLate) && pause !== undefined) {
      await session.clock.wait(pause);
      continue;
    }
    stored.isUnsteady = isUnsteady;
    for (const { kind, subject, exchange, shown } of findings)
      judgeFor(session.ledger, kind)(
        subject,
        exchange,
        isUnsteady && isViolation(shown) ? { outOfReach: unsteady } : shown,
      );
    return;
  }
}

function isViolation(shown: Finding['shown']): shown is Violation {
  return shown !== 'kept' && 'documented' in shown;
}

/** What the list shows; `isUnsteady`: some of it may be a violation only because its items change by themselves. */
async function look(
  session: Session,
  stored: StoredItems,
  resource: ListResource,
  isFirst: boolean,
): Promise<{ findings: Finding[]; isUnsteady: boolean }> {
  const parameters = listParametersOf(session.description, resource.list);
  const asked = await askedOf(session, stored, resource);
  const known = itemsAlone(session, stored);
  const base = askedForCreated(asked, parameters, known);
  const pages = new ListPages(session, resource, parameters, base);
  const all = await pages.everything([]);
  const findings: Finding[] = [];
  if (all === undefined) return { findings, isUnsteady: false };
  const list: ObservedList = {
    resource,
    parameters,
    stored: known,
    all,
    isAskedForPart:
      (isSearch(resource) && namesState(session.description.contract, resource.list)) ||
      resource.list.operation.parameters.some(
        (one) => one.required && one.in === 'query' && !pages.ofAll.includes(one),
      ),
    page: (query) => pages.page(query),
    linked: (link) => pages.linked(link),
    everything: (query, size) => pages.everything(query, size),
    read: async (operation, id) => session.call(await session.source.at(operation, stored.resource, id)),
    isAcknowledged: (item) => {
      const identity = identityOf(resource, item);
      return stored.foundBefore?.has(identity) === true || session.journal.isAcknowledged(identity);
    },
  };
  // To see what others do to an item, some are made: the list has them as well by now.
  if (await noteOthers(stored, list)) return look(session, stored, resource, isFirst);
  if (isFirst && !isSearch(resource)) stored.foundBefore = new Set((await seenItems(session, list)).keys());
  for (const kind of kinds) {
    const reach = kind.server?.reach;
    const judge: Judge<string> = (subject, exchange, shown) => findings.push({ kind, subject, exchange, shown });
    if (reach?.by === 'lists') await reach.check(session, list, judge);
  }
  const again = findings.some(({ shown }) => isViolation(shown))
    ? await new ListPages(session, resource, parameters, base).everything([])
    : undefined;
  return { findings, isUnsteady: again !== undefined && isChanged(stored, resource, all, again) };
}

/** The request for a list, which shows where the items are; or for a search that is asked for nothing. */
async function askedOf(session: Session, stored: StoredItems, resource: ListResource): Promise<RequestParts> {
  const { operation } = resource.list;
  const asked = await session.source.base(operation, 'all', true, stored.filled);
  if (!isSearch(resource)) {
    stored.moveTo(asked.path);
    return asked;
  }
  const body = bodyThatAsksNothing(session.description.contract, operation) ?? {};
  return { ...asked, body: encodeBody(asked.body?.mediaType ?? 'application/json', body) };
}

/** Takes note of what others have done to what is listed; true where things had to be made to see that. */
async function noteOthers({ unrequested }: StoredItems, { resource, stored, all }: ObservedList): Promise<boolean> {
  const listed = new Map(all.items.map((item) => [identityOf(resource, item), item]));
  let hasMade = false;
  for (const { id, item } of stored.present)
    hasMade = (await unrequested.noteOthers(item, listed.get(writeIdentity(id)) ?? null)) || hasMade;
  return hasMade;
}

/** What must be asked for by a value is asked for by one that something has: else the list need not have anything. */
function askedForCreated(
  parts: RequestParts,
  { filters }: ListParameters,
  { present }: AcknowledgedItems,
): RequestParts {
  const item = present.at(-1)?.item;
  return filters
    .filter(({ parameter }) => parameter.required)
    .reduce((built, { parameter, property }) => {
      const value = item === undefined ? undefined : valueIn(item, property);
      return value === undefined || value === null
        ? built
        : placeValue(built, parameter, parameter.types.includes('array') && !Array.isArray(value) ? [value] : value);
    }, parts);
}

/** True where an item has gone on by itself from one listing to the next. */
function isChanged(stored: StoredItems, resource: ListResource, before: Listing, after: Listing): boolean {
  const items = new Map(after.items.map((item) => [identityOf(resource, item), item]));
  return before.items.some((item) => stored.unrequested.hasGoneOn(item, items.get(identityOf(resource, item)) ?? null));
}

/** What is stored, each item by itself: an answer may have had it in a property, and a list has it there. */
function itemsAlone({ description: { contract } }: Session, stored: StoredItems): AcknowledgedItems {
  const alone = (items: readonly AcknowledgedItem[]) =>
    items.map((known) => ({ ...known, item: itemIn(contract, stored.resource, known.item) }));
  return {
    get present() {
      return alone(stored.present);
    },
    get nameless() {
      return alone(stored.nameless);
    },
    get removed() {
      return stored.removed;
    },
    get fleeting() {
      return stored.unrequested.fleeting;
    },
    get hasRefused() {
      return stored.hasRefused;
    },
  };
}
