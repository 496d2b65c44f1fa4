/** A name as it stands in an object of TypeScript. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name.replaceAll(/[\\']/g, '\\$&')}'`;
}

/** A JSDoc comment on one line. */
export function lineComment(text: string): string {
  return `/** ${text.replaceAll(/\s+/g, ' ').replaceAll('*/', '*\\/')} */`;
}
