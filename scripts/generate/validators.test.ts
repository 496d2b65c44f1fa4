import { describe, expect, test } from 'vitest';
import { readContract } from '../openapi/read-contract.ts';
import { fixture } from '../test/contracts.ts';
import { generateFiles } from './files.ts';
import { runValidators, type Validate } from './test/run-validators.ts';

const validatorsOf = async (name: string) => runValidators(await generateFiles(await readContract(fixture(name))));
const [library, weather] = await Promise.all([validatorsOf('library.yaml'), validatorsOf('weather.yaml')]);

/** The validators that the tables below name. */
const validators: Record<string, Validate | undefined> = {
  'a book in a request': library.operations['addBook']?.requestBody['application/json'],
  'a book in a response': library.operations['addBook']?.responses['201']?.content['application/json'],
  'a form': library.operations['addBook']?.requestBody['application/x-www-form-urlencoded'],
  'a page, by the operation': library.operations['listBooks']?.parameters['query']?.['page'],
  'a page, by the path': library.operations['addBook']?.parameters['query']?.['page'],
  'a page, in the header': library.operations['listBooks']?.parameters['header']?.['page'],
  'a trace': library.operations['addBook']?.parameters['header']?.['X-Trace'],
  'a list of tags': library.operations['listBooks']?.parameters['query']?.['tag'],
  'a list of shelves': library.operations['listBooks']?.parameters['query']?.['shelf'],
  'a filter of a media type': library.operations['listBooks']?.parameters['query']?.['filter'],
  'a session in a cookie': library.operations['listBooks']?.parameters['cookie']?.['session'],
  'a parameter constructor': library.operations['listBooks']?.parameters['query']?.['constructor'],
  'a parameter __proto__': library.operations['listBooks']?.parameters['query']?.['__proto__'],
  'a total': library.operations['listBooks']?.responses['200']?.headers['X-Total'],
  'a link': library.operations['listBooks']?.responses['200']?.headers['X-Next'],
  'books as CSV': library.operations['listBooks']?.responses['200']?.content['text/csv'],
  'a failure': library.operations['listBooks']?.responses['4XX']?.content['application/json'],
  'a reason, of another file': library.operations['getBook']?.responses['404']?.content['application/json'],
  'an unmatched failure': library.unmatchedResponses['404']?.content['application/json'],
  'a reading': weather.operations['addReading']?.requestBody['application/json'],
  'an instant': weather.operations['addReading']?.requestBody['text/plain'],
  names: weather.operations['get /archive/#{day}']?.responses['200']?.content['application/json'],
  'a level': weather.operations['listReadings']?.parameters['query']?.['level'],
  'since when': weather.operations['listReadings']?.parameters['query']?.['since'],
  'an unmatched problem': weather.unmatchedResponses['404']?.content['application/problem+json'],
};

const uuid = '7b1f8e0c-7a51-4a27-9d0e-5b0c6f3a1d2e';
const book = { title: 'Momo', author: { name: 'Michael Ende' } };
const request = { ...book, shelfMark: 'K 12' };
const response = { ...book, id: 7 };
const reading = { at: '2026-01-01T00:00:00Z' };
const withMember = (member: string): unknown => JSON.parse(`{"title":"Momo","author":{"name":"E"},"id":7,${member}}`);

