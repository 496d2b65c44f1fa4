import { expect, test } from 'vitest';
import { descriptionOf } from '../../../test/contracts.ts';
import { offlineContext } from '../../planning-context.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { ownNames } from './other-things.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const integer = '{ type: integer }';
const part = `{ type: object, properties: { id: ${integer}, name: { type: string } } }`;
const shown = `id: ${integer}, part: ${integer}, part_name: { type: string }, part_count: ${integer}`;
const line = `{ type: object, properties: { ${shown}, unit_name: { type: string } } }`;
const sent = `{ type: object, properties: { part: ${integer}, part_name: { type: string, readOnly: true } } }`;
const description = descriptionOf(`
/parts/{id}:
  parameters: [{ name: id, in: path, required: true, schema: ${integer} }]
  get: { operationId: readPart, responses: { '200': { ${json(part)} } } }
/lines:
  post: { operationId: addLine, requestBody: { ${json(sent)} }, responses: { '201': { ${json(line)} } } }
/lines/{id}:
  parameters: [{ name: id, in: path, required: true, schema: ${integer} }]
  get: { operationId: readLine, responses: { '200': { ${json(line)} } } }`);

test('what is shown of a thing that an item names is not its own: others may change it', () => {
  const { resources } = offlineContext(withoutWorkflows(description));
  const lines = resources.find(({ collectionPath }) => collectionPath === '/lines') ?? expect.fail('No lines.');
  const pointer = '/paths/~1lines~1{id}/get/responses/200/content/application~1json/schema';
  const names = ['id', 'part', 'part_name', 'part_count', 'unit_name'];
  expect(ownNames(description, lines, pointer, names)).toEqual(['id', 'part', 'part_count', 'unit_name']);
});
