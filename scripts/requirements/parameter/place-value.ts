import type { Exact } from '../../http/exact-json.ts';
import { encode } from '../../http/percent-encoding.ts';
import type { Parameter } from '../../openapi/operation-table.ts';
import { writeCookie, writeHeader, writePath, writeQuery } from '../../openapi/parameters/parameter-codec.ts';
import { type BodyParameter, isBodyParameter, withBodyParameter } from '../../openapi/resources/body-parameters.ts';
import { encodeBody, type RequestParts, sentBody } from '../request/request-parts.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

/** The request with another value for one parameter. */
export function placeValue(parts: RequestParts, parameter: Parameter, value: Exact): RequestParts {
  if (isBodyParameter(parameter)) return withBody(parts, parameter, value);
  switch (parameter.in) {
    case 'path':
      return { ...parts, path: { ...parts.path, [parameter.name]: writePath(parameter, value) } };
    case 'query':
      return withPairs(parts, parameter, writeQuery(parameter, value));
    case 'cookie':
      return withPairs(parts, parameter, [[parameter.name, writeCookie(parameter, value)]]);
    default:
      return withPairs(parts, parameter, [[parameter.name, writeHeader(parameter, value)]]);
  }
}

/** The request with another value in its body. */
function withBody(parts: RequestParts, parameter: BodyParameter, value: Exact): RequestParts {
  const mediaType = parts.body?.mediaType ?? 'application/json';
  return { ...parts, body: encodeBody(mediaType, withBodyParameter(sentBody(parts) ?? {}, parameter, value)) };
}

/** The request with a text for one parameter that need not stand for any value of it. */
export function placeText(parts: RequestParts, parameter: Parameter, text: string): RequestParts {
  const { in: place, name } = parameter;
  if (place === 'path') return { ...parts, path: { ...parts.path, [name]: writePath(parameter, text) } };
  if (place === 'query') return withPairs(parts, parameter, [[encode(name), encode(text)]]);
  return withPairs(parts, parameter, [[name, place === 'cookie' ? encode(text) : text]]);
}

/** The request without a parameter. One of the same name in another place is another parameter. */
export function withoutParameter(parts: RequestParts, parameter: Parameter): RequestParts {
  return withPairs(parts, parameter, []);
}

function withPairs(parts: RequestParts, { in: place, name }: Parameter, pairs: Pairs): RequestParts {
  if (place === 'query') return { ...parts, query: [...withoutQuery(parts.query, encode(name), pairs), ...pairs] };
  if (place === 'header') return { ...parts, headers: [...without(parts.headers, name), ...pairs] };
  return { ...parts, cookies: [...without(parts.cookies, name), ...pairs] };
}

/** Of an object, the properties may stand in a query as `name[property]`, or by their own names. */
function withoutQuery(query: Pairs, name: string, pairs: Pairs): Pairs {
  const names = new Set(pairs.map(([own]) => own));
  const isProperty = (own: string) => own.startsWith(name) && /^(?:\[|%5B)/i.test(own.slice(name.length));
  return without(query, name).filter(([own]) => !isProperty(own) && !names.has(own));
}

function without(pairs: Pairs, name: string): Pairs {
  return pairs.filter(([own]) => own.toLowerCase() !== name.toLowerCase());
}
