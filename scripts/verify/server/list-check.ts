import { itemIn } from '../../openapi/item-place.ts';
import { listParametersOf } from '../../openapi/list-parameters.ts';
import { kinds } from '../../requirements/registry.ts';
import type { AcknowledgedItem } from '../../requirements/resource/item/acknowledged-item.ts';
import { seenItems } from '../../requirements/resource/list/filtered-listings.ts';
import { identityOf, listedBy } from '../../requirements/resource/list/list-resource.ts';
import type { AcknowledgedItems, ObservedList } from '../../requirements/resource/list/observed-list.ts';
import { judgeFor } from './judge.ts';
import { ListPages } from './list-pages.ts';
import type { Session } from './session.ts';
import type { StoredItems } from './stored-items.ts';

/**
 * Verifies the list of a resource, as the server has it now, by all that is known of its items. `isFirst`: what it has
 * was there before the run. Throws NoResponse.
 */
export async function checkList(session: Session, stored: StoredItems, isFirst = false): Promise<void> {
  const [resource] = listedBy([stored.resource], stored.resource.list?.operation ?? null);
  if (resource === undefined) return;
  await stored.adoptMade();
  const parameters = listParametersOf(session.description, resource.list);
  const pages = new ListPages(session, resource, parameters);
  const all = await pages.everything([]);
  if (all === undefined) return;
  const list: ObservedList = {
    resource,
    parameters,
    stored: itemsAlone(session, stored),
    all,
    isAskedForPart: resource.list.operation.parameters.some(({ in: place, required }) => required && place === 'query'),
    page: (query) => pages.page(query),
    everything: (query, size) => pages.everything(query, size),
    read: async (operation, id) => session.call(await session.source.at(operation, resource, id)),
    isAcknowledged: (item) => {
      const identity = identityOf(resource, item);
      return stored.foundBefore?.has(identity) === true || session.isAcknowledged(identity);
    },
  };
  if (isFirst) stored.foundBefore = new Set((await seenItems(session, list)).keys());
  for (const kind of kinds) {
    const reach = kind.server?.reach;
    if (reach?.by === 'lists') await reach.check(session, list, judgeFor(session.ledger, kind));
  }
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
    get hasRefused() {
      return stored.hasRefused;
    },
  };
}
