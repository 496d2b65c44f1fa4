import type { HttpRequest } from './exchange.ts';
import { type Pair, pairOf, splitTarget } from './message-changes.ts';
import { decode, decodeQuery } from './percent-encoding.ts';

/** A request in its parts, as texts. */
export interface RequestText {
  method: string;
  /** Percent-encoded. */
  path: string;
  query: readonly QueryPair[];
  cookies: readonly Pair[];
  /** The lines of a header, by its name in lower case. */
  headers: ReadonlyMap<string, readonly string[]>;
  body: Buffer | null;
}

export interface QueryPair {
  /** Decoded. */
  name: string;
  /** As it was sent. */
  pair: Pair;
}

/** Takes a request apart into the texts that its parameters are read from. */
export function readRequest({ method, target, headers, body }: HttpRequest): RequestText {
  const { path, pairs } = splitTarget(target);
  const lines = Map.groupBy(headers, ([name]) => name.toLowerCase());
  const byName = new Map([...lines].map(([name, own]) => [name, own.map(([, value]) => value)]));
  const jar = (byName.get('cookie') ?? [])
    .flatMap((line) => line.split(';'))
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return {
    method,
    path: path === '' ? '/' : path,
    query: pairs
      .filter(([name, value]) => name !== '' || value !== '')
      .map((pair) => ({ name: decodeQuery(pair[0]), pair })),
    cookies: jar.map(pairOf),
    headers: byName,
    body: body === null || body.length === 0 ? null : body,
  };
}

// RFC 3986 sections 3.3 and 3.4.
const [pathPattern, queryPattern] = [
  /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/i,
  /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*$/i,
];

/** Why a target is not percent-encoded UTF-8 as RFC 3986 asks; undefined when it is. */
export function whyNotEncoded({ target }: HttpRequest): string | undefined {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  if (!pathPattern.test(path)) return `the path ${path}`;
  if (!queryPattern.test(query)) return `the query ${query}`;
  // Where it cannot be decoded, it stays as it is.
  const broken = [...path.split('/'), ...query.split(/[&=]/)].find(
    (text) => text.includes('%') && decode(text) === text,
  );
  return broken === undefined ? undefined : `${broken}, which is no UTF-8`;
}
