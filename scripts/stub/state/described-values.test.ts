import { expect, test } from 'vitest';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const at = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: integer } }`;
const shop = '{ type: object, required: [id], properties: { id: { type: integer } } }';
const order = "{ $ref: '#/components/schemas/Order' }";
const answer = (status: number, schema: string) => `'${status}': { description: '', ${json(schema)} }`;
const refused = (status: number, description = '') => `'${status}': { description: '${description}' }`;
const sent = `requestBody: { required: true, ${json('{ type: object, properties: { text: { type: string } } }')} }`;

const document = `openapi: 3.1.0
info: { title: Shops, version: 1.0.0 }
paths:
  /shops:
    post:
      operationId: makeShop
      requestBody: { required: true, ${json('{ type: object }')} }
      responses: { ${answer(201, shop)} }
  /shops/{shopId}:
    parameters: [${at('shopId')}]
    get: { operationId: readShop, responses: { ${answer(200, shop)}, ${refused(404)} } }
    delete:
      operationId: closeShop
      description: Deletes the shop with its orders. A shop with an order that is new cannot be deleted.
      responses: { '204': { description: '' }, ${refused(404)}, ${refused(409, 'An order is new.')} }
  /shops/{shopId}/orders:
    parameters: [${at('shopId')}]
    post:
      operationId: order
      description: |
        Makes an order, which is \`new\`. Its \`number\` is one more than that of the last order of the shop;
        the first order has number 1.
      ${sent}
      responses: { ${answer(201, order)} }
  /shops/{shopId}/orders/{orderId}:
    parameters: [${at('shopId')}, ${at('orderId')}]
    get: { operationId: readOrder, responses: { ${answer(200, order)}, ${refused(404)} } }
  /shops/{shopId}/orders/{orderId}/send:
    parameters: [${at('shopId')}, ${at('orderId')}]
    post:
      operationId: sendOrder
      description: The order is \`gone\` then, and \`sender\` and \`weight\` are set.
      responses: { '204': { description: '' }, ${refused(404)} }
  /shops/{shopId}/orders/{orderId}/repeat:
    parameters: [${at('shopId')}, ${at('orderId')}]
    post:
      operationId: repeatOrder
      description: |
        Makes an order with the text of this one. \`repeats\` is the id of this one, and \`round\` is one more.
      responses: { ${answer(201, order)}, ${refused(404)} }
components:
  schemas:
    Order:
      type: object
      required: [id, text, number, status, sender, weight, sentAt, repeats, round, ends, createdAt, created]
      properties:
        id: { type: integer, readOnly: true }
        text: { type: string }
        number: { type: integer, readOnly: true }
        status: { enum: [gone, new], readOnly: true }
        sender: { type: [string, 'null'], readOnly: true }
        weight: { type: [integer, 'null'], readOnly: true }
        ends: { type: string, format: date, readOnly: true, description: Two weeks after createdAt. }
        createdAt: { type: string, format: date-time, readOnly: true }
        created: { type: integer, readOnly: true, description: Unix time of the creation. }
        sentAt: { type: [string, 'null'], format: date-time, description: When it was sent; null until then. }
        repeats: { type: [integer, 'null'], readOnly: true }
        round: { type: integer, readOnly: true }`;

