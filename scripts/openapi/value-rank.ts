import type { Exact } from '../http/exact-json.ts';
import { type SchemaView, textAt } from './schema-view.ts';

/** How values compare: as numbers, or as instants. */
export type Ranking = 'integer' | 'number' | 'date' | 'date-time';

/** How the values of a schema compare. Undefined for other types, and for one of few values, which may have a rank. */
export function rankingOf(view: SchemaView): Ranking | undefined {
  const [type, ...others] = view.types.filter((one) => one !== 'null');
  if (others.length > 0 || view.keywords.has('enum') || view.keywords.has('const')) return undefined;
  if (type === 'integer' || type === 'number') return type;
  const format = textAt(view, 'format');
  return type === 'string' && (format === 'date' || format === 'date-time') ? format : undefined;
}

/** Where a value stands among others of its property; undefined for one that is none, as null. */
export function rankOf(ranking: Ranking, value: Exact | undefined): number | bigint | undefined {
  if (ranking === 'integer' || ranking === 'number')
    return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
  if (typeof value !== 'string') return undefined;
  // Times without an offset are all of the same one.
  const instant = Date.parse(/[T ][\d:.]+$/i.test(value) ? `${value}Z` : value);
  return Number.isNaN(instant) ? undefined : instant;
}
