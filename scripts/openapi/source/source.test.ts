import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../cli/problem.ts';
import { fixture } from '../../test/contracts.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { textAt } from '../../test/text-at.ts';
import { Source } from './source.ts';

const library = new Source(fixture('library.yaml'));
const books = '/paths/~1books/get';
const book = `${books}/responses/200/content/application~1json/schema/items`;
const oneBook = '/paths/~1books~1{id}';

describe('a part is found', () => {
  test.each<[name: string, pointer: string, text: string, file?: string]>([
    ['the document', '', 'openapi: 3.0.3'],
    ['a key', '/info/title', 'title: City Library'],
    ['a key that is a number', `${books}/responses/200`, "'200':"],
    ['a key with slash and tilde', '/paths/~1shelves~1a~0b/delete/deprecated', 'deprecated: true'],
    [
      'a key before a comment',
      '/servers/0/variables/branch/default',
      'default: central # a comment at the end of a line',
    ],
    ['an array item', '/servers/0', 'url: https://{branch}.library.example/api/v2/'],
    ['an item that is a value', '/paths/~1books/get/parameters/2/schema/default/0', 'new]'],
    ['a part in an array item', `${books}/parameters/0/schema/maximum`, 'maximum: 10'],
    ['a reference itself', '/paths/~1books/parameters/0', "$ref: '#/components/parameters/Trace'"],
    ['a part behind a reference', '/paths/~1books/parameters/0/name', 'name: X-Trace'],
    ['a part behind two references', `${book}/properties/author/properties/name`, 'name:'],
    [
      'a part of a schema that holds itself',
      `${book}/properties/sequel/properties/sequel/properties/price/maximum`,
      'maximum: 100',
    ],
    ['a path item in another file', oneBook, '/books/{id}:'],
    ['a part of another file', `${oneBook}/get/operationId`, 'operationId: getBook', 'library-book.yaml'],
    [
      'a part of this file behind another',
      `${oneBook}/get/responses/200/content/application~1json/schema/properties/price/maximum`,
      'maximum: 100',
    ],
    ['a property of a name that objects inherit', `${book}/properties/__proto__/type`, 'type: string'],
  ])('%s', (_, pointer, text, file = 'library.yaml') => {
    const location = library.locate(pointer);
    expect({ text: textAt(location), file: basename(location.file) }).toEqual({ text, file });
  });
});

describe('of a part that is missing, the nearest above is found', () => {
  test.each<[name: string, pointer: string, text: string]>([
    ['no such key', '/info/licence', 'info:'],
    ['nothing below a value', '/info/title/a/b', 'title: City Library'],
    ['no such item', '/servers/7', 'servers:'],
    ['no item at all', '/servers/first', 'servers:'],
    ['a key that objects inherit', '/info/constructor', 'info:'],
    ['nothing behind a reference', '/paths/~1books/parameters/0/no/such', 'Trace:'],
    ['nothing at the root', '/no/such', 'openapi: 3.0.3'],
  ])('%s', (_, pointer, text) => {
    expect(textAt(library.locate(pointer))).toBe(text);
  });
});

test.each<[name: string, pointer: string, isHere: boolean]>([
  ['a part of the file', '/components/schemas/Book', true],
  ['a missing part', '/components/schemas/Reason', false],
  ['a part of another file', `${oneBook}/get`, false],
])('has %s', (_, pointer, isHere) => {
  expect(library.has(pointer)).toBe(isHere);
});

test.each<[name: string, pointer: string, target: string | undefined, text: string | undefined]>([
  [
    'a reference',
    '/paths/~1books/parameters/0',
    '#/components/parameters/Trace',
    "$ref: '#/components/parameters/Trace'",
  ],
  ['a reference into another file', oneBook, 'library-book.yaml#/item', '$ref: library-book.yaml#/item'],
  [
    'a reference beside others',
    `${book}/properties/author`,
    '#/components/schemas/Author',
    "$ref: '#/components/schemas/Author'",
  ],
  ['no reference', '/info', undefined, undefined],
  ['nothing', '/paths/~1books/parameters/7', undefined, undefined],
])('at a pointer stands %s', (_, pointer, target, text) => {
  const reference = library.referenceAt(pointer);
  expect({ target: reference?.target, text: reference && textAt(reference.location) }).toEqual({ target, text });
});

test('behind a reference that leads nowhere stands none', () => {
  const source = new Source(join(temporaryFolder({ 'a.yaml': 'a:\n  $ref: gone.yaml#/b\n' }), 'a.yaml'));
  expect(source.referenceAt('/a')?.target).toBe('gone.yaml#/b');
  expect(source.referenceAt('/a/x')).toBeUndefined();
});

describe('references that lead in a circle', () => {
  const circular: Record<string, [files: Record<string, string>, places: string[]]> = {
    'to itself': [{ 'a.yaml': "a:\n  $ref: '#/a'\n" }, ['a.yaml:2:3']],
    'of two': [{ 'a.yaml': "use:\n  $ref: '#/a'\na:\n  $ref: '#/b'\nb:\n  $ref: '#/a'\n" }, ['a.yaml:4:3']],
    'of two, twice': [
      { 'a.yaml': "a: {$ref: '#/b'}\nb: {$ref: '#/a'}\nc: {$ref: '#/d'}\nd: {$ref: '#/c'}\n" },
      ['a.yaml:1:5', 'a.yaml:3:5'],
    ],
    'through another file': [
      { 'a.yaml': 'a:\n  $ref: b.yaml#/b\n', 'b.yaml': 'b:\n  $ref: a.yaml#/a\n' },
      ['a.yaml:2:3'],
    ],
    'in another file': [
      { 'a.yaml': 'a:\n  $ref: b.yaml#/b\n', 'b.yaml': "b:\n  $ref: '#/c'\nc:\n  $ref: '#/b'\n" },
      ['b.yaml:2:3'],
    ],
    'but to a part': [{ 'a.yaml': "a:\n  part:\n    $ref: '#/a'\n" }, []],
    'under itself, which leads nowhere': [{ 'a.yaml': "a:\n  $ref: '#/a/part'\n" }, []],
    'not at all': [{ 'a.yaml': "a:\n  $ref: '#/b'\nb:\n  $ref: '#/c'\nc: 1\n" }, []],
  };
  test.each(Object.entries(circular))('%s', (_, [files, places]) => {
    const source = new Source(join(temporaryFolder(files), 'a.yaml'));
    let problems: string[] = [];
    try {
      source.checkReferences();
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      problems = error.problems.map(({ location }) => `${basename(location.file)}:${location.line}:${location.column}`);
    }
    expect(problems).toEqual(places);
    // And nobody walks in the circle.
    expect(() => source.locate('/a/x/y')).not.toThrow();
  });
});
