import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../openapi/json.ts';
import { documentChanges } from '../contract-changes.ts';
import { contractWith, documentIn } from './documents.ts';
import { drop, type Edit, edited, put, rename } from './edits.ts';

const animals = documentIn('animals.yaml');
const observatory = documentIn('observatory.yaml');
const schemas = '/components/schemas';
const text = `${schemas}/NewPet/properties/name`;
const note = `${schemas}/Change/properties/note`;
const answer = '/webhooks/shutterOpened/post/responses/200/content';
const hook = '/paths/~1pets/post/callbacks/paid/{$request.body#~1hook}/post';
const answers = { 200: { description: 'Taken.' }, 204: { description: 'Taken, too.' } };
const json = (reference: string) => ({ 'application/json': { schema: { $ref: reference } } });
const body = '/paths/~1pets/post/requestBody/content';
const list = (...items: Json[]) => ({ type: 'array', prefixItems: items, minItems: 1, maxItems: items.length });

/** What is said of these edits: how it is rated, the sentence, who breaks and the advice. */
function said(document: JsonObject, edits: readonly Edit[], before: readonly Edit[] = []): string[] {
  const released = edited(document, before);
  const changes = documentChanges(contractWith(released), contractWith(edited(released, edits)));
  return changes.map(({ impact, message, breaks, remedy }) =>
    [`${impact}: ${message}`, breaks, remedy].filter((part) => part !== undefined).join(' | '),
  );
}

