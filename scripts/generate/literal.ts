/** JavaScript source text of a JSON value. */
export function literal(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  // In JavaScript, unlike in JSON, a member of this name would set the prototype.
  return text.includes('"__proto__":') ? text.replaceAll(/^( *)"__proto__":/gm, '$1["__proto__"]:') : text;
}
