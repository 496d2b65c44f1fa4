/** Whether a text can be the name of a header or a cookie (RFC 9110 section 5.6.2). */
export function isToken(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}
