import type { Json } from '../../openapi/json.ts';
import { isPatternWithin } from '../../openapi/patterns/pattern-inclusion.ts';
import type { Keyword } from '../../openapi/schemas/schema-merge.ts';
import { type SchemaView, textAt, writtenNumberAt } from '../../openapi/schemas/schema-view.ts';
import type { Pair } from './found.ts';
import { capital } from './part-names.ts';
import { isContentOf, keywordsOf } from './schema-parts.ts';

/**
 * What becomes of the values that a schema allows: fewer, more, or others. `gone` are those that it no longer allows,
 * `come` those that it did not allow before.
 */
export interface KeywordChange {
  keyword: string;
  /** Of the released schema, where that has another keyword for the same. */
  releasedKeyword?: string;
  /** Where that stands, of several that a schema has. */
  places?: Pair<string | undefined>;
  message: (name: string) => string;
  gone?: string;
  come?: string;
  /** What to leave as it is. */
  keep: string;
}

type Views = Pair<SchemaView>;

/** The change of each keyword that bounds the values of one type. */
export function keywordChanges(views: Views, types: readonly string[]): KeywordChange[] {
  const has = (type: string) => types.length === 0 || types.includes(type);
  return [
    ...(has('number') || has('integer') ? [...numberChanges(views, types)] : []),
    ...(has('string') ? textChanges(views) : []),
    ...(has('array') ? listChanges(views) : []),
    ...(has('object') ? sizeChanges(views, 'Properties', counted.properties) : []),
    ...formatChange(views),
  ];
}

function isWhole(types: readonly string[]): boolean {
  return types.includes('integer') && !types.includes('number');
}

interface Bound {
  value: number;
  isExclusive: boolean;
  keyword: string;
}

function numberChanges(views: Views, types: readonly string[]): KeywordChange[] {
  const isInteger = isWhole(types);
  const lower = bounds(views, (view) => boundOf(view, 'minimum', 'exclusiveMinimum', isInteger, 1));
  const upper = bounds(views, (view) => boundOf(view, 'maximum', 'exclusiveMaximum', isInteger, -1));
  return [
    ...boundChange(lower, 'below', 1),
    ...boundChange(upper, 'above', -1),
    ...multipleChange(views, isInteger || isWhole(views.now.types)),
  ];
}

function bounds(views: Views, of: (view: SchemaView) => Bound | undefined): Pair<Bound | undefined> {
  return { before: of(views.before), now: of(views.now) };
}

/** Of the two keywords that bound one side the narrower counts; for integers, an exclusive bound is the next one. */
function boundOf(
  view: SchemaView,
  inclusive: string,
  exclusive: string,
  isInteger: boolean,
  step: 1 | -1,
): Bound | undefined {
  const open = writtenNumberAt(view, exclusive);
  const closed = writtenNumberAt(view, inclusive);
  const own: Bound[] = [];
  if (closed !== undefined) own.push({ value: closed, isExclusive: false, keyword: inclusive });
  if (open !== undefined)
    own.push(
      isInteger && Number.isInteger(open)
        ? { value: open + step, isExclusive: false, keyword: exclusive }
        : { value: open, isExclusive: true, keyword: exclusive },
    );
  return own.toSorted((a, b) => step * (b.value - a.value) || Number(b.isExclusive) - Number(a.isExclusive))[0];
}

function boundChange(
  { before, now }: Pair<Bound | undefined>,
  beyond: 'below' | 'above',
  step: 1 | -1,
): KeywordChange[] {
  const keyword = now?.keyword ?? before?.keyword;
  if (keyword === undefined || (before?.value === now?.value && before?.isExclusive === now?.isExclusive)) return [];
  const isTighter =
    now !== undefined &&
    (before === undefined || step * (now.value - before.value) > 0 || (now.value === before.value && now.isExclusive));
  const values = ({ value, isExclusive }: Bound) =>
    isExclusive ? `a value of ${value} or ${beyond} it` : `a value ${beyond} ${value}`;
  const side = step === 1 ? 'lower' : 'upper';
  return [
    {
      keyword,
      ...(before !== undefined && before.keyword !== keyword ? { releasedKeyword: before.keyword } : {}),
      message: changed(`The ${side} bound`, before && textOf(before), now && textOf(now)),
      ...(isTighter && now ? { gone: values(now) } : {}),
      ...(!isTighter && before ? { come: values(before) } : {}),
      keep: before === undefined ? `set no ${side} bound` : `leave \`${before.keyword}\` as it was`,
    },
  ];
}

const textOf = ({ value, isExclusive }: Bound) => `${value}${isExclusive ? ' (exclusive)' : ''}`;

function changed(what: string, before: string | undefined, now: string | undefined): KeywordChange['message'] {
  if (before === undefined) return (name) => `${what} of ${name} is new: ${now}.`;
  return now === undefined
    ? (name) => `${what} of ${name} is gone: it was ${before}.`
    : (name) => `${what} of ${name} changed from ${before} to ${now}.`;
}

