/**
 * What a description may be at most, over all its files: more than any that is published, and little enough for every
 * command to end in bounded time and memory.
 */
export const limits = {
  bytes: 24_000_000,
  /** Words, signs and blanks of one file. */
  tokens: 5_000_000,
  /** With each YAML alias written out. */
  values: 1_500_000,
  /** Maps and lists in each other; Redocly reads 100. */
  depth: 95,
  /** References that follow each other to one part. */
  chain: 100,
  /** References from a schema, each within what the one before leads to. */
  referenceHeight: 1_000,
  /** Schemas that one value is compared with. */
  comparisons: 100_000,
  /** Properties of one schema: with some more, the validator of it no longer compiles. */
  properties: 1_000,
  /** Schemas in one `allOf`, `anyOf` or `oneOf`: the time to compile them grows with their square. */
  alternatives: 500,
} as const;

/** A number for people: `24,000,000`. */
export function figure(number: number): string {
  return number.toLocaleString('en');
}
