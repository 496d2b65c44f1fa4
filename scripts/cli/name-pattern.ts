/** Matches names that are written with `*` for anything. */
export function namePattern(name: string): RegExp {
  const literal = (text: string) => text.replaceAll(/[^\w\s]/g, String.raw`\$&`);
  return new RegExp(`^${name.split('*').map(literal).join('.*')}$`, 's');
}
