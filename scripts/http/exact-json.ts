import { randomUUID } from 'node:crypto';

/** JSON without loss: an integer that a double cannot hold is a bigint. */
export type Exact = null | boolean | number | bigint | string | Exact[] | ExactObject;
export interface ExactObject {
  [key: string]: Exact;
}

/** True for an object that is no list. */
export function isExactObject(value: unknown): value is ExactObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Levels of arrays and objects that are read. RFC 8259 section 9 allows a limit. */
const mostLevels = 500;

/**
 * Reads JSON (RFC 8259). Throws SyntaxError for what is none, or is nested deeper than 500 levels;
 * TypeError for bytes that are no UTF-8.
 */
export function parseExact(bytes: Buffer): Exact {
  const text = utf8.decode(bytes);
  if (text.length > mostLevels && isDeeper(text, mostLevels))
    throw new SyntaxError(`nested deeper than ${mostLevels} levels`);
  return parseText(text);
}

function isDeeper(text: string, levels: number): boolean {
  let level = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === '"') isInText = !isInText;
    else if (isInText) index += sign === '\\' ? 1 : 0;
    else if (sign === '[' || sign === '{') level += 1;
    else if (sign === ']' || sign === '}') level -= 1;
    if (level > levels) return true;
  }
  return false;
}

// A text, or an integer that may be unsafe, where JSON has a value.
const textOrInteger = /"(?:[^"\\]|\\.)*"|(?<![^\s[:,])-?[1-9]\d{15,}(?=\s*(?:[\]},]|$))/gs;

/**
 * Node.js 20 does not show a reviver how a number was written: integers that may be unsafe are read as texts,
 * with a mark that no document can know.
 */
function parseText(text: string): Exact {
  // JSON.parse gives JSON, and the reviver adds bigints alone.
  if (!/\d{16}/.test(text)) return JSON.parse(text) as Exact;
  const mark = randomUUID();
  const marked = text.replace(textOrInteger, (part) => (part.startsWith('"') ? part : `"${mark}${part}"`));
  return JSON.parse(marked, (_, own: Exact) =>
    typeof own === 'string' && own.startsWith(mark) ? exactInteger(BigInt(own.slice(mark.length))) : own,
  ) as Exact;
}

/** The same value where each integer is a bigint, as the parser of YAML makes it; what JSON does not have is null. */
export function exactOf(value: unknown): Exact {
  if (typeof value === 'bigint') return exactInteger(value);
  if (Array.isArray(value)) return value.map(exactOf);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, exactOf(member)]));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** An integer as a number if that holds it exactly. */
export function exactInteger(integer: bigint): number | bigint {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}

/** Writes JSON; an integer with all of its digits, which JavaScript rounds where there are many. */
export function writeExact(value: Exact): string {
  return isWrittenAlike(value) ? JSON.stringify(value) : writtenWith(value);
}

/** True where JavaScript writes each number with all of its digits. */
function isWrittenAlike(value: Exact): boolean {
  if (typeof value === 'bigint') return false;
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== 'object' || value === null || Object.values<Exact>(value).every(isWrittenAlike);
}

function writtenWith(value: Exact): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 2 ** 64) return String(BigInt(value));
  if (Array.isArray(value)) return `[${value.map(writtenWith).join(',')}]`;
  if (isExactObject(value))
    return `{${Object.entries(value)
      .map(([key, child]) => `${JSON.stringify(key)}:${writtenWith(child)}`)
      .join(',')}}`;
  return JSON.stringify(value);
}

// The doubles next to the bounds of int64: what is within stays so as a double, what is beyond stays beyond.
const [greatestWithin, leastBeyond] = [2 ** 63 - 1024, -(2 ** 63) - 2048];

/**
 * The value as JavaScript has it, for a validator: bigints become doubles on the same side of the bounds of int64.
 * Itself where there is none.
 */
export function toPlain(value: Exact): unknown {
  return isPlain(value) ? value : plainOf(value);
}

function plainOf(value: Exact): unknown {
  if (typeof value === 'bigint') {
    if (value < 2n ** 63n && Number(value) > greatestWithin) return greatestWithin;
    return value < -(2n ** 63n) ? Math.min(Number(value), leastBeyond) : Number(value);
  }
  if (Array.isArray(value)) return value.map(plainOf);
  return isExactObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, child]) => [key, plainOf(child)]))
    : value;
}

/** False where a number is one that JavaScript does not hold exactly. */
export function isPlain(value: Exact): boolean {
  if (typeof value === 'bigint') return false;
  if (Array.isArray(value)) return value.every(isPlain);
  return !isExactObject(value) || Object.values(value).every(isPlain);
}

/** True for a number, or an integer that a double does not hold. */
export function isNumber(value: Exact | undefined): value is number | bigint {
  return typeof value === 'bigint' || typeof value === 'number';
}

/** True for a number that is written as another type of number: an integer, as a number and as a bigint. -0 is 0. */
export function isSameNumber(a: Exact | undefined, b: Exact | undefined): boolean {
  return isNumber(a) && isNumber(b) && a <= b && a >= b;
}

/** True when two values say the same; the order of fields does not count, nor how a number or a moment is written. */
export function isSame(a: Exact, b: Exact): boolean {
  if (a === b) return true;
  if (typeof a === 'bigint' || typeof b === 'bigint') return isSameNumber(a, b);
  if (typeof a === 'string' && typeof b === 'string') return isSameMoment(a, b);
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index] ?? null));
  if (!isExactObject(a) || !isExactObject(b)) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return (
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key] ?? null, b[key] ?? null))
  );
}

/** A text that two values have in common where they are the same identifier. */
export function writeIdentity(value: Exact): string {
  const text = writeExact(value);
  return uuid.test(text.slice(1, -1)) ? text.toLowerCase() : text;
}

/** Has no case (RFC 9562). */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** RFC 3339 writes one moment in many ways, and a UUID has no case. */
function isSameMoment(a: string, b: string): boolean {
  const own = momentOf(a);
  const other = own && momentOf(b);
  if (own !== undefined && other !== undefined) return own.seconds === other.seconds && own.fraction === other.fraction;
  return a.length === b.length && a.toLowerCase() === b.toLowerCase() && uuid.test(a);
}

/** The seconds since the epoch, and what is written of a second beyond them. */
function momentOf(text: string): { seconds: number; fraction: string } | undefined {
  // Lists are compared item by item, thousands of times in a run: most texts are no moments.
  if (text[4] !== '-' || text[10]?.toUpperCase() !== 'T') return undefined;
  const [, time, fraction = '', zone] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/i.exec(text) ?? [];
  return time === undefined || zone === undefined
    ? undefined
    : { seconds: Date.parse(time + zone), fraction: fraction.replace(/0+$/, '') };
}

/** The part of a value under these keys and indices. */
export function within(value: Exact | undefined, segments: readonly string[]): Exact | undefined {
  return segments.reduce<Exact | undefined>((part, segment) => {
    if (Array.isArray(part)) return part[Number(segment)];
    return isExactObject(part) && Object.hasOwn(part, segment) ? part[segment] : undefined;
  }, value);
}
