import { expect, test } from 'vitest';
import type { Impact } from '../change.ts';
import { compareContracts } from '../contract-changes.ts';
import { contractWith, documentIn } from './documents.ts';
import { drop, type Edit, edited, put, rename } from './edits.ts';

/** What an edit leads to: each change, and nothing besides. */
type Row = [name: string, changes: [impact: Impact, message: string][], ...edits: Edit[]];

const list = '/paths/~1trees/get';
const form = '/paths/~1trees/post/requestBody/content/multipart~1form-data';
const report = '/paths/~1report~1{year}~1{ids}/get';
const ofPart = (name: string) => `part \`${name}\` of the request body of plantTree`;

const onTheWire: Row[] = [
  [
    'a list in a path is written the same, exploded or not',
    [['patch', '`explode` of path parameter `ids` of getReport was added.']],
    put(`${report}/parameters/1/explode`, true),
  ],
  [
    'so is a list in a header',
    [['patch', '`explode` of header `X-Kinds` of the 200 response of listTrees was added.']],
    put(`${list}/responses/200/headers/X-Kinds/explode`, true),
  ],
  [
    'so is a text in a header',
    [['patch', '`explode` of header `Link` of the 200 response of listTrees was added.']],
    put(`${list}/responses/200/headers/Link/explode`, true),
  ],
  [
    'of a range of media types that is read, one remains',
    [['minor', 'Of the media type `*/*` of the 200 response of getReport, only `application/json` remains.']],
    rename(`${report}/responses/200/content/*~1*`, 'application/json'),
  ],
  [
    'a part that is an object is JSON, whether that is written or not',
    [['patch', '`encoding/meta` of the request body of plantTree was added.']],
    put(`${form}/encoding/meta`, { contentType: 'application/json' }),
  ],
  [
    'a part that is an object is no JSON any more',
    [['major', `The media type of ${ofPart('meta')} changed from application/json to application/xml.`]],
    put(`${form}/encoding/meta`, { contentType: 'application/xml' }),
  ],
  [
    'a part that is an object gets a style',
    [['major', `The ${ofPart('meta')} is serialized differently: form, exploded instead of by its media type.`]],
    put(`${form}/encoding/meta`, { style: 'form' }),
  ],
  [
    'a part that is a text is written the same, exploded or not',
    [['patch', '`encoding/note` of the request body of plantTree was added.']],
    put(`${form}/encoding/note`, { explode: false }),
  ],
  [
    'a part that is a list is written in another way',
    [['major', `The ${ofPart('rows')} is serialized differently: form, not exploded instead of form, exploded.`]],
    put(`${form}/encoding/rows/explode`, false),
  ],
  [
    'a part needs a header',
    [['major', `Header \`X-Part\` of ${ofPart('note')} was added, and is required.`]],
    put(`${form}/encoding/note`, { headers: { 'X-Part': { required: true, schema: { type: 'string' } } } }),
  ],
  [
    'a part may have a header',
    [['minor', `Header \`X-Part\` of ${ofPart('note')} was added.`]],
    put(`${form}/encoding/note`, { headers: { 'X-Part': { schema: { type: 'string' } } } }),
  ],
];

const others: Row[] = [
  [
    'a webhook comes with a credential',
    [['minor', 'treeFelled comes with `key` now.']],
    put('/webhooks/felled/post/security', [{ key: [] }]),
  ],
  [
    'clients need another credential: webhooks are none of theirs',
    [['major', 'To call listTrees, getTree, fellTree and 1 more, `oauth` (read) is needed: `key` was enough.']],
    put('/security', [{ oauth: ['read'] }]),
  ],
  [
    'the address of the service is not that of a webhook',
    [['patch', '`servers` of webhook `felled` was added.']],
    put('/webhooks/felled/servers', [{ url: 'https://third.example' }]),
  ],
  [
    'a parameter of a path item that paths refer to',
    [['major', 'The type of path parameter `id` of path item `tree` changed from string to integer.']],
    put('/components/pathItems/tree/parameters/0/schema', { type: 'integer' }),
  ],
  [
    'what operations of such a path item read is said once',
    [['major', 'The type of `Tree.labels.*` changed from string to any.']],
    put('/components/schemas/Tree/properties/labels/additionalProperties', true),
  ],
  [
    'nothing says any more which alternative is read',
    [['major', '`Shape` has no discriminator any more.']],
    drop('/components/schemas/Shape/discriminator'),
  ],
  [
    'another name for an alternative that is read',
    [['major', 'The discriminator value `round` of `Shape` was added.']],
    put('/components/schemas/Shape/discriminator/mapping/round', '#/components/schemas/Circle'),
  ],
];

const document = documentIn('orchard.yaml');

test.each([...onTheWire, ...others])('%s', async (_, changes, ...edits) => {
  const found = await compareContracts(contractWith(document), contractWith(edited(document, edits)));
  expect(found.changes.map(({ impact, message }) => [impact, message])).toEqual(changes);
});
