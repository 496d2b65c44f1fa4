import type { Exact } from '../../http/exact-json.ts';
import type { Resource } from '../../openapi/resources/resource.ts';

/** For items of which kinds the making of one of another kind waits: of kinds, what `SharedItems` is of items. */
export class Waits {
  /** How many wait at once, by what is made and by what it waits for. */
  readonly #counts = new Map<Resource, Map<Resource, number>>();

  /** What is found for an item of `made`; undefined where it waits for one itself: neither can be made first. */
  async heldBy(made: Resource, resource: Resource, find: () => Promise<Exact | undefined>): Promise<Exact | undefined> {
    if (this.#isWaitingFor(resource, made)) return undefined;
    const counts = this.#counts.get(made) ?? new Map<Resource, number>();
    this.#counts.set(made, counts);
    const note = (more: number) => counts.set(resource, (counts.get(resource) ?? 0) + more);
    note(1);
    return find().finally(() => note(-1));
  }

  #isWaitingFor(resource: Resource, other: Resource): boolean {
    if (resource === other) return true;
    return [...(this.#counts.get(resource) ?? [])].some(
      ([next, count]) => count > 0 && this.#isWaitingFor(next, other),
    );
  }
}
