import { expect, test } from 'vitest';
import type { JsonObject } from '../../openapi/json.ts';
import { documentChanges } from '../contract-changes.ts';
import { contractWith, documentIn } from './documents.ts';
import { alter, drop, type Edit, edited, put, rename } from './edits.ts';

const animals = documentIn('animals.yaml');
const schemas = '/components/schemas';
const create = '/paths/~1pets/post';
const created = `${create}/responses/201`;
const link = `${created}/links/getCreatedPet`;
const body = `${create}/requestBody/content/application~1json/schema`;
const name = `${schemas}/NewPet/properties/name`;

/** What is said of these edits, of what breaks with who breaks. */
function said(document: JsonObject, edits: readonly Edit[], before: readonly Edit[] = []): string[] {
  const released = edited(document, before);
  const changes = documentChanges(contractWith(released), contractWith(edited(released, edits)));
  return changes.map(
    ({ impact, message, breaks }) => `${impact}: ${message}${breaks === undefined ? '' : ` Breaks ${breaks}.`}`,
  );
}

test.each<[what: string, says: string[], ...edits: Edit[]]>([
  [
    'allOf where a schema is used',
    [
      'major: The lower bound of `categoryId` of the request body of createPet is new: 1. ' +
        'Breaks clients that send a value below 1.',
    ],
    put(body, { allOf: [{ $ref: `#${schemas}/NewPet` }, { properties: { categoryId: { minimum: 1 } } }] }),
  ],
  [
    'a parameter in another form',
    [
      'major: Query parameter `limit` of listPets is serialized differently: application/json instead of form. ' +
        'Breaks clients that send `limit` as before.',
    ],
    rename('/paths/~1pets/get/parameters/0/schema', 'content'),
    alter('/paths/~1pets/get/parameters/0/content', (schema) => ({ 'application/json': { schema } })),
  ],
  [
    'a link that is gone',
    [
      'major: Link `getCreatedPet` of the 201 response of createPet was removed. ' +
        'Breaks clients that follow `getCreatedPet`.',
    ],
    drop(`${created}/links`),
  ],
  [
    'a link that is new',
    ['minor: Link `others` of the 201 response of createPet was added.'],
    put(`${created}/links/others`, { operationId: 'listPets' }),
  ],
  [
    'a link that leads elsewhere',
    [
      'major: Link `getCreatedPet` of the 201 response of createPet leads to listPets, no longer to getPet. ' +
        'Breaks clients that follow `getCreatedPet`.',
    ],
    put(`${link}/operationId`, 'listPets'),
  ],
  [
    'a link that gives another value',
    [
      'major: Link `getCreatedPet` of the 201 response of createPet gives another value for `petId`. ' +
        'Breaks clients that take `petId` from it.',
    ],
    put(`${link}/parameters/petId`, '$response.body#/categoryId'),
  ],
  [
    'a link that gives less',
    [
      'major: Link `getCreatedPet` of the 201 response of createPet gives `petId` no longer. ' +
        'Breaks clients that take `petId` from it.',
    ],
    drop(`${link}/parameters`),
  ],
  [
    'a link that gives more',
    ['minor: Link `getCreatedPet` of the 201 response of createPet gives the body.'],
    put(`${link}/requestBody`, '$response.body'),
  ],
  [
    'a link that names the place of its parameter',
    ['patch: Link `getCreatedPet` of the 201 response of createPet gives `petId` in other words.'],
    rename(`${link}/parameters/petId`, 'path.petId'),
  ],
  [
    'a link in other words',
    [
      'patch: `description` of link `getCreatedPet` of the 201 response of createPet changed ' +
        'from "Reads the animal that was added." to "Reads it.".',
    ],
    put(`${link}/description`, 'Reads it.'),
  ],
  [
    'a reference that leads elsewhere breaks the operation that has it',
    [
      'major: The 200 response of getPet is `NewPet` now, no longer `Pet`: `Pet.id` was removed. ' +
        'Breaks clients that read `id`.',
    ],
    put('/paths/~1pets~1{petId}/get/responses/200/content/application~1json/schema/$ref', `#${schemas}/NewPet`),
  ],
  [
    'a status that is documented by another response',
    ['minor: The 404 response of getPet is documented by the default response now.'],
    rename('/paths/~1pets~1{petId}/get/responses/404', 'default'),
  ],
  [
    'a component breaks all who use it',
    ['major: `Pet.id` was removed. Breaks clients that read `id` (listPets, createPet, getPet).'],
    drop(`${schemas}/Pet/properties/id`),
  ],
  [
    'an operation that moved',
    ['major: Operation createPet moved from POST /pets to PUT /pets. Breaks clients that call POST /pets.'],
    rename(create, 'put'),
  ],
  [
    'a schema with another name',
    ['major: Schema `NewPet` is called `PetDraft` now. Breaks consumers whose code imports `NewPet`.'],
    rename(`${schemas}/NewPet`, 'PetDraft'),
  ],
  [
    'what is deprecated',
    ['patch: Operation listPets is deprecated now.', 'patch: `NewPet.name` is deprecated now.'],
    put('/paths/~1pets/get/deprecated', true),
    put(`${name}/deprecated`, true),
  ],
  [
    'a day of removal',
    ['minor: `x-sunset` of getPet changed from "2030-12-05" to "2031-12-05".'],
    put('/paths/~1pets~1{petId}/get/x-sunset', '2031-12-05'),
  ],
  [
    'a new property that is required',
    ['major: `NewPet.age` was added, and is required. Breaks clients that send no `age` (createPet).'],
    put(`${schemas}/NewPet/properties/age`, { type: 'integer' }),
    put(`${schemas}/NewPet/required`, ['name', 'categoryId', 'age']),
  ],
  [
    'an alternative of another type',
    ['minor: `NewPet.name` may also be an integer.'],
    alter(name, (part) => ({ anyOf: [part, { type: 'integer' }] })),
  ],
  [
    'a scheme that asks for something else',
    [
      'major: To call listPets, createPet, getPet, `apiKey` (http basic) is needed: ' +
        '`apiKey` (http bearer) was enough. Breaks clients that send `apiKey` (http bearer).',
    ],
    put('/components/securitySchemes/apiKey/scheme', 'basic'),
  ],
  [
    'a response with a component of its own',
    ['minor: The 409 response of createPet was added.'],
    put('/components/responses/Taken', { description: 'Taken.' }),
    put(`${create}/responses/409`, { $ref: '#/components/responses/Taken' }),
  ],
  [
    'a schema that is put together in another way',
    ['patch: `PetStatus` is described differently: `description`, `type`, `enum`, `examples`, `allOf`.'],
    alter(`${schemas}/PetStatus`, (part) => ({ allOf: [part] })),
  ],
  ['a remark on a path', ['patch: `summary` of path `/pets` was added.'], put('/paths/~1pets/summary', 'Animals.')],
  [
    'a schema of another type',
    ['major: The type of `NewPet.name` changed from string to array. Breaks clients that send a string (createPet).'],
    put(`${name}/type`, 'array'),
    put(`${name}/items`, { type: 'string' }),
  ],
])('%s', (_, says, ...edits) => {
  expect(said(animals, edits)).toEqual(says);
});

