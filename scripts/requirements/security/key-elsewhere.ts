import { decode } from '../../http/percent-encoding.ts';
import type { QueryPair, RequestText } from '../../http/request-text.ts';
import type { Carrier } from '../../openapi/credentials.ts';

/** A place of a request in which a key is, though the contract does not have it there. */
export interface KeyElsewhere {
  /** For people: `the query (token)`. */
  place: string;
  /** The pair of the query, where it is there. */
  pair?: QueryPair;
}

/** The first place besides the carriers in which the key is. */
export function keyElsewhere(
  { path, query, cookies, headers, body }: RequestText,
  key: string,
  carriers: readonly Carrier[],
): KeyElsewhere | undefined {
  const isCarrier = (kind: 'header' | 'query' | 'cookie', name: string) =>
    carriers.some((carrier) => carrier.kind === kind && carrier.name.toLowerCase() === name.toLowerCase());
  const hasAuthorization = carriers.some(({ kind }) => kind === 'bearer' || kind === 'basic');
  const pair = query.find(({ name, pair: [, value] }) => !isCarrier('query', name) && hasKey(decode(value), key));
  if (pair !== undefined) return { place: `the query (${pair.name})`, pair };
  if (path.split('/').some((segment) => hasKey(decode(segment), key))) return { place: 'the path' };
  const cookie = cookies.find(([name, value]) => !isCarrier('cookie', name) && hasKey(decode(value), key));
  if (cookie !== undefined) return { place: `the cookie ${cookie[0]}` };
  const isOwn = (name: string) =>
    name === 'cookie' || (name === 'authorization' && hasAuthorization) || isCarrier('header', name);
  const header = [...headers].find(([name, lines]) => !isOwn(name) && lines.some((line) => hasKey(line, key)));
  if (header !== undefined) return { place: `the header ${header[0]}` };
  return body !== null && hasKey(body.toString('utf8'), key) ? { place: 'the body' } : undefined;
}

// A shorter key may be a part of any text.
const leastLength = 8;

function hasKey(text: string, key: string): boolean {
  return text === key || (key.length >= leastLength && text.includes(key));
}
