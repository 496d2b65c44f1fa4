/** JavaScript source text of a JSON value. */
export function literal(value: unknown): string {
  // In JavaScript, unlike in JSON, a member of this name would set the prototype.
  return JSON.stringify(value, null, 2).replaceAll(/^( *)"__proto__":/gm, '$1["__proto__"]:');
}
