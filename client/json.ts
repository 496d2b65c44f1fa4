// Beyond 2^53 an integer has at least 16 digits, or is written with an exponent.
const mayBeInexact = /\d{16}|\d[eE]/;
const number = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Parses JSON and refuses what `JSON.parse` would silently alter:
 * a number beyond 2^53 that a JavaScript number cannot hold.
 *
 * @throws SyntaxError when the text is no JSON.
 * @throws RangeError that names the number as it stands in the text, and its place as a JSON pointer.
 */
export function parseExactly(text: string): unknown {
  if (!mayBeInexact.test(text)) return JSON.parse(text);

  // The reviver sees children before their parents, so the pointer of the first number found grows towards the root.
  let found: string | undefined;
  let holder: unknown;
  let pointer = '';
  const value: unknown = JSON.parse(
    text,
    function (this: object, key: string, member: unknown, context?: { source?: string }) {
      const isFirst = found === undefined && typeof member === 'number' && !isExact(member, context?.source);
      if (isFirst) found = context?.source ?? String(member);
      if (isFirst || member === holder) {
        holder = this;
        pointer = `/${escapePointer(key)}${pointer}`;
      }
      return member;
    },
  );
  if (found === undefined) return value;

  const place = pointer.slice(1);
  throw new RangeError(
    `the number ${found}${place && ` at ${place}`} is beyond what a JavaScript number holds exactly`,
  );
}

/**
 * Whether a parsed number still is the number that was written. Engines without `context.source` do not show what was
 * written; there, every integer beyond 2^53 counts as altered.
 */
export function isExact(value: number, source: string | undefined): boolean {
  if (isExactNumber(value)) return true;
  const [, whole, fraction = '', exponent = '0'] = number.exec(source ?? '') ?? [];
  if (whole === undefined || !Number.isFinite(value)) return false;
  const scale = Number(exponent) - fraction.length;
  return (
    BigInt(whole + fraction) * 10n ** BigInt(Math.max(scale, 0)) === BigInt(value) * 10n ** BigInt(Math.max(-scale, 0))
  );
}

/**
 * False for what is no number of JSON, and for an integer that may have been another one:
 * JavaScript has not all beyond 2^53.
 */
export function isExactNumber(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
