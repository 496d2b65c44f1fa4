import { describe, expect, test } from 'vitest';
import { isObject, type Json, type JsonObject, listOf, valueAt } from '../../openapi/json.ts';
import type { Impact } from '../change.ts';
import { compareContracts, documentChanges } from '../contract-changes.ts';
import { contractWith, documentIn } from './documents.ts';
import { alter, drop, type Edit, edited, put, rename } from './edits.ts';

/** A change of a contract: what it is, what it asks for, and the edits that make it. */
type Row = [name: string, impact: Impact | 'none', ...edits: Edit[]];

const schemas = '/components/schemas';
const list = '/paths/~1pets/get';
const create = '/paths/~1pets/post';
const read = '/paths/~1pets~1{petId}/get';
const without = (value: string) => (part: Json) => listOf(part).filter((one) => one !== value);
const withMore = (value: Json) => (part: Json) => [...listOf(part), value];
const partAt = (document: JsonObject, pointer: string) => valueAt(document, pointer) ?? null;
const reversed = (part: Json) => listOf(part).toReversed();

/** The contract of this project, as it was released first. */
const ownRows: Row[] = [
  // Breaking: what clients send
  ['a parameter is removed', 'major', drop(`${list}/parameters/1`)],
  ['a parameter becomes required', 'major', put(`${list}/parameters/1/required`, true)],
  [
    'a required parameter is added',
    'major',
    put(`${list}/parameters/-`, { name: 'store', in: 'query', required: true, schema: { type: 'string' } }),
  ],
  ['a parameter moves to the headers', 'major', put(`${list}/parameters/0/in`, 'header')],
  ['an upper bound falls', 'major', put(`${list}/parameters/0/schema/maximum`, 50)],
  ['a lower bound rises', 'major', put(`${list}/parameters/0/schema/minimum`, 2)],
  ['a default changes', 'major', put(`${list}/parameters/0/schema/default`, 10)],
  ['a default is gone', 'major', drop(`${list}/parameters/0/schema/default`)],
  ['a type changes', 'major', put(`${read}/parameters/0/schema`, { type: 'string' })],
  ['a value that is sent is removed', 'major', alter(`${schemas}/PetStatus/enum`, without('pending'))],
  ['a property that is sent becomes required', 'major', alter(`${schemas}/NewPet/required`, withMore('status'))],
  ['a property that is sent is removed', 'major', drop(`${schemas}/NewPet/properties/status`)],
  ['a text gets a length', 'major', put(`${schemas}/NewPet/properties/name/maxLength`, 40)],
  [
    'a property is bounded by allOf beside it',
    'major',
    put(`${schemas}/NewPet/allOf`, [{ properties: { name: { maxLength: 5 } } }]),
  ],
  [
    'a property is bounded by allOf where its schema is used',
    'major',
    put(`${create}/requestBody/content/application~1json/schema`, {
      allOf: [{ $ref: `#${schemas}/NewPet` }, { properties: { categoryId: { minimum: 1 } } }],
    }),
  ],
  [
    'types have none in common',
    'major',
    put(`${schemas}/NewPet/allOf`, [{ properties: { name: { type: 'integer' } } }]),
  ],
  ['a length in place of a type', 'major', put(`${schemas}/NewPet/properties/name`, { maxLength: 3 })],
  ['a condition in place of a type', 'major', put(`${schemas}/NewPet/properties/name`, { not: { const: 'Bruno' } })],
  [
    'a text that must match one alternative alone',
    'major',
    alter(`${schemas}/NewPet/properties/name`, () => ({
      oneOf: [{ type: 'string' }, { type: 'string', maxLength: 5 }],
    })),
  ],
  ['no value is allowed', 'major', put(`${schemas}/NewPet/properties/status`, { not: {} })],
  ['a condition beside a reference', 'major', put(`${schemas}/NewPet/properties/status/not`, { const: 'sold' })],
  [
    'a body is of another media type',
    'major',
    rename(`${create}/requestBody/content/application~1json`, 'application/vnd.pet+json'),
  ],
  [
    'a variable of a path gets another name',
    'major',
    rename('/paths/~1pets~1{petId}', '/pets/{id}'),
    put('/paths/~1pets~1{id}/get/parameters/0/name', 'id'),
  ],
  // Breaking: what clients read
  ['a value that is read is new', 'major', alter(`${schemas}/PetStatus/enum`, withMore('reserved'))],
  ['a property that is read becomes optional', 'major', alter(`${schemas}/Pet/required`, without('categoryId'))],
  ['a property that is read is removed', 'major', drop(`${schemas}/Pet/properties/status`)],
  [
    'a property that is read gets another name',
    'major',
    rename(`${schemas}/Error/properties/message`, 'text'),
    put(`${schemas}/Error/required`, ['code', 'text', 'status']),
  ],
  ['a property that is read may be null', 'major', put(`${schemas}/Pet/properties/name/type`, ['string', 'null'])],
  ['a number is no integer any more', 'major', put(`${schemas}/Error/properties/status/type`, 'number')],
  ['a required header becomes optional', 'major', put('/components/headers/Retry-After/required', false)],
  ['a header is removed', 'major', drop('/components/responses/MethodNotAllowed/headers/Allow')],
  [
    'a pattern of a header is gone',
    'major',
    drop('/components/headers/WWW-Authenticate/pattern'.replace('/pattern', '/schema/pattern')),
  ],
  ['an error has another status', 'major', rename(`${read}/responses/404`, '410')],
  ['a success has another status', 'major', rename(`${create}/responses/201`, '200')],
  [
    'an error is of another media type',
    'major',
    rename('/components/responses/InvalidBody/content/application~1json', 'application/problem+json'),
  ],
  ['an answer to requests that reach no operation is gone', 'major', drop('/x-unmatched-responses/405')],
  // Breaking: the service
  ['an operation is removed before its day', 'major', drop('/paths/~1pets~1{petId}')],
  ['a day of removal is moved earlier', 'major', put(`${read}/x-sunset`, '2029-12-05')],
  ['a day of removal is gone', 'major', drop(`${read}/x-sunset`)],
  ['an operation gets another id', 'major', put(`${create}/operationId`, 'addPet')],
  ['a schema gets another name', 'major', rename(`${schemas}/NewPet`, 'PetDraft')],
  ['security is gone', 'major', drop('/security')],
  ['security of one operation is gone', 'major', put(`${list}/security`, [])],
  [
    'security asks for something else',
    'major',
    put('/components/securitySchemes/apiKey', { type: 'apiKey', in: 'header', name: 'X-Key' }),
  ],
  ['a plan has a lower limit', 'major', put('/x-rate-limit-plans/free/requestsPerDay', 900)],
  ['a plan is removed', 'major', drop('/x-rate-limit-plans/business')],
  [
    'a reset is written in another way',
    'major',
    put('/components/headers/X-RateLimit-Reset/x-rate-limit-reset', 'seconds-from-now'),
  ],
  ['the address changes', 'major', put('/servers/0/url', '{base_url}/v2')],
  // Harmless
  ['nothing', 'none'],
  [
    'the order of fields',
    'none',
    alter(`${schemas}/Pet/properties`, (part) =>
      isObject(part) ? Object.fromEntries(Object.entries(part).toReversed()) : part,
    ),
  ],
  ['another version', 'none', put('/info/version', '9.0.0')],
  [
    'what is so without being written is written',
    'none',
    put(`${create}/deprecated`, false),
    drop(`${list}/parameters/0/required`),
    put(`${list}/parameters/0/style`, 'form'),
    put(`${list}/parameters/0/explode`, true),
    put(`${schemas}/NewPet/properties/categoryId/multipleOf`, 1),
  ],
  ['a component that is not used', 'patch', put('/components/headers/Unused', { schema: { type: 'string' } })],
  [
    'a header of a component has another description',
    'patch',
    put('/components/headers/Allow/description', 'Methods.'),
  ],
  ['another description', 'patch', put(`${list}/description`, 'Animals.')],
  ['another title', 'patch', put('/info/title', 'Animals')],
  ['another example', 'patch', put(`${list}/parameters/0/example`, 5)],
  ['an operation repeats the security of the document', 'none', put(`${list}/security`, [{ apiKey: [] }])],
  ['a property is deprecated', 'patch', put(`${schemas}/Pet/properties/categoryId/deprecated`, true)],
  ['a tag', 'patch', put('/tags/-', { name: 'Other' })],
  ['an extension of others', 'patch', put(`${list}/x-note`, 'seen')],
  [
    'a schema is written where it is used',
    'patch',
    put(`${schemas}/Pet/properties/status`, { type: 'string', enum: ['available', 'pending', 'sold'] }),
  ],
  ['required values in another order', 'none', alter(`${schemas}/Pet/required`, reversed)],
  ['values in another order', 'patch', alter(`${schemas}/PetStatus/enum`, reversed)],
  [
    'an integer as a multiple of one',
    'patch',
    put(`${schemas}/Error/properties/status/type`, 'number'),
    put(`${schemas}/Error/properties/status/multipleOf`, 1),
  ],
  [
    'a bound that says the same',
    'patch',
    drop(`${list}/parameters/0/schema/minimum`),
    put(`${list}/parameters/0/schema/exclusiveMinimum`, 0),
  ],
  [
    'a parameter is added',
    'minor',
    put(`${list}/parameters/-`, { name: 'store', in: 'query', schema: { type: 'string' } }),
  ],
  ['an upper bound rises', 'minor', put(`${list}/parameters/0/schema/maximum`, 200)],
  ['a property that is sent is added', 'minor', put(`${schemas}/NewPet/properties/color`, { type: 'string' })],
  ['a property that is sent becomes optional', 'minor', alter(`${schemas}/NewPet/required`, without('categoryId'))],
  [
    'a property that is read is added',
    'minor',
    put(`${schemas}/Pet/properties/color`, { type: 'string' }),
    alter(`${schemas}/Pet/required`, withMore('color')),
  ],
  ['an object that is sent is open', 'minor', put(`${schemas}/NewPet/additionalProperties`, true)],
  [
    'a media type is added',
    'minor',
    put(`${create}/requestBody/content/application~1x-www-form-urlencoded`, {
      schema: { $ref: '#/components/schemas/NewPet' },
    }),
  ],
  ['an error is added', 'minor', put(`${create}/responses/409`, { $ref: '#/components/responses/InvalidBody' })],
  ['a header is added', 'minor', put(`${list}/responses/200/headers/X-Total`, { schema: { type: 'integer' } })],
  [
    'an operation is added',
    'minor',
    put('/paths/~1stores', { get: { operationId: 'listStores', responses: { 200: { description: 'Stores.' } } } }),
  ],
  ['a schema is added', 'minor', put(`${schemas}/Store`, { type: 'object' })],
  ['a day of removal is moved later', 'minor', put(`${read}/x-sunset`, '2031-12-05')],
  ['an operation is to stay', 'minor', drop(`${read}/deprecated`), drop(`${read}/x-sunset`)],
  ['a plan has a higher limit', 'minor', put('/x-rate-limit-plans/free/requestsPerDay', 2000)],
  ['a plan loses a limit', 'minor', drop('/x-rate-limit-plans/free/requestsPerDay')],
  ['a plan is added', 'minor', put('/x-rate-limit-plans/school', { requestsPerMinute: 10 })],
  [
    'another credential is taken as well',
    'minor',
    put('/components/securitySchemes/cookie', { type: 'apiKey', in: 'cookie', name: 'key' }),
    put('/security/-', { cookie: [] }),
  ],
  ['a schema is put together by allOf', 'patch', alter(`${schemas}/NewPet`, (part) => ({ allOf: [part] }))],
  [
    'an address with its host in another case, and with its usual port',
    'patch',
    put('/servers/1/variables/staging_url/default', 'https://Staging.Adoption.example:443'),
  ],
  ['an address is added', 'minor', put('/servers/-', { url: 'https://third.example/v1' })],
  [
    'a parameter becomes a component',
    'none',
    (document) => {
      const pointer = `${list}/parameters/1`;
      put('/components/parameters', { Status: partAt(document, pointer) })(document);
      put(pointer, { $ref: '#/components/parameters/Status' })(document);
    },
  ],
  ['parameters in another order', 'none', alter(`${list}/parameters`, reversed)],
];

