import {
  array,
  assert as assertProperty,
  constantFrom,
  dictionary,
  integer,
  oneof,
  property,
  string,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Exact, writeExact } from '../../http/exact-json.ts';
import { decodeQuery } from '../../http/percent-encoding.ts';
import { descriptionOf } from '../../test/contracts.ts';
import type { Parameter } from '../operation-table.ts';
import { isSpread } from './form.ts';
import {
  isNameOf,
  readCookie,
  readHeader,
  readPath,
  readQuery,
  type SentTexts,
  writeCookie,
  writeHeader,
  writePath,
  writeQuery,
} from './parameter-codec.ts';
import { type ParameterShape, shapeOf } from './shape.ts';

const schemas: Record<string, string> = {
  text: '{ type: string }',
  number: '{ type: number }',
  flag: '{ type: boolean }',
  either: '{ type: [integer, string] }',
  numbers: '{ type: array, items: { type: integer } }',
  texts: '{ type: array, items: { type: string } }',
  one: '{ type: [string, array], items: { type: string } }',
  point: '{ type: object, properties: { x: { type: integer }, y: { type: integer }, label: { type: string } } }',
  labels: '{ type: object, additionalProperties: { type: string } }',
  closed: '{ type: object, additionalProperties: false, properties: { x: { type: integer } } }',
  any: '{}',
  range: '{ anyOf: [{ type: object, properties: { x: { type: integer } } }, { type: integer }] }',
  oneOrMore: '{ anyOf: [{ type: integer }, { type: array, items: { type: integer } }] }',
  choice: '{ type: object, properties: { x: { anyOf: [{ type: integer }, { type: boolean }] } } }',
};

const known = new Map<string, { parameter: Parameter; shape: ParameterShape }>();

/** A parameter `by` of one of the schemas. */
function parameterOf(
  schema: string,
  place: string,
  style: string,
  explode: boolean,
): { parameter: Parameter; shape: ParameterShape } {
  const key = [schema, place, style, explode].join();
  const found = known.get(key);
  if (found !== undefined) return found;
  const content =
    style === 'json'
      ? `content: { application/json: { schema: ${schemas[schema]} } }`
      : `style: ${style}, explode: ${explode}, schema: ${schemas[schema]}`;
  const { contract, operations } = descriptionOf(
    `/things:\n  get: { operationId: listThings, parameters: [{ name: by, in: ${place}, ${content} }], responses: {} }`,
  );
  const parameter = operations[0]?.parameters[0];
  if (parameter === undefined) throw new Error('There is no parameter.');
  const made = { parameter, shape: shapeOf(contract, parameter) };
  known.set(key, made);
  return made;
}

/** Writes a value as a client does, and reads it again. */
function sent(schema: string, place: string, style: string, explode: boolean, value: Exact): SentTexts {
  const { parameter, shape } = parameterOf(schema, place, style, explode);
  switch (place) {
    case 'query': {
      const pairs = writeQuery(parameter, value);
      for (const [name] of pairs) expect(isNameOf(shape, decodeQuery(name))).toBe(true);
      return readQuery(shape, pairs);
    }
    case 'path':
      return readPath(shape, writePath(parameter, value));
    case 'header':
      return readHeader(shape, [writeHeader(parameter, value)]);
    default:
      return readCookie(shape, [writeCookie(parameter, value)]);
  }
}

const wide = ['a b', 'x,y', 'é🦊', 'a&b=c', '%20', '+', '1'];
const point = { x: -1, y: 2, label: 'a,b = c' };

