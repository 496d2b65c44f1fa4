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
  let string = '';
  for (let start = 0; start < text.length; ) {
    const first = text.charAt(start);
    let end = start + 1;
    if (first === '"') {
      end = endOfString(text, end);
      string = unquote(text.slice(start, end));
    } else if (first === ':') checkMember(open.at(-1), string);
    else if (first === '{' || first === '[') open.push(first === '{' ? new Set() : null);
    else if (first === '}' || first === ']') open.pop();
    else if (first === '-' || (first >= '0' && first <= '9')) {
      end = endOfNumber(text, end);
      checkNumber(text.slice(start, end));
    }
    if (open.length > maximumDepth) throw new JsonError(`is nested more than ${maximumDepth} levels deep`);
    start = end;
  }
}

function endOfNumber(text: string, start: number): number {
  let end = start;
  while (end < text.length && '0123456789.eE+-'.includes(text.charAt(end))) end += 1;
  return end;
}

/** Behind the first quote that an even number of backslashes stands before. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); ; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charAt(before) === '\\') before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
}

function checkMember(names: Set<string> | null | undefined, name: string): void {
  if (names?.has(name)) throw new JsonError(`has the member ${JSON.stringify(name)} twice`);
  names?.add(name);
}

/** The text of a string; without a backslash there is nothing to decode. */
function unquote(source: string): string {
  if (!source.includes('\\')) return source.slice(1, -1);
  const text = String(JSON.parse(source));
  if (!text.isWellFormed()) throw new JsonError('has a string with half a surrogate pair');
  return text;
}

/** JSON.parse rounds a number that a double cannot hold to another one, silently. */
function checkNumber(source: string): void {
  if (/^-?\d{1,15}$/.test(source)) return;
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
