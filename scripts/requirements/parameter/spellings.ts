import type { Exact } from '../../http/exact-json.ts';
import type { Parameter } from '../../openapi/operation-table.ts';
import { scalarOf, textOf } from '../../openapi/parameters/scalar-text.ts';
import { parameterSchema } from '../../openapi/schemas/schema-pointers.ts';
import { enumOf, numberAt, type SchemaView, viewSchema } from '../../openapi/schemas/schema-view.ts';
import type { RequestParts } from '../request/request-parts.ts';
import { type Candidate, candidates } from '../schema/candidate.ts';
import { candidatesFor } from '../schema/candidates.ts';
import type { ValueMaterial } from '../schema/generated-values.ts';
import { unsafeIntegers } from '../schema/number-candidates.ts';
import { mayBeEmpty } from './parameter.ts';
import { placeText, placeValue } from './place-value.ts';

/** One way in which a parameter is tried, and the keyword of its schema that this is for. */
export interface Spelling {
  keyword: string;
  /** What is sent, as a value of JSON: the schema decides whether it is allowed. */
  value: Exact;
  title: string;
  place(parts: RequestParts): RequestParts;
}

/** Every way in which a parameter is tried, those that its schema allows too. */
export function spellingsOf(material: ValueMaterial, parameter: Parameter): Spelling[] {
  const view = viewSchema(material.description.contract, parameterSchema(parameter));
  const isText = !parameter.types.includes('array') && !parameter.types.includes('object');
  if (isText) return textSpellings(material, parameter, view);
  const all = [...listCandidates(material, view), ...itemCandidates(material, view), ...pairCandidates(material, view)];
  return all.map(({ keyword, value }) => ({
    keyword,
    value,
    title: `${parameter.name}=${textOf(value)}`,
    place: (parts) => placeValue(parts, parameter, value),
  }));
}

function textSpellings({ description, values }: ValueMaterial, parameter: Parameter, view: SchemaView): Spelling[] {
  const all = [
    ...candidatesFor(view, values).filter(hasText),
    ...candidates('type', mistypedTexts(parameter, view)),
    ...(view.types.includes('integer') ? candidates('range', unsafeIntegers) : []),
  ].map(({ keyword, value }) => ({ keyword, text: textOf(value) }));
  const isEmptyAllowed = mayBeEmpty(description.contract, parameter);
  const usable = all.filter(({ text }) => isUsable(parameter, text) && !(text === '' && isEmptyAllowed));
  const isFirst = ({ keyword, text }: (typeof all)[number], index: number) =>
    usable.findIndex((other) => other.text === text && other.keyword === keyword) === index;
  return usable.filter(isFirst).map(({ keyword, text }) => ({
    keyword,
    value: scalarOf(parameter.types, text),
    title: `${parameter.name}=${text}`,
    place: (parts) => placeText(parts, parameter, text),
  }));
}

/** A wrong type has no text of its own: `true` and `7` are texts like any other. */
function hasText({ keyword, value }: Candidate): boolean {
  if (keyword === 'null') return false;
  return keyword !== 'type' || (typeof value !== 'object' && value !== '1' && value !== '7');
}

// No standard says how a number is written in a query: parsers take blanks, signs, exponents, `Infinity`, other
// digits.
const noIntegers = [
  ...['', ' ', 'text', 'abc', '1.5', '7text', '5abc', '10abc', 'NaN', '1,2', '--1'],
  ...['null', 'undefined', 'true', '[]', '1000', '1000000'],
];

/** What many servers have in the place of an identifier, described or not: `DELETE /users/me` is of the caller. */
export const usualRoutes: readonly string[] = [
  'search',
  'count',
  'all',
  'me',
  'new',
  'latest',
  'first',
  'random',
  'stats',
  'export',
];
const noBooleans = ['', 'maybe', 'yes,no', '2'];

/** Texts that a lenient reader may take for a value of the type of the parameter. */
function mistypedTexts(parameter: Parameter, { types }: SchemaView): string[] {
  const isNumber = (types.includes('integer') || types.includes('number')) && !types.includes('string');
  if (isNumber) return [...noIntegers, ...(parameter.in === 'path' ? usualRoutes : [])];
  return types.includes('boolean') ? noBooleans : [];
}

function isUsable({ in: place, mediaType }: Parameter, text: string): boolean {
  if (mediaType !== null) return false;
  if (place === 'query') return text.length < 2000;
  // An empty path segment, and dots alone, are another path (RFC 3986 section 5.2.4).
  if (place === 'path') return !/^\.{0,2}$/.test(text) && !hasSign(text, '/\u0000') && text.length < 500;
  // Around a header value blanks do not count, and not every character can be in one (RFC 9110 section 5.5).
  return text !== '' && text === text.trim() && /^[\x20-\x7e]*$/.test(text) && !/[,;]/.test(text) && text.length < 1000;
}

function listCandidates({ values }: ValueMaterial, view: SchemaView): Candidate[] {
  return candidatesFor(view, values).filter(
    ({ keyword, value }) => keyword !== 'type' && Array.isArray(value) && value.length > 0,
  );
}

/** Lists of one item. */
function itemCandidates({ description, values }: ValueMaterial, view: SchemaView): Candidate[] {
  if (view.items === undefined) return [];
  const item = viewSchema(description.contract, view.items);
  const safe = candidatesFor(item, values).filter(
    ({ keyword, value }) => !['type', 'text'].includes(keyword) && typeof value !== 'object' && isSafe(textOf(value)),
  );
  const mistyped = item.types.includes('string') ? [] : candidates('type', ['text']);
  return [...safe, ...mistyped].map(({ keyword, value }) => ({ keyword, value: [value] }));
}

/** A list of two of few values, which a server may take for one. Two directions of an order contradict each other. */
function pairCandidates({ description }: ValueMaterial, view: SchemaView): Candidate[] {
  const mayHaveTwo = view.items !== undefined && (numberAt(view, 'maxItems') ?? 2) >= 2;
  const all = mayHaveTwo ? (enumOf(viewSchema(description.contract, view.items ?? '')) ?? []) : [];
  const isOfOrder = all.some((one) => typeof one === 'string' && /^[-+]|\b(?:asc|desc)/i.test(one));
  const [first, second] = all;
  return first === undefined || second === undefined || isOfOrder ? [] : candidates('enum', [[first, second]]);
}

/** What has nothing in it that separates items. */
function isSafe(text: string): boolean {
  return text !== '' && text.length < 500 && !hasSign(text, ',| \u0000');
}

function hasSign(text: string, signs: string): boolean {
  return [...signs].some((sign) => text.includes(sign));
}
