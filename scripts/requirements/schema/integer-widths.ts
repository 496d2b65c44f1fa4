// Those of C, Java and SQL, with and without a sign, and that of a double.
const widths = [8, 16, 31, 32, 53, 63, 64];

/** Integers that are the same to a reader that keeps fewer bits. */
export function wrappingTo(value: bigint, fewestBits = 0): bigint[] {
  return widths.filter((bits) => bits >= fewestBits).map((bits) => value + 2n ** BigInt(bits));
}
