import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { type Json, objectOf, pointerTo, stringOf } from '../../openapi/json.ts';
import type { DocumentedResponse } from '../../openapi/operation-table.ts';
import { schemaOf } from '../../openapi/schemas/schema-pointers.ts';
import { viewSchema } from '../../openapi/schemas/schema-view.ts';
import { type Contracts, type Found, keysOf, type Pair, type Way } from './found.ts';
import { comparableRange } from './media-ranges.ts';
import { nameOf } from './part-names.ts';
import { headerChanges } from './response-headers.ts';
import type { SchemaComparison } from './schemas.ts';

/** What changed in how the parts of a form are written (OpenAPI, Encoding Object), in media types at these pointers. */
export function encodingChanges(
  contracts: Contracts,
  schemas: SchemaComparison,
  places: Pair<string>,
  way: Way,
): Found[] {
  const [before, now] = [resolvePart(contracts.before, places.before), resolvePart(contracts.now, places.now)];
  const [olds, owns] = [objectOf(objectOf(before.value)['encoding']), objectOf(objectOf(now.value)['encoding'])];
  const holders = { before: before.pointer, now: now.pointer };
  // A part that is new is written in no other way than before.
  const names = { before: partNames(contracts.before, holders.before), now: partNames(contracts.now, holders.now) };
  const all = keysOf(Object.keys(olds), Object.keys(owns));
  const kept = all.filter((name) => names.before.has(name) && names.now.has(name));
  return kept.flatMap((name): Found[] => {
    const label = `part \`${name}\` of ${nameOf(contracts.now, places.now)}`;
    const pair = { before: olds[name], now: owns[name] };
    const values = {
      before: valueOf(contracts.before, names.before.get(name)),
      now: valueOf(contracts.now, names.now.get(name)),
    };
    return [
      ...typeChange(pair, values, label, way, pointersOf(pair, 'contentType', holders, name)),
      ...styleChange(pair, values, label, way, holders, name),
      ...partHeaderChanges(contracts, schemas, pair, holders, name, way),
    ];
  });
}

/** The properties of a form, each with the pointer of its schema. */
function partNames(contract: Contract, mediaType: string): ReadonlyMap<string, string> {
  const schema = schemaOf(contract, mediaType);
  return schema === undefined ? new Map() : viewSchema(contract, schema).properties;
}

type PartValue = 'object' | 'list' | 'single' | 'other';

function valueOf(contract: Contract, schema: string | undefined): PartValue {
  const types = schema === undefined ? [] : viewSchema(contract, schema).types.filter((type) => type !== 'null');
  if (types.length === 0 || (types.length > 1 && types.some((type) => /array|object/.test(type)))) return 'other';
  return types.includes('object') ? 'object' : types.includes('array') ? 'list' : 'single';
}

/** The header fields of one part, of those that a message with several has (RFC 7578 section 4.8). */
function partHeaderChanges(
  contracts: Contracts,
  schemas: SchemaComparison,
  pair: Pair<Json | undefined>,
  holders: Pair<string>,
  name: string,
  way: Way,
): Found[] {
  const sideOf = (side: keyof Contracts): DocumentedResponse => {
    const pointer = `${holders[side]}/encoding${pointerTo(name)}`;
    const headers = Object.keys(objectOf(objectOf(pair[side])['headers'])).map((header) => {
      const place = `${pointer}/headers${pointerTo(header)}`;
      const required = objectOf(resolvePart(contracts[side], place).value)['required'] === true;
      return { name: header, pointer: place, required };
    });
    return { pointer, headers, mediaTypes: [] };
  };
  const isMultipart = /\/multipart~1[^/]*$/i.test(holders.now);
  return isMultipart ? headerChanges(contracts, schemas, { before: sideOf('before'), now: sideOf('now') }, way) : [];
}

/** A part may be of any of the types that are listed; where none is, an object is JSON, and all else may be any. */
function typeChange(
  pair: Pair<Json | undefined>,
  values: Pair<PartValue>,
  label: string,
  { flow }: Way,
  places: Partial<Found>,
): Found[] {
  const usual = (side: keyof typeof values) => (values[side] === 'object' ? ['application/json'] : undefined);
  const [before, now] = [typesOf(pair.before) ?? usual('before'), typesOf(pair.now) ?? usual('now')];
  const [needed, offered] = flow === 'sent' ? [before, now] : [now, before];
  const isWithin = (these: string[] | undefined, those: string[] | undefined) =>
    those === undefined || these?.every((type) => those.some((other) => isOf(type, other))) === true;
  const isKept = isWithin(needed, offered);
  if (isKept && isWithin(offered, needed)) return [];
  const text = (types: string[] | undefined) => types?.join(', ') ?? 'any media type';
  return [
    {
      ...places,
      impact: isKept ? 'minor' : 'major',
      flow,
      message: `The media type of ${label} changed from ${text(before)} to ${text(now)}.`,
      ...(!isKept && {
        breaks:
          flow === 'sent' ? `clients that send another one than ${text(now)}` : `clients that read ${text(before)}`,
        remedy: before === undefined ? 'set no `contentType`' : `leave the media type at ${text(before)}`,
      }),
    },
  ];
}

function typesOf(encoding: Json | undefined): string[] | undefined {
  const types = stringOf(objectOf(encoding)['contentType']);
  return types?.split(',').map(comparableRange);
}

function isOf(type: string, range: string): boolean {
  return type === range || range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

function styleChange(
  pair: Pair<Json | undefined>,
  values: Pair<PartValue>,
  label: string,
  { flow }: Way,
  holders: Pair<string>,
  name: string,
): Found[] {
  const isMultipart = /\/multipart~1[^/]*$/i.test(holders.now);
  const styleOf = (side: keyof typeof pair) => {
    const encoding = objectOf(pair[side]);
    const { style = 'form', explode = style === 'form' } = encoding;
    const isStyled = ['style', 'explode', 'allowReserved'].some((keyword) => encoding[keyword] !== undefined);
    // An object has its media type unless a style is written (OpenAPI 3.1, Encoding Object).
    if (isMultipart && values[side] === 'object' && !isStyled) return 'by its media type';
    if (values[side] === 'single' || style === 'deepObject') return String(style);
    return `${String(style)}, ${explode === true ? 'exploded' : 'not exploded'}`;
  };
  const [before, now] = [styleOf('before'), styleOf('now')];
  if (before === now) return [];
  const isOtherStyle = objectOf(pair.before)['style'] !== objectOf(pair.now)['style'];
  return [
    {
      ...pointersOf(pair, isOtherStyle ? 'style' : 'explode', holders, name),
      impact: 'major',
      flow,
      message: `The ${label} is serialized differently: ${now} instead of ${before}.`,
      breaks: `clients that ${flow === 'sent' ? 'send' : 'read'} it as before`,
      remedy: 'leave `style` and `explode` as they were',
    },
  ];
}

/** Where a keyword stands in both, as far as it does. */
function pointersOf({ before, now }: Pair<Json | undefined>, keyword: string, holders: Pair<string>, name: string) {
  const place = (holder: string) => `${holder}/encoding${pointerTo(name)}/${keyword}`;
  const [isBefore, isNow] = [before, now].map((encoding) => objectOf(encoding)[keyword] !== undefined);
  return {
    ...(isBefore === true && { before: place(holders.before) }),
    ...(isNow === true ? { now: place(holders.now) } : { holder: holders.now }),
  };
}
