// What fits on a line stays on one, and nobody reads what is deeper than this.
const widest = 52;
const deepest = 20;

/** JSON on several lines, each token as it was written. The end of it may be cut off. */
export function indentedJson(json: string): string {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"?|[[\]{},:]|[^\s"[\]{},:]+/gs) ?? [];
  const ends = endsOf(tokens);
  const spaces = tokens.map((token, index) => spaceBetween(tokens[index - 1], token));
  /** Where each token would end if all were on one line. */
  let end = 0;
  const columns = tokens.map((token, index) => (end += (spaces[index] ?? '').length + token.length));
  /** For each bracket that is open, whether its items have lines of their own. */
  const open: boolean[] = [];
  return tokens
    .map((token, index) => {
      const previous = tokens[index - 1];
      const isClosing = token === ']' || token === '}';
      const isBreak = open.at(-1) === true && (isClosing || previous === ',' || previous === '[' || previous === '{');
      if (isClosing) open.pop();
      const before = isBreak ? `\n${'  '.repeat(open.length)}` : (spaces[index] ?? '');
      if (token === '[' || token === '{') {
        const width = (columns[ends[index] ?? tokens.length - 1] ?? 0) - (columns[index] ?? 0);
        open.push(open.every((isBroken) => isBroken) && open.length < deepest && width + open.length * 2 > widest);
      }
      return before + token;
    })
    .join('');
}

/** For each bracket the index of the one that closes it. */
function endsOf(tokens: readonly string[]): (number | undefined)[] {
  const ends: (number | undefined)[] = tokens.map(() => undefined);
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token === '[' || token === '{') open.push(index);
    if (token !== ']' && token !== '}') continue;
    const start = open.pop();
    if (start !== undefined) ends[start] = index;
  }
  return ends;
}

function spaceBetween(previous: string | undefined, token: string): string {
  if (previous === undefined || token === ',' || token === ':') return '';
  if (previous === ',' || previous === ':') return ' ';
  return (previous === '{') !== (token === '}') ? ' ' : '';
}
