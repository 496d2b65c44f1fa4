import type { Exact } from '../../http/exact-json.ts';
import { regularExpression } from '../patterns/regular-expression.ts';
import { type SchemaView, textAt } from '../schemas/schema-view.ts';

/** How values compare: as numbers, also where they are written as strings, or as instants. */
export type Ranking = 'integer' | 'number' | 'decimal' | 'date' | 'date-time';

/** How the values of a schema compare. Undefined for other types, and for one of few values, which may have a rank. */
export function rankingOf(view: SchemaView): Ranking | undefined {
  const [type, ...others] = view.types.filter((one) => one !== 'null');
  if (others.length > 0 || view.keywords.has('enum') || view.keywords.has('const')) return undefined;
  if (type === 'integer' || type === 'number') return type;
  const format = textAt(view, 'format');
  return type === 'string' && (format === 'date' || format === 'date-time') ? format : undefined;
}

/** True for a number that is written as a string, as an amount of money: `19.90`. Versions have more points. */
export function isDecimal(view: SchemaView): boolean {
  if (view.types.some((type) => type !== 'string' && type !== 'null') || view.keywords.has('enum')) return false;
  if (textAt(view, 'format') === 'decimal') return true;
  const form = regularExpression(textAt(view, 'pattern') ?? '');
  const isOfForm = (text: string) => form?.test(text) === true;
  return ['7.5', '7.50', '7.500', '7.5000'].some(isOfForm) && !['x', '7x5', '7.5.7'].some(isOfForm);
}

/** Where a value stands among others of its property; undefined for one that is none, as null. */
export function rankOf(ranking: Ranking, value: Exact | undefined): number | bigint | undefined {
  if (ranking === 'integer' || ranking === 'number')
    return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
  if (typeof value !== 'string') return undefined;
  if (ranking === 'decimal') return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
  // Times without an offset are all of the same one.
  const instant = Date.parse(/[T ][\d:.]+$/i.test(value) ? `${value}Z` : value);
  return Number.isNaN(instant) ? undefined : instant;
}