describe('what was written is read again', () => {
  test.each<[schema: string, place: string, style: string, explode: boolean, value: Exact]>([
    ...['', 'a b+c', 'é🦊', 'a&b=c#d', '5', 'null', 'a,b'].flatMap(
      (text) =>
        [
          ['text', 'query', 'form', true, text],
          ['text', 'query', 'form', false, text],
          ['any', 'query', 'form', true, text],
        ] as [string, string, string, boolean, Exact][],
    ),
    ...['a/b', 'a b', '.a', ';a=b', 'é🦊'].flatMap((text) =>
      ['simple', 'label', 'matrix'].flatMap((style) =>
        [true, false].map((explode): [string, string, string, boolean, Exact] => [
          'text',
          'path',
          style,
          explode,
          text,
        ]),
      ),
    ),
    ...[0, -1.5, 2n ** 53n + 1n, -(2n ** 63n)].flatMap((number): [string, string, string, boolean, Exact][] => [
      ['number', 'query', 'form', true, number],
      ['number', 'path', 'simple', false, number],
      ['number', 'path', 'label', true, number],
      ['number', 'path', 'matrix', true, number],
      ['number', 'header', 'simple', false, number],
      ['number', 'cookie', 'form', true, number],
    ]),
    ['flag', 'query', 'form', true, true],
    ['flag', 'header', 'simple', false, false],
    ...[[], [1], [1, 2n ** 63n, -3]].flatMap((list): [string, string, string, boolean, Exact][] => [
      ...(list.length === 0
        ? []
        : [['numbers', 'query', 'form', true, list] as [string, string, string, boolean, Exact]]),
      ['numbers', 'query', 'form', false, list],
      ['numbers', 'query', 'spaceDelimited', false, list],
      ['numbers', 'query', 'pipeDelimited', false, list],
      ['numbers', 'path', 'simple', false, list],
      ['numbers', 'path', 'label', true, list],
      ['numbers', 'path', 'label', false, list],
      ['numbers', 'path', 'matrix', false, list],
      ['numbers', 'header', 'simple', false, list],
      ['numbers', 'cookie', 'form', false, list],
    ]),
    ['texts', 'query', 'form', true, wide],
    ['texts', 'query', 'form', false, wide],
    ['texts', 'query', 'pipeDelimited', true, wide],
    ['texts', 'query', 'spaceDelimited', false, ['a', 'b,c|d']],
    ['texts', 'query', 'pipeDelimited', false, ['a b', 'c,d']],
    ['texts', 'path', 'simple', true, wide],
    ['texts', 'path', 'label', false, wide],
    ['texts', 'path', 'matrix', false, wide],
    ['texts', 'path', 'matrix', true, wide],
    ['texts', 'query', 'json', true, wide],
    ['point', 'query', 'form', true, point],
    ['point', 'query', 'form', false, point],
    ['point', 'query', 'deepObject', true, point],
    ['point', 'query', 'spaceDelimited', false, { x: 1, label: 'a,b' }],
    ['point', 'query', 'pipeDelimited', false, { x: 1, label: 'a b' }],
    ['point', 'path', 'simple', true, point],
    ['point', 'path', 'simple', false, point],
    ['point', 'path', 'label', true, point],
    ['point', 'path', 'label', false, point],
    ['point', 'path', 'matrix', true, point],
    ['point', 'path', 'matrix', false, point],
    ['point', 'header', 'simple', true, { x: 1, label: 'a b' }],
    ['point', 'header', 'simple', false, { x: 1, label: 'a=b' }],
    ['point', 'cookie', 'form', true, { x: 1, label: 'a;b' }],
    ['point', 'query', 'json', true, { x: 2n ** 60n, nested: [{ a: null }] }],
    ['point', 'header', 'json', true, point],
    ['point', 'path', 'json', true, point],
    ['point', 'cookie', 'json', true, point],
    ['labels', 'query', 'form', true, { __proto__x: 'a', 'b c': 'd' }],
    ['labels', 'query', 'form', false, {}],
  ])('%s in %s, %s %s: %o', (schema, place, style, explode, value) => {
    expect(sent(schema, place, style, explode, value)).toMatchObject({ readings: [value], isRepeated: false });
  });

  // Where a style has a character between its parts that encoding leaves as it is, no part can have it.
  const text = string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
  test.each<[place: string, style: string, explode: boolean, delimiter: RegExp | undefined]>([
    ['query', 'form', true, undefined],
    ['query', 'form', false, undefined],
    ['query', 'spaceDelimited', false, / /],
    ['query', 'pipeDelimited', false, /\|/],
    ['query', 'json', true, undefined],
    ['path', 'simple', false, undefined],
    ['path', 'simple', true, undefined],
    ['path', 'label', false, undefined],
    ['path', 'label', true, /\./],
    ['path', 'matrix', false, undefined],
    ['path', 'matrix', true, undefined],
    ['header', 'simple', false, /,|^\s|\s$/],
    ['cookie', 'form', false, /,|^\s|\s$/],
  ])('any list of texts in %s, %s %s', (place, style, explode, delimiter) => {
    const items = array(
      text.filter((one) => delimiter?.test(one) !== true),
      { minLength: 1, maxLength: 5 },
    );
    assertProperty(
      property(items, (list) => {
        expect(sent('texts', place, style, explode, list).readings[0]).toEqual(list);
      }),
    );
  });

  test.each<[place: string, style: string, explode: boolean, delimiter: RegExp | undefined]>([
    ['query', 'form', true, undefined],
    ['query', 'form', false, undefined],
    ['query', 'deepObject', true, /[[\]]/],
    ['query', 'spaceDelimited', false, / /],
    ['query', 'pipeDelimited', false, /\|/],
    ['path', 'simple', true, undefined],
    ['path', 'simple', false, undefined],
    ['path', 'label', true, /\./],
    ['path', 'matrix', true, undefined],
    ['path', 'matrix', false, undefined],
    ['header', 'simple', true, /[,=]|^\s|\s$/],
    ['header', 'simple', false, /,|^\s|\s$/],
  ])('any object in %s, %s %s', (place, style, explode, delimiter) => {
    const part = text.filter((one) => delimiter?.test(one) !== true && one !== '__proto__');
    assertProperty(
      property(dictionary(part, part, { minKeys: 1, maxKeys: 4, noNullPrototype: true }), (object) => {
        expect(sent('labels', place, style, explode, object).readings[0]).toEqual(object);
      }),
    );
  });

  test('any scalar in a query, a path and a cookie', () => {
    const values = oneof(integer(), text, constantFrom<Exact>(true, false, 2n ** 63n - 1n, 0.5));
    const styles = constantFrom<[string, string][]>(
      ['query', 'form'],
      ['path', 'simple'],
      ['path', 'label'],
      ['path', 'matrix'],
      ['cookie', 'form'],
    );
    assertProperty(
      property(values, styles, (value, [place, style]) => {
        const schema = typeof value === 'string' ? 'text' : typeof value === 'boolean' ? 'flag' : 'number';
        expect(sent(schema, place, style, false, value).readings).toEqual([value]);
      }),
    );
  });
});

