import { ownValue } from '../../http/own-value.ts';
import { patternSample } from '../../openapi/patterns/pattern-sample.ts';
import { enumOf, numberAt, type SchemaView, textAt } from '../../openapi/schemas/schema-view.ts';
import { isPast } from '../../openapi/values/described-bounds.ts';
import { formatOf, isFreeFormat } from '../../openapi/values/named-format.ts';
import { isWrongByFormatAlone } from '../../openapi/values/text-values.ts';
import { isDecimal } from '../../openapi/values/value-rank.ts';
import type { ValueSource } from '../../openapi/values/values.ts';
import { type Candidate, candidates, sizesAround } from './candidate.ts';

/** So long that a server may have a bound that no schema says; what it takes must still come back whole. */
export const longText = 'long text '.repeat(500).trimEnd();

export const unusualTexts = [
  'Zoë Ångström',
  '名前 имя όνομα שם',
  '🦊👩‍👩‍👧 emoji',
  `"double" and 'single' \\ back`,
  '<b>bold</b> &amp; <!-- -->',
  '  blanks at the ends  ',
  'two\nlines\tand a tab',
  'e\u0301 decomposed, \u00e9 composed',
  `'); DROP TABLE things; --`,
  '%20 %00 + ?a=b&c=d#e',
  '\u0024{jndi} {{7*7}} $1',
  '\u201csmart\u201d \u2018quotes\u2019 \u2013 dashes\u2026',
  'null',
  '0',
  '__proto__',
  'x'.repeat(1000),
];

// Each clearly no value of its format: a lenient reader and a strict one agree on it.
const wrongFormats: Readonly<Record<string, readonly string[]>> = {
  uuid: ['not-a-uuid', '1234', '00000000-0000-0000-0000-00000000000g'],
  date: ['not-a-date', '2026-13-45', '2026-02-30'],
  'date-time': ['not-a-time', '2026-13-45T99:99:99Z', '12:00'],
  time: ['not-a-time', '99:99:99Z'],
  email: ['not an address', 'nobody', '@'],
  uri: ['not a uri', '::'],
  ipv4: ['not an address', '999.1.1.1'],
  ipv6: ['not an address', 'zz::'],
};

// Days after most that a run makes: what is made later may have to be later.
const rightFormats: Readonly<Record<string, readonly string[]>> = {
  date: ['2096-02-29'],
  'date-time': ['2096-06-01T12:30:00+02:00', '2096-06-01T12:30:00.5Z'],
  uuid: ['0B9C7A34-5D3E-4F6A-8B21-9E0D4C5B6A78'],
};

/**
 * Texts at the bounds of their length, beside their pattern and their format,
 * and unusual ones where any text is allowed.
 */
export function textCandidates(view: SchemaView, values: ValueSource): Candidate[] {
  if (!view.types.includes('string') || enumOf(view) !== undefined) return [];
  const [pattern, format] = [textAt(view, 'pattern'), textAt(view, 'format')];
  const isFree = pattern === undefined && isFreeFormat(formatOf(view)) && !isDecimal(view);
  const ofOtherKeywords = [
    ...lengthCandidates(view, pattern, values),
    ...wideCandidates(view, pattern, formatOf(view)),
    ...(pattern === undefined ? [] : patternCandidates(view, pattern, values)),
  ];
  return [
    // What is wrong by its format alone is not always clearly so, and shows nothing of another keyword.
    ...ofOtherKeywords.filter(({ value }) => typeof value !== 'string' || !isWrongByFormatAlone(value, view)),
    ...candidates('format', [...(ownValue(wrongFormats, format ?? '') ?? []), ...rightTexts(view, format ?? '')]),
    ...(isFree ? candidates('text', [...unusualTexts, longText]) : []),
  ];
}

function rightTexts(view: SchemaView, format: string): readonly string[] {
  const texts = ownValue(rightFormats, format) ?? [];
  return isPast(view) ? texts.map((text) => text.replace(/^2096/, '1996')) : texts;
}

function lengthCandidates(view: SchemaView, pattern: string | undefined, values: ValueSource): Candidate[] {
  return sizesAround(['minLength', 'maxLength'], (keyword) => numberAt(view, keyword))
    .filter(({ size }) => size < 60_000)
    .map(({ keyword, size }) => ({
      keyword,
      value: values.formattedTextOfLength(view, size) ?? textOfLength(size, pattern),
    }));
}

function textOfLength(length: number, pattern: string | undefined): string {
  if (pattern !== undefined) return patternSample(pattern, length, length, length) ?? '';
  return 'abcdefghij'.repeat(Math.ceil(Math.max(length, 1) / 10)).slice(0, length);
}

/** Characters are counted (RFC 8259 section 7), neither bytes nor what is more than one of them. */
function wideCandidates(view: SchemaView, pattern: string | undefined, format: string | undefined): Candidate[] {
  const most = numberAt(view, 'maxLength');
  return most !== undefined && most < 20_000 && pattern === undefined && format === undefined
    ? candidates('maxLength', ['é'.repeat(most)])
    : [];
}

function patternCandidates(view: SchemaView, pattern: string, values: ValueSource): Candidate[] {
  const sample =
    textAt(view, 'format') === undefined && !isDecimal(view)
      ? patternSample(pattern, 1, numberAt(view, 'minLength') ?? 0, numberAt(view, 'maxLength') ?? 200)
      : values.textOf(view);
  return candidates('pattern', [...(sample === undefined ? [] : textsNear(sample)), '', '!', '-- --']);
}

/** What a lenient reader may take for a text of a pattern. */
function textsNear(sample: string): string[] {
  const spellings = [sample, `${sample} `, ` ${sample}`, `${sample}!`, sample.toLowerCase(), sample.toUpperCase()];
  return [...spellings, sample.slice(1), sample.replace(/^https:/, 'http:')];
}
