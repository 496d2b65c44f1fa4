/**
 * Everything but unreserved characters as percent-encoded UTF-8 (RFC 3986 section 2.1),
 * half a surrogate pair as U+FFFD.
 */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A text without its percent-encoding; the same text where that is broken or no UTF-8. Never throws. */
export function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A text of a query or a form: there, a plus sign is a blank (HTML, application/x-www-form-urlencoded). */
export function decodeQuery(text: string): string {
  return decode(text.replaceAll('+', ' '));
}