describe.each<[of: string, valid: Record<string, unknown>, invalid: Record<string, unknown>]>([
  [
    'a book in a request',
    { 'without what is read-only': request, 'with it': { ...request, id: 7 } },
    { 'without what is write-only': book, 'with a wrong id': { ...request, id: 'x' } },
  ],
  [
    'a book in a response',
    { 'without what is write-only': response, 'an example that looks like a schema': { ...response, $id: 'text' } },
    { 'without what is read-only': book, 'a property $id': { ...response, $id: 1 } },
  ],
  [
    'a book in a response',
    { 'nullable, null': { ...response, subtitle: null }, 'nullable, text': { ...response, subtitle: 'S' } },
    { 'nullable, number': { ...response, subtitle: 1 }, 'not nullable': { ...response, title: null } },
  ],
  [
    'a book in a response',
    { 'an enum': { ...response, edition: 'first' } },
    { 'null that only nullable allows, without a type': { ...response, edition: null } },
  ],
  [
    'a book in a response',
    {
      'just above an exclusive bound': { ...response, price: 0.01 },
      'on a bound that is not exclusive': { ...response, price: 100 },
    },
    { 'on an exclusive bound': { ...response, price: 0 }, 'above a bound': { ...response, price: 100.5 } },
  ],
  [
    'a book in a response',
    { 'a recursive schema': { ...response, sequel: { ...response, sequel: response } } },
    {
      'a recursive schema, deep down': { ...response, sequel: { ...response, sequel: { title: 1 } } },
      'nullable beside a reference': { ...response, author: null },
    },
  ],
  [
    'a book in a response',
    { 'a cycle of two schemas': { ...response, author: { name: 'E', books: [response] } } },
    { 'a cycle of two schemas': { ...response, author: { name: 'E', books: [{}] } } },
  ],
  [
    'a book in a response',
    { 'the greatest safe integer': { ...response, id: 2 ** 53 - 1 } },
    {
      'an integer beyond': { ...response, id: 2 ** 53 },
      'far beyond': { ...response, id: 1e30 },
      'a fraction': { ...response, id: 1.5 },
    },
  ],
  [
    'a book in a response',
    {
      'a date': { ...response, published: '2024-02-29' },
      'a date-time': { ...response, borrowed: '2024-02-29T12:00:00+02:00' },
      'a UUID': { ...response, copy: uuid },
    },
    {
      'no date': { ...response, published: '2023-02-29' },
      'a date-time without zone': { ...response, borrowed: '2024-02-29T12:00:00' },
      'no UUID': { ...response, copy: 'x' },
    },
  ],
  [
    'a book in a response',
    { 'an unknown format': { ...response, isbn: 'anything' } },
    { 'an unknown format of another type': { ...response, isbn: 1 } },
  ],
  [
    'a book in a response',
    { 'nothing of an empty enum': { ...response, languages: [] } },
    { 'something of an empty enum': { ...response, languages: ['de'] } },
  ],
  [
    'a book in a response',
    { 'a property __proto__': withMember('"__proto__":"x"'), 'a property constructor': withMember('"constructor":1') },
    { 'a wrong __proto__': withMember('"__proto__":1'), 'a wrong constructor': withMember('"constructor":"x"') },
  ],
  ['a form', { complete: { title: 'Momo' } }, { incomplete: {} }],
  ['a page, by the operation', { least: -5, greatest: 10 }, { 'too much': 11, text: '1' }],
  ['a page, by the path', { 'without the bound of the operation': 11 }, { text: '1' }],
  ['a page, in the header', { text: 'x' }, { number: 1 }],
  ['a trace', { 'a UUID': uuid }, { text: 'x' }],
  ['a list of tags', { tags: ['new', 'old'] }, { 'a short one': ['x'], 'no list': 'new' }],
  ['a list of shelves', { shelves: [1, 2] }, { 'below the least': [0], texts: ['1'] }],
  ['a filter of a media type', { complete: { language: 'de' } }, { incomplete: {} }],
  ['a session in a cookie', { 'a UUID': uuid }, { text: 'x' }],
  ['a parameter constructor', { boolean: true, null: null }, { text: 'x' }],
  ['a parameter __proto__', { boolean: true }, { null: null }],
  ['a total', { number: 3 }, { text: '3' }],
  ['a link', { address: 'https://a.example/b' }, { 'no address': 'b c' }],
  ['books as CSV', { text: 'a,b' }, { object: {} }],
  [
    'a failure',
    { 'of one kind': { kind: 'missing' }, 'of the other': { kind: 'lent', until: '2026-01-01' } },
    { 'of none': { kind: 'stolen' }, incomplete: { kind: 'lent' }, mixed: { kind: 'missing', until: '2026-01-01' } },
  ],
  ['a reason, of another file', { reason: { reason: 'gone' } }, { short: { reason: 'no' } }],
  ['an unmatched failure', { 'of one kind': { kind: 'missing' } }, { 'of none': {} }],
  [
    'a reading',
    { 'with null': { ...reading, station: null }, 'with text': { ...reading, station: 'north' } },
    { 'with a number': { ...reading, station: 1 } },
  ],
  [
    'a reading',
    { 'just above an exclusive bound': { ...reading, kelvin: 0.1 } },
    { 'on an exclusive bound': { ...reading, kelvin: 0 } },
  ],
  [
    'a reading',
    { 'a tuple': { ...reading, wind: [3, 'N'] } },
    { 'a tuple with more': { ...reading, wind: [3, 'N', 1] }, 'a tuple in disorder': { ...reading, wind: ['N', 3] } },
  ],
  [
    'a reading',
    {
      'of one kind': { ...reading, sky: { sky: 'Clear' } },
      'of another': { ...reading, sky: { sky: 'Cloudy', octas: 8 } },
    },
    { 'of no kind': { ...reading, sky: { sky: 'Blue' } }, incomplete: { ...reading, sky: { sky: 'Cloudy' } } },
  ],
  [
    'a reading',
    { recursive: { ...reading, neighbour: reading } },
    { 'recursive, incomplete': { ...reading, neighbour: {} }, 'with an unknown property': { ...reading, humidity: 1 } },
  ],
  [
    'a reading',
    { 'long enough for what stands beside the reference': reading },
    { 'too short for it': { at: '2026-01-01T00:00Z' }, 'no date-time, as the reference says': { at: 'x'.repeat(20) } },
  ],
  ['an instant', { short: '2026-01-01T00:00:00Z' }, { long: '2026-01-01T00:00:00.000Z', 'no date-time': 'x' }],
  ['names', { different: ['N', 'NE'], 'counted in characters': ['😀😀'] }, { twice: ['N', 'N'], long: ['NNE'] }],
  ['a level', { 'the constant': 3, text: 'x' }, { 'another number': 4 }],
  ['since when', { 'a date-time': '2026-01-01T00:00:00Z' }, { text: 'x' }],
  ['an unmatched problem', { complete: { title: 'T' } }, { incomplete: {} }],
])('%s', (of, valid, invalid) => {
  test.each(Object.entries(valid))('is valid: %s', (_, value) => {
    expect(validators[of]?.(value)).toBe(true);
  });
  test.each(Object.entries(invalid))('is not valid: %s', (_, value) => {
    expect(validators[of]?.(value)).toBe(false);
  });
});

test('what has no schema has no validator: anything goes', () => {
  const { content } = library.operations['listBooks']?.responses['200'] ?? {};
  expect(Object.keys(content ?? {})).toEqual(['application/json', 'text/csv']);
  expect(library.operations['listBooks']?.responses['default']).toEqual({ headers: {}, content: {} });
});

test('a parameter that an operation overrides is validated once', () => {
  expect(Object.keys(library.operations['listBooks']?.parameters['query'] ?? {})).toEqual([
    'page',
    'tag',
    'shelf',
    'order',
    'filter',
    'constructor',
    '__proto__',
  ]);
});