test.each<[what: string, says: string, before: JsonObject, now: JsonObject]>([
  [
    'the names of properties',
    'major: The pattern of `NewPet.tags.propertyNames` changed from `^[a-z]+$` to `^[a-f]+$`. ' +
      'Breaks clients that send a text that does not match `^[a-f]+$` (createPet).',
    { type: 'object', propertyNames: { pattern: '^[a-z]+$' } },
    { type: 'object', propertyNames: { pattern: '^[a-f]+$' } },
  ],
  [
    'a schema within another',
    'major: The lower bound of `NewPet.tags.$defs.side` changed from 1 to 5. ' +
      'Breaks clients that send a value below 5 (createPet).',
    { items: { $ref: `#${schemas}/NewPet/properties/tags/$defs/side` }, $defs: { side: { minimum: 1 } } },
    { items: { $ref: `#${schemas}/NewPet/properties/tags/$defs/side` }, $defs: { side: { minimum: 5 } } },
  ],
  [
    'how many items may be of a kind',
    'major: `maxContains` of `NewPet.tags` is new: 2. ' +
      'Breaks clients that send more than 2 items that keep `contains` (createPet).',
    { type: 'array', contains: { const: 'main' } },
    { type: 'array', contains: { const: 'main' }, maxContains: 2 },
  ],
  [
    'how many items must be of a kind, where 1 was written',
    'major: `minContains` of `NewPet.tags` changed from 1 to 2. ' +
      'Breaks clients that send fewer than 2 items that keep `contains` (createPet).',
    { type: 'array', contains: { const: 'main' }, minContains: 1 },
    { type: 'array', contains: { const: 'main' }, minContains: 2 },
  ],
])('%s', (_, says, before, now) => {
  const tags = `${schemas}/NewPet/properties/tags`;
  expect(said(animals, [put(tags, now)], [put(tags, before)])).toEqual([says]);
});

