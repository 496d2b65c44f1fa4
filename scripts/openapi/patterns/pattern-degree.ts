import { loopsOf } from './graph-loops.ts';
import type { Position } from './pattern-automaton.ts';
import type { Overlaps } from './pattern-signs.ts';

/** A text of so many signs is matched in bounded time, */
const signs = 1_000;
/** which is that of so many steps: the cube of its length. */
const mostWays = signs ** 3;
/** So many steps decide of any pattern that people write. */
const mostSteps = 50_000;

/** A loop of a pattern, and how many ways there are to have read a text once matching is in it. */
interface Loop {
  positions: readonly Position[];
  /** How many turns of it a text has. */
  turns: number;
  ways: number;
}

/**
 * Whether matching may take more steps than the cube of the length of a text. Each loop that can go on with what the
 * one before it has read multiplies the ways, by the places where the text may pass from the one to the other
 * (polynomial degree of ambiguity: Weber and Seidl). A pattern that is too large to look through is taken for slow.
 */
export function isSlow(all: readonly (readonly Position[])[], overlaps: Overlaps): boolean {
  const search = new Search(overlaps);
  // Loops are found from the last to the first.
  const loops = all.filter(isPassed).map((positions): Loop => {
    const turns = Math.min(signs, Math.max(...positions.map((position) => position.turns)));
    return { positions, turns, ways: turns };
  });
  const loopAt = new Map(loops.flatMap((loop) => loop.positions.map((position) => [position, loop] as const)));
  const isFound = loops.toReversed().some((loop) =>
    [...search.loopsAfter(loop, loopAt)].some((later) => {
      const ways = loop.ways * later.turns;
      if (ways > later.ways) later.ways = search.passes(loop, later) ? ways : Math.max(later.ways, loop.ways);
      return later.ways > mostWays;
    }),
  );
  return isFound || search.isGivenUp;
}

/** False where the text matches as soon as the loop is reached: no other way is tried then. */
function isPassed(positions: readonly Position[]): boolean {
  const inside = new Set(positions);
  return positions.some(({ isEnd, next }) => !isEnd || next.some((to) => !inside.has(to)));
}

/** Positions that one text leads to, of several ways through a pattern. */
type Ways = readonly Position[];

class Search {
  readonly #overlaps: Overlaps;
  readonly #numbers = new Map<Position, number>();
  readonly #ways = new Map<string, Ways>();
  #left = mostSteps;

  constructor(overlaps: Overlaps) {
    this.#overlaps = overlaps;
  }

  get isGivenUp(): boolean {
    return this.#left <= 0;
  }

  /** The loops that a loop leads to. */
  loopsAfter(loop: Loop, loopAt: ReadonlyMap<Position, Loop>): Set<Loop> {
    const seen = new Set(loop.positions);
    for (const position of seen) {
      this.#left -= position.next.length;
      if (!this.isGivenUp) for (const next of position.next) seen.add(next);
    }
    const found = new Set([...seen].flatMap((position) => loopAt.get(position) ?? []));
    found.delete(loop);
    return found;
  }

  /** Whether some text leads round one loop, round a later one, and from the one to the other. */
  passes(one: Loop, other: Loop): boolean {
    const [first, last] = [new Set(one.positions), new Set(other.positions)];
    const insides = [first, undefined, last];
    const begins = one.positions.flatMap((from) => other.positions.map((to) => this.#of([from, to])));
    const together = this.#loops(begins, (ways) => this.#next(ways, [first, last])).flat();
    if (together.length === 0 || this.isGivenUp) return together.length > 0;
    const ends = new Map<Ways, Ways>();
    for (const [from, to] of together)
      if (from !== undefined && to !== undefined) ends.set(this.#of([from, to, to]), this.#of([from, from, to]));
    const nextOf = (ways: Ways) => {
      const begin = ends.get(ways);
      return begin === undefined ? this.#next(ways, insides) : [begin, ...this.#next(ways, insides)];
    };
    const found = this.#loops([...ends.values()], nextOf);
    return (
      this.isGivenUp ||
      found.some((loop) => {
        const all = new Set(loop);
        return loop.some((ways) => {
          const begin = ends.get(ways);
          return begin !== undefined && all.has(begin);
        });
      })
    );
  }

  #loops(starts: readonly Ways[], nextOf: (ways: Ways) => readonly Ways[]): Ways[][] {
    return this.isGivenUp ? [starts.slice(0, 1)] : loopsOf(starts, nextOf);
  }

  /** Where one more sign leads, each way within its loop. */
  #next(ways: Ways, insides: readonly (ReadonlySet<Position> | undefined)[]): Ways[] {
    let all: Position[][] = [[]];
    for (const [index, way] of ways.entries()) {
      const inside = insides[index];
      const next = inside === undefined ? way.next : way.next.filter((to) => inside.has(to));
      all = all.flatMap((others) =>
        next.flatMap((to) => {
          this.#left -= 1;
          return !this.isGivenUp && others.every((other) => this.#overlaps.has(to, other)) ? [[...others, to]] : [];
        }),
      );
    }
    return all.map((one) => this.#of(one));
  }

  /** The same object for the same positions. */
  #of(positions: Ways): Ways {
    const key = positions.map((position) => this.#numberOf(position)).join();
    const known = this.#ways.get(key) ?? positions;
    this.#ways.set(key, known);
    return known;
  }

  #numberOf(position: Position): number {
    const number = this.#numbers.get(position) ?? this.#numbers.size;
    this.#numbers.set(position, number);
    return number;
  }
}
