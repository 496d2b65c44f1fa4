import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** One sign that a pattern reads: a letter, or any of a class. */
export interface Position {
  /** As it is written. */
  source: string;
  /** The positions that may come next, as often as there are ways to them. */
  next: Position[];
  /** How often the loops around it may be run through, one in the other: a pattern may bound that. */
  turns: number;
  /** True where nothing more is needed: once it has read a sign, the text matches. */
  isEnd: boolean;
}

/** What a part of a pattern may begin and end with. */
interface Fragment {
  isEmptyAllowed: boolean;
  first: readonly Position[];
  last: readonly Position[];
}

/** Ranges of counts up to this are written out; a longer one is a loop, which has no more ways through it. */
const written = 5;
/** Of parts that all have one length, so many are as good as any number. */
const repeated = 8;
const mostPositions = 1500;

const empty: Fragment = { isEmptyAllowed: true, first: [], last: [] };

/**
 * The positions of a pattern and what may follow each (Glushkov's automaton), and those of the patterns in its
 * look-around. Undefined where it is no pattern of JavaScript; `isTooLarge` where it has more than are looked at.
 */
export function automatonOf(pattern: string): { positions: Position[]; isTooLarge: boolean } | undefined {
  try {
    const alternatives = parsed(pattern);
    const builder = new Builder();
    const all = alternatives.map(({ elements }) => builder.sequence(elements));
    const free = all.filter((_, index) => !alternatives[index]?.elements.slice(0, 1).some(isStart));
    builder.readAnywhere(free.flatMap(({ first }) => first));
    if (!builder.hasCondition) for (const position of all.flatMap(({ last }) => last)) position.isEnd = true;
    return builder;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class Builder {
  readonly positions: Position[] = [];
  /** The modifiers of the groups around a part. */
  #flags: readonly string[] = [];
  /** The product of the counts of the loops around a part. */
  #turns = 1;
  /** Whether the signs that are read do not say all: there is a `$` or the like. */
  hasCondition = false;

  get isTooLarge(): boolean {
    return this.positions.length > mostPositions;
  }

  sequence(elements: readonly AST.Element[]): Fragment {
    let all = empty;
    for (const element of elements) all = joined(all, this.#fragment(element));
    return all;
  }

  /** Where matching may begin at any sign, it is tried from each. */
  readAnywhere(first: readonly Position[]): void {
    if (first.length === 0) return;
    const before: Position = { source: '[^]', next: [], turns: Number.POSITIVE_INFINITY, isEnd: false };
    before.next.push(before, ...first);
    this.positions.push(before);
  }

  #fragment(element: AST.Element): Fragment {
    switch (element.type) {
      case 'Group':
        return this.#modified(element);
      case 'CapturingGroup':
        return this.#choice(element.alternatives);
      case 'Quantifier':
        return this.#repetition(element);
      case 'Assertion':
        if (element.kind !== 'start') this.hasCondition = true;
        if (element.kind === 'lookahead' || element.kind === 'lookbehind') this.#lookAround(element);
        return empty;
      case 'Backreference':
        this.hasCondition = true;
        return this.#position('[^]', true);
      default:
        return this.#position(element.raw, false);
    }
  }

  /** Within a loop, it is tried at each sign. */
  #lookAround({ alternatives }: AST.LookaroundAssertion): void {
    const { first } = this.#choice(alternatives);
    if (this.#turns > 1) this.readAnywhere(first);
  }

  /** In `(?i:a)`, a letter is read in either case. */
  #modified({ modifiers, alternatives }: AST.Group): Fragment {
    const outer = this.#flags;
    if (modifiers !== null) this.#flags = [...outer, modifiers.raw];
    const inner = this.#choice(alternatives);
    this.#flags = outer;
    return inner;
  }

  #position(source: string, isEmptyAllowed: boolean): Fragment {
    const position: Position = {
      source: this.#flags.reduceRight((text, flags) => `(?${flags}:${text})`, source),
      next: [],
      turns: this.#turns,
      isEnd: false,
    };
    this.positions.push(position);
    return { isEmptyAllowed, first: [position], last: [position] };
  }

  #choice(alternatives: readonly AST.Alternative[]): Fragment {
    const all = alternatives.map(({ elements }) => this.sequence(elements));
    return {
      isEmptyAllowed: all.some(({ isEmptyAllowed }) => isEmptyAllowed),
      first: all.flatMap(({ first }) => first),
      last: all.flatMap(({ last }) => last),
    };
  }

  #repetition({ min, max, element }: AST.Quantifier): Fragment {
    if (max === 0) return empty;
    if (max <= written || (min === max && hasOneLength(element)))
      return this.#copies(element, Math.min(min, repeated), Math.min(max, repeated));
    const outer = this.#turns;
    this.#turns *= max;
    const body = this.#fragment(element);
    this.#turns = outer;
    connect(body.last, body.first);
    // So many turns that may each be empty: any choice of them may have read what was read.
    if (Number.isFinite(max) && body.isEmptyAllowed) connect(body.last, body.first);
    return { ...body, isEmptyAllowed: body.isEmptyAllowed || min === 0 };
  }

  #copies(element: AST.QuantifiableElement, least: number, most: number): Fragment {
    let all = empty;
    let previous = empty;
    for (let count = 0; count < most && !this.isTooLarge; count += 1) {
      const copy = this.#fragment(element);
      if (count < least || count === 0 || copy.isEmptyAllowed) all = joined(all, copy);
      else {
        // One that may be left out comes after the one before alone.
        connect(previous.last, copy.first);
        all = { ...all, last: [...all.last, ...copy.last] };
      }
      previous = copy;
    }
    return { ...all, isEmptyAllowed: all.isEmptyAllowed || least === 0 };
  }
}

