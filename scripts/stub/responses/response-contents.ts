import { type Exact, writeExact } from '../../http/exact-json.ts';
import { isForm, isJson } from '../../http/media-types.ts';
import { resolvePart } from '../../openapi/contract.ts';
import type { Description } from '../../openapi/description.ts';
import { pointerTo } from '../../openapi/json.ts';
import type { DocumentedResponse } from '../../openapi/operation-table.ts';
import { schemaOf } from '../../openapi/schemas/schema-pointers.ts';
import { examplesAt } from '../../openapi/values/examples.ts';
import type { ValueSource } from '../../openapi/values/values.ts';
import { encodeBody, preferred } from '../../requirements/request/request-parts.ts';
import { bodyTrials } from './body-trials.ts';
import type { Content } from './response.ts';
import { ResponseBodies } from './response-bodies.ts';

/** One of the bodies that a response may have. */
export interface ContentVariant {
  /** For people, after the status. */
  title: string;
  example?: string;
  /** Whether it stands for all that may be there, or for what must be. */
  extent: 'required' | 'all';
  content: Content | undefined;
}

/**
 * The bodies of a response, by media type, JSON first; `known` are properties whose value the response itself decides.
 */
export function contentsOf(
  description: Description,
  values: ValueSource,
  { pointer, mediaTypes }: DocumentedResponse,
  known: Readonly<Record<string, Exact>>,
): ContentVariant[] {
  const { contract } = description;
  const schemas = new Set<string>();
  return preferred(mediaTypes).flatMap((documented, index) => {
    const media = `${pointer}/content${pointerTo(documented)}`;
    const mediaType = concreteType(documented);
    const suffix = index === 0 ? '' : ` as ${mediaType}`;
    if (!isJson(mediaType)) return otherContents(description, values, media, mediaType, suffix);
    const own = schemaOf(contract, media);
    if (own === undefined) return anyJson(description, media, mediaType, suffix);
    const schema = resolvePart(contract, own).pointer;
    const isKnown = schemas.has(schema);
    schemas.add(schema);
    return jsonContents(new ResponseBodies(description, values, media, known), mediaType, suffix, !isKnown);
  });
}

/** A media type for a range of them (RFC 9110 section 12.5.1); JSON where it may be. */
export function concreteType(mediaType: string): string {
  return mediaType
    .replace(/^(\*|application)\/\*/, 'application/json')
    .replace(/^text\/\*/, 'text/plain')
    .replace('/*', '/octet-stream');
}

function jsonContents(bodies: ResponseBodies, mediaType: string, suffix: string, isTried: boolean): ContentVariant[] {
  const contentOf = jsonIn(mediaType);
  const examples = exampleContents(bodies.examples(), suffix, contentOf);
  const [least, most] = [bodies.least(), bodies.most()];
  if (least === undefined || most === undefined) return examples;
  const trials = isTried ? bodyTrials(bodies, most) : [];
  return [
    ...examples,
    { title: `${suffix} without what may be absent`, extent: 'required', content: contentOf(least) },
    { title: `${suffix} with everything`, extent: 'all', content: contentOf(most) },
    ...trials.map(
      ({ title, body }): ContentVariant => ({
        title: `${suffix} ${title}`,
        extent: 'all',
        content: contentOf(body),
      }),
    ),
  ];
}

function jsonIn(mediaType: string): (value: Exact) => Content {
  return (value) => ({ mediaType, bytes: Buffer.from(writeExact(value)) });
}

function exampleContents(
  examples: readonly { name: string; value: Exact }[],
  suffix: string,
  contentOf: (value: Exact) => Content,
): ContentVariant[] {
  return examples.map(({ name, value }) => ({
    title: `${suffix}, ${name.startsWith('example') ? name : `example ${name}`}`,
    example: name,
    extent: 'all',
    content: contentOf(value),
  }));
}

/** JSON of which nothing more is said. */
function anyJson({ contract }: Description, media: string, mediaType: string, suffix: string): ContentVariant[] {
  const contentOf = jsonIn(mediaType);
  const examples = exampleContents(examplesAt(contract, media), suffix, contentOf);
  const others: Exact[] = [{ value: 1 }, {}, [], ['text'], 'text', 0, true, null];
  return [
    ...examples,
    ...others.map(
      (value): ContentVariant => ({
        title: `${suffix} with ${writeExact(value)}`,
        extent: 'all',
        content: contentOf(value),
      }),
    ),
  ];
}

/** What a reader of this media type may take: an example as it is, else a small document. */
function otherContents(
  { contract }: Description,
  values: ValueSource,
  media: string,
  mediaType: string,
  suffix: string,
): ContentVariant[] {
  const bytesOf = (value: Exact): Buffer =>
    typeof value === 'string' ? Buffer.from(value) : encodeBody(mediaType, value).bytes;
  const examples = exampleContents(examplesAt(contract, media), suffix, (value) => ({
    mediaType,
    bytes: bytesOf(value),
  }));
  const hasFields = isForm(mediaType) && schemaOf(contract, media) !== undefined;
  const made = hasFields ? bytesOf(values.valueAt(`${media}/schema`, 'all')) : sampleOf(mediaType);
  const title = suffix === '' ? ` as ${mediaType}` : suffix;
  const content = { mediaType, bytes: made };
  return [
    ...examples,
    { title, extent: 'all', content },
    { title: `${title} without what may be absent`, extent: 'required', content },
  ];
}

function sampleOf(mediaType: string): Buffer {
  if (/[/+]xml\b/i.test(mediaType)) return Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<value>Zoë</value>\n');
  if (/^text\/|json|csv|yaml/i.test(mediaType)) return Buffer.from('"Zoë"\n');
  // No text at all, as images and archives are.
  return Buffer.from([0x89, 0x00, 0x0d, 0x0a, 0xff, 0xfe]);
}
