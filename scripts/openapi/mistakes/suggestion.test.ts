import { expect, test } from 'vitest';
import { namesakeOf, nearestOf, suggestionFor, valueMeant } from './suggestion.ts';

const document = {
  tags: [{ name: 'Lamps' }, { name: 'Rooms' }],
  paths: {
    '/lamps': { get: { tags: ['Lamp'] }, post: { tags: ['Chairs'] } },
    '/bulbs': {
      get: { operationId: 'listBulbs', 'x-replacement': { operationId: 'listBulb', parameter: 'colour' } },
      put: { operationId: 'setBulbs', 'x-replacement': { operationId: 'setBulbs' } },
      post: { 'x-replacement': { operationId: 'sofa' } },
    },
    '/rooms/{roomId}/lamps/{lampId}': { parameters: [{ name: 'lampid' }, { name: 'colour' }] },
  },
  components: {
    securitySchemes: { apiKey: {}, login: {} },
    schemas: {
      Lamp: { required: ['colour', 'size'], properties: { color: {}, height: {} } },
      LampList: { items: { $ref: '#/components/schemas/Lmap' } },
      Remote: { $ref: 'other.yaml#/Lmap' },
      ByComponent: { $ref: '#/component/schemas/Lamp' },
      ByBoth: { $ref: '#/components/schema/Lmap' },
      WithoutComponents: { $ref: '#/schemas/Lamp' },
      ByPath: { $ref: '#/path/~1lamps/get' },
      Elsewhere: { $ref: '#/definitions/Lamp' },
      OfTwo: { $ref: '#/definitions/login' },
      Nowhere: { $ref: '#/definitions/Sofa' },
      login: {},
    },
  },
};

test.each<[rule: string, pointer: string, meant: string | undefined]>([
  ['no-unresolved-refs', '/components/schemas/LampList/items', '#/components/schemas/Lamp'],
  ['no-unresolved-refs', '/components/schemas/LampList/items/$ref', '#/components/schemas/Lamp'],
  ['no-unresolved-refs', '/components/schemas/Remote', undefined],
  ['no-unresolved-refs', '/components/schemas/ByComponent', '#/components/schemas/Lamp'],
  ['no-unresolved-refs', '/components/schemas/ByBoth', '#/components/schemas/Lamp'],
  ['no-unresolved-refs', '/components/schemas/WithoutComponents', '#/components/schemas/Lamp'],
  ['no-unresolved-refs', '/components/schemas/ByPath', '#/paths/~1lamps/get'],
  ['no-unresolved-refs', '/components/schemas/Elsewhere', '#/components/schemas/Lamp'],
  ['no-unresolved-refs', '/components/schemas/OfTwo', undefined],
  ['no-unresolved-refs', '/components/schemas/Nowhere', undefined],
  ['contract/deprecation-has-replacement', '/paths/~1bulbs/get/x-replacement/operationId', 'listBulbs'],
  ['contract/deprecation-has-replacement', '/paths/~1bulbs/get/x-replacement/parameter', undefined],
  ['contract/deprecation-has-replacement', '/paths/~1bulbs/put/x-replacement/operationId', undefined],
  ['contract/link-operation-defined', '/paths/~1bulbs/post/x-replacement/operationId', undefined],
  ['operation-tag-defined', '/paths/~1lamps/get/tags/0', 'Lamps'],
  ['operation-tag-defined', '/paths/~1lamps/post/tags/0', undefined],
  ['path-parameters-defined', '/paths/~1rooms~1{roomId}~1lamps~1{lampId}/parameters/0/name', 'lampId'],
  ['path-parameters-defined', '/paths/~1rooms~1{roomId}~1lamps~1{lampId}/parameters/1/name', undefined],
  ['path-parameters-defined', '/paths/~1rooms~1{roomId}~1lamps~1{lampId}/parameters', undefined],
  ['no-required-schema-properties-undefined', '/components/schemas/Lamp/required/0', 'color'],
  ['no-required-schema-properties-undefined', '/components/schemas/Lamp/required/1', undefined],
  ['no-required-schema-properties-undefined', '/components/schemas/Gone/required/1', undefined],
  ['security-defined', '/security/0/apikey', 'apiKey'],
  ['security-defined', '/paths/~1lamps/get/security/1/password', undefined],
  ['struct', '/paths/~1lamps/get/tags/0', undefined],
  ['struct', '/components/schemas/Lamp/requred', 'required'],
  ['struct', '/components/schemas/Lamp/required', undefined],
  ['struct', '/components/schemas/Lamp/lampshade', undefined],
  ['struct', '/components/schemas/Lmap', undefined],
  ['struct', '/paths/~1lamps/get/operationID', 'operationId'],
  ['struct', '/paths/~1lamps/get/responses/2O1', '201'],
  ['struct', '/paths/~1lamps/get/responses/40l', '401'],
  ['struct', '/paths/~1lamps/get/responses/2xx', '2XX'],
  ['struct', '/paths/~1lamps/get/responses/defualt', 'default'],
  ['struct', '/paths/~1lamps/get/responses/success', undefined],
])('%s at %s', (rule, pointer, meant) => {
  expect(suggestionFor(rule, () => document, pointer)).toBe(meant);
});

test.each<[message: string, pointer: string, meant: string | undefined]>([
  ['`in` can be one of the following only: "query", "header", "path", "cookie".', '/in', 'query'],
  ['`type` can be one of the following only: "object", "array", "integer", "null".', '/type', 'integer'],
  ['`type` can be one of the following only: "object", "null".', '/type', undefined],
  ['`type` can be one of the following only: "object", "integer".', '/required', undefined],
  ['`type` can be one of the following only: "object", "null".', '/types/1', "'null', in quotes"],
  ['`type` can be one of the following only: "object".', '/types/1', undefined],
  ['`type` is expected.', '/type', undefined],
])('%s', (message, pointer, meant) => {
  expect(valueMeant(message, () => ({ in: 'quary', type: 'int', types: ['string', null], required: 1 }), pointer)).toBe(
    meant,
  );
});

test('of two operations with one id, each has the other', () => {
  const paths = { '/a': { get: { operationId: 'x' }, put: { operationId: 'y' } }, '/b': { get: { operationId: 'x' } } };
  const namesake = (rule: string, pointer: string) => namesakeOf(rule, () => ({ paths }), pointer);
  // The linter names a part by the id.
  expect(namesake('operation-operationId-unique', '/paths/~1b/get/x')).toBe('/paths/~1a/get');
  expect(namesake('operation-operationId-unique', '/paths/~1a/get/x')).toBe('/paths/~1b/get');
  expect(namesake('operation-operationId-unique', '/paths/~1a/put/y')).toBeUndefined();
  expect(namesake('operation-operationId', '/paths/~1b/get/x')).toBeUndefined();
});

test.each<[given: string, names: string[], nearest: string | undefined]>([
  ['status', ['state', 'states', 'size'], 'states'],
  ['lampid', ['lampId', 'lampIds'], 'lampId'],
  ['a', ['b'], 'b'],
  ['name', ['title', 'colour'], undefined],
  ['name', [], undefined],
  ['int', ['object', 'string', 'integer'], 'integer'],
  ['in', ['object', 'integer'], undefined],
  ['str', ['string', 'stream'], undefined],
])('of %s among %j', (given, names, nearest) => {
  expect(nearestOf(given, names)).toBe(nearest);
});