test.each<[keyword: string, size: number, type: string, refused: string]>([
  ['minLength', 1, 'string', 'an empty text'],
  ['minLength', 2, 'string', 'fewer than 2 characters'],
  ['maxLength', 0, 'string', 'any characters'],
  ['maxLength', 1, 'string', 'more than 1 character'],
  ['minItems', 1, 'array', 'an empty list'],
  ['minProperties', 1, 'object', 'an empty object'],
])('%s: %j is said in words', (keyword, size, type, refused) => {
  expect(said(animals, [put(`${name}/${keyword}`, size)], [put(name, { type })])).toEqual([
    `major: \`${keyword}\` of \`NewPet.name\` is new: ${size}. Breaks clients that send ${refused} (createPet).`,
  ]);
});

test('an alternative is described by how it differs from others of its type', () => {
  const order = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } };
  const before = [
    put(body, { oneOf: [{ $ref: `#${schemas}/NewPet` }, order] }),
    put(name, { oneOf: [{ minLength: 2 }] }),
  ];
  const more = { type: 'object', required: ['chip'], properties: { chip: { type: 'string' } } };
  expect(said(animals, [put(`${body}/oneOf/-`, more)], before)).toEqual([
    'minor: The request body of createPet may also be an object with `chip`.',
  ]);
  const texts = [put(name, { anyOf: [{ type: 'string', pattern: '^a' }, { type: 'integer' }] })];
  expect(said(animals, [put(`${name}/anyOf/-`, { type: 'string', pattern: '^b' })], texts)).toEqual([
    'minor: `NewPet.name` may also be a string of another form.',
  ]);
});

test('a line says it once: a schema is compared for each use of it', () => {
  const before = [
    drop(`${schemas}/PetStatus/enum`),
    put(`${schemas}/PetStatus/oneOf`, [{ const: 'available' }, { const: 'pending' }, { const: 'sold' }]),
  ];
  expect(said(animals, [drop(`${schemas}/PetStatus/oneOf/1`)], before)).toEqual([
    'major: `PetStatus` no longer allows `pending`. Breaks clients that send `pending` (listPets, createPet).',
  ]);
});

test('also where it stood in several places before', () => {
  const nick = `${schemas}/NewPet/properties/nick`;
  const text = { $ref: `#${schemas}/Text` };
  const now = [put(`${schemas}/Text`, { type: 'string', maxLength: 9 }), put(name, text), put(nick, text)];
  const says = said(animals, now, [put(name, { type: 'string' }), put(nick, { type: 'string' })]);
  expect(says.filter((one) => one.includes('maxLength'))).toEqual([
    'major: `maxLength` of `Text` is new: 9. Breaks clients that send more than 9 characters (createPet).',
  ]);
});

