import { expect, test } from 'vitest';
import { descriptionOf } from '../test/contracts.ts';

/** The files of a form that has one property, `it`. */
const filesOf = (schema: string, encoding?: string, mediaType?: string) =>
  filesOfForm(`{ type: object, properties: { it: ${schema} } }`, encoding, mediaType);

function filesOfForm(schema: string, encoding = '{}', mediaType = 'multipart/form-data') {
  const { operations } = descriptionOf(`
/photos:
  post:
    operationId: addPhoto
    requestBody:
      content:
        application/json: {}
        ${mediaType}:
          schema: ${schema}
          encoding: ${encoding}
    responses: { '201': { description: '' } }`);
  return operations[0]?.requestBody?.files;
}

const bytes = 'application/octet-stream';
test.each<[schema: string, encoding: string, type: string | undefined]>([
  ['{ type: string, format: binary }', '{}', bytes],
  ['{ type: array, items: { type: string, format: binary } }', '{}', bytes],
  ['{ type: string, format: binary }', '{ it: { contentType: "image/png, image/jpeg" } }', 'image/png'],
  ['{ type: string, format: binary }', '{ it: { contentType: "image/x, image/gif" } }', 'image/gif'],
  ['{ type: string, format: binary }', '{ it: { contentType: image/* } }', 'image/png'],
  ['{ type: string, format: binary }', '{ it: { contentType: video/* } }', bytes],
  ['{ type: string, contentMediaType: image/gif }', '{}', 'image/gif'],
  ['{ contentMediaType: image/gif }', '{}', 'image/gif'],
  ['{ type: string, format: binary, description: A file. Must be a PNG image. }', '{}', 'image/png'],
  ['{ type: [string, "null"], format: binary, description: JPG or pdf }', '{}', 'image/jpeg'],
  ['{ type: string, format: binary, description: a pdf }', '{ it: { contentType: text/csv } }', 'text/csv'],
  ['{}', '{}', bytes],
  ['{ type: string }', '{ it: { contentType: text/csv } }', 'text/csv'],
  ['{ type: string }', '{ it: { contentType: text/plain; charset=utf-8 } }', undefined],
  ['{ type: string }', '{}', undefined],
  ['{ type: string, contentMediaType: image/gif, contentEncoding: base64 }', '{}', undefined],
  ['{ enum: [a, b] }', '{}', undefined],
  ['{ type: object }', '{ it: { contentType: application/json } }', undefined],
])('of a form in parts, %s with the encoding %s is a file of %s', (schema, encoding, type) =>
  expect(filesOf(schema, encoding)).toEqual(type === undefined ? {} : { it: { mediaType: type } }),
);

test('the files of alternatives are files', () => {
  const first = '{ type: object, properties: { file: { type: string, format: binary } } }';
  const second = '{ type: object, properties: { page: { type: string, format: binary }, of: { type: string } } }';
  expect(Object.keys(filesOfForm(`{ oneOf: [${first}, ${second}] }`) ?? {})).toEqual(['file', 'page']);
});

test('of a file, the bounds of its length are known', () =>
  expect(filesOf('{ type: string, format: binary, minLength: 1, maxLength: 9 }')).toEqual({
    it: { mediaType: bytes, minLength: 1, maxLength: 9 },
  }));

test('no other body has files', () =>
  expect(filesOf('{ type: string, format: binary }', '{}', 'application/x-www-form-urlencoded')).toBeUndefined());
