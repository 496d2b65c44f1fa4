/** Undefined for a pattern that JavaScript does not know. */
export function regularExpression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

/** A pattern that matches a text itself, whatever characters it has. */
export function literalPattern(text: string): string {
  return text.replaceAll(/\W/g, String.raw`\$&`);
}
