import { type Exact, parseExact } from '../http/exact-json.ts';
import { isJson } from '../http/media-types.ts';
import type { Pair } from '../http/message-changes.ts';
import { decode, decodeQuery } from '../http/percent-encoding.ts';
import type { Contract } from './contract.ts';
import { scalarOf } from './header-value.ts';
import type { Parameter } from './operation-table.ts';
import { parameterSchema } from './schema-pointers.ts';
import { type SchemaView, viewSchema } from './schema-view.ts';

/** How the texts of a parameter are read: in its style, as what its schema allows. */
export interface ParameterShape extends Pick<Parameter, 'name' | 'style' | 'explode' | 'mediaType'> {
  kinds: readonly ('scalar' | 'list' | 'object')[];
  types: readonly string[];
  itemTypes: readonly string[];
  /** The types of the properties that an object may have. */
  properties: ReadonlyMap<string, readonly string[]>;
  /** True when it may have others, too. */
  isOpen: boolean;
}

/** What a request has for a parameter. */
export interface SentTexts {
  /** The texts as they were sent. */
  shown: string;
  /** The values that they may stand for, the likeliest first; none where they are not in the style of the parameter. */
  readings: readonly Exact[];
  /** Given several times where one is meant. */
  isRepeated: boolean;
}

export function shapeOf(contract: Contract, parameter: Parameter): ParameterShape {
  const { name, style, explode, mediaType } = parameter;
  return { name, style, explode, mediaType, ...schemaShape(contract, parameterSchema(parameter), parameter.types) };
}

/** What a schema says of how a text is read. `known`: types that are known to be allowed. */
export function schemaShape(
  contract: Contract,
  pointer: string,
  known: readonly string[] = [],
): Pick<ParameterShape, 'kinds' | 'types' | 'itemTypes' | 'properties' | 'isOpen'> {
  const view = viewSchema(contract, pointer);
  const types = [...new Set([...known, ...typesIn(contract, view)])];
  const properties = new Map(
    [...view.properties].map(([name, at]) => [name, typesIn(contract, viewSchema(contract, at))]),
  );
  const others = view.keywords.get('additionalProperties')?.value;
  const isScalar =
    types.some((type) => !['array', 'object', 'null'].includes(type)) ||
    !types.some((type) => type === 'array' || type === 'object');
  return {
    kinds: [
      ...(types.includes('array') ? ['list' as const] : []),
      ...(types.includes('object') ? ['object' as const] : []),
      ...(isScalar ? ['scalar' as const] : []),
    ],
    types,
    itemTypes: view.items === undefined ? [] : typesIn(contract, viewSchema(contract, view.items)),
    properties,
    // A misspelt name is no further property, unless others are described as well.
    isOpen: properties.size === 0 ? others !== false : others !== undefined && others !== false,
  };
}

function typesIn(contract: Contract, { types, alternatives }: SchemaView, depth = 0): readonly string[] {
  return types.length > 0 || depth > 4
    ? types
    : alternatives.flatMap((pointer) => typesIn(contract, viewSchema(contract, pointer), depth + 1));
}

/** True for an object whose properties are parameters of their own in a query (style `form`, exploded). */
export function isSpread({ kinds, style, explode, mediaType }: ParameterShape): boolean {
  return mediaType === null && style === 'form' && explode && kinds.length === 1 && kinds[0] === 'object';
}

/** True when a name in a query, decoded, belongs to the parameter. */
export function isNameOf(shape: ParameterShape, name: string): boolean {
  if (isSpread(shape)) return shape.isOpen || shape.properties.has(name);
  if (shape.style === 'deepObject' && shape.mediaType === null)
    return name.startsWith(`${shape.name}[`) && name.endsWith(']');
  return name === shape.name;
}

const delimiters: Readonly<Record<string, RegExp>> = { form: /,/, spaceDelimited: /%20|\+/, pipeDelimited: /%7C|\|/i };

/** Reads the pairs of a query that have a name of the parameter. */
export function readQuery(shape: ParameterShape, own: readonly Pair[]): SentTexts {
  const shown = own.map((pair) => pair.join('=')).join('&');
  const [[, first] = ['', ''] as const] = own;
  if (shape.mediaType !== null)
    return { shown, readings: document(shape.mediaType, decodeQuery(first)), isRepeated: own.length > 1 };
  if (isSpread(shape))
    return {
      shown,
      readings: readingsOf(shape, { entries: own.map(([name, text]) => [decodeQuery(name), decodeQuery(text)]) }),
      isRepeated: false,
    };
  if (shape.style === 'deepObject') {
    const entries = own.map(
      ([name, text]): Pair => [decodeQuery(name).slice(shape.name.length + 1, -1), decodeQuery(text)],
    );
    return { shown, readings: readingsOf(shape, { entries }), isRepeated: false };
  }
  const delimiter = delimiters[shape.style] ?? /,/;
  const parts = split(first, delimiter).map(decodeQuery);
  const items = shape.explode ? own.map(([, text]) => decodeQuery(text)) : parts;
  return {
    shown,
    readings: readingsOf(shape, { text: decodeQuery(first), items, entries: inTurns(parts) }),
    isRepeated: own.length > 1 && !(shape.explode && shape.kinds.includes('list')),
  };
}

