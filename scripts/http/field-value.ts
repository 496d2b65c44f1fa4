/** Text as a header field can have it: UTF-8 as single bytes, on one line (RFC 9110 section 5.5). */
export function fieldValue(text: string): string {
  const bytes = /^[\0-\xff]*$/.test(text) ? text : Buffer.from(text).toString('latin1');
  return bytes.replaceAll(/[\0-\x08\n-\x1f\x7f]/g, ' ');
}
