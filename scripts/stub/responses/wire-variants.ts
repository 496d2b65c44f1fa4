import { withHeader } from '../../verify/message-changes.ts';
import { type Exact, isExactObject, parseExact, writeExact } from '../../verify/exact-json.ts';
import { headerOf } from '../../verify/exchange.ts';
import { escaped, spaced } from '../../verify/json-spelling.ts';
import { isJson } from '../../verify/response-facts.ts';
import type { StubResponse } from './response.ts';

/** A response that says the same in another way, all of which HTTP and JSON leave open. */
export interface WireVariant {
  title: string;
  response: StubResponse;
}

export function wireVariants(response: StubResponse): WireVariant[] {
  const { headers } = response;
  const lower = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  return [
    { title: 'with an undocumented header', response: withHeader(response, 'X-Undocumented', 'value') },
    { title: 'with header names in lower case', response: { ...response, headers: lower } },
    ...(response.body.length > 1 ? [{ title: 'in pieces', response: { ...response, delivery: { kind: 'pieces' as const } } }] : []),
    ...mediaTypeVariants(response),
    ...(isJson(headerOf(response, 'Content-Type') ?? '') && response.body.length > 0 ? spellings(response) : []),
  ];
}

function mediaTypeVariants(response: StubResponse): WireVariant[] {
  const mediaType = headerOf(response, 'Content-Type');
  if (mediaType === undefined || mediaType.includes(';')) return [];
  const isText = isJson(mediaType) || mediaType.startsWith('text/');
  return [
    ...(isText ? [{ title: 'with a charset', response: withHeader(response, 'Content-Type', `${mediaType}; charset=utf-8`) }] : []),
    { title: 'with its media type in upper case', response: withHeader(response, 'Content-Type', mediaType.toUpperCase()) },
  ];
}

function spellings(response: StubResponse): WireVariant[] {
  const text = response.body.toString();
  const variant = (title: string, body: string): WireVariant => ({ title, response: { ...response, body: Buffer.from(body) } });
  return [
    variant('with blanks in its JSON', spaced(text)),
    variant('with escapes in its JSON', escaped(text)),
    variant('with its properties in another order', writeExact(reversed(parseExact(response.body)))),
  ];
}

function reversed(value: Exact): Exact {
  if (Array.isArray(value)) return value.map(reversed);
  return isExactObject(value) ? Object.fromEntries(Object.entries(value).toReversed().map(([name, child]) => [name, reversed(child)])) : value;
}