describe('in a query', () => {
  const read = (schema: string, style: string, explode: boolean, text: string) => {
    const { shape } = parameterOf(schema, 'query', style, explode);
    return readQuery(
      shape,
      text.split('&').map((pair) => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? ''] as const),
    );
  };

  test.each<[name: string, schema: string, style: string, explode: boolean, text: string, readings: Exact[]]>([
    ['a plus sign is a blank', 'text', 'form', true, 'by=a+b', ['a b']],
    ['a plus sign that is encoded is one', 'text', 'form', true, 'by=a%2Bb', ['a+b']],
    ['a plus sign delimits like a blank', 'texts', 'spaceDelimited', false, 'by=a+b', [['a', 'b']]],
    ['a pipe may stand as it is', 'texts', 'pipeDelimited', false, 'by=a|b', [['a', 'b']]],
    ['a comma that is encoded is data', 'texts', 'form', false, 'by=a%2Cb', [['a,b']]],
    ['a bracket may stand as it is', 'point', 'deepObject', true, 'by[x]=1&by[label]=1', [{ x: 1, label: '1' }]],
    ['a property may be one of several types', 'choice', 'deepObject', true, 'by[x]=1', [{ x: 1 }]],
    ['an object may be one of several alternatives', 'range', 'deepObject', true, 'by[x]=1', [{ x: 1 }]],
    ['what is no object is written as in a form', 'range', 'deepObject', true, 'by=1', [1]],
    ['a list may have brackets', 'texts', 'deepObject', true, 'by[]=a&by[1]=b', [['a', 'b']]],
    ['a list may have none', 'texts', 'deepObject', true, 'by=a&by=b', [['a', 'b']]],
    ['the items of one of several alternatives', 'oneOrMore', 'form', true, 'by=1&by=2', [[1, 2], 1]],
    ['what is no number stays a text', 'number', 'form', true, 'by=1x', ['1x']],
    ['a number that may be a text may be both', 'either', 'form', true, 'by=5', [5, '5']],
    ['one of several may be one, or a list of one', 'one', 'form', true, 'by=a', [['a'], 'a']],
    ['a broken escape stays as it is', 'text', 'form', true, 'by=%zz', ['%zz']],
    ['an odd number of parts is no object', 'point', 'form', false, 'by=x,1,y', []],
    ['what is no JSON is no document', 'point', 'json', true, 'by=%7B', []],
    ['no value is an empty text', 'text', 'form', true, 'by', ['']],
  ])('%s', (_, schema, style, explode, text, readings) =>
    expect(read(schema, style, explode, text).readings).toEqual(readings),
  );

  test.each<[schema: string, explode: boolean, text: string, isRepeated: boolean]>([
    ['text', true, 'by=a&by=b', true],
    ['texts', true, 'by=a&by=b', false],
    ['texts', false, 'by=a&by=b', true],
    ['text', true, 'by=a', false],
  ])('%s %s %s is given several times: %s', (schema, explode, text, isRepeated) =>
    expect(read(schema, 'form', explode, text).isRepeated).toBe(isRepeated),
  );

  test.each<[schema: string, style: string, explode: boolean, names: string[]]>([
    ['text', 'form', true, ['by']],
    ['point', 'form', false, ['by']],
    ['point', 'form', true, ['x', 'label']],
    ['labels', 'form', true, ['by', 'x', 'other', 'by[x]', 'label']],
    ['closed', 'form', true, ['x']],
    ['point', 'deepObject', true, ['by[x]']],
    ['range', 'deepObject', true, ['by', 'by[x]']],
    ['point', 'json', true, ['by']],
  ])('the names of %s, %s %s', (schema, style, explode, names) => {
    const { shape } = parameterOf(schema, 'query', style, explode);
    expect(['by', 'x', 'other', 'by[x]', 'label'].filter((name) => isNameOf(shape, name)).toSorted()).toEqual(
      names.toSorted(),
    );
    expect(isSpread(shape)).toBe(style === 'form' && explode && schema !== 'text');
  });
});

