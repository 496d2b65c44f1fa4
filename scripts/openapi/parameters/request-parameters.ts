import type { Exact, ExactObject } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import {
  headerIn,
  joinTarget,
  pairOf,
  queryTexts,
  splitTarget,
  withHeader,
  withQuery,
} from '../../http/message-changes.ts';
import { decode, encode } from '../../http/percent-encoding.ts';
import type { Operation, Parameter } from '../operation-table.ts';
import { writeHeader, writePath, writeQuery } from './parameter-codec.ts';
import { scalarOf } from './scalar-text.ts';

/** What a request gives for a parameter, each text by itself and decoded; none when it gives nothing. */
export function textsFor(request: HttpRequest, operation: Operation, { in: place, name }: Parameter): string[] {
  if (place === 'query') return queryTexts(request, name);
  if (place === 'header') return [headerIn(request, name) ?? []].flat();
  if (place === 'path')
    return [splitTarget(request.target).path.split('/')[segmentOf(operation, name)] ?? []].flat().map(decode);
  const jar = (headerIn(request, 'Cookie') ?? '').split(/; */).map(pairOf);
  return jar.filter(([own]) => own === name).map(([, value]) => decode(value));
}

/** The value that a schema sees of such texts. */
export function valueFor({ types, itemTypes, style, explode }: Parameter, texts: readonly string[]): Exact {
  if (!types.includes('array')) return scalarOf(types, texts[0] ?? '');
  const delimiter = style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ',';
  const items = explode ? texts : texts.flatMap((text) => text.split(delimiter));
  return items.map((item) => scalarOf(itemTypes, item));
}

/** What a request gives in its query, by the names of the parameters of an operation, as schemas see it. */
export function queryValues(request: HttpRequest, { parameters }: Operation): ExactObject {
  const given = parameters
    .filter(({ in: place }) => place === 'query')
    .map((parameter) => ({ parameter, texts: queryTexts(request, parameter.name) }))
    .filter(({ texts }) => texts.length > 0);
  return Object.fromEntries(given.map(({ parameter, texts }) => [parameter.name, valueFor(parameter, texts)]));
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
  return withSegment(request, operation, name, writePath(parameter, first ?? ''));
}

/** The request with another value for a parameter. */
export function withValue(request: HttpRequest, operation: Operation, parameter: Parameter, value: Exact): HttpRequest {
  const { in: place, name } = parameter;
  if (place === 'path') return withSegment(request, operation, name, writePath(parameter, value));
  if (place !== 'query') return withTexts(request, operation, parameter, [writeHeader(parameter, value)]);
  const { path, pairs } = splitTarget(withQuery(request, name, []).target);
  return { ...request, target: joinTarget(path, [...pairs, ...writeQuery(parameter, value)]) };
}

function withSegment(request: HttpRequest, operation: Operation, name: string, text: string): HttpRequest {
  const { path, pairs } = splitTarget(request.target);
  const at = segmentOf(operation, name);
  const segments = path.split('/').map((segment, index) => (index === at ? text : segment));
  return { ...request, target: joinTarget(segments.join('/'), pairs) };
}

/** Where a path parameter stands in a path, as the number of its segment. */
function segmentOf({ path }: Operation, name: string): number {
  return path.split('/').indexOf(`{${name}}`);
}
