import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exact } from '../../http/exact-json.ts';

/** An item that requests share, from when it begins to be made. */
export interface SharedItem {
  /** Its identifier; undefined where none could be made. */
  id: Promise<Exact | undefined>;
  /** Those that it waits for. */
  readonly needs: Set<SharedItem>;
}

/** Makes items that requests share; one may need another one, which is made first. */
export class SharedItems {
  /** What is made now, in each chain of calls. */
  readonly #maker = new AsyncLocalStorage<SharedItem>();

  /** An item for whoever makes another one now, which is to wait for it. */
  make(newId: () => Promise<Exact | undefined>): SharedItem {
    const item: SharedItem = { id: Promise.resolve(undefined), needs: new Set() };
    this.#maker.getStore()?.needs.add(item);
    item.id = this.#maker.run(item, newId);
    return item;
  }

  /** The identifier of an item; undefined where it waits itself for what is made now: neither would ever be there. */
  async wait(item: SharedItem): Promise<Exact | undefined> {
    const maker = this.#maker.getStore();
    if (maker === undefined) return item.id;
    if (isNeeded(maker, item)) return undefined;
    maker.needs.add(item);
    const id = await item.id;
    maker.needs.delete(item);
    return id;
  }
}

function isNeeded(one: SharedItem, by: SharedItem): boolean {
  return one === by || [...by.needs].some((next) => isNeeded(one, next));
}