test('a property is called by the schema that describes it where it is used', () => {
  const before = [
    put(`${schemas}/Named`, { properties: { name: { type: 'string' } } }),
    put(`${schemas}/NewPet/allOf`, [{ $ref: `#${schemas}/Named` }]),
  ];
  expect(said(animals, [put(`${name}/maxLength`, 9)], before)).toEqual([
    'major: `maxLength` of `NewPet.name` is new: 9. Breaks clients that send more than 9 characters (createPet).',
  ]);
});

test('schemas that hold each other break all who use one of them', () => {
  const owner = { type: 'object', properties: { animals: { type: 'array', items: { $ref: `#${schemas}/Pet` } } } };
  const before = [
    put(`${schemas}/Owner`, owner),
    put(`${schemas}/Pet/properties/owner`, { $ref: `#${schemas}/Owner` }),
    put('/paths/~1owners', {
      get: {
        operationId: 'listOwners',
        responses: {
          200: { description: 'Owners.', content: { 'application/json': { schema: { $ref: `#${schemas}/Owner` } } } },
        },
      },
    }),
  ];
  expect(said(animals, [drop(`${schemas}/Pet/properties/status`)], before)).toEqual([
    'major: `Pet.status` was removed. Breaks clients that read `status` (listPets, createPet, getPet and 1 more).',
  ]);
});

test('an integer is a multiple of every part of one', () => {
  const price = `${schemas}/Pet/properties/categoryId`;
  const before = [put(price, { type: 'number', multipleOf: 0.01 })];
  const integer = 'minor: The type of `Pet.categoryId` changed from number to integer.';
  expect(said(animals, [put(price, { type: 'integer' })], before)).toEqual([integer]);
  const halves = [put(price, { type: 'number', multipleOf: 0.4 })];
  expect(said(animals, [put(price, { type: 'integer' })], halves)).toContainEqual(
    expect.stringMatching(/^major: `multipleOf`/),
  );
});

test('the bytes of a picture are no text in base64', () => {
  const picture = `${create}/requestBody/content/image~1png`;
  const before = [put(picture, { schema: { type: 'string' } })];
  expect(said(animals, [put(`${picture}/schema/contentEncoding`, 'base64')], before)).toEqual([
    expect.stringMatching(/^major: `contentEncoding` of the request body of createPet is new\./),
  ]);
});

test('a part of a schema that is closed refuses the properties of the others', () => {
  const closed = `${schemas}/Named`;
  const before = [
    put(closed, { type: 'object', properties: { name: { type: 'string' } } }),
    put(body, { allOf: [{ $ref: `#${closed}` }, { properties: { age: { type: 'integer' } } }] }),
  ];
  const close = put(`${closed}/additionalProperties`, false);
  const refused =
    'major: `age` of the request body of createPet is no longer allowed: another part of the schema has ' +
    '`additionalProperties: false`. Breaks clients that send `age` (createPet).';
  expect(said(animals, [close], before)).toContainEqual(refused);
  expect(said(animals, [drop(`${closed}/additionalProperties`)], [...before, close])).toContainEqual(
    'minor: `age` of the request body of createPet is allowed now.',
  );
});

test('what stands beside a reference counts where another reference leads there', () => {
  const before = [put(`${schemas}/Draft`, { $ref: `#${schemas}/NewPet` }), put(body, { $ref: `#${schemas}/Draft` })];
  expect(said(animals, [put(`${schemas}/Draft/minProperties`, 3)], before)).toEqual([
    'major: `minProperties` of `Draft` is new: 3. Breaks clients that send fewer than 3 properties (createPet).',
  ]);
});