const paths = '/paths/~1observations';
const one = '/paths/~1observations~1{observation-id}';

/** A contract of another kind: alternatives, maps, callbacks, webhooks. */
const otherRows: Row[] = [
  // Breaking: what clients send
  ['a format is asked for', 'major', put(`${paths}/get/parameters/4/schema/format`, 'uuid')],
  ['a value that is only sent is gone', 'major', put(`${paths}/get/parameters/5/schema/enum`, ['newest'])],
  [
    'a value that is only read is new',
    'major',
    alter(`${schemas}/Observation/properties/state/enum`, withMore('lost')),
  ],
  ['a file is written in another way', 'major', put(`${schemas}/Change/properties/note/contentEncoding`, 'base64')],
  ['a pattern changes', 'major', put(`${paths}/get/parameters/4/schema/pattern`, '^[a-z]{8}$')],
  ['a second pattern', 'major', put(`${paths}/get/parameters/4/schema/allOf`, [{ pattern: '[0-9]$' }])],
  [
    'items are bounded by allOf',
    'major',
    put(`${schemas}/Spectrum/properties/lines/allOf`, [{ items: { maxLength: 9 } }]),
  ],
  [
    'a property of the alternatives is bounded beside them',
    'major',
    put(`${schemas}/Order/properties`, { seconds: { maximum: 60 } }),
  ],
  ['a list may be shorter only', 'major', put(`${paths}/get/parameters/2/schema/maxItems`, 2)],
  ['a list is written in another way', 'major', put(`${paths}/get/parameters/2/explode`, false)],
  [
    'a property of a parameter becomes required',
    'major',
    put(`${schemas}/Position/required`, ['ra', 'dec', 'epoch']),
    put(`${schemas}/Position/properties/epoch`, { type: 'number' }),
  ],
  ['an alternative that is sent is gone', 'major', alter(`${schemas}/Order/oneOf`, (part) => listOf(part).slice(0, 1))],
  [
    'an alternative has another name',
    'major',
    put(`${schemas}/Spectrum/properties/kind/const`, 'lines'),
    rename(`${schemas}/Order/discriminator/mapping/spectrum`, 'lines'),
  ],
  ['the discriminator is another property', 'major', put(`${schemas}/Order/discriminator/propertyName`, 'type')],
  ['multiples are coarser', 'major', put(`${schemas}/Exposure/properties/seconds/multipleOf`, 10)],
  ['a default of a property changes', 'major', put(`${schemas}/Exposure/properties/repeat/default`, 2)],
  ['an item may be shorter only', 'major', put(`${schemas}/Spectrum/properties/lines/items/maxLength`, 10)],
  ['a property of an allOf becomes required', 'major', put(`${schemas}/Owner/allOf/1/required`, ['mail'])],
  ['a property that is only sent is removed', 'major', drop(`${schemas}/Change/properties/note`)],
  [
    'a map takes other values',
    'major',
    put(`${schemas}/Change/properties/labels/additionalProperties/type`, 'integer'),
  ],
  ['an object is closed', 'major', put(`${schemas}/Exposure/additionalProperties`, false)],
  ['a body becomes required', 'major', put(`${one}/patch/requestBody/required`, true)],
  [
    'a media type that is sent is gone',
    'major',
    drop(`${paths}/post/requestBody/content/application~1x-www-form-urlencoded`),
  ],
  ['a scope more is needed', 'major', put(`/security/1/login`, ['read', 'write', 'admin']), drop('/security/0')],
  ['a credential is needed', 'major', drop(`${paths}/get/security`)],
  ['a new condition', 'major', put(`${schemas}/Change/not`, { required: ['labels', 'note'] })],
  ['a value of several alternatives is refused', 'major', rename(`${schemas}/Change/properties/site/anyOf`, 'oneOf')],
  // Breaking: what clients read
  [
    'a value of several alternatives may be read',
    'major',
    rename(`${schemas}/Observation/properties/weather/oneOf`, 'anyOf'),
  ],
  ['an alternative that is read is new', 'major', put(`${schemas}/Result/anyOf/-`, { type: 'string' })],
  ['a bound of what is read rises', 'major', put(`${schemas}/Observation/properties/quality/maximum`, 100)],
  [
    'a map gives other values',
    'major',
    put(`${schemas}/Observation/properties/labels/additionalProperties`, { type: ['string', 'integer'] }),
  ],
  ['a format of what is read widens', 'major', put(`${schemas}/Image/properties/width/format`, 'int64')],
  ['a format of what is read is gone', 'major', drop(`${schemas}/Observation/properties/id/format`)],
  [
    'a list of what is read is longer',
    'major',
    put(`${paths}/get/responses/200/content/application~1json/schema/properties/items/maxItems`, 500),
  ],
  [
    'a list becomes an object',
    'major',
    put(`${schemas}/Curve/properties/points`, { $ref: '#/components/schemas/Position' }),
  ],
  ['a media type that is read is gone', 'major', drop(`${paths}/get/responses/200/content/text~1csv`)],
  ['a range of errors is gone', 'major', drop(`${paths}/get/responses/4XX`)],
  [
    'an error is not what others are',
    'major',
    put(`${paths}/post/responses/422`, {
      description: 'Not possible.',
      content: { 'text/plain': { schema: { type: 'string' } } },
    }),
  ],
  ['a success without a body is new', 'major', put(`${one}/get/responses/204`, { description: 'Nothing yet.' })],
  // Breaking: what clients are sent, and answer
  ['a webhook is gone', 'major', drop('/webhooks/shutterOpened')],
  ['a webhook wants more in the answer', 'major', put(`${schemas}/Reply/required`, ['seen', 'comment'])],
  [
    'a callback comes without a body',
    'major',
    put(`${paths}/post/callbacks/ready/{$request.body#~1notify}/post/requestBody/required`, false),
  ],
  ['a plan gets a limit', 'major', put('/x-rate-limit-plans/guest/requestsPerDay', 1000)],
  ['a limit is agreed no longer', 'major', put('/x-rate-limit-plans/member/requestsPerDay', 5000)],
  ['a site is gone', 'major', drop('/servers/0/variables/site/enum/1')],
  // Harmless
  ['a value that is only sent is new', 'minor', alter(`${paths}/get/parameters/5/schema/enum`, withMore('nearest'))],
  [
    'a value that is only read is gone',
    'minor',
    alter(`${schemas}/Observation/properties/state/enum`, without('queued')),
  ],
  [
    'a discriminator value is written out that the name of a schema was already',
    'patch',
    put(`${schemas}/Order/discriminator/mapping/Exposure`, '#/components/schemas/Exposure'),
  ],
  ['what is sent may be anything', 'minor', put(`${schemas}/Change/properties/owner`, {})],
  [
    'a property is bounded by allOf no longer',
    'minor',
    alter(`${schemas}/Owner/allOf`, (part) => listOf(part).slice(0, 2)),
  ],
  ['an object that is sent may have anything in it', 'minor', put(`${schemas}/Owner`, { type: 'object' })],
  [
    'an alternative that is sent is new',
    'minor',
    put(`${schemas}/Order/oneOf/-`, { type: 'object', required: ['kind'], properties: { kind: { const: 'dark' } } }),
  ],
  [
    'an alternative that is read is gone',
    'minor',
    alter(`${schemas}/Result/anyOf`, (part) => listOf(part).slice(0, 1)),
  ],
  ['alternatives in another order', 'none', alter(`${schemas}/Result/anyOf`, reversed)],
  ['a value of several alternatives is taken', 'minor', rename(`${schemas}/Change/properties/contact/oneOf`, 'anyOf')],
  ['a value of several alternatives is read no longer', 'minor', rename(`${schemas}/Result/anyOf`, 'oneOf')],
  [
    'one of the alternatives is wider than what there was',
    'minor',
    put(`${schemas}/Change/properties/note`, {
      writeOnly: true,
      anyOf: [
        { type: 'string', maxLength: 5 },
        { type: 'string', maxLength: 200 },
      ],
    }),
  ],
  [
    'an alternative that another one contains is new',
    'patch',
    put(`${schemas}/Change/properties/note`, {
      writeOnly: true,
      anyOf: [
        { type: 'string', maxLength: 5 },
        { type: 'string', maxLength: 100 },
      ],
    }),
  ],
  ['no value is of several alternatives', 'patch', rename(`${schemas}/Order/oneOf`, 'anyOf')],
  ['a parameter may be empty', 'minor', put(`${paths}/get/parameters/1/allowEmptyValue`, true)],
  ['multiples are finer', 'minor', put(`${schemas}/Exposure/properties/seconds/multipleOf`, 1)],
  ['a bound of what is read falls', 'minor', put(`${schemas}/Observation/properties/quality/maximum`, 0.5)],
  ['what is read is null no longer', 'minor', put(`${schemas}/Observation/properties/quality/type`, 'number')],
  ['what is read is always there', 'minor', alter(`${schemas}/Observation/required`, withMore('band'))],
  ['a number that is sent may be any', 'minor', drop(`${schemas}/Exposure/properties/seconds/minimum`)],
  ['an integer that is sent may be a number', 'minor', put(`${schemas}/Exposure/properties/repeat/type`, 'number')],
  ['a list that is sent may be longer', 'minor', put(`${paths}/get/parameters/2/schema/maxItems`, 5)],
  [
    'a property that is only read is required',
    'patch',
    put(`${schemas}/Change/properties/seen`, { type: 'string', readOnly: true }),
    put(`${schemas}/Change/required`, ['seen']),
  ],
  [
    'an error of its own, like the others',
    'minor',
    put(`${one}/get/responses/409`, { $ref: '#/components/responses/Problem' }),
  ],
  [
    'an error that the range has',
    'minor',
    put(`${paths}/get/responses/400`, { $ref: '#/components/responses/Problem' }),
  ],
  [
    'a success like the other',
    'minor',
    put(`${paths}/post/responses/200`, {
      description: 'At once.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Observation' } } },
    }),
  ],
  [
    'a body that nobody read is described',
    'minor',
    put(`${one}/delete/responses/204/headers`, { 'X-Freed': { schema: { type: 'integer' } } }),
  ],
  [
    'a webhook more',
    'minor',
    put('/webhooks/shutterClosed', {
      post: { operationId: 'shutterClosed', responses: { 200: { description: 'Taken.' } } },
    }),
  ],
  ['a webhook asks for less', 'minor', drop(`${schemas}/Reply/required`)],
  [
    'a callback more',
    'minor',
    put(`${paths}/post/callbacks/failed`, {
      '{$request.body#/notify}': { post: { responses: { 204: { description: 'Taken.' } } } },
    }),
  ],
  [
    'a range of errors becomes single ones',
    'minor',
    rename(`${paths}/get/responses/4XX`, '400'),
    put(`${paths}/get/responses/404`, { $ref: '#/components/responses/Problem' }),
  ],
  [
    'a token is got in another way as well',
    'minor',
    put('/components/securitySchemes/login/flows/authorizationCode', {
      authorizationUrl: 'https://login.example',
      tokenUrl: 'https://login.example/token',
      scopes: {},
    }),
  ],
  ['a scope less is needed', 'minor', put('/security/1/login', ['read'])],
  ['a parameter of a path stands at its operations', 'none', ...atOperations()],
  [
    'a charset is written out',
    'patch',
    rename(`${one}/get/responses/200/content/application~1json`, 'application/json; charset=utf-8'),
  ],
  ['a default that nobody can leave out', 'patch', put(`${schemas}/Exposure/properties/kind/default`, 'exposure')],
  ['a remark as a format', 'patch', put(`${schemas}/Change/properties/note/format`, 'markdown')],
  ['a length that says nothing', 'none', put(`${schemas}/Change/properties/note/minLength`, 0)],
  [
    'a nullable as two schemas',
    'patch',
    put(`${schemas}/Observation/properties/quality`, {
      oneOf: [{ type: 'number', minimum: 0, maximum: 1 }, { type: 'null' }],
    }),
  ],
  [
    'a scheme has another name',
    'patch',
    rename('/components/securitySchemes/key', 'token'),
    rename('/security/0/key', 'token'),
  ],
  ['names of headers in another case', 'patch', rename(`${paths}/get/responses/200/headers/X-Total`, 'x-total')],
  [
    'a response becomes a component',
    'none',
    put('/components/responses/Found', {
      description: 'The observation.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Observation' } } },
    }),
    put(`${one}/get/responses/200`, { $ref: '#/components/responses/Found' }),
  ],
];

