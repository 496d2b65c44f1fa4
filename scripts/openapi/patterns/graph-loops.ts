/** The nodes of each cycle of a graph (its strongly connected components, Tarjan 1972), without recursion. */
export function loopsOf<Node>(starts: readonly Node[], nextOf: (node: Node) => readonly Node[]): Node[][] {
  const found: Node[][] = [];
  const indices = new Map<Node, number>();
  const lowest = new Map<Node, number>();
  const open: Node[] = [];
  const isOpen = new Set<Node>();
  const enter = (node: Node) => {
    indices.set(node, indices.size);
    lowest.set(node, indices.size - 1);
    open.push(node);
    isOpen.add(node);
    return { node, next: [...new Set(nextOf(node))], at: 0 };
  };
  const lower = (node: Node, to: number) => lowest.set(node, Math.min(lowest.get(node) ?? to, to));
  for (const start of starts) {
    const way = indices.has(start) ? [] : [enter(start)];
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const to = top.next[top.at];
      top.at += 1;
      if (to !== undefined) {
        if (!indices.has(to)) way.push(enter(to));
        else if (isOpen.has(to)) lower(top.node, indices.get(to) ?? 0);
        continue;
      }
      way.pop();
      const above = way.at(-1);
      if (above !== undefined) lower(above.node, lowest.get(top.node) ?? 0);
      if (lowest.get(top.node) !== indices.get(top.node)) continue;
      const members = open.splice(open.lastIndexOf(top.node));
      for (const member of members) isOpen.delete(member);
      if (members.length > 1 || top.next.includes(top.node)) found.push(members);
    }
  }
  return found;
}