test('what is said beside a reference is said of who has it there, and not of what the reference leads to', () => {
  const reference = { $ref: `#${schemas}/NewPet` };
  const demanding = { ...reference, required: ['status'] };
  const closed = { ...reference, unevaluatedProperties: false };
  const open = [drop(`${schemas}/NewPet/additionalProperties`)];
  const text = [put(`${schemas}/Text`, { type: 'string' })];
  const short = put(name, { $ref: `#${schemas}/Text`, maxLength: 5 });
  expect(said(animals, [put(body, demanding)])).toEqual([
    'major: `status` of the request body of createPet is now required. Breaks clients that send no `status`.',
  ]);
  expect(said(animals, [put(body, reference)], [put(body, demanding)])).toEqual([
    'minor: `status` of the request body of createPet is no longer required.',
  ]);
  expect(said(animals, [put(body, closed)], open)).toEqual([
    'major: The request body of createPet no longer allows properties that it does not name. ' +
      'Breaks clients that send others.',
  ]);
  expect(said(animals, [put(body, reference)], [...open, put(body, closed)])).toEqual([
    'minor: The request body of createPet also allows properties that it does not name.',
  ]);
  expect(said(animals, [put(name, { $ref: `#${schemas}/Text` })], [...text, short])).toEqual([
    'minor: `maxLength` of `NewPet.name` is gone: it was 5.',
  ]);
});

test('a part of allOf that demands a property is not the part that describes it', () => {
  const before = [put(`${schemas}/Found`, { allOf: [{ $ref: `#${schemas}/NewPet` }, { type: 'object' }] })];
  const use = put(body, { $ref: `#${schemas}/Found` });
  expect(said(animals, [put(`${schemas}/Found/allOf/1/required`, ['status'])], [...before, use])).toEqual([
    'major: `Found.status` is now required. Breaks clients that send no `status` (createPet).',
  ]);
});

test('a part that allOf takes in, or gives up, is not said to have changed itself', () => {
  const parts = [{ $ref: `#${schemas}/Chip` }, { type: 'object', properties: { name: { type: 'string' } } }];
  const chip = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } };
  const before = [put(`${schemas}/Chip`, chip), put(`${schemas}/Found`, { allOf: parts })];
  const use = put(body, { $ref: `#${schemas}/Found` });
  const without = put(`${schemas}/Found/allOf`, parts.slice(1));
  expect(said(animals, [without], [...before, use])[0]).toBe(
    'major: `Found.code` was removed. Breaks clients that send `code` (createPet).',
  );
  expect(said(animals, [put(`${schemas}/Found/allOf`, parts)], [...before, use, without])[0]).toBe(
    'major: `Found.code` was added, and is required. Breaks clients that send no `code` (createPet).',
  );
});

test('a parameter of a path that one operation keeps is said to be gone from the other', () => {
  const status = { name: 'X-Store', in: 'header', schema: { type: 'string' } };
  const before = [put('/paths/~1pets/parameters', [status])];
  const gone = 'was removed. Breaks clients that send `X-Store`.';
  expect(said(animals, [drop('/paths/~1pets/parameters')], before)).toEqual([
    `major: Header parameter \`X-Store\` of /pets ${gone}`,
  ]);
  const moved = [drop('/paths/~1pets/parameters'), put('/paths/~1pets/get/parameters/-', status)];
  expect(said(animals, moved, before)).toEqual([`major: Header parameter \`X-Store\` of createPet ${gone}`]);
});

test('a parameter that is a component is said to be gone from the operation that had it', () => {
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
  const before = [
    put('/components/parameters', { Limit: limit }),
    put('/paths/~1pets/get/parameters/0', { $ref: '#/components/parameters/Limit' }),
  ];
  expect(said(animals, [drop('/paths/~1pets/get/parameters/0')], before)).toContain(
    'major: Query parameter `limit` of listPets was removed. Breaks clients that send `limit`.',
  );
  expect(said(animals, [put(`${create}/parameters`, [{ $ref: '#/components/parameters/Limit' }])], before)).toContain(
    'minor: Query parameter `limit` of createPet was added.',
  );
});

