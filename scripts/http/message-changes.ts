import { type Exact, isExactObject, parseExact, writeExact } from './exact-json.ts';
import type { HttpRequest } from './exchange.ts';
import { decodeQuery, encode } from './percent-encoding.ts';

export type Pair = readonly [name: string, value: string];

/** `name=value` as a pair; a text without `=` is a name alone. */
export function pairOf(text: string): Pair {
  const [name = '', value = ''] = text.split(/=(.*)/s);
  return [name, value];
}

/** The path of a request, and the pairs of its query, all percent-encoded. */
export function splitTarget(target: string): { path: string; pairs: Pair[] } {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const pairs = query === '' ? [] : query.split('&').map(pairOf);
  return { path, pairs };
}

/** A target of these parts, which are taken as they are written. */
export function joinTarget(path: string, pairs: readonly Pair[]): string {
  return path + (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`);
}

/** The texts that a query has for a name. */
export function queryTexts({ target }: HttpRequest, name: string): string[] {
  return splitTarget(target)
    .pairs.filter(([own]) => decodeQuery(own) === name)
    .map(([, value]) => decodeQuery(value));
}

/** The request with these texts, and no others, for a name in its query. */
export function withQuery(request: HttpRequest, name: string, texts: readonly string[]): HttpRequest {
  const { path, pairs } = splitTarget(request.target);
  const others = pairs.filter(([own]) => decodeQuery(own) !== name);
  return {
    ...request,
    target: joinTarget(path, [...others, ...texts.map((text): Pair => [encode(name), encode(text)])]),
  };
}

/** The first value of a header. */
export function headerIn({ headers }: Pick<HttpRequest, 'headers'>, name: string): string | undefined {
  return headers.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1];
}

/** The same message with another value for a header; without it when that is undefined. */
export function withHeader<Message extends Pick<HttpRequest, 'headers'>>(
  message: Message,
  name: string,
  value: string | undefined,
): Message {
  const others = message.headers.filter(([own]) => own.toLowerCase() !== name.toLowerCase());
  return { ...message, headers: value === undefined ? others : [...others, [name, value] as const] };
}

/** The JSON of a body; undefined when it is none. */
export function jsonIn(body: Buffer | null): Exact | undefined {
  if (body === null || body.length === 0) return undefined;
  try {
    return parseExact(body);
  } catch {
    return undefined;
  }
}

/** The same message with another body, as JSON. */
export function withJson<Message extends { body: Buffer | null }>(message: Message, value: Exact): Message {
  return { ...message, body: Buffer.from(writeExact(value)) };
}

/** A value with another one in the place of a part. */
export function withPart(value: Exact | undefined, [name, ...others]: readonly string[], part: Exact): Exact {
  if (name === undefined) return part;
  return isExactObject(value) ? { ...value, [name]: withPart(value[name], others, part) } : (value ?? null);
}