test.each<[what: string, says: string[], document: JsonObject, edits: Edit[], before?: Edit[]]>([
  [
    'an item more of what is sent, in a place that no list had',
    ['minor: `maxItems` of `Change.note` changed from 1 to 2.'],
    observatory,
    [put(note, { ...list({ type: 'number' }, { type: 'string' }), writeOnly: true })],
    [put(note, { ...list({ type: 'number' }), writeOnly: true })],
  ],
  [
    'no further items, where the length leaves no place for them',
    ['patch: `items` of `Change.note` was added.'],
    observatory,
    [put(`${note}/items`, false)],
    [put(note, { ...list({ type: 'number' }), writeOnly: true })],
  ],
  [
    'null beside a composition of a component, as what 3.0 writes is read',
    [
      'major: `Pet.status` may be null. | clients that do not expect to read `null` (listPets, createPet, getPet) ' +
        '| leave it out instead',
    ],
    animals,
    [put(`${schemas}/Pet/properties/status`, { anyOf: [{ $ref: `#${schemas}/PetStatus` }, { enum: [null] }] })],
    [put(`${schemas}/Pet/properties/status`, { allOf: [{ $ref: `#${schemas}/PetStatus` }] })],
  ],
  [
    'a length that all texts of a format have',
    ['patch: `maxLength` of `NewPet.name` was added.'],
    animals,
    [put(`${text}/maxLength`, 36)],
    [put(text, { type: 'string', format: 'uuid' })],
  ],
  [
    'a length that no text of a format has',
    [
      'major: `maxLength` of `NewPet.name` is new: 30. | clients that send more than 30 characters (createPet) ' +
        '| leave `maxLength` out',
    ],
    animals,
    [put(`${text}/maxLength`, 30)],
    [put(text, { type: 'string', format: 'uuid' })],
  ],
  [
    'an answer to a webhook gets a body',
    [
      'major: The media type `application/json` of the 200 response of shutterOpened was added. ' +
        '| clients that answer without a body | ask for no body, as before',
    ],
    observatory,
    [put(answer, { 'application/json': { schema: { $ref: `#${schemas}/Reply` } } })],
    [drop(answer)],
  ],
  [
    'a scope of another kind is enough as well',
    ['minor: orderObservation may also be called with `login` (admin).'],
    observatory,
    [put('/paths/~1observations/post/security/-', { login: ['admin'] })],
    [put('/paths/~1observations/post/security', [{ login: ['read', 'write'] }])],
  ],
  [
    'what only servers sent must be sent',
    [
      'major: `NewPet.name` is no longer read-only: clients must send it. | clients that send no `name` (createPet) ' +
        '| make it optional',
    ],
    animals,
    [drop(`${text}/readOnly`)],
    [put(text, { type: 'string', readOnly: true })],
  ],
  [
    'what clients sent is sent by servers alone',
    [
      'major: `NewPet.name` is read-only now: clients may no longer send it. | clients that send `name` (createPet) ' +
        '| take it as before',
    ],
    animals,
    [put(`${text}/readOnly`, true)],
  ],
  [
    'what only servers send comes with a webhook as before',
    [
      'major: `NewPet.name` is read-only now: clients may no longer send it. | clients that send `name` (createPet) ' +
        '| take it as before',
    ],
    animals,
    [put(`${text}/readOnly`, true)],
    [put('/webhooks', { added: { post: { requestBody: { content: json(`#${schemas}/NewPet`) }, responses: {} } } })],
  ],
  [
    'what servers sent is for them alone',
    [
      'major: `Pet.name` is write-only now: clients no longer read it. | clients that read `name` ' +
        '(listPets, createPet, getPet) | send it as before',
    ],
    animals,
    [put(`${schemas}/Pet/properties/name/writeOnly`, true)],
  ],
  [
    'a webhook is called by its name',
    [
      'major: Webhook `added` was removed. | clients that wait for webhook `added` | ' +
        'keep it, mark it as `deprecated`, and announce a day with `x-sunset`',
      'minor: Webhook `changed` was added.',
    ],
    animals,
    [rename('/webhooks/added', 'changed')],
    [put('/webhooks', { added: { post: { responses: {} } } })],
  ],
  [
    'a callback without a name for its operation is called by its own',
    [
      'major: The 204 response of callback `paid` of createPet was removed. | clients that answer 204 ' +
        '| keep documenting 204, beside the others',
    ],
    animals,
    [drop(`${hook}/responses/204`)],
    [put('/paths/~1pets/post/callbacks', { paid: { '{$request.body#/hook}': { post: { responses: answers } } } })],
  ],
  [
    'a status that a range documents now',
    ['minor: The 200 response of getPet is documented by the 2XX response now.'],
    animals,
    [rename('/paths/~1pets~1{petId}/get/responses/200', '2XX')],
  ],
  [
    'a media type that becomes a range',
    ['minor: The media type `text/plain` of the request body of createPet is `text/*` now.'],
    animals,
    [rename(`${body}/text~1plain`, 'text/*')],
    [put(body, { 'text/plain': { schema: { type: 'string' } } })],
  ],
  [
    'a range of which one media type is left',
    [
      'major: Of the media type `text/*` of the request body of createPet, only `text/plain` remains. ' +
        '| clients that send another than `text/plain` | keep `text/*`',
    ],
    animals,
    [rename(`${body}/text~1*`, 'text/plain')],
    [put(body, { 'text/*': { schema: { type: 'string' } } })],
  ],
  [
    'a bound of 3.0 that is no longer exclusive',
    ['minor: The lower bound of `NewPet.categoryId` changed from 0 (exclusive) to 0.'],
    { ...animals, openapi: '3.0.3' },
    [drop(`${schemas}/NewPet/properties/categoryId/exclusiveMinimum`)],
    [put(`${schemas}/NewPet/properties/categoryId`, { type: 'number', minimum: 0, exclusiveMinimum: true })],
  ],
  [
    'a schema of 3.0 as 3.1 writes it',
    ['patch: openapi changed from "3.0.3" to "3.1.0".'],
    { ...animals, openapi: '3.0.3' },
    [
      put('/openapi', '3.1.0'),
      put(text, { type: ['string', 'null'], examples: ['Bruno'] }),
      put(`${schemas}/NewPet/properties/categoryId`, { type: 'number', exclusiveMinimum: 0, maximum: 9 }),
    ],
    [
      put(text, { type: 'string', nullable: true, example: 'Bruno' }),
      put(`${schemas}/NewPet/properties/categoryId`, {
        ...{ type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      }),
    ],
  ],
  ['a list of one type', [], animals, [put(`${text}/type`, ['string'])], [put(`${text}/type`, 'string')]],
  [
    'a keyword that 3.1 does not have',
    ['patch: `NewPet.name` is described differently: `type`, `nullable`.'],
    animals,
    [put(text, { type: ['string', 'null'] })],
    [put(text, { type: 'string', nullable: true })],
  ],
  [
    'tokens of another address',
    [
      'major: To call listPets, createPet, getPet, `apiKey` (oauth2 authorizationCode at https://a.example and ' +
        'https://c.example) is needed: `apiKey` (oauth2 authorizationCode at https://a.example and ' +
        'https://b.example) was enough. | clients that send `apiKey` (oauth2 authorizationCode at https://a.example ' +
        'and https://b.example) | accept `apiKey` (oauth2 authorizationCode at https://a.example and ' +
        'https://b.example) as before, beside what is new',
    ],
    animals,
    [put('/components/securitySchemes/apiKey/flows/authorizationCode/tokenUrl', 'https://c.example')],
    [
      put('/components/securitySchemes/apiKey', {
        type: 'oauth2',
        flows: {
          authorizationCode: { authorizationUrl: 'https://a.example', tokenUrl: 'https://b.example', scopes: {} },
        },
      }),
    ],
  ],
  [
    'types in another order',
    [],
    animals,
    [put(`${text}/type`, ['null', 'string'])],
    [put(text, { type: ['string', 'null'] })],
  ],
  [
    'another type',
    [
      'major: The type of `NewPet.name` changed from string to integer. | clients that send a string (createPet) ' +
        '| leave the type string',
    ],
    animals,
    [put(`${text}/type`, 'integer')],
  ],
])('%s', (_, says, document, edits, before = []) => {
  expect(said(document, edits, before)).toEqual(says);
});
