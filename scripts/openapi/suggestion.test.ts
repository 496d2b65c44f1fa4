import { expect, test } from 'vitest';
import { nearestOf, suggestionFor } from './suggestion.ts';

const document = {
  tags: [{ name: 'Lamps' }, { name: 'Rooms' }],
  paths: {
    '/lamps': { get: { tags: ['Lamp'] }, post: { tags: ['Chairs'] } },
    '/rooms/{roomId}/lamps/{lampId}': { parameters: [{ name: 'lampid' }, { name: 'colour' }] },
  },
  components: {
    schemas: {
      Lamp: { required: ['colour', 'size'], properties: { color: {}, height: {} } },
      LampList: { items: { $ref: '#/components/schemas/Lmap' } },
      Remote: { $ref: 'other.yaml#/Lmap' },
    },
  },
};

test.each<[rule: string, pointer: string, meant: string | undefined]>([
  ['no-unresolved-refs', '/components/schemas/LampList/items', '#/components/schemas/Lamp'],
  ['no-unresolved-refs', '/components/schemas/LampList/items/$ref', '#/components/schemas/Lamp'],
  ['no-unresolved-refs', '/components/schemas/Remote', undefined],
  ['operation-tag-defined', '/paths/~1lamps/get/tags/0', 'Lamps'],
  ['operation-tag-defined', '/paths/~1lamps/post/tags/0', undefined],
  ['path-parameters-defined', '/paths/~1rooms~1{roomId}~1lamps~1{lampId}/parameters/0/name', 'lampId'],
  ['path-parameters-defined', '/paths/~1rooms~1{roomId}~1lamps~1{lampId}/parameters/1/name', undefined],
  ['path-parameters-defined', '/paths/~1rooms~1{roomId}~1lamps~1{lampId}/parameters', undefined],
  ['no-required-schema-properties-undefined', '/components/schemas/Lamp/required/0', 'color'],
  ['no-required-schema-properties-undefined', '/components/schemas/Lamp/required/1', undefined],
  ['no-required-schema-properties-undefined', '/components/schemas/Gone/required/1', undefined],
  ['struct', '/paths/~1lamps/get/tags/0', undefined],
])('%s at %s', (rule, pointer, meant) => {
  expect(suggestionFor(rule, () => document, pointer)).toBe(meant);
});

test.each<[given: string, names: string[], nearest: string | undefined]>([
  ['status', ['state', 'states', 'size'], 'states'],
  ['lampid', ['lampId', 'lampIds'], 'lampId'],
  ['a', ['b'], 'b'],
  ['name', ['title', 'colour'], undefined],
  ['name', [], undefined],
])('of %s among %j', (given, names, nearest) => {
  expect(nearestOf(given, names)).toBe(nearest);
});