test('what another component means is said of the operation that refers to it', () => {
  const limit = (maximum: number) => ({ name: 'limit', in: 'query', schema: { type: 'integer', maximum } });
  const content = (type: string) => ({ content: { 'text/plain': { schema: { type } } } });
  const components = [
    put('/components/parameters', { Wide: limit(100), Small: limit(50) }),
    put('/components/requestBodies', { Text: content('string'), Count: content('integer') }),
    put('/components/headers/Seconds', { schema: { type: 'integer' } }),
    put('/components/headers/Moment', { schema: { type: 'string' } }),
  ];
  const referring = (parameter: string, requestBody: string, header: string) => [
    put('/paths/~1pets/get/parameters', [{ $ref: `#/components/parameters/${parameter}` }]),
    put(`${create}/requestBody`, { $ref: `#/components/requestBodies/${requestBody}` }),
    put('/paths/~1pets/get/responses/200/headers/X-Age', { $ref: `#/components/headers/${header}` }),
  ];
  const before = [...components, ...referring('Wide', 'Text', 'Seconds')];
  expect(said(animals, referring('Small', 'Count', 'Moment'), before)).toEqual([
    'major: Query parameter `limit` of listPets is parameter `Small` now, no longer parameter `Wide`: ' +
      'the upper bound of query parameter `limit` changed from 100 to 50. Breaks clients that send a value above 50.',
    'major: Header `X-Age` of the 200 response of listPets is header `Moment` now, no longer header `Seconds`: ' +
      'the type of header `Moment` changed from integer to string. Breaks clients that do not expect to read a string.',
    'major: The request body of createPet is request body `Count` now, no longer request body `Text`: ' +
      'the type of request body `Count` changed from string to integer. Breaks clients that send a string.',
  ]);
});

test('an alternative that is another component is said of the schema that has it', () => {
  const quay = { type: 'object', required: ['code'], properties: { code: { type: 'string', maxLength: 5 } } };
  const port = { type: 'object', required: ['code'], properties: { code: { type: 'string', maxLength: 9 } } };
  const oneOf = (other: string) => [{ $ref: `#${schemas}/NewPet` }, { $ref: `#${schemas}/${other}` }];
  const before = [put(`${schemas}/Port`, port), put(`${schemas}/Quay`, quay), put(body, { oneOf: oneOf('Port') })];
  expect(said(animals, [put(`${body}/oneOf`, oneOf('Quay'))], before)).toEqual([
    'major: An alternative of the request body of createPet is `Quay` now, no longer `Port`: ' +
      '`maxLength` of `Quay.code` changed from 9 to 5. Breaks clients that send more than 5 characters.',
  ]);
});

test('a scheme that asks for something else, and for a scope, is described by both', () => {
  const flows = { clientCredentials: { tokenUrl: 'https://login.example', scopes: { read: 'Reads.' } } };
  const now = [
    put('/components/securitySchemes/apiKey', { type: 'oauth2', flows }),
    put('/security', [{ apiKey: ['read'] }]),
  ];
  expect(said(animals, now)[0]).toBe(
    'major: To call listPets, createPet, getPet, `apiKey` (oauth2 clientCredentials at https://login.example, read) ' +
      'is needed: `apiKey` (http bearer) was enough. Breaks clients that send `apiKey` (http bearer).',
  );
});

test('another way to get a token, and fewer scopes, are not said to be the same scheme', () => {
  const clientCredentials = { tokenUrl: 'https://login.example', scopes: { read: 'Reads.' } };
  const scheme = '/components/securitySchemes/apiKey';
  const before = [put(scheme, { type: 'oauth2', flows: { clientCredentials } }), put('/security/0/apiKey', ['read'])];
  expect(said(animals, [put('/security/0/apiKey', [])], before)[0]).toBe(
    'minor: To call listPets, createPet, getPet, fewer scopes are needed: `apiKey` is enough.',
  );
  const password = { tokenUrl: 'https://login.example/password', scopes: { read: 'Reads.' } };
  expect(said(animals, [put(`${scheme}/flows/password`, password)], before)[0]).toBe(
    'minor: listPets, createPet, getPet may also be called with `apiKey` (oauth2 ' +
      'clientCredentials at https://login.example or password at https://login.example/password).',
  );
});

