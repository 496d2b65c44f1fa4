/** What is in some lists, each once, in an order that keeps that of every list; where two disagree, of one of them. */
export function joinedOrder<Item>(lists: readonly Iterable<Item>[]): Item[] {
  const before = new Map<Item, Set<Item>>();
  for (const list of lists) {
    let last: Item | undefined;
    for (const item of new Set(list)) {
      const own = before.get(item) ?? new Set();
      before.set(item, last === undefined ? own : own.add(last));
      last = item;
    }
  }
  const passed = new Set<Item>();
  const joined: Item[] = [];
  const pass = (item: Item): void => {
    if (passed.has(item)) return;
    passed.add(item);
    for (const one of before.get(item) ?? []) pass(one);
    joined.push(item);
  };
  for (const item of before.keys()) pass(item);
  return joined;
}