/** Every multiple of a number is one of its divisors, too; every integer is a multiple of 1. */
function multipleChange(views: Views, isInteger: boolean): KeywordChange[] {
  const divides = (one: Keyword, other: number) =>
    Math.abs(other / Number(one.value) - Math.round(other / Number(one.value))) < 1e-9;
  const divisorsOf = (view: SchemaView) =>
    keywordsOf(view, 'multipleOf').filter((divisor) => !(isInteger && divides(divisor, 1)));
  return severalChange(
    'multipleOf',
    '`multipleOf`',
    { before: divisorsOf(views.before), now: divisorsOf(views.now) },
    (one, other) => divides(one, Number(other.value)),
    (divisors) => `a value that is no multiple of ${divisors}`,
  );
}

/** What becomes of a keyword that several parts of a schema have: `holds` where the second one asks for the first. */
function severalChange(
  keyword: string,
  what: string,
  { before, now }: Pair<readonly Keyword[]>,
  holds: (one: Keyword, other: Keyword) => boolean,
  others: (values: string) => string,
): KeywordChange[] {
  const beyond = (these: readonly Keyword[], those: readonly Keyword[]) =>
    these.filter((one) => !those.some((other) => holds(one, other)));
  const [gone, come] = [beyond(now, before), beyond(before, now)];
  if (gone.length === 0 && come.length === 0) return [];
  const text = (all: readonly Keyword[]) => [
    ...new Set(all.map(({ value }) => (typeof value === 'string' ? `\`${value}\`` : String(value)))),
  ];
  const list = (all: readonly Keyword[]) => (all.length === 0 ? undefined : text(all).join(' and '));
  return [
    {
      keyword,
      places: { before: come[0]?.pointer, now: gone[0]?.pointer },
      message: changed(what, list(before), list(now)),
      ...(gone.length > 0 && { gone: others(text(gone).join(' and ')) }),
      ...(come.length > 0 && { come: others(text(come).join(' and ')) }),
      keep: `leave \`${keyword}\` as it was`,
    },
  ];
}

function textChanges(views: Views): KeywordChange[] {
  // One that every text matches says nothing.
  const patternsOf = (view: SchemaView) =>
    keywordsOf(view, 'pattern').filter(({ value }) => !isPatternWithin('', String(value)));
  return [
    ...sizeChanges(views, 'Length', counted.characters),
    ...severalChange(
      'pattern',
      'The pattern',
      { before: patternsOf(views.before), now: patternsOf(views.now) },
      (one, other) => isPatternWithin(String(other.value), String(one.value)),
      (all) => `a text that does not match ${all}`,
    ),
  ];
}

function listChanges(views: Views): KeywordChange[] {
  const areBoth = [views.before, views.now].every((view) => keywordsOf(view, 'contains').length > 0);
  return [
    ...sizeChanges(views, 'Items', counted.items),
    ...(areBoth ? sizeChanges(views, 'Contains', counted.contained, 1) : []),
    ...uniqueChange(views),
  ];
}

/** What is counted, and what has none of it. */
const counted = {
  characters: { one: 'character', many: 'characters', none: 'an empty text' },
  items: { one: 'item', many: 'items', none: 'an empty list' },
  contained: {
    one: 'item that keeps `contains`',
    many: 'items that keep `contains`',
    none: 'a list without an item that keeps `contains`',
  },
  properties: { one: 'property', many: 'properties', none: 'an empty object' },
};

type Counted = (typeof counted)[keyof typeof counted];

function fewerThan(size: number, { many, none }: Counted): string {
  return size === 1 ? none : `fewer than ${size} ${many}`;
}

function moreThan(size: number, { one, many }: Counted): string {
  return size === 0 ? `any ${many}` : `more than ${size} ${size === 1 ? one : many}`;
}

function sizeChanges(views: Views, name: string, things: Counted, least = 0): KeywordChange[] {
  return ([`min${name}`, `max${name}`] as const).flatMap((keyword): KeywordChange[] => {
    const isLeast = keyword.startsWith('min');
    const [old, own] = [writtenNumberAt(views.before, keyword), writtenNumberAt(views.now, keyword)];
    const unwritten = isLeast ? least : Number.POSITIVE_INFINITY;
    const length = things === counted.characters ? lengthByFormat(views) : undefined;
    const narrower = isLeast ? Math.max : Math.min;
    const [before = unwritten, now = unwritten] = [old, own].map((size = unwritten) => narrower(size, length ?? size));
    if (before === now) return [];
    const isTighter = isLeast ? now > before : now < before;
    const beyond = (size: number) => (isLeast ? fewerThan(size, things) : moreThan(size, things));
    return [
      {
        keyword,
        message: changed(`\`${keyword}\``, old?.toString(), own?.toString()),
        ...(isTighter ? { gone: beyond(now) } : { come: beyond(before) }),
        keep: old === undefined ? `leave \`${keyword}\` out` : `leave \`${keyword}\` at ${old}`,
      },
    ];
  });
}

