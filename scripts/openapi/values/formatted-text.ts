/** What makes one text differ from all others. */
interface Distinction {
  /** Another one for each run. */
  seed: number;
  /** Another one for each text of a run. */
  number: number;
  /** Gives another text each time. */
  token(): string;
  /** Gives the number of another day each time, a later one than before. */
  nextDay(): number;
  /** Where dates must not be in the future. */
  isPast: boolean;
}

/** What a password has to have with most servers: letters in both cases, a digit and a sign. */
export const passwordStart = 'Aa1!';

/** A text of a format of JSON Schema or OpenAPI; undefined for a format that any text may have. */
export function formattedText(
  format: string,
  { seed, number, token, nextDay, isPast }: Distinction,
): string | undefined {
  switch (format) {
    case 'uuid':
      return `${hex(seed, 8)}-0000-4000-8000-${hex(number, 12)}`;
    case 'date':
      return dayAt(nextDay(), isPast).slice(0, 10);
    case 'date-time':
      return `${dayAt(nextDay(), isPast).slice(0, 19)}Z`;
    case 'time':
      return '12:30:00Z';
    case 'duration':
      return `PT${number}M`;
    case 'email':
    case 'idn-email':
      return `someone.${token()}@example.com`;
    case 'uri':
    case 'url':
    case 'uri-reference':
    case 'iri':
    case 'iri-reference':
      return `https://example.com/${token()}`;
    case 'hostname':
      return `host-${token()}.example.com`;
    case 'ipv4':
      return `192.0.2.${1 + (number % 250)}`;
    case 'ipv6':
      return `2001:db8::${hex(number, 4)}`;
    case 'json-pointer':
      return `/${token()}`;
    case 'relative-json-pointer':
      return `0/${token()}`;
    case 'json-pointer-uri-fragment':
      return `#/${token()}`;
    case 'uri-template':
      return `https://example.com/{${token().replaceAll(/\W/g, '_')}}`;
    case 'byte':
      return Buffer.from(`value ${token()}`).toString('base64');
    default:
      return undefined;
  }
}

/** A text of a format and a length; undefined where there is none, or where readers of the format may differ on it. */
export function formattedTextOfLength(format: string, length: number, token: string): string | undefined {
  switch (format) {
    case 'email':
      return addressOfLength(length, token);
    case 'uri':
    case 'url':
    case 'uri-reference':
    case 'iri':
      return paddedTo(length, `https://example.com/${token}`);
    case 'password':
      return paddedTo(length, passwordStart);
    default:
      return undefined;
  }
}

// RFC 5321 section 4.5.3.1 and RFC 1035 section 2.3.4: 64 characters before the sign, 63 in a label, 254 in all.
function addressOfLength(length: number, token: string): string | undefined {
  const local = length > 254 ? undefined : paddedTo(Math.min(length - 6, 64), token);
  if (local === undefined) return undefined;
  const labels = 'abcdefghi.'.repeat(26).slice(0, length - local.length - 5);
  return `${local}@${labels.replace(/\.$/, 'j')}.com`;
}

function paddedTo(length: number, text: string): string | undefined {
  return text.length > length ? undefined : text.padEnd(length, 'a');
}

// What ends begins before, and what is made of something comes after it: most servers refuse another order.
function dayAt(number: number, isPast: boolean): string {
  // What a run makes in the past is before 1996, and somebody who was born then is of age.
  return new Date(isPast ? Date.UTC(1980, 0, 1 + (number % 5800)) : Date.UTC(2030, 0, 1 + number)).toISOString();
}

function hex(number: number, length: number): string {
  return Math.abs(Math.trunc(number)).toString(16).padStart(length, '0').slice(-length);
}