const pictures = '/paths/~1pictures';
const parameters = `${pictures}/get/parameters`;
const upload = `${pictures}/post/requestBody/content/multipart~1form-data`;
const picture = `${schemas}/Picture/properties`;
const scopes = '/components/securitySchemes/login/flows/clientCredentials/scopes';

/** Uploads, tokens, lists of values beside other keywords. */
const galleryRows: Row[] = [
  // Breaking
  ['a pattern takes fewer texts', 'major', put(`${parameters}/1/schema/pattern`, '^[1-9][0-9]{7}$')],
  [
    'a pattern gives other texts',
    'major',
    put(`${pictures}/get/responses/200/headers/X-Batch/schema/pattern`, '^[a-z]+-[0-9a-f]+$'),
  ],
  ['a list of null besides', 'major', put(`${picture}/condition/enum`, ['good', 'poor', null])],
  ['fewer items need be of a kind', 'major', put(`${picture}/rooms/minContains`, 0)],
  ['a list of values beyond the bounds', 'major', put(`${picture}/floor`, { enum: [1, 4] })],
  ['one value of two', 'major', put(`${parameters}/2/schema`, { const: true })],
  ['a format with fewer integers', 'major', put(`${parameters}/0/schema/format`, 'uint8')],
  ['a part of an upload may be of fewer media types', 'major', put(`${upload}/encoding/scan/contentType`, 'image/png')],
  ['a part of an upload is written in another way', 'major', drop(`${upload}/encoding/tags/explode`)],
  ['a text is no file any more', 'major', put(`${upload}/schema/properties/thumbnail`, { type: 'string' })],
  ['a scope is gone that nothing needs', 'major', drop(`${scopes}/admin`)],
  // Harmless
  ['a pattern takes more texts', 'minor', put(`${parameters}/1/schema/pattern`, '^\\d{6,8}$')],
  ['a pattern that says the same', 'patch', put(`${parameters}/1/schema/pattern`, '^\\d{8}$')],
  ['a pattern of any text', 'patch', put(`${picture}/label/pattern`, '.*')],
  [
    'a pattern gives fewer texts',
    'minor',
    put(`${pictures}/get/responses/200/headers/X-Batch/schema/pattern`, '^[a-f]+-[0-9]{3}$'),
  ],
  ['null is listed no longer', 'minor', put(`${picture}/medium/enum`, ['oil', 'ink'])],
  ['more items need be of a kind', 'minor', put(`${picture}/rooms/minContains`, 2)],
  ['a list of values within the bounds', 'minor', put(`${picture}/floor`, { enum: [1, 2] })],
  ['both values, as a list', 'patch', put(`${parameters}/2/schema/enum`, [true, false])],
  ['a length that all values have', 'patch', put(`${picture}/label/maxLength`, 9)],
  ['a value that another keyword refuses', 'minor', put(`${picture}/label/maxLength`, 4)],
  ['a format of what is bounded', 'minor', put(`${parameters}/0/schema/format`, 'int32')],
  ['a part may be of more media types', 'minor', put(`${upload}/encoding/scan/contentType`, 'image/*')],
  [
    'a new part with a media type',
    'minor',
    put(`${upload}/schema/properties/note`, { type: 'string' }),
    put(`${upload}/encoding/note`, { contentType: 'text/plain' }),
  ],
  [
    'files as 3.0 describes them',
    'patch',
    put(`${upload}/schema/properties/scan`, { type: 'string', format: 'binary' }),
    put(`${upload}/schema/properties/thumbnail`, { type: 'string', format: 'byte' }),
    put('/paths/~1pictures~1{code}~1scan/get/responses/200/content/image~1png/schema', {
      type: 'string',
      format: 'binary',
    }),
  ],
  [
    'a picture is a string without a format',
    'patch',
    put('/paths/~1pictures~1{code}~1scan/get/responses/200/content/image~1png/schema', { type: 'string' }),
  ],
  ['types as a list', 'patch', put(`${picture}/size`, { type: ['string', 'integer'] })],
  ['a scope more', 'minor', put(`${scopes}/write`, 'Writes.')],
  ['credentials in another order', 'none', alter('/security', reversed)],
];

