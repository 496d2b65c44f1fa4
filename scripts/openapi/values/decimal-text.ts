/** A usual amount as a text, `7.16`, as far as one fits; another `turn` gives another one. */
export function decimalText(turn: number, fits: (text: string) => boolean): string | undefined {
  const [whole, cents] = [1 + (turn % 97), 10 + (turn % 89)];
  return [
    `${whole}.${cents}`,
    `${whole}.${1 + (turn % 9)}`,
    `${whole}.${cents}0`,
    `${whole}.${cents}00`,
    `${1 + (turn % 9)}.${cents}`,
    String(whole),
  ].find(fits);
}

/** True where every reader of an amount takes a text for one: a pattern may allow `-`, `.` and nothing at all. */
export function isPlainDecimal(text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(text);
}
