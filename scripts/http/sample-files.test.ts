import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { sampleFile } from './sample-files.ts';

function bytesOf(mediaType: string): Buffer {
  return sampleFile(mediaType)?.bytes ?? expect.fail(`There is no file of ${mediaType}.`);
}

test('a PNG has its chunks with their checksums, to its end', () => {
  const bytes = bytesOf('image/png');
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const types: string[] = [];
  for (let at = 8; at < bytes.length; ) {
    const [end, own] = [at + 8 + bytes.readUInt32BE(at), bytes.subarray(at + 4)];
    types.push(own.toString('latin1', 0, 4));
    expect(bytes.readUInt32BE(end)).toBe(crc32(bytes.subarray(at + 4, end)));
    at = end + 4;
  }
  expect(types).toEqual(['IHDR', 'IDAT', 'IEND']);
});

test.each([
  ['image/jpeg', /^\xff\xd8\xff\xe0\0\x10JFIF\0.*\xff\xd9$/s],
  ['image/gif', /^GIF89a.*;$/s],
  ['image/webp', /^RIFF.{4}WEBPVP8/s],
  ['audio/wav', /^RIFF.{4}WAVEfmt /s],
])('a file of %s begins and ends as one', (mediaType, pattern) =>
  expect(bytesOf(mediaType).toString('latin1')).toMatch(pattern),
);

test.each(['image/webp', 'audio/wav'])('a file of %s is as long as it says', (mediaType) => {
  const bytes = bytesOf(mediaType);
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
});

test('the objects of a PDF are where it says', () => {
  const text = bytesOf('application/pdf').toString();
  const [, start = ''] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? [];
  expect(text.slice(Number(start))).toMatch(/^xref\n0 4\n(\d{10} \d{5} [fn] \n){4}trailer/);
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => text.slice(offset, offset + 5))).toEqual(['1 0 o', '2 0 o', '3 0 o']);
});

test.each([
  ['image/*', 'image/png'],
  ['image/png; version=1', 'image/png'],
  ['IMAGE/GIF', 'image/gif'],
  ['image/jpg', 'image/jpg'],
  ['audio/*', 'audio/wav'],
  ['video/*', undefined],
  ['application/*', undefined],
  ['*/*', undefined],
  ['text/csv', undefined],
  ['application/zip', undefined],
  ['application/octet-stream', undefined],
  ['application/json', undefined],
])('of %s, the file is one of %s', (asked, given) => expect(sampleFile(asked)?.mediaType).toBe(given));
