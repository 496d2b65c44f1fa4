import { expect, test } from 'vitest';
import { resourcesOf } from '../../openapi/resources.ts';
import { descriptionOf } from '../../test/contracts.ts';
import { keyedBy } from './referenced-resource.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const label = '{ type: object, properties: { id: { type: string }, name: { type: string } } }';
const named = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;
const labels = `
/labels:
  post:
    operationId: addLabel
    requestBody: { ${json(label)} }
    responses: { '201': { description: '', ${json(label)} } }`;
const set = (thing: string, body = '') => `
/${thing}/{thingId}/labels/{labelId}:
  parameters: [${named('thingId')}, ${named('labelId')}]
  put: { operationId: set-${thing}, ${body} responses: { '204': { description: '' } } }`;

test.each<[what: string, paths: string, key: string | undefined]>([
  ['is of what its name names', labels + set('parcels'), '/labels'],
  ['is of none that is only set elsewhere', set('crates') + set('parcels'), undefined],
  [
    'is a thing of its own where PUT tells more',
    labels + set('parcels', `requestBody: { ${json(label)} },`),
    undefined,
  ],
])('what PUT sets beneath a thing %s', (_, paths, key) => {
  const resources = resourcesOf(descriptionOf(paths));
  const own = resources.find(({ collectionPath }) => collectionPath === '/parcels/{thingId}/labels');
  expect(own && keyedBy({ resources }, own)?.collectionPath).toBe(key);
});
