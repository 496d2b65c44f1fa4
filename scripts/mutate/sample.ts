import { createHash } from 'node:crypto';

/** So many of the items, others for each seed, in their order. */
export function sampleOf<Item extends { id: string }>(items: readonly Item[], count: number, seed: number): Item[] {
  const keyOf = ({ id }: Item) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const drawn = new Set(
    items
      .map((item) => ({ item, key: keyOf(item) }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .slice(0, count)
      .map(({ item }) => item),
  );
  return items.filter((item) => drawn.has(item));
}
