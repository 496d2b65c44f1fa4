import { describe, expect, test } from 'vitest';
import { operations, type Parameter } from '../generated/operations.ts';
import type { Validate, ValidationError } from '../generated/validators.js';
import { assertSecurityIsChecked, needsCredential } from './api-keys/authentication.ts';
import { matchingOrder } from './app.ts';
import { bindBody } from './request/body.ts';
import { bindParameters, type RawParameters, UnreadParameter } from './request/parameters.ts';
import { ContractViolation } from './response.ts';

const scalar: Parameter = {
  name: 'p',
  in: 'query',
  pointer: '/p',
  required: false,
  style: 'form',
  explode: true,
  types: ['string'],
  itemTypes: [],
  mediaType: null,
};
const none = { path: {}, query: {}, header: {}, cookie: {} };

function raw(query: string, headers: Record<string, string> = {}): RawParameters {
  return {
    path: (name) => ({ p: 'a%2Cb,c' })[name],
    query,
    header: (name) => headers[name] ?? null,
  };
}

/** What `main.ts` tells in a line, with the part of the contract that it is about. */
const violation = (pointer: string, message: string) =>
  expect.toSatisfy(
    (error) => error instanceof ContractViolation && error.pointer === pointer && error.message.includes(message),
  );

describe('the server does not start with', () => {
  test.each<[string, Record<string, readonly string[]>[], string]>([
    [
      'a security scheme that it cannot check',
      [{ apiKey: [] }, { oauth: [] }],
      'operation asks for oauth, which this server cannot check.',
    ],
    ['scopes', [{ apiKey: ['write'] }], 'operation asks for the scopes write, which this server cannot check.'],
  ])('%s', (_, security, message) => {
    expect(() => assertSecurityIsChecked({ operation: { pointer: '/o', security } })).toThrow(violation('/o', message));
  });

  test.each([
    ['in a header of its own', { type: 'apiKey' }],
    ['of another HTTP scheme', { type: 'http', scheme: 'basic' }],
  ])('a credential that it does not read: %s', (_, scheme) => {
    expect(() => assertSecurityIsChecked(operations, { apiKey: scheme })).toThrow(
      violation(operations.listPets.pointer, 'asks for apiKey'),
    );
  });

  test.each<[string, Partial<Parameter>]>([
    ['a cookie', { in: 'cookie' }],
    ['an object in the query', { types: ['object'] }],
    ['a delimited list', { style: 'pipeDelimited', types: ['array'] }],
    ['a matrix path', { in: 'path', style: 'matrix' }],
    ['a parameter in JSON', { mediaType: 'application/json' }],
  ])('a parameter that it does not read: %s', (_, properties) => {
    const bind = () => bindParameters('operation', [{ ...scalar, ...properties }]);
    expect(bind).toThrow(UnreadParameter);
    const place = { ...scalar, ...properties }.in;
    expect(bind).toThrow(
      new Error(
        `operation: this server does not read the ${place} parameter p in the form that the contract gives it. (#/p)`,
      ),
    );
  });

  test('a body that it does not read', () => {
    expect(() =>
      bindBody('operation', { pointer: '/b', required: true, mediaTypes: ['application/json', 'text/csv'] }, {}, 1),
    ).toThrow(violation('/b', 'operation: this server does not read text/csv.'));
  });

  test('is what the contract itself does not make it do', () => {
    expect(() => assertSecurityIsChecked(operations)).not.toThrow();
  });
});

test.each<[what: string, security: Record<string, readonly string[]>[], isNeeded: boolean]>([
  ['without security requirements', [], false],
  ['with one', [{ apiKey: [] }], true],
  ['with two of which either will do', [{ apiKey: [] }, { oauth: [] }], true],
  ['whose security is optional', [{ apiKey: [] }, {}], false],
])('an operation %s', (_, security, isNeeded) => {
  expect(needsCredential(security)).toBe(isNeeded);
});

