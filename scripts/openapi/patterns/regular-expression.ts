/** Undefined for a pattern that JavaScript does not know. */
export function regularExpression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}
