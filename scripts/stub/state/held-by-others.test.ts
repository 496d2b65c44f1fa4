import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const crate = '{ type: object, required: [id], properties: { id: { type: integer, readOnly: true } } }';
const own = 'id: { type: integer, readOnly: true }, crate_id: { type: integer }';
const book = `{ type: object, required: [id, crate_id], properties: { ${own} } }`;
const document = `openapi: 3.1.0
info: { title: Crates, version: 1.0.0 }
paths:
  /crates/:
    post:
      operationId: addCrate
      requestBody: { required: true, ${json(crate)} }
      responses: { '201': { description: '', ${json(crate)} } }
  /crates/{crateId}/:
    parameters: [{ name: crateId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getCrate, responses: { '200': { description: '', ${json(crate)} } } }
    delete:
      operationId: removeCrate
      responses: { '204': { description: '' }, '422': { description: Not possible because of existing books } }
  /books/:
    post:
      operationId: addBook
      requestBody: { required: true, ${json(book)} }
      responses: { '201': { description: '', ${json(book)} } }
  /books/{bookId}/:
    get:
      operationId: getBook
      parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: '', ${json(book)} } }`;

test('what other things name is not removed', async () => {
  const { ask } = stubFor(document);
  const made = async () => Number(Object((await ask('POST /crates/', {})).body).id);
  const [full, empty] = [await made(), await made()];
  await ask('POST /books/', { crate_id: full });
  const removal = async (id: number) => (await ask(`DELETE /crates/${id}/`)).status;
  expect([await removal(full), await removal(empty)]).toEqual([422, 204]);
});
