/** Why a text is refused as JSON. */
export class JsonError extends Error {}

const maximumDepth = 100;

/**
 * The value of a JSON text that any reader understands in the same way (RFC 8259, with the limits of I-JSON, RFC 7493:
 * no member twice in an object, no unpaired surrogate), and in which every number is exactly the one written.
 * Throws JsonError.
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonError('is not valid JSON');
  }
  checkTokens(text);
  return value;
}

/** The text is valid JSON here, so its tokens need no grammar: a string before a colon is the name of a member. */
function checkTokens(text: string): void {
  const open: (Set<string> | null)[] = [];
  let previous = '';
  for (const found of tokensOf(text)) {
    if (found === '{' || found === '[') open.push(found === '{' ? new Set() : null);
    else if (found === '}' || found === ']') open.pop();
    else if (found === ':') checkMember(open.at(-1), previous);
    else if (found.startsWith('"')) checkString(found);
    else if (/^[-\d]/.test(found)) checkNumber(found);
    if (open.length > maximumDepth) throw new JsonError(`is nested more than ${maximumDepth} levels deep`);
    previous = found;
  }
}

/** The tokens of a valid JSON text. A pattern for strings would need a stack as long as the longest of them. */
function* tokensOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const first = text.charAt(start);
    let end = start + 1;
    if (first === '"') end = endOfString(text, end);
    else if (/[-\dtfn]/.test(first)) while (/[-+.\w]/.test(text.charAt(end))) end += 1;
    if (!/\s/.test(first)) yield text.slice(start, end);
    start = end;
  }
}

/** Behind the first quote that an even number of backslashes stands before. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); ; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charAt(before) === '\\') before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
}

function checkMember(names: Set<string> | null | undefined, source: string): void {
  const name = unquote(source);
  if (names?.has(name)) throw new JsonError(`has the member ${JSON.stringify(name)} twice`);
  names?.add(name);
}

function checkString(source: string): void {
  if (source.includes('\\u') && !unquote(source).isWellFormed())
    throw new JsonError('has a string with half a surrogate pair');
}

function unquote(source: string): string {
  return String(JSON.parse(source));
}

/** JSON.parse rounds a number that a double cannot hold to another one, silently. */
function checkNumber(source: string): void {
  if (canonical(source) !== canonical(String(Number(source))))
    throw new JsonError(`has the number ${source.slice(0, 40)}, which cannot be held exactly`);
}

/** One form for all spellings of a decimal number: its digits without zeros around them, and its exponent. */
function canonical(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(
    source,
  ) ?? [source];
  const digits = whole + fraction;
  const [first, last] = [digits.search(/[1-9]/), lastSignificant(digits)];
  if (first < 0) return '0';
  return `${sign}${digits.slice(first, last + 1)}e${Number(exponent) - fraction.length + (digits.length - 1 - last)}`;
}

/** A loop, since a pattern that looks for zeros at the end starts anew at each of them. */
function lastSignificant(digits: string): number {
  let index = digits.length - 1;
  while (digits[index] === '0') index -= 1;
  return index;
}
