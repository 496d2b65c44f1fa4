import { describe, expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import type { Parameter } from '../operation-table.ts';
import { writeHeader, writePath, writeQuery } from './parameter-codec.ts';
import { textOf } from './scalar-text.ts';

function parameter(style: string, explode: boolean, mediaType: string | null = null): Parameter {
  return { name: 'by', in: 'query', pointer: '', required: false, style, explode, types: [], itemTypes: [], mediaType };
}

const list = ['a b', 2, 'x,y'];
const object = { R: 100, 'g h': 'i&j' };

describe('texts', () => {
  test.each<[value: Exact, text: string]>([
    ['x"y', 'x"y'],
    [5, '5'],
    [2n ** 63n, '9223372036854775808'],
    [true, 'true'],
    [null, 'null'],
    [{ a: [1] }, '{"a":[1]}'],
  ])('%s as a text', (value, text) => expect(textOf(value)).toBe(text));
});

describe('queries', () => {
  test.each<[name: string, style: string, explode: boolean, value: Exact, pairs: string[]]>([
    ['a scalar', 'form', true, 'a&b=c', ['by=a%26b%3Dc']],
    ['an empty text', 'form', true, '', ['by=']],
    ['a great integer', 'form', true, 2n ** 63n, ['by=9223372036854775808']],
    ['a list, exploded', 'form', true, list, ['by=a%20b', 'by=2', 'by=x%2Cy']],
    ['a list', 'form', false, list, ['by=a%20b,2,x%2Cy']],
    ['a list between blanks', 'spaceDelimited', false, list, ['by=a%20b%202%20x%2Cy']],
    ['a list between pipes', 'pipeDelimited', false, list, ['by=a%20b%7C2%7Cx%2Cy']],
    ['an exploded list of another style', 'pipeDelimited', true, list, ['by=a%20b', 'by=2', 'by=x%2Cy']],
    ['an object, exploded', 'form', true, object, ['R=100', 'g%20h=i%26j']],
    ['an object', 'form', false, object, ['by=R,100,g%20h,i%26j']],
    ['an object between blanks', 'spaceDelimited', false, { R: 100, G: 'x' }, ['by=R%20100%20G%20x']],
    ['an object between pipes', 'pipeDelimited', false, object, ['by=R%7C100%7Cg%20h%7Ci%26j']],
    ['a deep object', 'deepObject', true, object, ['by%5BR%5D=100', 'by%5Bg%20h%5D=i%26j']],
    ['an empty list', 'form', true, [], []],
  ])('%s', (_, style, explode, value, pairs) =>
    expect(writeQuery(parameter(style, explode), value).map((pair) => pair.join('='))).toEqual(pairs),
  );

  test('a document is one value', () =>
    expect(writeQuery(parameter('form', true, 'application/json'), { a: [1, 'é'] })).toEqual([
      ['by', '%7B%22a%22%3A%5B1%2C%22%C3%A9%22%5D%7D'],
    ]));

  test('the name is encoded, too', () =>
    expect(writeQuery({ ...parameter('form', true), name: 'by[]' }, 1)).toEqual([['by%5B%5D', '1']]));
});

describe('paths', () => {
  test.each<[name: string, style: string, explode: boolean, value: Exact, text: string]>([
    ['a scalar', 'simple', false, 'a/b c', 'a%2Fb%20c'],
    ['a list', 'simple', false, list, 'a%20b,2,x%2Cy'],
    ['a list, exploded', 'simple', true, list, 'a%20b,2,x%2Cy'],
    ['an object', 'simple', false, object, 'R,100,g%20h,i%26j'],
    ['a label', 'label', false, 'a b', '.a%20b'],
    ['a list of labels', 'label', false, list, '.a%20b,2,x%2Cy'],
    ['a list of labels, exploded', 'label', true, list, '.a%20b.2.x%2Cy'],
    ['an object of labels', 'label', false, object, '.R,100,g%20h,i%26j'],
    ['a matrix', 'matrix', false, 'a b', ';by=a%20b'],
    ['a matrix of a list', 'matrix', false, list, ';by=a%20b,2,x%2Cy'],
    ['a matrix of a list, exploded', 'matrix', true, list, ';by=a%20b;by=2;by=x%2Cy'],
    ['a matrix of an object', 'matrix', false, object, ';by=R,100,g%20h,i%26j'],
  ])('%s', (_, style, explode, value, text) => expect(writePath(parameter(style, explode), value)).toBe(text));
});

describe('headers', () => {
  test.each<[name: string, explode: boolean, value: Exact, text: string]>([
    ['a scalar is not encoded', false, 'a b%', 'a b%'],
    ['a list', false, ['a', 2], 'a,2'],
    ['an object', false, { R: 100, G: 'x' }, 'R,100,G,x'],
    ['an object, exploded', true, { R: 100, G: 'x' }, 'R=100,G=x'],
  ])('%s', (_, explode, value, text) => expect(writeHeader(parameter('simple', explode), value)).toBe(text));

  test('a document', () =>
    expect(writeHeader(parameter('simple', false, 'application/json'), ['a', null])).toBe('["a",null]'));
});
