import { type Exact, isNumber } from '../../../http/exact-json.ts';
import { type Contract, descriptionAt } from '../../../openapi/contract.ts';
import { isObject, listOf, stringOf } from '../../../openapi/json.ts';
import { remembered } from '../../../openapi/remembered.ts';
import { textAt, viewSchema } from '../../../openapi/schemas/schema-view.ts';
import { partsOf } from '../../../openapi/source/document-walk.ts';
import { schemaExamples } from '../../../openapi/values/examples.ts';

/** How times are written: as texts, or as seconds or milliseconds since 1970. */
export type TimeNotation = 'date-time' | 'date' | 'seconds' | 'milliseconds';

/** How the times of a schema are written; undefined where it is not one of times, as far as it says. */
export function notationOf(contract: Contract, pointer: string): TimeNotation | undefined {
  const view = viewSchema(contract, pointer);
  const format = textAt(view, 'format');
  if (format === 'date-time' || format === 'date') return format;
  if (!view.types.some((type) => type === 'integer' || type === 'number')) return undefined;
  const description = descriptionAt(contract, pointer);
  if (!sinceEpoch.test(description)) return undefined;
  if (milliseconds.test(description)) return 'milliseconds';
  if (/\bseconds?\b/i.test(description)) return 'seconds';
  const [example] = schemaExamples(view);
  if (example !== undefined && isInMilliseconds(example)) return 'milliseconds';
  // Unix timestamps are seconds (POSIX.1-2017, 4.16), but not to who writes others in milliseconds.
  return example === undefined && showsMilliseconds(contract) ? undefined : 'seconds';
}

const sinceEpoch = /\bunix\b|\bepoch\b|since 1970/i;
const milliseconds = /\bmilliseconds?\b|\bms\b/i;

/** True where an example of a Unix timestamp, of which no unit is said, is of our time in milliseconds alone. */
const showsMilliseconds = remembered((contract: Contract) =>
  [...partsOf(contract.document)].some(({ kind, node }) => {
    if (kind !== 'schema' || !isObject(node.value)) return false;
    const { description, example, examples } = node.value;
    const text = stringOf(description) ?? '';
    return (
      sinceEpoch.test(text) &&
      !milliseconds.test(text) &&
      [example, ...listOf(examples)].some((one) => one !== undefined && isInMilliseconds(one))
    );
  }),
);

function isInMilliseconds(value: Exact): boolean {
  return isNumber(value) && isOfOurTime(Number(value));
}

/** Milliseconds since 1970, for a value in such a notation; undefined where it is none. */
export function timeIn(value: Exact | undefined, notation: TimeNotation): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (notation === 'seconds' || notation === 'milliseconds')
    return isNumber(value) ? Number(value) * (notation === 'seconds' ? 1000 : 1) : undefined;
  const time = Date.parse(String(value));
  return Number.isNaN(time) ? undefined : time;
}

/**
 * True for a time, in milliseconds since 1970, that a clock may have shown or will: one that was read in another unit
 * is of 1970, or of the year 50000.
 */
export function isOfOurTime(time: number): boolean {
  return time > Date.UTC(1990) && time < Date.UTC(2200);
}

/** A time, in milliseconds since 1970, in such a notation. */
export function writtenTime(time: number, notation: TimeNotation): string | number {
  if (notation === 'milliseconds') return time;
  if (notation === 'seconds') return Math.floor(time / 1000);
  const text = new Date(time).toISOString();
  return notation === 'date' ? text.slice(0, 10) : text;
}
