import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const object = (properties: string) => `{ type: object, required: [name, state], properties: { ${properties} } }`;
const attributes = object(
  'name: { type: string }, state: { type: string, readOnly: true }, code: { type: string, writeOnly: true }',
);
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const inData = (properties: string) =>
  json(`{ type: object, properties: { data: { type: object, properties: { ${properties} } } } }`);
const answer = (status: number) =>
  `responses: { '${status}': { description: '', ${inData(`id: { type: string }, attributes: ${attributes}`)} } }`;

const document = `openapi: 3.1.0
info: { title: Doors, version: 1.0.0 }
servers: [{ url: http://localhost }]
paths:
  /doors: { post: { requestBody: { ${inData(`attributes: ${attributes}`)} }, ${answer(201)} } }
  /doors/{doorId}:
    parameters: [{ name: doorId, in: path, required: true, schema: { type: string } }]
    get: { ${answer(200)} }
    patch: { requestBody: { ${inData(`attributes: ${attributes}`)} }, ${answer(200)} }`;

interface Door {
  data: { id: string; attributes: { name: string; state: string } };
}

test('what an item has in its attributes is hidden, or set by the stub alone, as the schema says', async () => {
  const { ask } = stubFor(document);
  const { body } = await ask('POST /doors', { data: { attributes: { name: 'Back', state: 'sent', code: '1234' } } });
  const { data } = body as Door;
  expect(data.attributes).toEqual({ name: 'Back', state: expect.not.stringMatching(/^sent$/) });
  await ask(`PATCH /doors/${data.id}`, { data: { attributes: { name: 'Front', state: 'sent' } } });
  const read = (await ask(`GET /doors/${data.id}`)).body as Door;
  expect(read.data.attributes).toEqual({ name: 'Front', state: data.attributes.state });
});

test('a password that no response describes is in none', async () => {
  const word = '{ type: string }';
  const user = (more: string) => `{ type: object, properties: { name: ${word}${more} } }`;
  const held = (more: string) => json(`{ type: object, properties: { user: ${user(more)} } }`);
  const answers = (content: string) => `responses: { '200': { description: '', ${content} } }`;
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Doors, version: 1.0.0 }
servers: [{ url: http://localhost }]
paths:
  /user:
    get: { ${answers(held(''))} }
    put: { requestBody: { ${held(`, password: ${word}`)} }, ${answers(held(''))} }
  /guards:
    post: { requestBody: { ${json(user(`, password: ${word}`))} }, ${answers(json(user(', id: { type: string }')))} }
  /guards/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { ${answers(json(user(', id: { type: string }')))} }`);
  const sent = { name: 'Ann', password: 'secret' };
  expect((await ask('PUT /user', { user: sent })).body).toEqual({ user: { name: 'Ann' } });
  expect((await ask('POST /guards', sent)).body).toEqual({ name: 'Ann', id: expect.any(String) });
});

test('a password that a response requires, and does not describe, is shown', async () => {
  const name = 'name: { type: string }';
  const shown = `{ type: object, required: [id, password], properties: { id: { type: string }, ${name} } }`;
  const sent = `{ type: object, properties: { ${name}, password: { type: string } } }`;
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Doors, version: 1.0.0 }
servers: [{ url: http://localhost }]
paths:
  /guards:
    post: { requestBody: { ${json(sent)} }, responses: { '201': { description: '', ${json(shown)} } } }
  /guards/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: '', ${json(shown)} } } }`);
  const { body } = await ask('POST /guards', { name: 'Ann', password: 'secret' });
  expect(body).toEqual({ id: expect.any(String), name: 'Ann', password: 'secret' });
});

test('what is sent in a property is stored, also where the item is read by itself', async () => {
  const door = '{ type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } }';
  const held = `{ type: object, properties: { door: ${door} } }`;
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Doors, version: 1.0.0 }
servers: [{ url: http://localhost }]
paths:
  /doors:
    get: { responses: { '200': { description: '', ${json(`{ type: array, items: ${door} }`)} } } }
    post: { requestBody: { ${json(held)} }, responses: { '201': { description: '', ${json(held)} } } }
  /doors/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: '', ${json(door)} } } }`);
  const { body } = await ask('POST /doors', { door: { name: 'Back' } });
  const made = (body as { door: { id: number } }).door;
  expect(made).toMatchObject({ name: 'Back' });
  expect((await ask(`GET /doors/${made.id}`)).body).toMatchObject({ name: 'Back' });
});

test('what is sent of a thing of several kinds is stored, where a part of it is shown in another way', async () => {
  const kind = (type: string, channels: string) =>
    `{ type: object, required: [id, type, name, channels], properties: {
       id: { type: integer, readOnly: true }, type: { type: string, enum: [${type}] },
       name: { type: string }, channels: { type: array, items: ${channels} } } }`;
  const channel = '{ type: object, required: [key], properties: { key: { type: string } } }';
  const rules = (channels: string) => `{ oneOf: [${kind('mail', channels)}, ${kind('call', channels)}] }`;
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Rules, version: 1.0.0 }
servers: [{ url: http://localhost }]
paths:
  /rules:
    get: { responses: { '200': { description: '', ${json(`{ type: array, items: ${rules(channel)} }`)} } } }
    post:
      requestBody: { ${json(rules('{ type: string }'))} }
      responses: { '201': { description: '', ${json(rules(channel))} } }`);
  const sent = { type: 'call', name: 'Loud', channels: ['one'] };
  expect((await ask('POST /rules', sent)).body).toMatchObject({ type: 'call', name: 'Loud' });
});

test('of an answer with an example alone, each new thing has an identifier of its own', async () => {
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Hooks, version: 1.0.0 }
servers: [{ url: http://localhost }]
paths:
  /hooks:
    post:
      requestBody: { ${json('{ type: object }')} }
      responses:
        '201':
          description: ''
          content: { application/json: { example: { id: 7, kept: true } } }
          links: { remove: { operationId: removeHook, parameters: { id: $response.body#/id } } }
  /hooks/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    delete: { operationId: removeHook, responses: { '204': { description: '' }, '404': { description: '' } } }`);
  const made = [await ask('POST /hooks', {}), await ask('POST /hooks', {})].map(({ body }) => Object(body));
  expect(made).toEqual([expect.objectContaining({ kept: true }), expect.objectContaining({ kept: true })]);
  expect(made[0].id).not.toBe(made[1].id);
});
