import { type Contract, resolvePart } from '../../openapi/contract.ts';
import { objectOf, pointerTo, segmentsOf } from '../../openapi/json.ts';
import { schemaOf } from '../../openapi/schemas/schema-pointers.ts';
import { textAt, viewSchema } from '../../openapi/schemas/schema-view.ts';
import { encodingChanges } from './encodings.ts';
import { type Contracts, type Found, type Pair, replacement, type Way } from './found.ts';
import { comparableRange } from './media-ranges.ts';
import { nameOf, nameOfKept } from './part-names.ts';
import { isAny, keywordsOf } from './schema-parts.ts';
import type { SchemaComparison } from './schemas.ts';

/** What changed in the media types of the body that is described at these pointers, and in the schema of each. */
export function mediaTypeChanges(
  contracts: Contracts,
  schemas: SchemaComparison,
  body: Pair<string>,
  way: Way,
): Found[] {
  const { flow } = way;
  const [olds, owns] = [mediaTypesOf(contracts.before, body.before), mediaTypesOf(contracts.now, body.now)];
  const replaced = replacement(
    olds.filter(({ range }) => covering(owns, range) === undefined),
    owns.filter(({ range }) => covering(olds, range) === undefined),
  );
  const isReplaced = replaced !== undefined && sameType(contracts, schemas, replaced, body, way).length === 0;
  const kept = olds.flatMap((old): readonly Found[] => {
    const own = covering(owns, old.range);
    if (isReplaced && old === replaced.before) return [replacedType(contracts, replaced, body, way)];
    const parts = owns.filter(({ range }) => covering(olds, range) === old);
    if (own === undefined && parts.length > 0)
      return parts.flatMap((part) => [
        narrowed(old, part, nameOf(contracts.now, body.now), flow),
        ...sameType(contracts, schemas, { before: old, now: part }, body, way),
      ]);
    if (own === undefined)
      return [
        {
          impact: 'major',
          flow,
          message: `The media type \`${old.range}\` of ${nameOfKept(contracts, body)} was removed.`,
          breaks: `clients that ${flow === 'sent' ? 'send' : 'read'} \`${old.range}\``,
          remedy: `keep \`${old.range}\` beside the others`,
          before: old.pointer,
          holder: owns.length > 0 ? `${body.now}/content` : body.now,
        },
      ];
    const isWider = own.range !== old.range && covering(olds, own.range) === undefined;
    return [
      ...(isWider ? [widened(old, own, nameOf(contracts.now, body.now), flow)] : []),
      ...sameType(contracts, schemas, { before: old, now: own }, body, way),
    ];
  });
  const added = owns
    .filter((own) => covering(olds, own.range) === undefined && !(isReplaced && own === replaced.now))
    .filter((own) => !olds.some(({ range }) => covering(owns, range) === own))
    .map(({ range, pointer }): Found => {
      const message = `The media type \`${range}\` of ${nameOf(contracts.now, body.now)} was added.`;
      // An answer that is described with a body has one.
      const isDemanded = flow === 'sent' && way.message === 'response' && olds.length === 0;
      return {
        impact: isDemanded ? 'major' : 'minor',
        flow,
        now: pointer,
        message,
        ...(isDemanded && { breaks: 'clients that answer without a body', remedy: 'ask for no body, as before' }),
      };
    });
  return [...kept, ...added];
}

function replacedType(
  contracts: Contracts,
  { before, now }: Pair<MediaType>,
  body: Pair<string>,
  { flow }: Way,
): Found {
  return {
    impact: 'major',
    flow,
    message: `The media type \`${before.range}\` of ${nameOfKept(contracts, body)} was replaced by \`${now.range}\`.`,
    breaks: `clients that ${flow === 'sent' ? 'send' : 'read'} \`${before.range}\``,
    remedy: `keep \`${before.range}\` beside it`,
    before: before.pointer,
    now: now.pointer,
  };
}

/** What changed in a body of a media type that both have. */
function sameType(
  contracts: Contracts,
  schemas: SchemaComparison,
  { before: old, now: own }: Pair<MediaType>,
  body: Pair<string>,
  way: Way,
): readonly Found[] {
  const [before, now] = [schemaOf(contracts.before, old.pointer), schemaOf(contracts.now, own.pointer)];
  if (isBytes(contracts.before, old.pointer) && isBytes(contracts.now, own.pointer)) return [];
  const places = { before: old.pointer, now: own.pointer };
  const written = { ...way, isXml: /[/+]xml\b/.test(old.range) };
  return [
    ...rewritten(old, own, nameOf(contracts.now, body.now)),
    ...schemas.compare(before, now, places, written),
    ...encodingChanges(contracts, schemas, places, way),
  ];
}

/** A range of media types: what is left of it was one of them before. */
function narrowed(old: MediaType, own: MediaType, body: string, flow: Way['flow']): Found {
  return {
    impact: flow === 'sent' ? 'major' : 'minor',
    flow,
    ...(flow === 'sent' && {
      breaks: `clients that send another than \`${own.name}\``,
      remedy: `keep \`${old.name}\``,
    }),
    message: `Of the media type \`${old.name}\` of ${body}, only \`${own.name}\` remains.`,
    before: old.pointer,
    now: own.pointer,
  };
}

/** A range in the place of one of its media types. */
function widened(old: MediaType, own: MediaType, body: string, flow: Way['flow']): Found {
  const message = `The media type \`${old.name}\` of ${body} is \`${own.name}\` now.`;
  return { impact: 'minor', flow, message, before: old.pointer, now: own.pointer };
}

/** True of a body that is no text: 3.0 describes it as a string of a format, 3.1 not at all (Media Type Object). */
export function isBytes(contract: Contract, mediaType: string): boolean {
  const name = segmentsOf(mediaType).at(-1) ?? '';
  if (/json|xml|form|^text\//i.test(name)) return false;
  const schema = schemaOf(contract, mediaType);
  if (schema === undefined) return true;
  const view = viewSchema(contract, schema);
  if (view.types.join() !== 'string') return isAny(view);
  const isPlain = textAt(view, 'format') === undefined && keywordsOf(view, 'contentEncoding').length === 0;
  return (
    textAt(view, 'format') === 'binary' ||
    (isPlain && /^(image|audio|video|font)\/|\/(octet-stream|pdf|zip)$/i.test(name))
  );
}

interface MediaType {
  /** As it is compared. */
  range: string;
  /** As it is written. */
  name: string;
  pointer: string;
}

/** The same media type in other words. */
function rewritten(old: MediaType, own: MediaType, body: string): Found[] {
  if (old.range !== own.range || old.name === own.name) return [];
  const message = `The media type \`${old.name}\` of ${body} is written \`${own.name}\` now.`;
  return [{ impact: 'patch', message, before: old.pointer, now: own.pointer }];
}

function mediaTypesOf(contract: Contract, holder: string): MediaType[] {
  const { pointer, value } = resolvePart(contract, holder);
  return Object.keys(objectOf(objectOf(value)['content'])).map((name) => ({
    range: comparableRange(name),
    name,
    pointer: `${pointer}/content${pointerTo(name)}`,
  }));
}

/** The same media type, else a range that has it (RFC 9110 section 12.5.1). */
function covering(all: readonly MediaType[], range: string): MediaType | undefined {
  const [type = ''] = range.split('/');
  return [range, `${type}/*`, '*/*']
    .map((one) => all.find((own) => own.range === one))
    .find((own) => own !== undefined);
}
