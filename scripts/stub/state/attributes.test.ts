import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const at = '{ name: id, in: path, required: true, schema: { type: integer } }';
const inData = (attributes: string, others = '') =>
  `{ type: object, properties: { data: { type: object, properties: { ${others} attributes: ${attributes} } } } }`;
const sent = inData('{ type: object, properties: { text: { type: string } } }');
const status = '{ type: string, enum: [draft, published] }';
const time = '{ type: string, format: date-time }';
const own = `text: { type: string }, status: ${status}, updatedAt: ${time}`;
const note = "{ $ref: '#/components/schemas/Note' }";
const shown = inData(
  `{ type: object, required: [text, status, updatedAt], properties: { ${own} } }`,
  'id: { type: integer },',
);
const document = `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    post:
      operationId: add
      description: The new note is \`draft\`.
      requestBody: { required: true, ${json(sent)} }
      responses: { '201': { description: '', ${json(note)} } }
  /notes/{id}:
    parameters: [${at}]
    get: { operationId: read, responses: { '200': { description: '', ${json(note)} }, '404': { description: '' } } }
    patch:
      operationId: change
      requestBody: { required: true, ${json(sent)} }
      responses: { '200': { description: '', ${json(note)} }, '404': { description: '' } }
  /notes/{id}/publish:
    parameters: [${at}]
    post:
      operationId: publish
      description: Publishes the note. The status becomes \`published\`.
      responses: { '200': { description: '', ${json(note)} }, '404': { description: '' } }
components: { schemas: { Note: ${shown} } }`;

test('what is done with an item is seen in its attributes', async () => {
  const { ask, clock } = stubFor(document);
  const attributesAfter = async (line: string, attributes?: object) => {
    await clock.wait(5000);
    return Object((await ask(line, attributes && { data: { attributes } })).body).data;
  };
  const { id, attributes: made } = await attributesAfter('POST /notes', { text: 'one' });
  const { attributes: changed } = await attributesAfter(`PATCH /notes/${id}`, { text: 'two' });
  const { attributes: published } = await attributesAfter(`POST /notes/${id}/publish`);
  expect([made, changed, published]).toMatchObject([
    { text: 'one', status: 'draft' },
    { text: 'two', status: 'draft' },
    { text: 'two', status: 'published' },
  ]);
  expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt));
});