function atOperations(): Edit[] {
  const parameter = { name: 'observation-id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
  return [
    drop(`${one}/parameters`),
    ...['get', 'patch', 'delete'].map((method) => put(`${one}/${method}/parameters`, [parameter])),
  ];
}

const greatest = (impacts: readonly Impact[]) =>
  (['major', 'minor', 'patch'] as const).find((impact) => impacts.includes(impact)) ?? 'none';

describe.each([
  ['this contract', 'animals.yaml', ownRows],
  ['another one', 'observatory.yaml', otherRows],
  ['one with uploads', 'gallery.yaml', galleryRows],
])('%s', (_, file, rows) => {
  const document = documentIn(file);
  const released = contractWith(document);

  test.each(rows)('%s: %s', (__, impact, ...edits) => {
    const changes = documentChanges(released, contractWith(edited(document, edits)));
    expect({ greatest: greatest(changes.map((change) => change.impact)), changes: describeAll(changes) }).toMatchObject(
      {
        greatest: impact,
      },
    );
    for (const change of changes.filter((one) => one.impact === 'major'))
      expect([change.breaks, change.remedy]).toEqual([expect.any(String), expect.any(String)]);
  });

  test('all that is harmless, together: the compiler has nothing to say of it either', async () => {
    const edits = rows.filter(([, impact]) => impact !== 'major').flatMap(([, , ...own]) => own);
    const { changes } = await compareContracts(released, contractWith(edited(document, edits)));
    expect(describeAll(changes.filter(({ impact }) => impact === 'major'))).toEqual([]);
  });
});

function describeAll(changes: readonly { impact: Impact; message: string }[]): string[] {
  return changes.map(({ impact, message }) => `${impact}: ${message}`);
}
