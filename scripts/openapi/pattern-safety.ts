import { automatonOf, type Position } from './pattern-automaton.ts';

// So many steps decide of any pattern that people write.
const mostSteps = 3_000_000;

const known = new Map<string, string | undefined>();

/**
 * Why matching a pattern may take exponential time; undefined where it does not, or where it is no pattern of
 * JavaScript. It does where a text can be read in two ways from one position back to the same (exponential degree of
 * ambiguity: Weber and Seidl, On the degree of ambiguity of finite automata, 1991): each turn then doubles the ways.
 */
export function whyUnsafe(pattern: string): string | undefined {
  if (!known.has(pattern)) known.set(pattern, newReason(pattern));
  return known.get(pattern);
}

function newReason(pattern: string): string | undefined {
  const automaton = automatonOf(pattern);
  if (automaton === undefined) return undefined;
  if (automaton.isTooLarge) return 'is too large to show that matching it does not take exponential time';
  const pairs = new Pairs();
  for (const loop of loopsOf(automaton.positions, ({ next }) => next)) {
    const inside = new Set(loop);
    // Two ways from one position to the next are two ways through the loop.
    if (
      loop.some(
        ({ next }) =>
          new Set(next.filter((one) => inside.has(one))).size < next.filter((one) => inside.has(one)).length,
      )
    )
      return reason;
    const starts = loop.map((position) => pairs.of(position, position));
    const steps = { left: mostSteps };
    const nextOf = ({ one, other }: Pair): Pair[] =>
      one.next
        .filter((to) => inside.has(to))
        .flatMap((to) =>
          other.next.flatMap((otherTo) => {
            steps.left -= 1;
            return inside.has(otherTo) && steps.left > 0 && pairs.overlap(to, otherTo) ? [pairs.of(to, otherTo)] : [];
          }),
        );
    const both = loopsOf(starts, nextOf);
    if (steps.left <= 0) return 'is too large to show that matching it does not take exponential time';
    const isAmbiguous = (all: readonly Pair[]) =>
      all.some(({ one, other }) => one === other) && all.some(({ one, other }) => one !== other);
    if (both.some(isAmbiguous)) return reason;
  }
  return undefined;
}

const reason = 'may take exponential time to match, since it can read the same text in many ways';

/** Two positions that the same text leads to. */
interface Pair {
  one: Position;
  other: Position;
}

class Pairs {
  readonly #pairs = new Map<Position, Map<Position, Pair>>();
  readonly #classes = new Map<string, RegExp>();
  readonly #overlaps = new Map<string, boolean>();

  of(one: Position, other: Position): Pair {
    const own = this.#pairs.get(one) ?? new Map<Position, Pair>();
    this.#pairs.set(one, own);
    const pair = own.get(other) ?? { one, other };
    own.set(other, pair);
    return pair;
  }

  /** Whether some sign is of both: one that either of them names, or a common one of any kind. */
  overlap({ source: one }: Position, { source: other }: Position): boolean {
    if (one === other) return true;
    const key = `${one}\n${other}`;
    const isKnown = this.#overlaps.get(key);
    if (isKnown !== undefined) return isKnown;
    const [first, second] = [this.#class(one), this.#class(other)];
    const isWide = [one, other].some((source) => /\\[pP]\{|\[\^/.test(source));
    const isOverlap =
      signsIn(one + other).some((sign) => first.test(sign) && second.test(sign)) ||
      (isWide && haveCommonSign(signsOf(one, first), signsOf(other, second)));
    this.#overlaps.set(key, isOverlap);
    return isOverlap;
  }

  #class(source: string): RegExp {
    const expression = this.#classes.get(source) ?? new RegExp(`^(?:${source})$`, 'u');
    this.#classes.set(source, expression);
    return expression;
  }
}

/** Signs up to this one are looked through where what a class names does not show all that is of it. */
const lastSign = 0x1ffff;
/** Of more classes than any document has that was written by people, each is taken for all signs. */
const mostClasses = 100;
const allSigns = new Uint8Array(lastSign + 1).fill(1);
const signs = new Map<string, Uint8Array>();

/** Which signs are of a class. */
function signsOf(source: string, expression: RegExp): Uint8Array {
  const known = signs.get(source);
  if (known !== undefined) return known;
  if (signs.size >= mostClasses) return allSigns;
  const found = Uint8Array.from({ length: lastSign + 1 }, (_, code) =>
    expression.test(String.fromCodePoint(code)) ? 1 : 0,
  );
  signs.set(source, found);
  return found;
}

function haveCommonSign(one: Uint8Array, other: Uint8Array): boolean {
  return one.some((is, code) => is === 1 && other[code] === 1);
}

const common = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCodePoint(code)),
  ...'\u00a0\u00e9\u2003\u4e2d\u{1f600}\u{10ffff}',
];

function signsIn(source: string): string[] {
  const escaped = [...source.matchAll(/\\u\{?([\da-f]+)\}?|\\x([\da-f]{2})/gi)].map(([, unicode, hex]) =>
    Number.parseInt(unicode ?? hex ?? '0', 16),
  );
  const named = escaped.filter((code) => code <= 0x10ffff).map((code) => String.fromCodePoint(code));
  return [...new Set([...common, ...source, ...named])];
}

/** The nodes of each cycle of a graph (its strongly connected components, Tarjan 1972), without recursion. */
function loopsOf<Node>(starts: readonly Node[], nextOf: (node: Node) => readonly Node[]): Node[][] {
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