test('where no credential was needed, this is said so', () => {
  expect(said(animals, [drop('/paths/~1pets/get/security')], [put('/paths/~1pets/get/security', [])])).toEqual([
    'major: To call listPets, `apiKey` is needed: no credential was needed before. ' +
      'Breaks clients that send no credential.',
  ]);
});

test('a scheme with another name asks for the same, and for the scopes that it had', () => {
  const asking = (scopes: JsonObject) => ({
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://login.example', scopes } },
  });
  const [apiKey, login] = ['apiKey', 'login'].map((one) => `/components/securitySchemes/${one}`);
  const before = [put(`${apiKey}`, asking({ read: 'Reads.', add: 'Adds.' }))];
  const renamed = (scopes: JsonObject) => [
    drop(`${apiKey}`),
    put(`${login}`, asking(scopes)),
    put('/security', [{ login: [] }]),
  ];
  expect(said(animals, renamed({ read: 'Reads.', add: 'Adds.' }), before)).toEqual([
    'patch: Security scheme `apiKey` is called `login` now.',
  ]);
  expect(said(animals, renamed({ read: 'Reads.' }), before)).toEqual([
    'major: Scope `add` of `login` was removed. Breaks clients that ask for `add`.',
    'patch: Security scheme `apiKey` is called `login` now.',
  ]);
});

test('a part of a form with the usual charset is of the same media type', () => {
  const form = `${create}/requestBody/content/multipart~1form-data`;
  const schema = { type: 'object', properties: { note: { type: 'string' } } };
  const before = [put(form, { schema, encoding: { note: { contentType: 'text/plain' } } })];
  expect(said(animals, [put(`${form}/encoding/note/contentType`, 'text/plain; charset=UTF-8')], before)).toEqual([
    'patch: `contentType` of part `note` of the request body of createPet changed from "text/plain" to ' +
      '"text/plain; charset=UTF-8".',
  ]);
});

test('a header parameter in other letters is the same', () => {
  const before = [put('/paths/~1pets/get/parameters/0', { name: 'X-Herd', in: 'header', schema: { type: 'string' } })];
  expect(said(animals, [put('/paths/~1pets/get/parameters/0/name', 'x-herd')], before)).toEqual([
    'patch: Header parameter `x-herd` of listPets was written `X-Herd`.',
  ]);
});

test('an object that is written key by key has one form alone', () => {
  const filter = { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } };
  const before = [put('/paths/~1pets/get/parameters/0', filter)];
  expect(said(animals, [put('/paths/~1pets/get/parameters/0/explode', true)], before)).toEqual([
    'patch: `explode` of query parameter `filter` of listPets was added.',
  ]);
});

test('an address of one operation is said to be its own', () => {
  const before = [put('/servers', [{ url: '/old' }])];
  expect(said(animals, [put(`${create}/servers`, [{ url: '/new' }])], before)).toEqual([
    'major: The address /old of createPet was replaced by /new. Breaks clients that call /old.',
  ]);
});

test('what was promised until a day can be removed after it: the advice is good before that day, and later', () => {
  const past = edited(animals, [put('/paths/~1pets~1{petId}/get/x-sunset', '2020-01-01')]);
  const changes = documentChanges(contractWith(past), contractWith(edited(past, [drop('/paths/~1pets~1{petId}')])));
  expect(changes).toContainEqual(
    expect.objectContaining({
      message: 'Operation getPet was removed: it was promised until 2020-01-01.',
      remedy: 'remove it after 2020-01-01, in a major version',
    }),
  );
});
