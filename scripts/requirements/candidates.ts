import { type Exact, isExactObject } from '../http/exact-json.ts';
import { patternSample } from '../openapi/pattern-sample.ts';
import { enumOf, numberAt, type SchemaView, textAt } from '../openapi/schema-view.ts';
import { round, type ValueSource } from '../openapi/values.ts';

/** A value worth trying, and the keyword of the schema that it tries. Whether it is allowed, the schema itself says. */
export interface Candidate {
  keyword: string;
  value: Exact;
}

/** Beyond what a double holds exactly: a server may refuse these, or keep them as they are. */
export const unsafeIntegers = [2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];

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
  '${jndi} {{7*7}} $1',
  '\u201csmart\u201d \u2018quotes\u2019 \u2013 dashes\u2026',
  'null',
  '0',
  '__proto__',
  'x'.repeat(1000),
];

/** Values that any schema of this kind is tried with, each for one keyword. */
export function candidatesFor(view: SchemaView, values: ValueSource): Candidate[] {
  const tried = [
    ...typeCandidates(view),
    ...sizeCandidates(view, values),
    ...enumCandidates(view),
    ...numberCandidates(view),
    ...textCandidates(view),
    ...listCandidates(view, values),
  ];
  return tried.filter(
    ({ keyword, value }, index) =>
      tried.findIndex((other) => other.keyword === keyword && Object.is(other.value, value)) === index,
  );
}

function typeCandidates({ types }: SchemaView): Candidate[] {
  if (types.length === 0) return [];
  const others: Exact[] = ['text', '1', '', 7, 1.5, true, [], {}, ['text'], { value: 1 }];
  return [...others.map((value) => ({ keyword: 'type', value })), { keyword: 'null', value: null }];
}

function enumCandidates(view: SchemaView): Candidate[] {
  const allowed = enumOf(view);
  if (allowed === undefined) return [];
  const near = allowed.flatMap((value): Exact[] => {
    if (typeof value === 'number') return [value + 1, value - 1];
    if (typeof value !== 'string' || value === '') return [];
    return [
      value.toUpperCase(),
      value.toLowerCase(),
      value.slice(0, 1).toUpperCase() + value.slice(1),
      ` ${value}`,
      `${value} `,
      value.slice(0, -1),
      `${value}s`,
      `${value}\u0000`,
    ];
  });
  const texts = allowed.filter((value) => typeof value === 'string');
  const both = texts.length > 1 ? [texts.join(','), texts.slice(0, 2).join(' ')] : [];
  return [...allowed, ...near, ...both, ...(texts.length > 0 ? ['', 'none-of-these'] : [])].map((value) => ({
    keyword: 'enum',
    value,
  }));
}

function numberCandidates(view: SchemaView): Candidate[] {
  const isInteger = view.types.includes('integer');
  if ((!isInteger && !view.types.includes('number')) || enumOf(view) !== undefined) return [];
  const multiple = numberAt(view, 'multipleOf');
  const step = multiple ?? (isInteger ? 1 : 0.5);
  const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].flatMap((keyword): Candidate[] => {
    const bound = numberAt(view, keyword);
    return bound === undefined
      ? []
      : [
          bound,
          round(bound - step, step),
          round(bound + step, step),
          ...(keyword.endsWith('aximum') ? [bound * 10, bound * 100 + step] : []),
          ...(isInteger ? [] : [bound + 0.001, bound - 0.001]),
        ].map((value) => ({ keyword, value }));
  });
  const multiples =
    multiple === undefined
      ? []
      : [multiple, multiple * 3, multiple * 1.5, multiple * 1.1].map((value) => ({
          keyword: 'multipleOf',
          value: round(value, multiple / 10),
        }));
  const range = (isInteger && multiple === undefined ? [0, -1, 1, 2 ** 31, 2 ** 53 - 1, -(2 ** 31) - 1] : []).map(
    (value) => ({ keyword: 'range', value }),
  );
  const format = textAt(view, 'format');
  const beyond: Record<string, Exact[]> = {
    int32: [2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1],
    int64: [2n ** 63n, -(2n ** 63n) - 1n, 10n ** 30n],
  };
  return [
    ...bounds,
    ...multiples,
    ...range,
    ...(beyond[format ?? ''] ?? []).map((value) => ({ keyword: 'format', value })),
  ];
}

// Each clearly no value of its format: a lenient reader is not told apart from a strict one here.
const wrongFormats: Record<string, string[]> = {
  uuid: ['not-a-uuid', '1234', '00000000-0000-0000-0000-00000000000g'],
  date: ['not-a-date', '2026-13-45', '2026-02-30'],
  'date-time': ['not-a-time', '2026-13-45T99:99:99Z', '12:00'],
  time: ['not-a-time', '99:99:99Z'],
  email: ['not an address', 'nobody', '@'],
  uri: ['not a uri', '::'],
  ipv4: ['not an address', '999.1.1.1'],
  ipv6: ['not an address', 'zz::'],
};