test('a path with other names than its own is no list', () =>
  expect(readPath(parameterOf('texts', 'path', 'matrix', true).shape, ';by=a;other=b').readings).toEqual([]));

test.each<[style: string, explode: boolean, text: string]>([
  ['label', false, '5'],
  ['matrix', false, '5'],
  ['matrix', false, ';other=5'],
  ['matrix', true, ';other=5'],
  ['matrix', true, 'by=5'],
])('a path without what style %s %s begins with is reported: %s', (style, explode, text) => {
  expect(readPath(parameterOf('number', 'path', style, explode).shape, text).readings).toEqual([]);
});

test.each<[schema: string, lines: string[], readings: Exact[], isRepeated: boolean]>([
  ['numbers', ['1, 2', '3'], [[1, 2, 3]], false],
  ['number', ['1', '2'], [1], true],
  ['text', ['a, b'], ['a, b'], false],
])('a header %s of the lines %j', (schema, lines, readings, isRepeated) =>
  expect(readHeader(parameterOf(schema, 'header', 'simple', false).shape, lines)).toEqual({
    shown: lines.join(', '),
    readings,
    isRepeated,
  }),
);

test('a cookie that is there twice is given twice', () =>
  expect(readCookie(parameterOf('text', 'cookie', 'form', true).shape, ['a%20b', 'c'])).toEqual({
    shown: 'a%20b; c',
    readings: ['a b'],
    isRepeated: true,
  }));

test('large integers keep their value', () =>
  expect(writeExact(sent('numbers', 'query', 'form', false, [2n ** 63n - 1n]).readings[0] ?? null)).toBe(
    '[9223372036854775807]',
  ));
