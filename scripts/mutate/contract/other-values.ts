import type { Json } from '../../openapi/json.ts';

/** A value of the same type that is none of these. */
export function otherValue(value: Json, taken: readonly Json[]): Json {
  if (typeof value === 'number') return Math.max(...taken.filter((one) => typeof one === 'number')) + 1;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? otherText(value, taken) : 'other';
}

/** A text like this one that is none of these. */
export function otherText(text: string, taken: readonly Json[]): string {
  const other = `${text}Other`;
  return taken.includes(other) ? otherText(other, taken) : other;
}