test('things begin, and come to be, as descriptions say', async () => {
  const { ask } = stubFor(document);
  const { id: shopId } = Object((await ask('POST /shops', {})).body);
  const path = `/shops/${shopId}`;
  const first = Object((await ask(`POST ${path}/orders`, { text: 'Seeds' })).body);
  expect(first).toMatchObject({ number: 1, status: 'new', sentAt: null });
  expect(Date.parse(first.ends) - Date.parse(first.createdAt.slice(0, 10))).toBe(14 * 86_400_000);
  expect(first.created).toBe(Math.floor(Date.parse(first.createdAt) / 1000));
  const second = Object((await ask(`POST ${path}/orders`, { text: 'Bulbs' })).body);
  expect(second).toMatchObject({ number: 2, status: 'new' });
  expect((await ask(`DELETE ${path}`)).status).toBe(409);
  for (const { id } of [first, second]) expect((await ask(`POST ${path}/orders/${id}/send`)).status).toBe(204);
  const sentOrder = Object((await ask(`GET ${path}/orders/${first.id}`)).body);
  expect(sentOrder).toMatchObject({ status: 'gone', sentAt: expect.any(String), sender: expect.any(String) });
  expect(await ask(`POST ${path}/orders/${first.id}/repeat`)).toMatchObject({
    status: 201,
    body: { text: 'Seeds', repeats: first.id, round: sentOrder.round + 1 },
  });
  expect((await ask(`DELETE ${path}`)).status).toBe(204);
  expect((await ask(`GET ${path}/orders/${first.id}`)).status).toBe(404);
});

test('a copy is made also of what does not have all that is copied', async () => {
  const { ask } = stubFor(document.replace('[id, text, ', '[id, '));
  const { id: shopId } = Object((await ask('POST /shops', {})).body);
  const path = `/shops/${shopId}/orders`;
  const { id, text } = Object((await ask(`POST ${path}`, {})).body);
  expect(text).toBeUndefined();
  const copy = Object((await ask(`POST ${path}/${id}/repeat`)).body);
  expect(copy).toMatchObject({ repeats: id });
  expect((await ask(`GET ${path}/${copy.id}`)).body).toEqual(copy);
});

test('what only one may have is refused in another case, where a description says so', async () => {
  const show =
    '{ type: object, required: [slug], properties: { id: { type: integer, readOnly: true }, slug: { type: string } } }';
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Shows, version: 1.0.0 }
paths:
  /shows:
    post:
      operationId: addShow
      requestBody: { required: true, ${json(show)} }
      responses: { ${answer(201, show)}, ${refused(409, 'Another show has this slug, whatever its case.')} }
  /shows/{showId}:
    parameters: [${at('showId')}]
    get: { operationId: readShow, responses: { ${answer(200, show)} } }`);
  expect((await ask('POST /shows', { slug: 'Seeds' })).status).toBe(201);
  expect((await ask('POST /shows', { slug: 'sEEDS' })).status).toBe(409);
});

test('what PUT makes where nothing is, it answers with 201, also beside a POST', async () => {
  const car = '{ type: object, properties: { id: { type: integer, readOnly: true }, plate: { type: string } } }';
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Cars, version: 1.0.0 }
paths:
  /cars:
    post: { operationId: addCar, requestBody: { required: true, ${json(car)} }, responses: { ${answer(201, car)} } }
  /cars/{id}:
    parameters: [${at('id')}]
    get: { operationId: readCar, responses: { ${answer(200, car)}, ${refused(404)} } }
    put:
      operationId: putCar
      requestBody: { required: true, ${json(car)} }
      responses: { ${answer(200, car)}, ${answer(201, car)} }`);
  expect(await ask('PUT /cars/100030', { plate: 'a' })).toMatchObject({ status: 201, body: { plate: 'a' } });
  expect(await ask('PUT /cars/100030', { plate: 'b' })).toMatchObject({ status: 200, body: { plate: 'b' } });
  expect(await ask('GET /cars/100030')).toMatchObject({ status: 200, body: { plate: 'b' } });
});

