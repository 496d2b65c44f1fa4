import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { decode, decodeQuery, encode } from './percent-encoding.ts';

test.each([
  ['unreserved', 'aZ09-._~', 'aZ09-._~'],
  ['reserved', ":/?#[]@!$&'()*+,;=", '%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D'],
  ['blanks and percent', ' %20', '%20%2520'],
  ['beyond ASCII', 'é🦊', '%C3%A9%F0%9F%A6%8A'],
  ['half a surrogate pair', '\uD83E', '%EF%BF%BD'],
])('encodes %s', (_, text, encoded) => expect(encode(text)).toBe(encoded));

test.each([
  ['an encoded text', 'a%2fb%C3%A9', 'a/bé'],
  ['what needs no encoding', 'a/b+c é', 'a/b+c é'],
  ['a percent sign at the end', '50%', '50%'],
  ['an escape that is none', '%zz', '%zz'],
  ['one broken escape beside a good one', '%41%4', '%41%4'],
  ['bytes that are no UTF-8', '%ff%fe', '%ff%fe'],
  ['an overlong slash', '%c0%af', '%c0%af'],
  ['half a surrogate pair', '%ed%a0%80', '%ed%a0%80'],
])('decodes %s', (_, text, decoded) => expect(decode(text)).toBe(decoded));

test.each([
  ['a plus sign is a blank', 'a+b', 'a b'],
  ['an encoded plus sign is one', 'a%2Bb', 'a+b'],
])('in a query, %s', (_, text, decoded) => expect(decodeQuery(text)).toBe(decoded));

test('any text survives encoding and decoding', () =>
  assert(
    property(string({ unit: 'grapheme' }), (text) => {
      expect(decode(encode(text))).toBe(text);
      expect(decodeQuery(encode(text))).toBe(text);
    }),
  ));

test('no text makes decoding throw', () =>
  assert(property(string({ unit: 'binary' }), (text) => void decodeQuery(`%${text}%`))));
