import type { Exact } from '../../http/exact-json.ts';

/** A value worth trying, and the keyword of the schema that it tries. Whether it is allowed, the schema itself says. */
export interface Candidate {
  keyword: string;
  value: Exact;
}

/** The same keyword with each of these values. */
export function candidates(keyword: string, values: readonly Exact[]): Candidate[] {
  return values.map((value) => ({ keyword, value }));
}

/** For a bound on a size: the keyword with the bound itself, and with the size that is just beyond it. */
export function sizesAround(
  [least, most]: readonly [least: string, most: string],
  boundOf: (keyword: string) => number | undefined,
): { keyword: string; size: number }[] {
  const around = (keyword: string, step: number) => {
    const bound = boundOf(keyword);
    return bound === undefined ? [] : [bound, bound + step].map((size) => ({ keyword, size }));
  };
  return [...around(least, -1), ...around(most, 1)].filter(({ size }) => size >= 0);
}