describe('a parameter is read as', () => {
  test.each<[string, Partial<Parameter>, string, unknown]>([
    ['an integer', { types: ['integer'] }, 'p=-12', -12],
    ['a text, where it is no integer', { types: ['integer'] }, 'p=1.0', '1.0'],
    ['a text, where the integer is not exact', { types: ['integer'] }, 'p=9007199254740993', '9007199254740993'],
    ['a number', { types: ['number'] }, 'p=1.5e3', 1500],
    ['a text, where it is no number', { types: ['number'] }, 'p=1.5x', '1.5x'],
    ['a boolean', { types: ['boolean'] }, 'p=false', false],
    ['a text', { types: ['string'] }, 'p=12', '12'],
    ['a text that looks like a fraction', { types: ['string'] }, 'p=1.5', '1.5'],
    ['a text that looks like a truth value', { types: ['string'] }, 'p=true', 'true'],
    ['its default', { types: ['integer'], default: 20 }, '', 20],
    ['nothing', {}, 'q=1', undefined],
    ['a list of one', { types: ['array'], itemTypes: ['integer'] }, 'p=1', [1]],
    ['an exploded list', { types: ['array'], itemTypes: ['integer'] }, 'p=1&p=2', [1, 2]],
    ['a list in one value', { types: ['array'], itemTypes: ['integer'], explode: false }, 'p=1,2', [1, 2]],
    [
      'a list in a path',
      { in: 'path', style: 'simple', explode: false, types: ['array'], itemTypes: ['string'] },
      '',
      ['a,b', 'c'],
    ],
    ['a text with what is encoded', {}, 'p=a%2Cb+c%26d%3De=f', 'a,b c&d=e=f'],
    ['one whose name is encoded', {}, 'q=1&%70=2', '2'],
    [
      'a list in one value, in which a comma is encoded',
      { types: ['array'], itemTypes: ['string'], explode: false },
      'p=a%2Cb,c+d',
      ['a,b', 'c d'],
    ],
    ['an empty list in one value', { types: ['array'], itemTypes: ['string'], explode: false }, 'p=', []],
    ['a list of an empty text', { types: ['array'], itemTypes: ['string'] }, 'p=', ['']],
  ])('%s', (_, properties, query, value) => {
    const parameter = { ...scalar, ...properties };
    const read = bindParameters('operation', [parameter]);
    const place = parameter.in === 'path' ? 'path' : 'query';
    expect(read(raw(query), none)[place]['p']).toEqual(value);
  });

  test('a header', () => {
    const read = bindParameters('operation', [{ ...scalar, in: 'header', style: 'simple', types: ['integer'] }]);
    expect(read(raw('', { p: '3' }), none).header).toEqual({ p: 3 });
  });

  test('a header that looks as if it were encoded', () => {
    const read = bindParameters('operation', [{ ...scalar, in: 'header', style: 'simple' }]);
    expect(read(raw('', { p: 'a%2Cb+c' }), none).header).toEqual({ p: 'a%2Cb+c' });
  });

  test('a list in a header, with or without blanks beside its commas', () => {
    const list: Parameter = { ...scalar, in: 'header', style: 'simple', types: ['array'], itemTypes: ['string'] };
    const read = bindParameters('operation', [list]);
    expect(read(raw('', { p: 'a, b ,c,d e' }), none).header).toEqual({ p: ['a', 'b', 'c', 'd e'] });
  });
});

test('concrete paths are matched before templated ones, whatever their order', () => {
  const paths = ['/a/{b}', '/a/{b}/c', '/{x}', '/a/newest', '/a', '/a/{b}/{c}'];
  const table = Object.fromEntries(paths.map((path) => [path, { path }]));
  expect(matchingOrder(table).map(({ path }) => path)).toEqual([
    '/a',
    '/a/newest',
    '/a/{b}',
    '/a/{b}/c',
    '/a/{b}/{c}',
    '/{x}',
  ]);
});

test.each<[what: string, error: Partial<ValidationError> | undefined, message: string]>([
  [
    'a field that is missing',
    { keyword: 'required', params: { missingProperty: 'city' } },
    'The body has no field city.',
  ],
  [
    'one that is missing further in',
    { keyword: 'required', params: { missingProperty: 'city' }, instancePath: '/owner/address' },
    'The body has no field city at /owner/address.',
  ],
  [
    'an unknown one further in',
    { keyword: 'additionalProperties', params: { additionalProperty: 'city' }, instancePath: '/owner' },
    'The body has the unknown field "city" at /owner.',
  ],
  [
    'a value further in',
    { keyword: 'minimum', message: 'must be >= 1', instancePath: '/owner/age' },
    'The field owner/age must be >= 1.',
  ],
  ['a value of which nothing is said', { instancePath: '/age' }, 'The field age must be as documented.'],
  [
    'one of several types',
    { keyword: 'type', params: { type: ['string', 'null'] } },
    'The body must be of type string or null.',
  ],
  ['nothing that is said', undefined, 'The body is not valid.'],
])('a body is refused with what is wrong with it: %s', async (_, error, message) => {
  const found = { keyword: 'other', params: {}, instancePath: '', schemaPath: '', ...error };
  const validate: Validate = Object.assign(() => false, { errors: error === undefined ? null : [found] });
  const body = { pointer: '/b', required: true, mediaTypes: ['application/json'] };
  const read = bindBody('operation', body, { 'application/json': validate }, 9);
  const sent = {
    header: (name: string) => (name === 'content-type' ? 'application/json' : null),
    readBody: async () => Buffer.from('{}'),
  };
  await expect(read(sent)).rejects.toMatchObject({ message });
});

test('a required parameter that is missing is refused', () => {
  const read = bindParameters('operation', [{ ...scalar, required: true }]);
  expect(() => read(raw(''), none)).toThrow('The query parameter p is missing.');
});

test.each<[what: string, properties: Partial<Parameter>, query: string]>([
  ['that is no list', {}, 'p=1&p=2'],
  ['whose list is one value', { types: ['array'], itemTypes: ['string'], explode: false }, 'p=1,2&p=3'],
])('a parameter is refused that is given twice and %s', (_, properties, query) => {
  const read = bindParameters('operation', [{ ...scalar, ...properties }]);
  expect(() => read(raw(query), none)).toThrow('The query parameter p is given more than once.');
});
