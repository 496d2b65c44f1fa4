import { scalarOf } from '../openapi/header-value.ts';
import type { Operation, Parameter } from '../openapi/operation-table.ts';
import { pathText } from '../openapi/serialize.ts';
import { type Exact, parseExact, writeExact } from './exact-json.ts';
import type { HttpRequest } from './exchange.ts';
import { decode, encode } from './percent-encoding.ts';

export type Pair = readonly [name: string, value: string];

/** The path of a request, and the pairs of its query, all percent-encoded. */
export function splitTarget(target: string): { path: string; pairs: Pair[] } {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const pairs =
    query === ''
      ? []
      : query.split('&').map((pair): Pair => {
          const [name = '', value = ''] = pair.split(/=(.*)/s);
          return [name, value];
        });
  return { path, pairs };
}

export function joinTarget(path: string, pairs: readonly Pair[]): string {
  return path + (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`);
}

/** The texts that a query has for a name. */
export function queryTexts({ target }: HttpRequest, name: string): string[] {
  return splitTarget(target)
    .pairs.filter(([own]) => decode(own) === name)
    .map(([, value]) => decode(value));
}

/** The request with these texts, and no others, for a name in its query. */
export function withQuery(request: HttpRequest, name: string, texts: readonly string[]): HttpRequest {
  const { path, pairs } = splitTarget(request.target);
  const others = pairs.filter(([own]) => decode(own) !== name);
  return {
    ...request,
    target: joinTarget(path, [...others, ...texts.map((text): Pair => [encode(name), encode(text)])]),
  };
}

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

export function withJson<Message extends { body: Buffer | null }>(message: Message, value: Exact): Message {
  return { ...message, body: Buffer.from(writeExact(value)) };
}

/** Where a path parameter stands in a path, as the number of its segment. */
function segmentOf({ path }: Operation, name: string): number {
  return path.split('/').findIndex((segment) => segment === `{${name}}`);
}

/** What a request gives for a parameter, each text by itself; none when it gives nothing. */
export function textsFor(request: HttpRequest, operation: Operation, { in: place, name }: Parameter): string[] {
  if (place === 'query') return queryTexts(request, name);
  if (place === 'header') return [headerIn(request, name) ?? []].flat();
  if (place === 'path')
    return [splitTarget(request.target).path.split('/')[segmentOf(operation, name)] ?? []].flat().map(decode);
  const jar = (headerIn(request, 'Cookie') ?? '').split(/; */).map((pair) => pair.split('='));
  return jar.filter(([own]) => own === name).map(([, value = '']) => decode(value));
}

/** The value that a schema sees of such texts. */
export function valueFor({ types, itemTypes, explode }: Parameter, texts: readonly string[]): Exact {
  if (!types.includes('array')) return scalarOf(types, texts[0] ?? '');
  const items = explode ? texts : texts.flatMap((text) => text.split(/[,| ]/));
  return items.map((item) => scalarOf(itemTypes, item));
}

/** The request with other texts for a parameter; none leaves it out. */
export function withTexts(
  request: HttpRequest,
  operation: Operation,
  parameter: Parameter,
  texts: readonly string[],
): HttpRequest {
  const { in: place, name } = parameter;
  if (place === 'query') return withQuery(request, name, texts);
  const [first] = texts;
  if (place === 'header') return withHeader(request, name, first);
  if (place === 'cookie')
    return withHeader(request, 'Cookie', first === undefined ? undefined : `${name}=${encode(first)}`);
  const { path, pairs } = splitTarget(request.target);
  const at = segmentOf(operation, name);
  return {
    ...request,
    target: joinTarget(
      path
        .split('/')
        .map((segment, index) => (index === at ? pathText(parameter, first ?? '') : segment))
        .join('/'),
      pairs,
    ),
  };
}
