import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const at = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: integer } }`;
const note = "{ $ref: '#/components/schemas/Note' }";
const refused = (status: number, description = '') => `'${status}': { description: '${description}' }`;

const document = `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    post:
      operationId: add
      requestBody: { required: true, ${json(note)} }
      responses: { '201': { description: '', ${json(note)} } }
  /notes/{noteId}:
    parameters: [${at('noteId')}]
    get: { operationId: read, responses: { '200': { description: '', ${json(note)} }, ${refused(404)} } }
    delete: { operationId: remove, responses: { '204': { description: '' }, ${refused(404)} } }
  /notes/{noteId}/restore:
    parameters: [${at('noteId')}]
    post:
      operationId: restore
      responses: { '200': { description: '', ${json(note)} }, ${refused(404)}, ${refused(409, 'It is not deleted.')} }
  /notes/{noteId}/links:
    parameters: [${at('noteId')}]
    get: { operationId: links, responses: { '200': { description: '', ${json(`{ type: array, items: ${note} }`)} } } }
    post:
      operationId: link
      requestBody: { required: true, ${json(note)} }
      responses: { '201': { description: '', ${json(note)} } }
components:
  schemas:
    Note:
      type: object
      required: [id, text]
      properties: { id: { type: integer, readOnly: true }, text: { type: string } }`;

test('what was removed is brought back once, with what is beneath it', async () => {
  const { ask } = stubFor(document);
  const made = Object((await ask('POST /notes', { text: 'Buy seeds' })).body);
  const path = `/notes/${made.id}`;
  await ask(`POST ${path}/links`, { text: 'a shop' });
  const { body: links } = await ask(`GET ${path}/links`);
  await ask(`DELETE ${path}`);
  expect((await ask(`GET ${path}`)).status).toBe(404);
  expect(await ask(`POST ${path}/restore`)).toMatchObject({ status: 200, body: made });
  expect((await ask(`POST ${path}/restore`)).status).toBe(409);
  expect((await ask(`GET ${path}`)).body).toEqual(made);
  expect((await ask(`GET ${path}/links`)).body).toEqual(links);
});

test('what was never there is not brought back', async () => {
  const { ask } = stubFor(document);
  expect((await ask('POST /notes/41/restore')).status).toBe(404);
});

const gone = "deletedAt: { type: [string, 'null'], format: date-time }";
const shown = `{ type: object, required: [id, deletedAt], properties: { id: { type: integer }, ${gone} } }`;
const listing = `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    get:
      operationId: list
      parameters: [{ name: includeDeleted, in: query, schema: { type: boolean, default: false } }]
      responses: { '200': { description: '', ${json(`{ type: array, items: ${shown} }`)} } }
    post:
      operationId: add
      requestBody: { required: true, ${json('{ type: object }')} }
      responses: { '201': { description: '', ${json(shown)} } }
  /notes/{noteId}:
    parameters: [${at('noteId')}]
    put:
      operationId: place
      requestBody: { required: true, ${json('{ type: object }')} }
      responses: { '200': { description: '', ${json(shown)} }, '201': { description: '', ${json(shown)} } }
    delete: { operationId: remove, responses: { '204': { description: '' }, ${refused(404)} } }`;

test('what was removed is listed where that is asked for, and marked', async () => {
  const { ask } = stubFor(listing);
  const { id } = Object((await ask('POST /notes', {})).body);
  await ask(`DELETE /notes/${id}`);
  const notes = async (query: string) =>
    Object((await ask(`GET /notes${query}`)).body).filter((one: { id: number }) => one.id === id);
  expect(await notes('')).toEqual([]);
  expect(await notes('?includeDeleted=true')).toEqual([{ id, deletedAt: expect.any(String) as string }]);
  const { body: placed } = await ask(`PUT /notes/${id}`, {});
  expect(await notes('?includeDeleted=true')).toEqual([placed]);
});
