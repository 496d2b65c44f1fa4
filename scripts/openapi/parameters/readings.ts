import { type Exact, parseExact } from '../../http/exact-json.ts';
import type { Pair } from '../../http/message-changes.ts';
import { scalarOf } from './scalar-text.ts';
import type { SchemaShape } from './shape.ts';

/** What texts would be, decoded, if they were one value, a list, or an object. */
export interface Pieces {
  text?: string | undefined;
  items?: readonly string[] | undefined;
  entries?: readonly Pair[] | undefined;
}

/** The values of the schema that pieces may stand for, the likeliest first. */
export function readingsOf(
  { kinds, types, itemTypes, properties }: SchemaShape,
  { text, items, entries }: Pieces,
): Exact[] {
  return kinds.flatMap((kind): Exact[] => {
    if (kind === 'scalar') return text === undefined ? [] : textReadings(types, text);
    if (kind === 'list')
      return items === undefined ? [] : allOrTexts(items.map((item) => textReadings(itemTypes, item)));
    if (entries === undefined) return [];
    return allOrTexts(entries.map(([name, own]) => textReadings(properties.get(name) ?? [], own))).map((values) =>
      Object.fromEntries(entries.map(([name], index) => [name, values[index] ?? null])),
    );
  });
}

/** A text as one of the types, and as the text that it is where that is allowed, too. */
function textReadings(types: readonly string[], text: string): [Exact, ...Exact[]] {
  const nested = types.includes('array') || types.includes('object') ? jsonOf(text)[0] : undefined;
  const value = typeof nested === 'object' && nested !== null ? nested : scalarOf(types, text);
  return typeof value !== 'string' && types.includes('string') ? [value, text] : [value];
}

function allOrTexts(readings: readonly [Exact, ...Exact[]][]): Exact[][] {
  const first = readings.map(([value]) => value);
  return readings.some((one) => one.length > 1) ? [first, readings.map((one) => one.at(-1) ?? one[0])] : [first];
}

/** The JSON that a text is; none when it is none. */
export function jsonOf(text: string): [Exact] | [] {
  try {
    return [parseExact(Buffer.from(text))];
  } catch {
    return [];
  }
}

/** The parts of a text between delimiters; of an empty text there are none. */
export function partsOf(text: string, delimiter: RegExp | string): string[] {
  return text === '' ? [] : text.split(delimiter);
}

/** `R,100,G,200` as entries; undefined for an odd number of texts. */
export function entriesInTurns(texts: readonly string[]): Pair[] | undefined {
  if (texts.length % 2 === 1) return undefined;
  return Array.from(
    { length: texts.length / 2 },
    (_, index): Pair => [texts[index * 2] ?? '', texts[index * 2 + 1] ?? ''],
  );
}
