import type { Exact } from '../../http/exact-json.ts';
import type { Pair } from '../../http/message-changes.ts';
import { decode, encode } from '../../http/percent-encoding.ts';
import type { ParameterShape, StyledParameter } from './shape.ts';
import type { Reading } from './style.ts';
import { headerStyleOf, pathStyleOf, queryStyleOf } from './styles.ts';

/** What a request has for a parameter. */
export interface SentTexts extends Reading {
  /** The texts as they were sent. */
  shown: string;
}

const asItIs = (text: string) => text;

/** The pairs of a query that say a value, percent-encoded. */
export function writeQuery(parameter: StyledParameter, value: Exact): Pair[] {
  return queryStyleOf(parameter).write(parameter, value);
}

/** Reads the pairs of a query that have a name of the parameter. */
export function readQuery(shape: ParameterShape, own: readonly Pair[]): SentTexts {
  return { shown: own.map((pair) => pair.join('=')).join('&'), ...queryStyleOf(shape).read(shape, own) };
}

/** True when a name in a query, decoded, belongs to the parameter. */
export function isNameOf(shape: ParameterShape, name: string): boolean {
  return queryStyleOf(shape).isNameOf(shape, name);
}

/** What stands in a path for a value, percent-encoded. */
export function writePath(parameter: StyledParameter, value: Exact): string {
  return pathStyleOf(parameter).write(parameter, value, encode);
}

/** Reads what stands in a path for a parameter. */
export function readPath(shape: ParameterShape, shown: string): SentTexts {
  return { shown, readings: pathStyleOf(shape).read(shape, shown, decode), isRepeated: false };
}

/** The text of a header that says a value; nothing in it is encoded. */
export function writeHeader(parameter: StyledParameter, value: Exact): string {
  return headerStyleOf(parameter).write(parameter, value, asItIs);
}

/** Reads the lines of a header that has the name of the parameter. */
export function readHeader(shape: ParameterShape, lines: readonly string[]): SentTexts {
  const shown = lines.join(', ');
  const isRepeated = lines.length > 1 && (shape.mediaType !== null || !shape.kinds.some((kind) => kind !== 'scalar'));
  const text = isRepeated ? (lines[0] ?? '') : shown;
  return { shown, readings: headerStyleOf(shape).read(shape, text, asItIs), isRepeated };
}

/**
 * The text of a cookie that says a value, percent-encoded as a whole:
 * it can have no comma, blank or semicolon (RFC 6265).
 */
export function writeCookie(parameter: StyledParameter, value: Exact): string {
  return encode(writeHeader(parameter, value));
}

/** Reads the cookies that have the name of the parameter. */
export function readCookie(shape: ParameterShape, texts: readonly string[]): SentTexts {
  const [first = ''] = texts;
  const readings = headerStyleOf(shape).read(shape, decode(first), asItIs);
  return { shown: texts.join('; '), readings, isRepeated: texts.length > 1 };
}
