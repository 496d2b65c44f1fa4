import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const text = '{ type: string }';
const thing = `{ type: object, required: [id], properties: { id: ${text}, title: ${text} } }`;
const task = "{ $ref: '#/components/schemas/Task' }";
const sent = `requestBody: { ${json(`{ type: object, properties: { title: ${text} } }`)} }`;
const answer = (status: number, schema = thing) => `'${status}': { description: '', ${json(schema)} }`;
const missing = "'404': { description: '' }";
const inPath = (...names: string[]) =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: ${text} }`).join(', ')}]`;
const list = json(`{ type: array, items: ${thing} }`);

/** Tasks are made at `/tasks/{projectId}`, and read beneath it. */
const document = `openapi: 3.1.0
info: { title: Tasks, version: 1.0.0 }
servers: [{ url: http://localhost }]
paths:
  /projects:
    post: { ${sent}, responses: { ${answer(201)} } }
  /projects/{projectId}:
    ${inPath('projectId')}
    get: { responses: { ${answer(200)}, ${missing} } }
  /tasks/{projectId}:
    ${inPath('projectId')}
    get: { responses: { '200': { description: '', ${list} }, ${missing} } }
    post: { ${sent}, responses: { ${answer(201, task)}, ${missing} } }
  /tasks/{projectId}/t/{taskId}:
    ${inPath('projectId', 'taskId')}
    get: { responses: { ${answer(200, task)}, ${missing} } }
components: { schemas: { Task: ${thing} } }`;

test('a path that is called after projects is beneath one, and what is made there is read there alone', async () => {
  const { ask } = stubFor(document);
  const made = async (line: string) => String(((await ask(line, { title: 'A' })).body as { id: string }).id);
  const [project, other] = [await made('POST /projects'), await made('POST /projects')].map(encodeURIComponent);
  const own = encodeURIComponent(await made(`POST /tasks/${project}`));
  expect((await ask(`GET /tasks/${project}/t/${own}`)).status).toBe(200);
  expect((await ask(`GET /tasks/${other}/t/${own}`)).status).toBe(404);
  expect((await ask('POST /tasks/none', { title: 'B' })).status).toBe(404);
});
