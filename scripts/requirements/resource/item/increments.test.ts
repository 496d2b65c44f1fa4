import { expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { stubFor } from '../../../stub/test/stub-bench.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { catalogueOf } from '../../catalogue.ts';
import { offlineContext } from '../../planning-context.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { itemIncrements } from './increments.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const sent = '{ type: object, properties: { text: { type: string } } }';
const note = (text: string, type: string) => {
  const version = `version: { type: ${type}, description: ${JSON.stringify(text)} }`;
  const own = `id: { type: integer, readOnly: true }, text: { type: string }, ${version}`;
  return `{ type: object, required: [id, version], properties: { ${own} } }`;
};

/** Notes with a version that is described so. */
const paths = (text: string, type = 'integer') => `
/notes:
  post:
    operationId: addNote
    requestBody: { ${json(sent)} }
    responses: { '201': { description: '', ${json(note(text, type))} } }
/notes/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readNote, responses: { '200': { description: '', ${json(note(text, type))} } } }
  patch:
    operationId: changeNote
    requestBody: { ${json(sent)} }
    responses: { '200': { description: '', ${json(note(text, type))} } }`;
const described = (text: string, type?: string) => descriptionOf(paths(text, type));

test.each<[text: string, isListed: boolean, type?: string]>([
  ['Starts at 0 and grows by one with each change by PUT or PATCH', true],
  ['Incremented on every update.', true],
  ['Increases whenever the note is changed', true],
  ['Incremented with each change.', false, 'string'],
  ['Incremented each time the note is viewed.', false],
  ['Incremented with each change of its status.', false],
  ['The version of the format.', false],
])('what a description says: %s', (text, isListed, type) => {
  const ids = catalogueOf(withoutWorkflows(described(text, type)), 'server').map(({ id }) => id);
  expect(ids.includes('changeNote.increments.version')).toBe(isListed);
});

test.each<[text: string, is: ExactObject, shown: string]>([
  ['Grows by one with each change.', { text: 'new', version: 4 }, 'kept'],
  ['Grows by one with each change.', { text: 'new', version: 3 }, 'version: 3'],
  ['Grows by one with each change.', { text: 'new', version: 5 }, 'version: 5'],
  ['Grows with each change.', { text: 'new', version: 5 }, 'kept'],
  ['Grows with each change.', { text: 'new', version: 3 }, 'version: 3'],
  ['Grows with each change.', { text: 'old', version: 3 }, 'out of reach'],
])('%s After 3: %j', (text, is, expected) => {
  const description = described(text);
  const context = offlineContext(withoutWorkflows(description));
  const operation = operationIn(description, 'changeNote');
  const resource = context.resources.find(({ merge }) => merge === operation) ?? expect.fail('There is no resource.');
  const credential = context.credentialOf(operation);
  const parts = { operation, path: {}, query: [], headers: [], cookies: [], body: null, credential };
  const answer = { request: requestOf('PATCH', '/notes/1'), response: responseOf({}), body: { id: 1, ...is } };
  const before = { id: 1, text: 'old', version: 3 };
  const shown: string[] = [];
  const reach = itemIncrements.server?.reach;
  if (reach?.by === 'items')
    reach.check(context, { resource, of: 'partial change', parts, before, answer }, (_subject, _answer, one) =>
      shown.push(one === 'kept' ? one : 'received' in one ? one.received : 'out of reach'),
    );
  expect(shown).toEqual([expected]);
});

test('its fault is a number that stays', () => {
  const specification = withoutWorkflows(described('Grows with each change.'));
  const faults = serverFaultsOf(specification, ({ kind }) => kind === itemIncrements.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['is always 1']);
});

test('the stub counts as well', async () => {
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:${paths('Grows by one with each change.').replaceAll('\n', '\n  ')}`);
  const made = Object((await ask('POST /notes', { text: 'old' })).body);
  const read = Object((await ask(`GET /notes/${made.id}`)).body);
  const changed = Object((await ask(`PATCH /notes/${made.id}`, { text: 'new' })).body);
  expect([read.version, changed.version]).toEqual([expect.any(Number), read.version + 1]);
});
