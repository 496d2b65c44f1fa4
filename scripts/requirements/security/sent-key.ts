import { decode } from '../../http/percent-encoding.ts';
import type { RequestText } from '../../http/request-text.ts';
import type { Carrier } from '../../openapi/credentials.ts';

// From the worst to the best.
const states = ['none', 'empty', 'scheme', 'unknown', 'altered', 'right'] as const;

/** How near what a request carries comes to a key that is right. */
export type KeyState = (typeof states)[number];

/** What a request carries in one way, or by one alternative. */
export interface SentKey {
  state: KeyState;
  /** The key, where it is right. */
  key: string | undefined;
}

/** Which keys are right. */
export interface RightKeys {
  /** Without it, any is. */
  key: string | undefined;
  /** Those that logins have given. */
  given: ReadonlySet<string>;
}

/** The one that comes nearest to a key that is right; undefined of none. */
export function nearest(sent: readonly SentKey[]): SentKey | undefined {
  return sent.toSorted((a, b) => states.indexOf(b.state) - states.indexOf(a.state))[0];
}

/** Where several keys are needed together, the worst of them counts. */
export function together(sent: readonly SentKey[]): SentKey {
  const worst = sent.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state))[0];
  return { state: worst?.state ?? 'none', key: sent.find(({ state }) => state === 'right')?.key };
}

/** Reads what a request carries in one way. */
export function readKey({ headers, cookies, query }: RequestText, carrier: Carrier, keys: RightKeys): SentKey {
  const lines = headers.get('authorization') ?? [];
  switch (carrier.kind) {
    case 'bearer':
    case 'basic':
      return lines.length > 1 ? { state: 'scheme', key: undefined } : readAuthorization(lines[0], carrier.kind, keys);
    case 'header':
      return compare(headers.get(carrier.name.toLowerCase())?.[0]?.trim(), keys);
    case 'cookie':
      return compare(cookies.find(([name]) => name === carrier.name)?.[1], keys);
    case 'query': {
      const pair = query.find(({ name }) => name === carrier.name)?.pair;
      return compare(pair === undefined ? undefined : decode(pair[1]), keys);
    }
  }
}

/** RFC 9110 section 11.4, RFC 6750 and RFC 7617: the scheme has no case, and a blank after it. */
function readAuthorization(line: string | undefined, kind: 'bearer' | 'basic', keys: RightKeys): SentKey {
  const text = line?.trim();
  if (text === undefined || text === '') return compare(text, keys);
  const [, scheme = '', credentials = ''] = /^(\S+)(?: +(.*))?$/s.exec(text) ?? [];
  if (scheme.toLowerCase() !== kind) return { state: 'scheme', key: undefined };
  // Without a password, the name alone is given.
  if (kind === 'basic')
    return compare(Buffer.from(credentials, 'base64').toString('utf8').replace(/:$/, ''), {
      ...keys,
      key: keys.key?.replace(/:$/, ''),
    });
  // What is no token (RFC 6750 section 2.1) is a placeholder that nobody has filled in.
  const isToken = credentials === '' || credentials === keys.key || /^[\w\-.~+/]+=*$/.test(credentials);
  return isToken ? compare(credentials, keys) : { state: 'scheme', key: undefined };
}

function compare(text: string | undefined, { key, given }: RightKeys): SentKey {
  if (text === undefined) return { state: 'none', key: undefined };
  if (text === '') return { state: 'empty', key: undefined };
  if (key === undefined || text === key || given.has(text)) return { state: 'right', key: text };
  return { state: isAlteration(text, key) ? 'altered' : 'unknown', key: undefined };
}

/** True for the key in another case, with something around it, cut, or with one letter that is another. */
function isAlteration(text: string, key: string): boolean {
  if (text.toLowerCase() === key.toLowerCase() || text.includes(key)) return true;
  if (key.includes(text)) return text.length * 2 >= key.length - 1;
  const [shorter, longer] = text.length < key.length ? [text, key] : [key, text];
  const letters = [...Array(shorter.length).keys()];
  const before = letters.findIndex((index) => shorter[index] !== longer[index]);
  const after = letters.findIndex((index) => shorter.at(-1 - index) !== longer.at(-1 - index));
  return before + after >= longer.length - 1;
}
