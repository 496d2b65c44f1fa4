import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { type Json, objectOf, pointerTo, stringOf } from '../../openapi/json.ts';
import { schemaOf } from '../../openapi/schema-pointers.ts';
import { viewSchema } from '../../openapi/schema-view.ts';
import { type Contracts, type Found, keysOf, type Pair, type Way } from './found.ts';
import { comparableRange } from './media-ranges.ts';
import { nameOf } from './part-names.ts';

/** What changed in how the parts of a form are written (OpenAPI, Encoding Object), in media types at these pointers. */
export function encodingChanges(contracts: Contracts, places: Pair<string>, way: Way): Found[] {
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
    return [
      ...typeChange(pair, label, way, pointersOf(pair, 'contentType', holders, name)),
      ...styleChange(pair, label, way, holders, name),
    ];
  });
}

function partNames(contract: Contract, mediaType: string): ReadonlyMap<string, unknown> {
  const schema = schemaOf(contract, mediaType);
  return schema === undefined ? new Map() : viewSchema(contract, schema).properties;
}

/** A part may be of any of the types that are listed, of any at all where none is. */
function typeChange(pair: Pair<Json | undefined>, label: string, { flow }: Way, places: Partial<Found>): Found[] {
  const [before, now] = [typesOf(pair.before), typesOf(pair.now)];
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
        remedy: `leave \`contentType\` at ${text(before)}`,
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
  label: string,
  { flow }: Way,
  holders: Pair<string>,
  name: string,
): Found[] {
  const styleOf = (encoding: Json | undefined) => {
    const { style = 'form', explode = style === 'form' } = objectOf(encoding);
    return `${String(style)}, ${explode === true ? 'exploded' : 'not exploded'}`;
  };
  const [before, now] = [styleOf(pair.before), styleOf(pair.now)];
  if (before === now) return [];
  const has = (keyword: string) => [pair.before, pair.now].some((one) => objectOf(one)[keyword] !== undefined);
  return [
    {
      ...pointersOf(pair, has('style') ? 'style' : 'explode', holders, name),
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
