/**
 * PostgreSQL has no U+0000 in a text: it is kept as `\0`, and `\` as `\\`. A half of a surrogate pair becomes U+FFFD,
 * as it does in SQLite.
 */
export function toText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0');
}

export function fromText(kept: string): string {
  return kept.includes('\\') ? kept.replaceAll(/\\([\\0])/g, (_, escaped) => (escaped === '0' ? '\0' : '\\')) : kept;
}
