import { loopsOf } from './graph-loops.ts';
import { automatonOf, type Position } from './pattern-automaton.ts';
import { isSlow } from './pattern-degree.ts';
import { Overlaps } from './pattern-signs.ts';

// So many steps decide of any pattern that people write.
const mostSteps = 3_000_000;

const known = new Map<string, string | undefined>();

/**
 * Why matching a pattern may take exponential time, or more than the cube of the length of the text; undefined where it
 * does not, or where it is no pattern of JavaScript. It is exponential where a text can be read in two ways from one
 * position back to the same (exponential degree of ambiguity: Weber and Seidl, On the degree of ambiguity of finite
 * automata, 1991): each turn then doubles the ways.
 */
export function whyUnsafe(pattern: string): string | undefined {
  if (!known.has(pattern)) known.set(pattern, newReason(pattern));
  return known.get(pattern);
}

function newReason(pattern: string): string | undefined {
  const automaton = automatonOf(pattern);
  if (automaton === undefined) return undefined;
  if (automaton.isTooLarge) return tooLarge;
  const overlaps = new Overlaps();
  const loops = loopsOf(automaton.positions, ({ next }) => next);
  for (const loop of loops) {
    const found = whyExponential(loop, overlaps);
    if (found !== undefined) return found;
  }
  return isSlow(loops, overlaps) ? 'may take the fourth power of the length of the text to match, or more' : undefined;
}

function whyExponential(loop: readonly Position[], overlaps: Overlaps): string | undefined {
  const inside = new Set(loop);
  // Two ways from one position to the next are two ways through the loop.
  const isTwice = ({ next }: Position) => {
    const within = next.filter((one) => inside.has(one));
    return new Set(within).size < within.length;
  };
  if (loop.some(isTwice)) return exponential;
  const pairs = new Pairs();
  let left = mostSteps;
  const nextOf = ({ one, other }: Pair): Pair[] =>
    one.next
      .filter((to) => inside.has(to))
      .flatMap((to) =>
        other.next.flatMap((otherTo) => {
          left -= 1;
          return inside.has(otherTo) && left > 0 && overlaps.has(to, otherTo) ? [pairs.of(to, otherTo)] : [];
        }),
      );
  const both = loopsOf(
    loop.map((position) => pairs.of(position, position)),
    nextOf,
  );
  if (left <= 0) return tooLarge;
  const isAmbiguous = (all: readonly Pair[]) =>
    all.some(({ one, other }) => one === other) && all.some(({ one, other }) => one !== other);
  return both.some(isAmbiguous) ? exponential : undefined;
}

const tooLarge = 'is too large to show that matching it does not take exponential time';
const exponential = 'may take exponential time to match, since it can read the same text in many ways';

/** Two positions that the same text leads to. */
interface Pair {
  one: Position;
  other: Position;
}

class Pairs {
  readonly #pairs = new Map<Position, Map<Position, Pair>>();

  of(one: Position, other: Position): Pair {
    const own = this.#pairs.get(one) ?? new Map<Position, Pair>();
    this.#pairs.set(one, own);
    const pair = own.get(other) ?? { one, other };
    own.set(other, pair);
    return pair;
  }
}
