import { quoted } from '../http/curl.ts';

/** A text as a string of TypeScript: whatever a document has in it, it stays a text. */
export function stringLiteral(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A name as it stands in an object of TypeScript. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}

/** A JSDoc comment on one line. */
export function lineComment(text: string): string {
  return `/** ${text.replaceAll(/\s+/g, ' ').replaceAll('*/', '*\\/')} */`;
}

/** A path as a word for a POSIX shell: in quotes where it has more than letters, digits and marks that mean nothing. */
export function shellWord(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : quoted(path);
}