/** How long every text of the format is that both schemas have: a bound that says the same says nothing. */
function lengthByFormat({ before, now }: Views): number | undefined {
  const format = textAt(before, 'format');
  if (format !== textAt(now, 'format')) return undefined;
  return format === 'uuid' ? 36 : format === 'date' ? 10 : undefined;
}

function uniqueChange(views: Views): KeywordChange[] {
  const isUnique = (view: SchemaView) => keywordsOf(view, 'uniqueItems').some(({ value }) => value === true);
  const [before, now] = [isUnique(views.before), isUnique(views.now)];
  if (before === now) return [];
  return [
    {
      keyword: 'uniqueItems',
      message: (name) =>
        now ? `${capital(name)} may no longer have an item twice.` : `${capital(name)} may have an item twice.`,
      ...(now ? { gone: 'an item twice' } : { come: 'an item twice' }),
      keep: 'leave `uniqueItems` as it was',
    },
  ];
}

// What these formats allow, the ones after them allow as well; a format of another name is a remark.
const wider: Readonly<Record<string, readonly string[]>> = {
  ...{ int8: ['int16', 'int32', 'int64'], uint8: ['int16', 'int32', 'int64'], int16: ['int32', 'int64'] },
  ...{ uint16: ['int32', 'int64'], int32: ['int64'], uint32: ['int64'], int64: [], float: ['double'], double: [] },
  ...{ 'date-time': [], date: [], time: [], duration: [], email: ['idn-email'], 'idn-email': [] },
  ...{ hostname: ['idn-hostname'], 'idn-hostname': [], ipv4: [], ipv6: [], uuid: [], regex: [], byte: [], binary: [] },
  ...{ uri: ['uri-reference', 'iri', 'iri-reference'], 'uri-reference': ['iri-reference'], iri: ['iri-reference'] },
  ...{ 'iri-reference': [], 'uri-template': [], 'json-pointer': [], 'relative-json-pointer': [], base64url: [] },
};

const ranges: Readonly<Record<string, readonly [least: number, most: number]>> = {
  ...{ int8: [-128, 127], uint8: [0, 255], int16: [-(2 ** 15), 2 ** 15 - 1], uint16: [0, 2 ** 16 - 1] },
  ...{ int32: [-(2 ** 31), 2 ** 31 - 1], uint32: [0, 2 ** 32 - 1], int64: [-(2 ** 63), 2 ** 63 - 1] },
};

/** True where the bounds of a schema leave only integers that a format allows. */
function isInRange(view: SchemaView, format: string | undefined): boolean {
  const [least, most] = ranges[format ?? ''] ?? [];
  if (least === undefined || most === undefined || view.types.some((type) => type === 'number')) return false;
  const lower = boundOf(view, 'minimum', 'exclusiveMinimum', true, 1);
  const upper = boundOf(view, 'maximum', 'exclusiveMaximum', true, -1);
  return lower !== undefined && upper !== undefined && lower.value >= least && upper.value <= most;
}

/** What goes with the encoding of a text. */
export const encoded = 'a text that is encoded otherwise';

function formatChange(views: Views): KeywordChange[] {
  const formatOf = (view: SchemaView, other: SchemaView) => {
    const format = textAt(view, 'format') ?? '';
    const isContent = keywordsOf(view, 'format').some((keyword) => isContentOf(other, 'format', keyword));
    // How exact a fraction is says nothing of integers.
    const isOfFractions = (format === 'float' || format === 'double') && !other.types.includes('number');
    return !isContent && !isOfFractions && Object.hasOwn(wider, format) ? format : undefined;
  };
  const [before, now] = [formatOf(views.before, views.now), formatOf(views.now, views.before)];
  if (before === now) return [];
  // A text that was written in base64 means another one where it is not.
  const isEncoded = (one: string | undefined) => one === 'byte' || one === 'base64url';
  const isWithin = (one: string | undefined, other: string | undefined) =>
    other === undefined || (one !== undefined && (wider[one] ?? []).includes(other));
  return [
    {
      keyword: 'format',
      message: changed('The format', before, now),
      ...((isEncoded(before) || isEncoded(now)) && { gone: encoded, come: encoded }),
      ...(isWithin(before, now) || isInRange(views.before, now) ? {} : { gone: `a value that is no \`${now}\`` }),
      ...(isWithin(now, before) || isInRange(views.now, before) ? {} : { come: `a value that is no \`${before}\`` }),
      keep: before === undefined ? 'set no `format`' : `leave \`format\` at \`${before}\``,
    },
  ];
}

/** A list of values for a sentence. */
export function valueList(values: readonly Json[]): string {
  return values.map((value) => `\`${isPlainText(value) ? value : JSON.stringify(value)}\``).join(', ');
}

/** False for a text that reads like another value. */
function isPlainText(value: Json): boolean {
  return typeof value === 'string' && !/^(-?\d.*|true|false|null|)$/.test(value);
}
