import { expect, test } from 'vitest';
import { type Json, type JsonObject, objectOf } from '../../openapi/json.ts';
import { compareContracts } from '../contract-changes.ts';
import { contractWith, documentIn } from './documents.ts';
import { alter, drop, type Edit, edited, put, rename } from './edits.ts';

const animals = documentIn('animals.yaml');
const orchard = documentIn('orchard.yaml');
const schemas = '/components/schemas';
const list = '/paths/~1pets/get';
const created = '/paths/~1pets/post/responses/201';
const added = `${created}/links/added`;
const event = (...names: string[]): Json => ({
  oneOf: names.map((name) => ({ $ref: `#${schemas}/${name}` })),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(names.map((name) => [name.toLowerCase(), `#${schemas}/${name}`])),
  },
});
const moment = { type: 'object', required: ['type'], properties: { type: { type: 'string' } } };
const events = ['Sent', 'Lost'].map((name) => put(`${schemas}/${name}`, moment));
const withEvent = (...names: string[]) => put(`${schemas}/Pet/properties/event`, event(...names));

/** What is said of these edits, by the compiler too: how it is rated, the sentence, and the advice. */
async function said(document: JsonObject, edits: readonly Edit[], before: readonly Edit[] = []): Promise<string[]> {
  const released = edited(document, before);
  const { changes } = await compareContracts(contractWith(released), contractWith(edited(released, edits)));
  return changes.map(({ impact, message, remedy }) =>
    [`${impact}: ${message}`, remedy].filter((part) => part !== undefined).join(' | '),
  );
}

