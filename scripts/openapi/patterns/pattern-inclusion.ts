import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** A state of an automaton, with the ways on: by a sign of a class, by nothing, or by nothing at one end of a text. */
interface State {
  ways: { by: RegExp | 'nothing' | 'start' | 'end'; to: State }[];
}

/** More are not looked at: of each automaton, and of both together. */
const mostStates = 2000;
const mostPairs = 4000;

/** What cannot be decided here: a pattern that looks around or back, or is too large. */
class Undecided extends Error {}

/**
 * True where every text that matches one pattern matches the other one as well, by their automata (subset
 * construction). False also where that is not known.
 */
export function isPatternWithin(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    const signs = new Set([0]);
    const [first, second] = [new Automaton(one, signs), new Automaton(other, signs)];
    return isWithin(first, second, [...signs]);
  } catch (error) {
    if (error instanceof Undecided || error instanceof SyntaxError) return false;
    throw error;
  }
}

function isWithin(one: Automaton, other: Automaton, signs: readonly number[]): boolean {
  const alphabet = alphabetOf([...one.classes, ...other.classes], signs);
  const pairs: [ReadonlySet<State>, ReadonlySet<State>][] = [[one.begin(), other.begin()]];
  const known = new Set<string>();
  // Pairs are added while they are gone through.
  for (const [index, [own, theirs]] of pairs.entries()) {
    if (one.isMatch(own, index === 0) && !other.isMatch(theirs, index === 0)) return false;
    if (pairs.length > mostPairs) throw new Undecided();
    for (const sign of alphabet) {
      const next = [one.step(own, sign), other.step(theirs, sign)] as const;
      const key = `${one.keyOf(next[0])} ${other.keyOf(next[1])}`;
      if (!known.has(key)) pairs.push([...next]);
      known.add(key);
    }
  }
  return true;
}

/** One sign of each kind that the classes tell apart. */
function alphabetOf(classes: readonly RegExp[], signs: readonly number[]): string[] {
  const kinds = new Map<string, string>();
  for (const code of signs) {
    if (code < 0 || code > 0x10ffff) continue;
    const sign = String.fromCodePoint(code);
    kinds.set(classes.map((one) => Number(one.test(sign))).join(''), sign);
  }
  return [...kinds.values()];
}

/** The automaton of a pattern that may match any part of a text (Thompson 1968). */
class Automaton {
  readonly #states: State[] = [];
  readonly #classes = new Map<string, RegExp>();
  readonly #signs: Set<number>;
  readonly #first: State;
  readonly #last: State;

  constructor(pattern: string, signs: Set<number>) {
    this.#signs = signs;
    this.#first = this.#state();
    const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
    this.#last = this.#choice(this.#first, alternatives);
    this.#last.ways.push({ by: this.#class('[^]'), to: this.#last });
  }

  get classes(): RegExp[] {
    return [...this.#classes.values()];
  }

  begin(): ReadonlySet<State> {
    return closure([this.#first], ['start']);
  }

  step(states: ReadonlySet<State>, sign: string): ReadonlySet<State> {
    const next = [...states].flatMap(({ ways }) =>
      ways.flatMap(({ by, to }) => (by instanceof RegExp && by.test(sign) ? [to] : [])),
    );
    return closure([...next, this.#first], []);
  }

  /** Whether a text that leads to these states matches. */
  isMatch(states: ReadonlySet<State>, isEmpty: boolean): boolean {
    return closure([...states], isEmpty ? ['start', 'end'] : ['end']).has(this.#last);
  }

  /** What matches already goes on to match. */
  keyOf(states: ReadonlySet<State>): string {
    if (states.has(this.#last)) return 'match';
    return this.#states.flatMap((state, index) => (states.has(state) ? [index] : [])).join();
  }

  #state(): State {
    const state: State = { ways: [] };
    if (this.#states.push(state) > mostStates) throw new Undecided();
    return state;
  }

  #way(from: State, by: State['ways'][number]['by'], to = this.#state()): State {
    from.ways.push({ by, to });
    return to;
  }

  #choice(from: State, alternatives: readonly AST.Alternative[]): State {
    const end = this.#state();
    for (const { elements } of alternatives) {
      let last = this.#way(from, 'nothing');
      for (const element of elements) last = this.#element(last, element);
      this.#way(last, 'nothing', end);
    }
    return end;
  }

  #element(from: State, element: AST.Element): State {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.#choice(from, element.alternatives);
      case 'Quantifier':
        return this.#repetition(from, element);
      case 'Assertion':
        if (element.kind !== 'start' && element.kind !== 'end') throw new Undecided();
        return this.#way(from, element.kind);
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        this.#note(element);
        return this.#way(from, this.#class(element.raw));
      default:
        throw new Undecided();
    }
  }

  #repetition(from: State, { min, max, element }: AST.Quantifier): State {
    let last = from;
    for (let count = 0; count < min; count += 1) last = this.#element(last, element);
    if (Number.isFinite(max)) {
      const end = this.#state();
      for (let count = min; count < max; count += 1) {
        this.#way(last, 'nothing', end);
        last = this.#element(last, element);
      }
      return this.#way(last, 'nothing', end);
    }
    const loop = this.#way(last, 'nothing');
    this.#way(this.#element(loop, element), 'nothing', loop);
    return this.#way(loop, 'nothing');
  }

  #class(source: string): RegExp {
    const expression = this.#classes.get(source) ?? new RegExp(`^${source}$`, 'u');
    this.#classes.set(source, expression);
    return expression;
  }

  /** Notes the ends of all ranges of a class, and what follows them: between these all signs are alike. */
  #note(element: AST.Character | AST.CharacterSet | AST.CharacterClass | AST.CharacterClassElement): void {
    if (element.type === 'Character') this.#noteRange(element.value, element.value);
    else if (element.type === 'CharacterClassRange') this.#noteRange(element.min.value, element.max.value);
    else if (element.type === 'CharacterClass') for (const one of element.elements) this.#note(one);
    else if (element.type === 'CharacterSet' && element.kind !== 'property')
      for (const one of ranges[element.kind]) this.#noteRange(...one);
    else throw new Undecided();
  }

  #noteRange(least: number, most: number): void {
    this.#signs.add(least).add(most + 1);
  }
}

function closure(states: readonly State[], ends: readonly string[]): ReadonlySet<State> {
  const all = new Set(states);
  // States are added while they are gone through.
  for (const { ways } of all)
    for (const { by, to } of ways) if (typeof by === 'string' && (by === 'nothing' || ends.includes(by))) all.add(to);
  return all;
}

type Range = readonly [least: number, most: number];

const rangeOf = (first: string, last = first): Range => [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
const digits = rangeOf('0', '9');

// ECMA-262, CharacterClassEscape, WhiteSpace and LineTerminator.
const ranges: Readonly<Record<'any' | 'digit' | 'space' | 'word', readonly Range[]>> = {
  any: [rangeOf('\n'), rangeOf('\r'), rangeOf('\u2028', '\u2029')],
  digit: [digits],
  word: [digits, rangeOf('A', 'Z'), rangeOf('a', 'z'), rangeOf('_')],
  space: [
    ...[rangeOf('\t', '\r'), rangeOf(' '), rangeOf('\u00a0'), rangeOf('\u1680'), rangeOf('\u2000', '\u200a')],
    ...[rangeOf('\u2028', '\u2029'), rangeOf('\u202f'), rangeOf('\u205f'), rangeOf('\u3000'), rangeOf('\ufeff')],
  ],
};
