import { expect, test } from 'vitest';
import type { Exact } from './exact-json.ts';
import { boundaryParameter, writeFormInParts } from './form-in-parts.ts';

/** The fields of a form as another reader than ours reads them: texts, and of files name, media type and text. */
async function fieldsOf(value: Exact, files: Readonly<Record<string, string>>) {
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
  const fields = await fieldsOf(value, { photo: 'image/png', scans: 'application/octet-stream' });
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
