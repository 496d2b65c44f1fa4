import { createHash } from 'node:crypto';
import { patternSample } from '../patterns/pattern-sample.ts';
import { regularExpression } from '../patterns/regular-expression.ts';
import { numberAt, type SchemaView, textAt } from '../schemas/schema-view.ts';
import { customaryText, hasCustomaryForm } from './customary-texts.ts';
import { decimalText } from './decimal-text.ts';
import { isPast } from './described-bounds.ts';
import { schemaExamples } from './examples.ts';
import { hasFormat } from './formats.ts';
import { formattedText, formattedTextOfLength, passwordStart } from './formatted-text.ts';
import { formatOf } from './named-format.ts';
import { isDecimal } from './value-rank.ts';

// Texts of a pattern that are tried for one that has a format as well.
const mostTrials = 64;

/** Makes texts: no two of them the same, but for those of a pattern that has few. */
export class TextSource {
  readonly #seed: number;
  readonly #patterns = new Map<string, number>();
  #made = 0;
  #days = 0;

  constructor(seed: number) {
    this.#seed = spread(seed);
  }

  /** A number that this run has not given before. */
  next(): number {
    this.#made += 1;
    return this.#made;
  }

  /** The same number below 2^31 for the same text, with this seed; most likely another one with any other. */
  numberOf(text: string): number {
    return createHash('sha256').update(`${this.#seed} ${text}`).digest().readUInt32BE() >>> 1;
  }

  /** Another number for each text of a pattern. */
  #numberFor(pattern: string): number {
    const number = (this.#patterns.get(pattern) ?? (this.#seed % 2 ** 20) * 64) + 1;
    this.#patterns.set(pattern, number);
    return number;
  }

  /** What every text of this run has in it, and long enough that nothing else has. */
  get mark(): string {
    return this.#seed.toString(36).padStart(6, 'x');
  }

  /** Two texts of this run without a letter in common: no way to search for one of them finds the other. */
  get unrelatedTexts(): string[] {
    const digits = [...this.mark].map((digit) => Number.parseInt(digit, 36));
    return ['bcdfghjklm', 'npqrstvwxz'].map((letters) =>
      digits.map((digit) => letters[digit % letters.length]).join(''),
    );
  }

  /** A text that this run, and most likely every other, has not given before. */
  token(): string {
    return `${this.mark}-${this.next().toString(36)}`;
  }

  #formattedText(format: string, view: SchemaView): string | undefined {
    const number = this.next();
    const customary = customaryText(format, schemaExamples(view), { number, token: () => this.token() });
    if (customary !== undefined) return customary;
    return formattedText(format, {
      isPast: isPast(view),
      seed: this.#seed,
      number,
      token: () => this.token(),
      nextDay: () => (this.#days += 1),
    });
  }

  /** A text of the format of a schema, and its pattern, that has a length; undefined where none is known. */
  formattedTextOfLength(view: SchemaView, length: number): string | undefined {
    const format = formatOf(view);
    const text = format === undefined ? undefined : formattedTextOfLength(format, length, this.token());
    return text !== undefined && matches(text, view) ? text : undefined;
  }

  /** A text that a schema allows: of its pattern and its format, else a token of its length. */
  textOf(view: SchemaView, format = formatOf(view)): string {
    const pattern = textAt(view, 'pattern');
    const amount = isDecimal(view)
      ? decimalText(this.#numberFor(pattern ?? ''), (text) => fits(text, view))
      : undefined;
    if (amount !== undefined) return amount;
    const formatted = format === undefined ? undefined : this.#formattedText(format, view);
    if (pattern !== undefined)
      return format === undefined || formatted === undefined
        ? (this.#patternText(pattern, view) ?? exampleText(view))
        : this.#textOfBoth(pattern, format, formatted, view);
    const most = numberAt(view, 'maxLength') ?? Number.POSITIVE_INFINITY;
    if (formatted !== undefined)
      return formatted.length > most && format === 'email' ? `a${this.next()}@b.co` : formatted;
    const least = numberAt(view, 'minLength') ?? 0;
    const [start, shortStart] = format === 'password' ? [passwordStart, passwordStart] : ['value ', ''];
    const text = `${start}${this.token()}`;
    if (text.length <= most) return text.padEnd(least, '.');
    const short = this.token().replaceAll('-', '').split('').reverse().join('');
    return `${shortStart}${short}`.slice(0, most).padEnd(least, '.');
  }

  #patternText(pattern: string, view: SchemaView): string | undefined {
    const [least, most] = [numberAt(view, 'minLength') ?? 0, numberAt(view, 'maxLength') ?? 200];
    return patternSample(pattern, this.#numberFor(pattern), least, most);
  }

  /** A text of a format that matches a pattern as well, as far as a few trials find one; else one of the pattern. */
  #textOfBoth(pattern: string, format: string, formatted: string, view: SchemaView): string {
    const isRight = (text: string) => fits(text, view) && hasFormat(text, format);
    const made = [formatted, formatted.toUpperCase()].find(isRight);
    if (made !== undefined) return made;
    const first = this.#patternText(pattern, view);
    let sample = first;
    for (let tried = 0; sample !== undefined && tried < mostTrials; tried += 1) {
      const found = [sample, ...splices(sample, formatted)].find(isRight);
      if (found !== undefined) return found;
      sample = this.#patternText(pattern, view);
    }
    return first ?? exampleText(view);
  }
}

/** The beginnings of one text, each with the end of another. */
function splices(beginning: string, end: string): string[] {
  return Array.from(beginning, (_, index) => beginning.slice(0, index + 1) + end.slice(index + 1));
}

function exampleText(view: SchemaView): string {
  return String(schemaExamples(view)[0] ?? '');
}

/** Whether a text breaks nothing that a schema says of texts but its format. */
export function isWrongByFormatAlone(text: string, view: SchemaView): boolean {
  const format = formatOf(view);
  if (format === undefined || !fits(text, view)) return false;
  return !hasFormat(text, format) || !hasCustomaryForm(format, schemaExamples(view), text);
}

/** Whether a text matches the pattern of a schema, and has a length that it allows. */
function fits(text: string, view: SchemaView): boolean {
  const { length } = text;
  return (
    length >= (numberAt(view, 'minLength') ?? 0) &&
    length <= (numberAt(view, 'maxLength') ?? length) &&
    matches(text, view)
  );
}

function matches(text: string, view: SchemaView): boolean {
  const pattern = textAt(view, 'pattern');
  return pattern === undefined || regularExpression(pattern)?.test(text) === true;
}

/** Another whole number below 2^31 for each; far from each other also for 1 and 2, of which texts are made alike. */
function spread(seed: number): number {
  const mixed = Math.imul(seed + 1, 0x9e3779b1) & 0x7fffffff;
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) & 0x7fffffff;
}