test.each<[what: string, says: string[], document: JsonObject, edits: Edit[], before?: Edit[]]>([
  [
    'an alternative that is no longer read takes its value of the discriminator with it',
    ['minor: `Pet.event` is no longer `Lost`.'],
    animals,
    [withEvent('Sent')],
    [...events, withEvent('Sent', 'Lost')],
  ],
  [
    'alternatives that may be several say nothing of their own types',
    ['major: `Pet.event` may match several alternatives. | leave it at `oneOf`'],
    animals,
    [rename(`${schemas}/Pet/properties/event/oneOf`, 'anyOf')],
    [...events, withEvent('Sent', 'Lost')],
  ],
  [
    'null for a property that must be there',
    ['major: `Pet.id` may be null. | send a value as before, and say in a new property that there is none'],
    animals,
    [put(`${schemas}/Pet/properties/id/type`, ['integer', 'null'])],
  ],
  [
    'a fraction that becomes an integer',
    ['major: The type of `NewPet.categoryId` changed from number to integer. | leave the type number'],
    animals,
    [put(`${schemas}/NewPet/properties/categoryId`, { type: 'integer' })],
    [put(`${schemas}/NewPet/properties/categoryId`, { type: 'number', format: 'float' })],
  ],
  [
    'numbers that become multiples of an integer',
    ['major: `multipleOf` of `NewPet.categoryId` changed from 0.5 to 1. | leave `multipleOf` as it was'],
    animals,
    [put(`${schemas}/NewPet/properties/categoryId/multipleOf`, 1)],
    [put(`${schemas}/NewPet/properties/categoryId`, { type: 'number', multipleOf: 0.5 })],
  ],
  [
    'a single value that becomes a list which is not exploded',
    [
      'major: The type of query parameter `status` of listPets changed from string to array. | leave the type string',
      'patch: `explode` of query parameter `status` of listPets was added.',
    ],
    animals,
    [
      put(`${list}/parameters/1/explode`, false),
      put(`${list}/parameters/1/schema`, { type: 'array', items: { type: 'string' } }),
    ],
    [put(`${list}/parameters/1/schema`, { type: 'string' }), drop(`${list}/parameters/1/example`)],
  ],
  [
    'addresses in another order',
    ['patch: The first address is https://b.example now: it was https://a.example.'],
    animals,
    [put('/servers', [{ url: 'https://b.example', description: 'B.' }, { url: 'https://a.example' }])],
    [put('/servers', [{ url: 'https://a.example' }, { url: 'https://b.example', description: 'B.' }])],
  ],
  [
    'a callback whose operation has no name',
    ['minor: Callback `paid` of createPet was added: POST {$request.body#/hook}.'],
    animals,
    [put('/paths/~1pets/post/callbacks', { paid: { '{$request.body#/hook}': { post: { responses: {} } } } })],
  ],
  [
    'a path without a name for its operation',
    ['minor: Operation GET /shops was added.'],
    animals,
    [put('/paths/~1shops', { get: { responses: {} } })],
  ],
  [
    'a path moves with its operations, and these with their callbacks',
    [
      'major: Operations listTrees, plantTree moved from /trees to /woods. ' +
        '| offer them in both places, and mark the old ones as `deprecated`',
    ],
    orchard,
    [rename('/paths/~1trees', '/woods')],
  ],
  [
    'a path that moves, with another variable, and takes less',
    [
      'major: Operation getPet moved from GET /pets/{petId} to GET /shops/{shop}/pets/{id}. ' +
        '| offer it in both places, and mark the old one as `deprecated`',
      'major: Header parameter `X-Shop` of getPet was added, and is required. | make it optional',
    ],
    animals,
    [
      rename('/paths/~1pets~1{petId}', '/shops/{shop}/pets/{id}'),
      put('/paths/~1shops~1{shop}~1pets~1{id}/get/parameters', [
        ...['shop', 'id'].map((name) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })),
        { name: 'X-Shop', in: 'header', required: true, schema: { type: 'string' } },
      ]),
    ],
  ],
  [
    'a path goes with its operations',
    [
      'major: Operations listTrees, plantTree of /trees were removed. ' +
        '| keep them, mark them as `deprecated`, and announce a day with `x-sunset`',
    ],
    orchard,
    [drop('/paths/~1trees')],
  ],
  [
    'a callback is sent elsewhere',
    [
      'major: Callback `paid` of createPet moved from POST {$request.body#/hook} to POST {$request.body#/url}. ' +
        '| send it to both places, and mark the old one as `deprecated`',
    ],
    animals,
    [rename('/paths/~1pets/post/callbacks/paid/{$request.body#~1hook}', '{$request.body#/url}')],
    [put('/paths/~1pets/post/callbacks', { paid: { '{$request.body#/hook}': { post: { responses: {} } } } })],
  ],
  [
    'an operation goes with its callbacks',
    ['major: Operation plantTree was removed. | keep it, mark it as `deprecated`, and announce a day with `x-sunset`'],
    orchard,
    [drop('/paths/~1trees/post')],
  ],
  [
    'a key in another header, where there is another way as well',
    [
      'major: To call listTrees, getTree, fellTree and 1 more, `key` (apiKey in header X-Other) is needed: ' +
        '`key` (apiKey in header X-Key) was enough. ' +
        '| accept `key` (apiKey in header X-Key) as before, beside what is new',
    ],
    orchard,
    [put('/components/securitySchemes/key/name', 'X-Other')],
    [
      put('/components/securitySchemes/key', { type: 'apiKey', in: 'header', name: 'X-Key' }),
      put('/paths/~1trees/get/security', [{ key: [] }]),
    ],
  ],
  [
    'another name for a parameter',
    [
      'major: Query parameter `limit` of listPets was replaced by `size`. ' +
        '| keep `limit` beside it, and mark it as `deprecated` until the next major version',
    ],
    animals,
    [put(`${list}/parameters/0/name`, 'size')],
  ],
  [
    'another name for a parameter that takes less',
    [
      'major: Query parameter `limit` of listPets was removed. ' +
        '| keep it, and mark it as `deprecated` until the next major version',
      'minor: Query parameter `size` of listPets was added.',
    ],
    animals,
    [put(`${list}/parameters/0/name`, 'size'), put(`${list}/parameters/0/schema/maximum`, 50)],
  ],
  [
    'another name for a property that is sent',
    [
      'major: `NewPet.categoryId` was replaced by `category`. ' +
        '| take `categoryId` as well, and mark it as `deprecated` until the next major version',
    ],
    animals,
    [
      rename(`${schemas}/NewPet/properties/categoryId`, 'category'),
      put(`${schemas}/NewPet/required`, ['name', 'category']),
    ],
  ],
  [
    'another name for a property that is read',
    [
      'major: `Error.message` was replaced by `text`. ' +
        '| send `message` as well, and mark it as `deprecated` until the next major version',
    ],
    animals,
    [
      rename(`${schemas}/Error/properties/message`, 'text'),
      put(`${schemas}/Error/required`, ['code', 'text', 'status']),
    ],
  ],
  [
    'a property that must be sent in the place of another one',
    [
      'major: `NewPet.status` was removed. | keep it, and mark it as `deprecated` until the next major version',
      'major: `NewPet.state` was added, and is required. | make it optional',
    ],
    animals,
    [rename(`${schemas}/NewPet/properties/status`, 'state'), put(`${schemas}/NewPet/required/-`, 'state')],
  ],
  [
    'a value in the place of another one, both ways',
    ['major: `PetStatus` allows `reserved` in place of `pending`. | leave `pending` in the list'],
    animals,
    [put(`${schemas}/PetStatus/enum`, ['available', 'reserved', 'sold'])],
  ],
  [
    'a number in the place of a text that is written like it',
    ['major: `Error.code` allows `1` in place of `"1"`. | leave `"1"` in the list'],
    animals,
    [put(`${schemas}/Error/properties/code`, { enum: [1] })],
    [put(`${schemas}/Error/properties/code`, { enum: ['1'] })],
  ],
  [
    'another name for an alternative, in a component that others have as a part',
    ['major: The discriminator value `sent` of `Event` was replaced by `gone`. | keep `sent` in the mapping'],
    animals,
    [rename(`${schemas}/Event/discriminator/mapping/sent`, 'gone')],
    [
      ...events,
      put(`${schemas}/Event`, event('Sent', 'Lost')),
      put(`${schemas}/Pet/properties/event`, { $ref: `#${schemas}/Event` }),
      put(`${schemas}/Pet/properties/former`, {
        allOf: [{ $ref: `#${schemas}/Event` }],
        description: 'The one before.',
      }),
    ],
  ],
  [
    'another status',
    ['major: The 201 response of createPet was replaced by the 200 response. | answer 201 as before'],
    animals,
    [rename('/paths/~1pets/post/responses/201', '200')],
  ],
  [
    'another media type',
    [
      'major: The media type `application/json` of response `InvalidBody` was replaced by ' +
        '`application/problem+json`. | keep `application/json` beside it',
    ],
    animals,
    [rename('/components/responses/InvalidBody/content/application~1json', 'application/problem+json')],
  ],
  [
    'another address',
    ['major: The address https://a.example was replaced by https://b.example. | keep https://a.example beside it'],
    animals,
    [put('/servers/0/url', 'https://b.example')],
    [put('/servers', [{ url: 'https://a.example' }])],
  ],
  [
    'a variable of a path, and the link that gives it',
    [
      'major: Path parameter `id` of getPet was called `petId`. | keep the name `petId`',
      'patch: Link `added` of the 201 response of createPet gives `id` in other words.',
    ],
    animals,
    [
      rename('/paths/~1pets~1{petId}', '/pets/{id}'),
      put('/paths/~1pets~1{id}/get/parameters/0/name', 'id'),
      put(`${added}/parameters`, { id: '$response.body#/id' }),
    ],
    [put(`${created}/links`, { added: { operationId: 'getPet', parameters: { petId: '$response.body#/id' } } })],
  ],
  [
    'a link to an operation that is gone',
    [
      'major: Operation getPet was removed: it was promised until 2030-12-05. ' +
        '| remove it after 2030-12-05, in a major version',
      'patch: Link `added` of the 201 response of createPet was removed with getPet.',
    ],
    animals,
    [drop('/paths/~1pets~1{petId}'), drop(`${created}/links`)],
    [put(`${created}/links`, { added: { operationId: 'getPet' } })],
  ],
  [
    'an operation that is deprecated no longer',
    ['minor: Operation getPet is no longer deprecated.'],
    animals,
    ['deprecated', 'x-deprecated-since', 'x-sunset', 'x-replacement'].map((name) =>
      drop(`/paths/~1pets~1{petId}/get/${name}`),
    ),
  ],
  [
    'an operation that is deprecated, with its day',
    ['minor: Operation listPets is deprecated now: it is promised until 2031-01-01.'],
    animals,
    [put(`${list}/deprecated`, true), put(`${list}/x-sunset`, '2031-01-01')],
  ],
  [
    'a body that a reference to a response had',
    [
      'major: The media type `application/json` of the 404 response of getPet was removed. ' +
        '| keep `application/json` beside the others',
    ],
    animals,
    [
      alter('/paths/~1pets~1{petId}/get/responses/404', () => {
        const { content: _, ...others } = objectOf(
          objectOf(objectOf(animals['components'])['responses'])['AnimalNotFound'],
        );
        return others;
      }),
    ],
  ],
])('%s', async (_, says, document, edits, before = []) => {
  expect(await said(document, edits, before)).toEqual(says);
});
