import type { Position } from './pattern-automaton.ts';

/** Which positions of a pattern can read the same sign. */
export class Overlaps {
  readonly #classes = new Map<string, RegExp>();
  readonly #overlaps = new Map<string, boolean>();

  /** Whether some sign is of both: one that either of them names, or a common one of any kind. */
  has({ source: one }: Position, { source: other }: Position): boolean {
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
