import { type Exact, isExactObject, parseExact, writeExact } from '../../http/exact-json.ts';
import { headerOf } from '../../http/exchange.ts';
import { escaped, spaced } from '../../http/json-spelling.ts';
import { isJson } from '../../http/media-types.ts';
import { withHeader } from '../../http/message-changes.ts';
import type { ScriptedResponse } from '../../http/scripted-response.ts';

/** A response that says the same in another way, all of which HTTP and JSON leave open. */
export interface DeliveryVariant {
  title: string;
  response: ScriptedResponse;
}

/** The same response in other ways that HTTP allows: a client must read all of them alike. */
export function deliveryVariants(response: ScriptedResponse): DeliveryVariant[] {
  const { headers } = response;
  const lower = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  return [
    { title: 'with an undocumented header', response: withHeader(response, 'X-Undocumented', 'value') },
    { title: 'with header names in lower case', response: { ...response, headers: lower } },
    ...(response.body.length > 1
      ? [{ title: 'in pieces', response: { ...response, delivery: { kind: 'pieces' as const } } }]
      : []),
    ...mediaTypeVariants(response),
    ...(isJson(headerOf(response, 'Content-Type') ?? '') && response.body.length > 0 ? spellings(response) : []),
  ];
}

function mediaTypeVariants(response: ScriptedResponse): DeliveryVariant[] {
  const mediaType = headerOf(response, 'Content-Type');
  if (mediaType === undefined || mediaType.includes(';')) return [];
  const isText = isJson(mediaType) || mediaType.startsWith('text/');
  const variant = (title: string, type: string): DeliveryVariant => ({
    title,
    response: withHeader(response, 'Content-Type', type),
  });
  return [
    ...(isText
      ? [
          variant('with a charset', `${mediaType}; charset=utf-8`),
          variant('with a blank before its charset', `${mediaType} ; charset=utf-8`),
        ]
      : []),
    variant('with its media type in upper case', mediaType.toUpperCase()),
  ];
}

function spellings(response: ScriptedResponse): DeliveryVariant[] {
  const text = response.body.toString();
  const variant = (title: string, body: string): DeliveryVariant => ({
    title,
    response: { ...response, body: Buffer.from(body) },
  });
  return [
    variant('with blanks in its JSON', spaced(text)),
    variant('with escapes in its JSON', escaped(text)),
    variant('with its properties in another order', writeExact(reversed(parseExact(response.body)))),
  ];
}

function reversed(value: Exact): Exact {
  if (Array.isArray(value)) return value.map(reversed);
  return isExactObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, child]) => [name, reversed(child)]),
      )
    : value;
}
