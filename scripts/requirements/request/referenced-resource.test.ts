import { expect, test } from 'vitest';
import { resourcesOf } from '../../openapi/resources/resources.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { keyedBy, resourceOfPath } from './referenced-resource.ts';

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
  const description = descriptionOf(paths);
  const resources = resourcesOf(description);
  const own = resources.find(({ collectionPath }) => collectionPath === '/parcels/{thingId}/labels');
  expect(own && keyedBy({ description, resources }, own)?.collectionPath).toBe(key);
});

test.each<[what: string, component: string, body: string, key: string | undefined]>([
  ['what its schema is for', 'CourseKey', '', '/courses'],
  ['nothing else, where two things have that schema', 'Key', '', undefined],
  ['a thing of its own where PUT tells more', 'CourseKey', `requestBody: { ${json(label)} },`, undefined],
])('what PUT sets under a name of its own is %s', (_, component, body, key) => {
  const keyed = (name: string, own: string) =>
    `{ name: ${name}, in: path, required: true, schema: { $ref: '#/components/schemas/${own}' } }`;
  const made = (things: string, one: string, own: string) => `
/${things}:
  post:
    operationId: add-${one}
    requestBody: { ${json(label)} }
    responses: { '201': { description: '', ${json(label)} } }
/${things}/{${one}Id}:
  parameters: [${keyed(`${one}Id`, own)}]
  get: { operationId: read-${one}, responses: { '200': { description: '', ${json(label)} } } }`;
  const description = descriptionOf(
    `${made('courses', 'course', component)}${made('teachers', 'teacher', 'Key')}
/courses/{courseId}/prerequisites/{neededId}:
  parameters: [${keyed('courseId', component)}, ${keyed('neededId', component)}]
  put: { operationId: need, ${body} responses: { '204': { description: '' } } }`,
    'components: { schemas: { CourseKey: { type: string }, Key: { type: string } } }',
  );
  const resources = resourcesOf(description);
  const own = resources.find(({ collectionPath }) => collectionPath.endsWith('/prerequisites'));
  expect(own && keyedBy({ description, resources }, own)?.collectionPath).toBe(key);
});

test.each([
  ['stockItemId', '/stock'],
  ['key', '/covers'],
])('what two paths name by %s is at %s', (name, collection) => {
  const shown = `responses: { '200': { description: '', ${json(label)} } }`;
  const description = descriptionOf(`
/stock:
  get: { operationId: list, responses: { '200': { description: '', ${json(`{ type: array, items: ${label} }`)} } } }
/stock/{${name}}:
  parameters: [${named(name)}]
  delete: { operationId: drop, responses: { '204': { description: '' } } }
/covers/{${name}}:
  parameters: [${named(name)}]
  get: { operationId: read, ${shown} }`);
  const found = resourceOfPath({ resources: resourcesOf(description) }, operationIn(description, 'read'), name);
  expect(found?.collectionPath).toBe(collection);
});
