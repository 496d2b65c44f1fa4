import { shortened } from '../../cli/text.ts';
import { type Exact, writeExact } from '../../http/exact-json.ts';

/** A value as evidence shows it: one that is long by its two ends. */
export function shownValue(value: Exact): string {
  return shortened(writeExact(value));
}
