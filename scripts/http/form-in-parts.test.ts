import { expect, test } from 'vitest';
import type { Exact } from './exact-json.ts';
import { boundaryParameter, readFormInParts, writeFormInParts } from './form-in-parts.ts';

/** The fields of a form as another reader than ours reads them: texts, and of files name, media type and text. */
async function fieldsOf(value: Exact, files: Parameters<typeof writeFormInParts>[1]) {
  const headers = { 'Content-Type': `multipart/form-data${boundaryParameter}` };
  const form = await new Response(new Uint8Array(writeFormInParts(value, files)), { headers }).formData();
  return Promise.all(
    [...form].map(async ([name, field]) => [
      name,
      ...(typeof field === 'string' ? [field] : [field.name, field.type, await field.text()]),
    ]),
  );
}

test('a form in parts has texts, each item of a list, objects as JSON, and files under a name', async () => {
  const value = { name: 'Löwe "A"', tags: ['a', 7], place: { row: 1 }, photo: 'bytes', scans: ['one', 'two'] };
  const [photo, scans] = [{ mediaType: 'image/png' }, { mediaType: 'application/octet-stream' }];
  const fields = await fieldsOf(value, { photo, scans });
  expect(fields).toEqual([
    ['name', 'Löwe "A"'],
    ['tags', 'a'],
    ['tags', '7'],
    ['place', '{"row":1}'],
    ['photo', 'photo', 'image/png', 'bytes'],
    ['scans', 'scans', 'application/octet-stream', 'one'],
    ['scans', 'scans', 'application/octet-stream', 'two'],
  ]);
});

test('an object goes as JSON, a text without a media type', () => {
  const form = writeFormInParts({ a: { b: 1 }, c: 'd' }, {}).toString();
  expect(form.match(/^Content-.*$/gm)).toEqual([
    'Content-Disposition: form-data; name="a"',
    'Content-Type: application/json',
    'Content-Disposition: form-data; name="c"',
  ]);
});

test('no name ends before its end', async () =>
  expect(await fieldsOf({ 'a"\r\nb': 'c' }, {})).toEqual([['a"\r\nb', 'c']]));

test('what is no object has no fields', () =>
  expect(writeFormInParts('text', {}).toString()).toMatch(/^--[^\r\n]+--\r\n$/));

const type = (boundary: string) => `multipart/form-data; charset=utf-8; boundary=${boundary}`;
const part = (name: string, text: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;

const textsIn = (form: Buffer, contentType: string) =>
  readFormInParts(form, contentType)?.map(([name, value]) => [name, value.toString()]);

test.each<[what: string, text: string, contentType: string, fields: [name: string, text: string][] | undefined]>([
  [
    'fields',
    `${part('a', 'ä')}${part('a', '')}--b--\r\n`,
    type('b'),
    [
      ['a', 'ä'],
      ['a', ''],
    ],
  ],
  ['lines in a field', `${part('a', '1\r\n\r\n2')}--b--`, type('"b"'), [['a', '1\r\n\r\n2']]],
  ['a file', `${part('f', 'x', '; filename="f.txt"\r\nContent-Type: text/csv')}--b--`, type('b'), [['f', 'x']]],
  ['words before it', `hello\r\n${part('a', '1')}--b--`, type('b'), [['a', '1']]],
  ['a name with a quotation mark', `${part('a%22', '1')}--b--`, type('b'), [['a"', '1']]],
  ['no field', '--b--\r\n', type('b'), []],
  ['no end', part('a', '1'), type('b'), undefined],
  ['another boundary', `${part('a', '1')}--b--`, type('c'), undefined],
  ['no boundary', `${part('a', '1')}--b--`, 'multipart/form-data', undefined],
  ['a part without a name', '--b\r\nContent-Type: text/csv\r\n\r\n1\r\n--b--', type('b'), undefined],
  ['a part that is cut', '--b\r\nContent-Disposition: form-data; name="a"\r\n--b--', type('b'), undefined],
])('a form in parts with %s is read', (_, text, contentType, fields) =>
  expect(textsIn(Buffer.from(text), contentType)).toEqual(fields),
);

test('a file is read as its bytes', () => {
  const bytes = Buffer.from([0, 255, 13, 10, 128]);
  const form = Buffer.concat([Buffer.from(part('f', '')).subarray(0, -2), bytes, Buffer.from('\r\n--b--')]);
  expect(readFormInParts(form, type('b'))).toEqual([['f', bytes]]);
});

test('what is written is read', () => {
  const form = writeFormInParts({ 'a"\n': 'Zoë', b: [1, 2] }, {});
  expect(textsIn(form, `multipart/form-data${boundaryParameter}`)).toEqual([
    ['a"\n', 'Zoë'],
    ['b', '1'],
    ['b', '2'],
  ]);
});