function joined(one: Fragment, other: Fragment): Fragment {
  connect(one.last, other.first);
  return {
    isEmptyAllowed: one.isEmptyAllowed && other.isEmptyAllowed,
    first: one.isEmptyAllowed ? [...one.first, ...other.first] : one.first,
    last: other.isEmptyAllowed ? [...one.last, ...other.last] : other.last,
  };
}

function connect(from: readonly Position[], to: readonly Position[]): void {
  for (const position of from) position.next.push(...to);
}

/** True for what holds at the beginning of the text alone. */
function isStart(element: AST.Element): boolean {
  if (element.type === 'Group' || element.type === 'CapturingGroup')
    return element.alternatives.every(({ elements }) => elements.slice(0, 1).some(isStart));
  return element.type === 'Assertion' && element.kind === 'start';
}

/** True for what always reads the same number of signs. */
function hasOneLength(element: AST.Element): boolean {
  const [least, most] = lengthsOf(element);
  return least === most;
}

/** How many signs a part reads at least and at most. */
function lengthsOf(element: AST.Element): [least: number, most: number] {
  if (element.type === 'Assertion') return [0, 0];
  if (element.type === 'Backreference') return [0, Number.POSITIVE_INFINITY];
  if (element.type === 'Quantifier') {
    const [least, most] = lengthsOf(element.element);
    return [least * element.min, most === 0 ? 0 : most * element.max];
  }
  return element.type === 'Group' || element.type === 'CapturingGroup' ? lengthsOfAny(element.alternatives) : [1, 1];
}

function lengthsOfAny(alternatives: readonly AST.Alternative[]): [least: number, most: number] {
  const all = alternatives.map(({ elements }) => elements.map(lengthsOf));
  const sums = (side: 0 | 1) => all.map((own) => own.reduce((sum, lengths) => sum + lengths[side], 0));
  return [Math.min(...sums(0)), Math.max(...sums(1))];
}

/** How many signs a text that matches has at least. Throws SyntaxError for what is no pattern of JavaScript. */
export function leastLengthOf(pattern: string): number {
  return lengthsOfAny(parsed(pattern))[0];
}

function parsed(pattern: string): readonly AST.Alternative[] {
  return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true }).alternatives;
}
