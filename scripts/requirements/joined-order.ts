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
  // Who has been entered stays so: what was passed over is not looked at again.
  const waiting = new Map([...before].map(([item, own]) => [item, [...own].reverse()]));
  const entered = new Set<string>();
  const joined = new Set<string>();
  for (const item of before.keys()) {
    // No recursion: a schema may have more properties than the stack has room for.
    const way = [item];
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      entered.add(top);
      const next = waiting.get(top)?.pop();
      if (next === undefined) joined.add(way.pop() ?? top);
      else if (!entered.has(next)) way.push(next);
    }
  }
  return [...joined];
}
