import { expect, test } from 'vitest';
import { childOf, type Json, pointerTo, segmentsOf, valueAt } from './json.ts';

test.each<[name: string, pointer: string, segments: string[]]>([
  ['the whole document', '', []],
  ['a member', '/info', ['info']],
  ['an empty name', '/', ['']],
  ['a slash and a tilde in a name', '/paths/~1a~0b', ['paths', '/a~b']],
  ['a tilde before a one', '/~01', ['~1']],
  ['an item', '/servers/0', ['servers', '0']],
])('%s is written %s', (_, pointer, segments) => {
  expect(segmentsOf(pointer)).toEqual(segments);
  expect(pointerTo(...segments)).toBe(pointer);
});

test.each<[name: string, fragment: string, segments: string[]]>([
  ['the whole document', '#', []],
  ['a percent-encoded name', '#/paths/~1a%20b~1%7Bid%7D', ['paths', '/a b/{id}']],
  ['what only looks percent-encoded', '#/50%/x', ['50%', 'x']],
])('the fragment of %s', (_, fragment, segments) => {
  expect(segmentsOf(fragment)).toEqual(segments);
});

test.each<[name: string, value: Json | undefined, segment: string, child: Json | undefined]>([
  ['a member', { a: 1 }, 'a', 1],
  ['an item', ['x', 'y'], '1', 'y'],
  ['no member', { a: 1 }, 'b', undefined],
  ['what every object inherits', {}, 'constructor', undefined],
  ['an own member of that name', JSON.parse('{"__proto__":1}') as Json, '__proto__', 1],
  ['the length of a list', ['x'], 'length', undefined],
  ['an empty segment of a list', ['x'], '', undefined],
  ['a part of a text', 'text', '0', undefined],
  ['a part of nothing', undefined, 'a', undefined],
])('the child of a value: %s', (_, value, segment, child) => {
  expect(childOf(value, segment)).toEqual(child);
});

test.each<[name: string, pointer: string, value: Json | undefined]>([
  ['a value itself', '', { a: [{ $ref: '#/b' }], b: { c: 1 } }],
  ['a part of a part', '/a/0', { $ref: '#/b' }],
  ['a part by a fragment', '#/b/c', 1],
  ['nothing behind a reference', '/a/0/c', undefined],
])('what stands under a pointer: %s', (_, pointer, value) => {
  expect(valueAt({ a: [{ $ref: '#/b' }], b: { c: 1 } }, pointer)).toEqual(value);
});