const rightFormats: Record<string, string[]> = {
  date: ['2028-02-29'],
  'date-time': ['2030-06-01T12:30:00+02:00', '2030-06-01T12:30:00.5Z'],
  uuid: ['0B9C7A34-5D3E-4F6A-8B21-9E0D4C5B6A78'],
};

function textCandidates(view: SchemaView): Candidate[] {
  if (!view.types.includes('string') || enumOf(view) !== undefined) return [];
  const [pattern, format] = [textAt(view, 'pattern'), textAt(view, 'format')];
  const [least, most] = [numberAt(view, 'minLength'), numberAt(view, 'maxLength')];
  const ofLength = (length: number): string => {
    if (pattern === undefined)
      return 'abcdefghij'.repeat(Math.ceil(Math.max(length, 1) / 10)).slice(0, Math.max(length, 0));
    return patternSample(pattern, length, length, length) ?? '';
  };
  const lengths = [
    ...(least === undefined
      ? []
      : ([
          ['minLength', least],
          ['minLength', least - 1],
        ] as const)),
    ...(most === undefined
      ? []
      : ([
          ['maxLength', most],
          ['maxLength', most + 1],
        ] as const)),
  ];
  const sized = lengths
    .filter(([, length]) => length >= 0 && length < 60_000)
    .map(([keyword, length]) => ({ keyword, value: ofLength(length) }));
  const sample = pattern === undefined ? undefined : patternSample(pattern, 1, least ?? 0, most ?? 200);
  const patterned =
    pattern === undefined
      ? []
      : [
          ...(sample === undefined
            ? []
            : [
                sample,
                `${sample} `,
                ` ${sample}`,
                `${sample}!`,
                sample.toLowerCase(),
                sample.toUpperCase(),
                sample.slice(1),
              ]),
          '',
          '!',
          '-- --',
        ].map((value) => ({ keyword: 'pattern', value }));
  // Characters are counted (RFC 8259 section 7), neither bytes nor what is more than one of them.
  const wide =
    most !== undefined && most < 20_000 && pattern === undefined && format === undefined
      ? [{ keyword: 'maxLength', value: 'é'.repeat(most) }]
      : [];
  const formatted = [...(wrongFormats[format ?? ''] ?? []), ...(rightFormats[format ?? ''] ?? [])].map((value) => ({
    keyword: 'format',
    value,
  }));
  const texts =
    pattern === undefined && (format === undefined || format === 'password')
      ? [...unusualTexts, longText].map((value) => ({ keyword: 'text', value }))
      : [];
  return [...sized, ...wide, ...patterned, ...formatted, ...texts];
}

function sizeCandidates(view: SchemaView, values: ValueSource): Candidate[] {
  if (!view.types.includes('object')) return [];
  const whole = values.objectOf(view, 'all', 0);
  const names = isExactObject(whole) ? Object.keys(whole) : [];
  const ofSize = (count: number): Exact =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        names[index] ?? `key${index}`,
        isExactObject(whole) ? (whole[names[index] ?? names[0] ?? ''] ?? 'any') : 'any',
      ]),
    );
  return ['minProperties', 'maxProperties'].flatMap((keyword) => {
    const bound = numberAt(view, keyword);
    return bound === undefined
      ? []
      : [bound, keyword === 'minProperties' ? bound - 1 : bound + 1]
          .filter((count) => count >= 0 && count < 500)
          .map((count) => ({ keyword, value: ofSize(count) }));
  });
}

function listCandidates(view: SchemaView, values: ValueSource): Candidate[] {
  if (!view.types.includes('array')) return [];
  const [least, most] = [numberAt(view, 'minItems'), numberAt(view, 'maxItems')];
  const counts = [
    ...(least === undefined
      ? []
      : ([
          ['minItems', least],
          ['minItems', least - 1],
        ] as const)),
    ...(most === undefined
      ? []
      : ([
          ['maxItems', most],
          ['maxItems', most + 1],
        ] as const)),
  ];
  const sized = counts
    .filter(([, count]) => count >= 0 && count < 2000)
    .map(([keyword, count]) => ({ keyword, value: values.itemsOf(view, count) }));
  const [item] = values.itemsOf(view, 1);
  const others = values.itemsOf(view, Math.max((least ?? 0) - 2, 0));
  return view.keywords.get('uniqueItems')?.value === true && item !== undefined
    ? [...sized, { keyword: 'uniqueItems', value: [...others, item, item] }]
    : sized;
}
