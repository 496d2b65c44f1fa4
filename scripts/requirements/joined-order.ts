/** What is in some lists, each once, in an order that keeps that of every list; where two disagree, of one of them. */
export function joinedOrder(lists: readonly Iterable<string>[]): string[] {
  const before = new Map<string, Set<string>>();
  for (const list of lists) {
    let last: string | undefined;
    for (const item of new Set(list)) {
      const own = before.get(item) ?? new Set();
      before.set(item, last === undefined ? own : own.add(last));
      last = item;
    }
  }
  const entered = new Set<string>();
  const joined = new Set<string>();
  for (const item of before.keys()) {
    // No recursion: a schema may have more properties than the stack has room for.
    const way = [item];
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      entered.add(top);
      const next = [...(before.get(top) ?? [])].find((one) => !entered.has(one));
      if (next === undefined) joined.add(way.pop() ?? top);
      else way.push(next);
    }
  }
  return [...joined];
}