/** Reads what stands in a path for a parameter. */
export function readPath(shape: ParameterShape, shown: string): SentTexts {
  const { name, style, explode, mediaType } = shape;
  const sent = (readings: readonly Exact[]): SentTexts => ({ shown, readings, isRepeated: false });
  if (mediaType !== null) return sent(document(mediaType, decode(shown)));
  const prefix = style === 'label' ? '.' : style === 'matrix' ? ';' : '';
  if (!shown.startsWith(prefix)) return sent([]);
  const rest = shown.slice(prefix.length);
  if (style === 'matrix' && explode) {
    const pairs = rest.split(';').map((part) => pairOf(part));
    const own = pairs.filter(([key]) => decode(key) === name).map(([, text]) => decode(text));
    const isNamed = own.length === pairs.length;
    return sent(
      readingsOf(shape, {
        text: isNamed && own.length === 1 ? own[0] : undefined,
        items: isNamed ? own : undefined,
        entries: pairs.map(([key, text]) => [decode(key), decode(text)]),
      }),
    );
  }
  if (style === 'matrix' && decode(pairOf(rest)[0]) !== name) return sent([]);
  const text = style === 'matrix' ? pairOf(rest)[1] : rest;
  const parts = split(text, style === 'label' && explode ? '.' : ',');
  const entries = explode ? parts.map((part) => pairOf(part)) : inTurns(parts);
  return sent(
    readingsOf(shape, {
      text: decode(text),
      items: parts.map(decode),
      entries: entries?.map(([key, own]) => [decode(key), decode(own)]),
    }),
  );
}

/** Reads the lines of a header that has the name of the parameter. */
export function readHeader(shape: ParameterShape, lines: readonly string[]): SentTexts {
  const shown = lines.join(', ');
  const isRepeated = lines.length > 1 && (shape.mediaType !== null || !shape.kinds.some((kind) => kind !== 'scalar'));
  return { shown, readings: readSimple(shape, isRepeated ? (lines[0] ?? '') : shown), isRepeated };
}

/** Reads the cookies that have the name of the parameter. */
export function readCookie(shape: ParameterShape, texts: readonly string[]): SentTexts {
  const [first = ''] = texts;
  return { shown: texts.join('; '), readings: readSimple(shape, decode(first)), isRepeated: texts.length > 1 };
}

function readSimple(shape: ParameterShape, text: string): readonly Exact[] {
  if (shape.mediaType !== null) return document(shape.mediaType, text);
  const parts = split(text, ',').map((part) => part.trim());
  return readingsOf(shape, {
    text,
    items: parts,
    entries: shape.explode ? parts.map((part) => pairOf(part)) : inTurns(parts),
  });
}

/** What texts would be, decoded, if they were one value, a list, or an object. */
interface Pieces {
  text?: string | undefined;
  items?: readonly string[] | undefined;
  entries?: readonly Pair[] | undefined;
}

function readingsOf(
  { kinds, types, itemTypes, properties }: ParameterShape,
  { text, items, entries }: Pieces,
): Exact[] {
  return kinds.flatMap((kind): Exact[] => {
    if (kind === 'scalar') return text === undefined ? [] : textReadings(types, text);
    if (kind === 'list')
      return items === undefined ? [] : allOrTexts(items.map((item) => textReadings(itemTypes, item)));
    if (entries === undefined) return [];
    return allOrTexts(entries.map(([name, own]) => textReadings(properties.get(name) ?? [], own))).map((values) =>
      Object.fromEntries(entries.map(([name], index) => [name, values[index] ?? null])),
    );
  });
}

/** A text as one of the types, and as the text that it is where that is allowed, too. */
function textReadings(types: readonly string[], text: string): [Exact, ...Exact[]] {
  const nested =
    types.includes('array') || types.includes('object') ? document('application/json', text)[0] : undefined;
  const value = typeof nested === 'object' && nested !== null ? nested : scalarOf(types, text);
  return typeof value !== 'string' && types.includes('string') ? [value, text] : [value];
}

function allOrTexts(readings: readonly [Exact, ...Exact[]][]): Exact[][] {
  const first = readings.map(([value]) => value);
  return readings.some((one) => one.length > 1) ? [first, readings.map((one) => one.at(-1) ?? one[0])] : [first];
}

/** One document, such as JSON; of other media types no more than the text is known. */
function document(mediaType: string, text: string): [Exact] | [] {
  if (!isJson(mediaType)) return [text];
  try {
    return [parseExact(Buffer.from(text))];
  } catch {
    return [];
  }
}

function split(text: string, delimiter: RegExp | string): string[] {
  return text === '' ? [] : text.split(delimiter);
}

function pairOf(text: string): Pair {
  const [name = '', value = ''] = text.split(/=(.*)/s);
  return [name, value];
}

/** `R,100,G,200` as entries; undefined for an odd number of texts. */
function inTurns(texts: readonly string[]): Pair[] | undefined {
  if (texts.length % 2 === 1) return undefined;
  return Array.from(
    { length: texts.length / 2 },
    (_, index): Pair => [texts[index * 2] ?? '', texts[index * 2 + 1] ?? ''],
  );
}
