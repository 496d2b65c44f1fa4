import { describe, expect, test } from 'vitest';
import type { Exact } from '../../http/exact-json.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import type { Parameter } from '../operation-table.ts';
import { textsFor, valueFor, withTexts, withValue } from './request-parameters.ts';

const operation = operationIn(
  descriptionOf(`
/shelves/{shelf}/{label}:
  get:
    operationId: readShelf
    parameters:
      - { name: shelf, in: path, required: true, schema: { type: integer } }
      - { name: label, in: path, required: true, style: label, schema: { type: string } }
      - { name: 'a b', in: query, schema: { type: string } }
      - { name: list, in: query, explode: false, schema: { type: array, items: { type: integer } } }
      - { name: spaced, in: query, style: spaceDelimited, schema: { type: array, items: { type: string } } }
      - { name: many, in: query, schema: { type: array, items: { type: integer } } }
      - { name: X-Desk, in: header, schema: { type: string } }
      - { name: jar, in: cookie, schema: { type: string } }
    responses: {}`),
  'readShelf',
);
const request: HttpRequest = {
  method: 'GET',
  target: '/shelves/4%2F2/.x?a+b=1+2&list=1,2&a%20b=%2B&many=1',
  headers: [
    ['x-desk', 'a%20b'],
    ['Cookie', 'other=1; jar=a%20b=c'],
  ],
  body: null,
};

function named(name: string): Parameter {
  const found = operation.parameters.find((parameter) => parameter.name === name);
  if (found === undefined) throw new Error(`There is no parameter ${name}.`);
  return found;
}

describe('what a request gives for a parameter', () => {
  test.each<[name: string, texts: string[]]>([
    ['shelf', ['4/2']],
    ['a b', ['1 2', '+']],
    ['list', ['1,2']],
    ['spaced', []],
    ['X-Desk', ['a%20b']],
    ['jar', ['a b=c']],
  ])('%s', (name, texts) => expect(textsFor(request, operation, named(name))).toEqual(texts));
});

describe('other texts for a parameter', () => {
  const [, query] = request.target.split('?');
  test.each<[name: string, texts: string[], target: string, headers?: HttpRequest['headers']]>([
    ['shelf', ['a/b'], `/shelves/a%2Fb/.x?${query}`],
    ['label', ['y'], `/shelves/4%2F2/.y?${query}`],
    ['a b', ['&'], '/shelves/4%2F2/.x?list=1,2&many=1&a%20b=%26'],
    ['many', [], '/shelves/4%2F2/.x?a+b=1+2&list=1,2&a%20b=%2B'],
    [
      'X-Desk',
      ['z'],
      request.target,
      [
        ['Cookie', 'other=1; jar=a%20b=c'],
        ['X-Desk', 'z'],
      ],
    ],
    [
      'jar',
      ['z;'],
      request.target,
      [
        ['x-desk', 'a%20b'],
        ['Cookie', 'jar=z%3B'],
      ],
    ],
    ['jar', [], request.target, [['x-desk', 'a%20b']]],
  ])('%s: %j', (name, texts, target, headers = request.headers) =>
    expect(withTexts(request, operation, named(name), texts)).toEqual({ ...request, target, headers }),
  );
});

test.each<[name: string, texts: string[], value: unknown]>([
  ['shelf', ['5'], 5],
  ['shelf', ['x'], 'x'],
  ['a b', ['5'], '5'],
  ['list', ['1,2'], [1, 2]],
  ['spaced', ['a,b c'], ['a,b', 'c']],
  ['many', ['1', '2'], [1, 2]],
])('the value of %s that texts %j stand for', (name, texts, value) => {
  expect(valueFor(named(name), texts)).toEqual(value);
});

describe('another value for a parameter', () => {
  const [, query] = request.target.split('?');
  test.each<[name: string, value: Exact, target: string, headers?: HttpRequest['headers']]>([
    ['shelf', 7, `/shelves/7/.x?${query}`],
    ['label', 'y', `/shelves/4%2F2/.y?${query}`],
    ['list', [3, 4], '/shelves/4%2F2/.x?a+b=1+2&a%20b=%2B&many=1&list=3,4'],
    ['many', [3, 4], '/shelves/4%2F2/.x?a+b=1+2&list=1,2&a%20b=%2B&many=3&many=4'],
    [
      'X-Desk',
      'z',
      request.target,
      [
        ['Cookie', 'other=1; jar=a%20b=c'],
        ['X-Desk', 'z'],
      ],
    ],
  ])('%s', (name, value, target, headers = request.headers) =>
    expect(withValue(request, operation, named(name), value)).toEqual({ ...request, target, headers }),
  );
});