test('a text is stored in the case that its description says, and so compared with those of others', async () => {
  const plate = '{ type: string, description: It is stored in upper case. }';
  const id = '{ type: integer, readOnly: true }';
  const car = `{ type: object, required: [plate], properties: { id: ${id}, plate: ${plate} } }`;
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Cars, version: 1.0.0 }
paths:
  /cars:
    post:
      operationId: addCar
      requestBody: { required: true, ${json(car)} }
      responses: { ${answer(201, car)}, ${refused(409, 'Another car has this plate.')} }
  /cars/{id}:
    parameters: [${at('id')}]
    get: { operationId: readCar, responses: { ${answer(200, car)}, ${refused(404)} } }`);
  expect(await ask('POST /cars', { plate: 'ab-1' })).toMatchObject({ status: 201, body: { plate: 'AB-1' } });
  expect((await ask('POST /cars', { plate: 'Ab-1' })).status).toBe(409);
});

test.each([
  ['include_deleted', '{ type: boolean, default: false }', 'true'],
  ["'filter[trashed]'", '{ enum: [with, only] }', 'with'],
])('what was removed is listed where %s asks for it', async (name, schema, value) => {
  const id = '{ type: integer, readOnly: true }';
  const gone = "{ type: [string, 'null'], format: date-time, readOnly: true }";
  const note = `{ type: object, required: [id, deleted_at], properties: { id: ${id}, deleted_at: ${gone} } }`;
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    get:
      operationId: listNotes
      parameters: [{ name: ${name}, in: query, schema: ${schema} }]
      responses: { ${answer(200, `{ type: array, items: ${note} }`)} }
    post: { operationId: addNote, requestBody: { ${json('{ type: object }')} }, responses: { ${answer(201, note)} } }
  /notes/{id}:
    parameters: [${at('id')}]
    get: { operationId: readNote, responses: { ${answer(200, note)}, ${refused(404)} } }
    delete: { operationId: removeNote, responses: { '204': { description: '' }, ${refused(404)} } }`);
  const removed = Object((await ask('POST /notes', {})).body);
  expect((await ask(`DELETE /notes/${removed.id}`)).status).toBe(204);
  const idsOf = async (query: string) => {
    const { body } = await ask(`GET /notes${query}`);
    return Array.isArray(body) ? body.map((one: unknown) => Object(one).id) : body;
  };
  expect(await idsOf('')).not.toContain(removed.id);
  expect(await idsOf(`?${encodeURIComponent(name.replaceAll("'", ''))}=${value}`)).toContain(removed.id);
});

test('a second thing with a text that must be unique is refused, also with 422', async () => {
  const code = '{ type: string, description: Must be unique. }';
  const coupon = `{ type: object, required: [id, code], properties: { id: { type: integer }, code: ${code} } }`;
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Coupons, version: 1.0.0 }
paths:
  /coupons:
    post:
      requestBody: { required: true, ${json(`{ type: object, required: [code], properties: { code: ${code} } }`)} }
      responses: { ${answer(201, coupon)}, ${refused(422)} }
  /coupons/{id}:
    parameters: [${at('id')}]
    get: { responses: { ${answer(200, coupon)}, ${refused(404)} } }`);
  expect((await ask('POST /coupons', { code: 'SPRING' })).status).toBe(201);
  expect((await ask('POST /coupons', { code: 'SPRING' })).status).toBe(422);
  expect((await ask('POST /coupons', { code: 'SUMMER' })).status).toBe(201);
});

test('what a creation leaves out has the default that its description says', async () => {
  const propertiesWith = (mode: string) => `mode: { enum: [fast, slow, mixed]${mode} }, count: { type: integer }`;
  const sent = `{ type: object, properties: { ${propertiesWith(', description: Defaults to slow when omitted')} } }`;
  const job = `{ type: object, required: [id, mode], properties: { id: { type: integer }, ${propertiesWith('')} } }`;
  const { ask } = stubFor(`openapi: 3.1.0
info: { title: Jobs, version: 1.0.0 }
paths:
  /jobs:
    post:
      operationId: addJob
      requestBody: { ${json(sent)} }
      responses: { ${answer(201, job)} }
  /jobs/{id}:
    parameters: [${at('id')}]
    get: { operationId: readJob, responses: { ${answer(200, job)} } }`);
  expect(await ask('POST /jobs', { count: 1 })).toMatchObject({ status: 201, body: { count: 1, mode: 'slow' } });
});
