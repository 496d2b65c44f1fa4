import { basename } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { contractWith, fixture } from '../test/contracts.ts';
import { textAt } from '../test/text-at.ts';
import { type Contract, descriptionAt, partAt, resolvePart } from './contract.ts';
import { readContract } from './read-contract.ts';

let library: Contract;
let weather: Contract;
beforeAll(async () => {
  [library, weather] = await Promise.all([
    readContract(fixture('library.yaml')),
    readContract(fixture('weather.yaml')),
  ]);
});

test('the version decides how schemas are read', () => {
  expect([library.version, weather.version]).toEqual(['3.0', '3.1']);
});

test('parts of other files are in the document', () => {
  expect(
    resolvePart(library, '/paths/~1books~1{id}/get/responses/404/content/application~1json/schema/required').value,
  ).toEqual(['reason']);
  expect(JSON.stringify(library.document)).not.toContain('.yaml');
});

describe('a part of the bundled document is located in the files', () => {
  test.each<[name: string, pointer: string, text: string, file: string]>([
    ['of the description', '/components/schemas/Book/properties/price/maximum', 'maximum: 100', 'library.yaml'],
    ['of another file', '/paths/~1books~1{id}/get/responses/404', "'404':", 'library-book.yaml'],
    [
      'that bundling moved here',
      '/components/schemas/Reason/properties/reason/minLength',
      'minLength: 3',
      'library-book.yaml',
    ],
    [
      'that bundling moved here, itself, where it is used',
      '/components/schemas/Reason',
      'schema:',
      'library-book.yaml',
    ],
    ['that nobody refers to', '/components/schemas/Nothing/properties/a', 'schemas:', 'library.yaml'],
  ])('%s', (_, pointer, text, file) => {
    const location = library.locate(pointer);
    expect({ text: textAt(location), file: basename(location.file) }).toEqual({ text, file });
  });
});

describe('references are followed', () => {
  test.each<[name: string, pointer: string, resolved: string]>([
    ['at the end', '/paths/~1books/get/responses/4XX', '/components/responses/Failure'],
    ['on the way', '/paths/~1books/get/responses/4XX/content', '/components/responses/Failure/content'],
    [
      'one after another',
      '/paths/~1books/get/responses/4XX/content/application~1json/schema/oneOf/1',
      '/components/schemas/Lent',
    ],
    [
      'round a recursive schema',
      '/components/schemas/Book/properties/sequel/properties/sequel',
      '/components/schemas/Book',
    ],
  ])('%s', (_, pointer, resolved) => {
    expect(resolvePart(library, pointer).pointer).toBe(resolved);
  });

  test('but not the one that was asked for itself', () => {
    const { pointer, value } = partAt(library, '/paths/~1books/parameters/0');
    expect({ pointer, value }).toEqual({
      pointer: '/paths/~1books/parameters/0',
      value: { $ref: '#/components/parameters/Trace' },
    });
  });

  test('and one that leads nowhere is an error at its line', () => {
    expect(() => resolvePart(library, '/components/schemas/Nothing')).toThrow(
      /library\.yaml:\d+:3 \$ref '\/components\/schemas\/Nothing' leads nowhere/,
    );
  });
});

test.each([
  ['Own', 'Words beside the reference'],
  ['Plain', 'Words of the target'],
])('the description of %s is: %s', (name, words) => {
  const reference = "$ref: '#/components/schemas/Target'";
  const schemas = [
    'Target: { description: Words of the target }',
    `Own: { ${reference}, description: Words beside the reference }`,
    `Plain: { ${reference} }`,
  ];
  const contract = contractWith(schemas.join('\n'));
  expect(descriptionAt(contract, `/components/schemas/${name}`)).toBe(words);
});
