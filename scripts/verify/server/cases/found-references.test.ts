import { expect, test } from 'vitest';
import { isExactObject, within } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { benchFor } from '../../test/bench.ts';
import { findReferences } from './found-references.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const uuid = '{ type: string, format: uuid }';
const item = json(`{ type: object, required: [id], properties: { id: ${uuid} } }`);
const collection = (name: string, sent: string) => `
/${name}s:
  post:
    operationId: add_${name}
    requestBody: { ${json(`{ type: object, properties: { ${sent} } }`)} }
    responses: { '201': { description: '', ${item} }, '400': { description: '' } }
/${name}s/{${name}_id}:
  parameters: [{ name: ${name}_id, in: path, required: true, schema: ${uuid} }]
  get: { operationId: read_${name}, responses: { '200': { description: '', ${item} } } }`;

const description = descriptionOf(
  [
    ...[collection('room', ''), collection('worker', '')],
    ...[collection('task', `assignee_id: ${uuid}`), collection('shift', 'assignee_id: { type: integer }')],
  ].join(''),
);
const add = operationIn(description, 'add_task');
const numbered = descriptionOf(
  [
    collection('room', 'is_active: { type: boolean }, archived: { type: boolean }'),
    collection('task', 'room: { type: integer }, count: { type: integer }'),
  ]
    .join('')
    .replaceAll(uuid, '{ type: integer }'),
);
const worker = '11111111-1111-4111-8111-111111111111';
const other = '22222222-2222-4222-8222-222222222222';
const madeUp = '33333333-3333-4333-8333-333333333333';

/** A session at a server that takes a task for one of some people, or for anybody. */
async function sessionAt(isTaken: (assignee: unknown) => boolean) {
  const { session } = benchFor(description, ({ target, body }) => {
    const sent = jsonIn(body);
    const assignee = isExactObject(sent) ? sent['assignee_id'] : undefined;
    if (target === '/tasks' && assignee !== undefined && !isTaken(assignee)) return { status: 400 };
    return { status: 201, body: { id: target === '/workers' ? worker : other } };
  });
  await findReferences(session, add);
  return session;
}

test('what a property names is found by what the server takes', async () => {
  const session = await sessionAt((assignee) => assignee === worker);
  expect(session.source.references.resourceIn(add, 'assignee_id')?.collectionPath).toBe('/workers');
  expect(String((await session.source.base(add)).body?.bytes)).toBe(`{"assignee_id":"${worker}"}`);
});

test('a number that is called after a thing names one that can be used, where the server takes no other', async () => {
  const rooms: unknown[] = [];
  const { session } = benchFor(numbered, ({ target, body }) => {
    const sent = jsonIn(body);
    if (target === '/rooms') return { status: 201, body: { id: 40 + rooms.push(sent) } };
    const isThere = isExactObject(sent) && [41, 42, 43].includes(Number(sent['room'] ?? 41));
    return isThere ? { status: 201, body: { id: 1 } } : { status: 400 };
  });
  const operation = operationIn(numbered, 'add_task');
  await findReferences(session, operation);
  expect(session.source.references.resourceIn(operation, 'room')?.collectionPath).toBe('/rooms');
  expect(session.source.references.resourceIn(operation, 'count')).toBeUndefined();
  expect(rooms.every((room) => JSON.stringify(room) === '{"is_active":true,"archived":false}')).toBe(true);
});

test('what is a number elsewhere is no identifier there', async () => {
  const session = await sessionAt((assignee) => assignee === worker);
  const { body } = await session.source.base(operationIn(description, 'add_shift'));
  expect(jsonIn(body?.bytes ?? null)).toEqual({ assignee_id: expect.any(Number) as number });
});

test.each<[what: string, value: string | null, sent: string | null]>([
  ['a value that one could have is replaced', madeUp, worker],
  ['one that none could have is tried', 'nobody', 'nobody'],
  ['as well as none', null, null],
])('then %s', async (_, value, expected) => {
  const session = await sessionAt((assignee) => assignee === worker);
  const parts = await session.source.base(add);
  const { body } = await session.source.withBody(parts, 'application/json', { assignee_id: value });
  expect(jsonIn(body?.bytes ?? null)).toEqual({ assignee_id: expected });
});

test('of several that a body must have, none of which is taken without the others, each is another thing', async () => {
  const needed = ['sender_id', 'recipient_id'];
  const sent = `type: object, required: [${needed}], properties: { ${needed.map((name) => `${name}: ${uuid}`)} }`;
  const parcels = descriptionOf(`${collection('room', '')}${collection('worker', '')}
/parcels:
  post:
    operationId: send
    requestBody: { ${json(`{ ${sent} }`)} }
    responses: { '201': { description: '', ${item} }, '422': { description: '' } }`);
  const workers = new Set<unknown>();
  const { session } = benchFor(parcels, ({ target, body }) => {
    const [from, to] = needed.map((name) => within(jsonIn(body), [name]));
    const isSent = workers.has(from) && workers.has(to) && from !== to;
    if (target === '/parcels' && !isSent) return { status: 422 };
    const id = `11111111-1111-4111-8111-${String(session.values.next()).padStart(12, '0')}`;
    if (target === '/workers') workers.add(id);
    return { status: 201, body: { id } };
  });
  const send = operationIn(parcels, 'send');
  await findReferences(session, send);
  expect(needed.map((name) => session.source.references.resourceIn(send, name)?.collectionPath)).toEqual([
    '/workers',
    '/workers',
  ]);
  expect((await session.call(await session.source.base(send))).response.status).toBe(201);
});

test('of several, each may refer to something else; of many that could be, some are tried', async () => {
  const names = ['place_id', 'assignee_id'];
  const sent = `{ type: object, required: [${names}], properties: { ${names.map((name) => `${name}: ${uuid}`)} } }`;
  const shifts = (kinds: readonly string[]) =>
    descriptionOf(`${kinds.map((kind) => collection(kind, '')).join('')}
/shifts:
  post:
    operationId: plan
    requestBody: { ${json(sent)} }
    responses: { '201': { description: '', ${item} }, '422': { description: '' } }`);
  const idOf = (target: string) => (target === '/rooms' ? other : worker);
  const found = async (kinds: readonly string[]) => {
    let requests = 0;
    const contract = shifts(kinds);
    const { session } = benchFor(contract, ({ target, body }) => {
      requests += target === '/shifts' ? 1 : 0;
      const [place, assignee] = names.map((name) => within(jsonIn(body), [name]));
      const isRefused = target === '/shifts' && (place !== other || assignee !== worker);
      return isRefused ? { status: 422 } : { status: 201, body: { id: idOf(target) } };
    });
    const plan = operationIn(contract, 'plan');
    await findReferences(session, plan);
    return { paths: names.map((name) => session.source.references.resourceIn(plan, name)?.collectionPath), requests };
  };
  expect((await found(['worker', 'room'])).paths).toEqual(['/rooms', '/workers']);
  const many = Array.from({ length: 40 }, (_, index) => `thing${index}`);
  expect((await found(many)).requests).toBeLessThan(200);
});

test.each<[what: string, isTaken: () => boolean]>([
  ['anything is taken', () => true],
  ['nothing is', () => false],
])('nothing is found where %s', async (_, isTaken) => {
  const session = await sessionAt(isTaken);
  expect(session.source.references.resourceIn(add, 'assignee_id')).toBeUndefined();
});

test('what has the name of a parameter elsewhere is that of a thing, where the server takes no other', async () => {
  const named = json('{ type: object, required: [isbn], properties: { isbn: { type: string } } }');
  const lines = json(`{ type: object, required: [lines], properties: { lines: { type: array, minItems: 1, items:
    { type: object, required: [isbn], properties: { isbn: { type: string } } } } } }`);
  const refused = "'404': { description: '' }, '422': { description: '' }";
  const inPath = 'parameters: [{ name: isbn, in: path, required: true, schema: { type: string } }]';
  const creation = (id: string, sent: string, shown = named) =>
    `post: { operationId: ${id}, requestBody: { ${sent} },
      responses: { '201': { description: '', ${shown} }, ${refused} } }`;
  const library = descriptionOf(`
/orders:
  ${creation('order', lines, item)}
/orders/{id}:
  parameters: [{ name: id, in: path, required: true, schema: ${uuid} }]
  get: { operationId: readOrder, responses: { '200': { description: '', ${item} }, ${refused} } }
/loans:
  ${creation('lend', named)}
/loans/{isbn}:
  ${inPath}
  get: { operationId: readLoan, responses: { '200': { description: '', ${named} }, ${refused} } }
/wishes/{isbn}:
  ${inPath}
  put: { operationId: wish, responses: { '204': { description: '' }, ${refused} } }
/books:
  ${creation('addBook', named)}
/books/{isbn}:
  ${inPath}
  get: { operationId: readBook, responses: { '200': { description: '', ${named} }, ${refused} } }`);
  const books = new Set<unknown>();
  const { session } = benchFor(library, ({ method, target, body }) => {
    const sent = jsonIn(body);
    const isbn =
      within(sent, ['isbn']) ?? within(sent, ['lines', '0', 'isbn']) ?? decodeURIComponent(target.split('/')[2] ?? '');
    if (target === '/books') books.add(isbn);
    if (!books.has(isbn)) return { status: 422 };
    return method === 'PUT' ? { status: 204 } : { status: 201, body: target === '/orders' ? { id: other } : { isbn } };
  });
  for (const operation of library.operations) await findReferences(session, operation);
  const statusOf = async (id: string) =>
    (await session.call(await session.source.base(operationIn(library, id)))).response.status;
  expect(await Promise.all(['order', 'lend', 'wish', 'addBook'].map(statusOf))).toEqual([201, 201, 204, 201]);
  const lent = await Promise.all([1, 2].map(() => session.source.base(operationIn(library, 'lend'))));
  expect(new Set(lent.map(({ body }) => String(body?.bytes))).size).toBe(2);
});

test('deeper in a body, the name of a parameter is that of a thing that its path calls otherwise', async () => {
  const line = '{ type: object, required: [dishItemId], properties: { dishItemId: { type: string } } }';
  const lines = json(`{ required: [lines], properties: { lines: { type: array, minItems: 1, items: ${line} } } }`);
  const menu = descriptionOf(`
/menu:
  post: { operationId: addDish, requestBody: { ${item} }, responses: { '201': { description: '', ${item} } } }
/menu/{dishItemId}:
  parameters: [{ name: dishItemId, in: path, required: true, schema: ${uuid} }]
  delete: { operationId: removeDish, responses: { '204': { description: '' } } }
/orders:
  post:
    operationId: order
    requestBody:
      ${lines}
    responses: { '201': { description: '', ${item} }, '400': { description: '' } }`);
  const { session } = benchFor(menu, ({ target, body }) => {
    const isRefused = target === '/orders' && within(jsonIn(body), ['lines', '0', 'dishItemId']) !== worker;
    return isRefused ? { status: 400 } : { status: 201, body: { id: worker } };
  });
  const order = operationIn(menu, 'order');
  await findReferences(session, order);
  expect((await session.call(await session.source.base(order))).response.status).toBe(201);
});

test('what PUT marks a thing with is made first, also where the path alone has its name', async () => {
  const inPath = (...names: string[]) =>
    `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`)}]`;
  const label = json('{ type: object, required: [name], properties: { name: { type: string } } }');
  const refused = "'404': { description: '' }";
  const tracker = descriptionOf(`${collection('issue', '')}
/issues/{issue_id}/labels/{labelName}:
  ${inPath('issue_id', 'labelName')}
  put: { operationId: attach, responses: { '204': { description: '' }, ${refused} } }
/labels:
  post: { operationId: addLabel, requestBody: { ${label} }, responses: { '201': { description: '', ${label} } } }
/labels/{labelName}:
  ${inPath('labelName')}
  delete: { operationId: removeLabel, responses: { '204': { description: '' }, ${refused} } }`);
  const labels = new Set<unknown>();
  const { session } = benchFor(tracker, ({ method, target, body }) => {
    const name = within(jsonIn(body), ['name']) ?? null;
    if (target === '/labels') labels.add(name);
    if (method !== 'POST')
      return { status: labels.has(decodeURIComponent(target.split('/').at(-1) ?? '')) ? 204 : 404 };
    return { status: 201, body: target === '/labels' ? { name } : { id: other } };
  });
  const attach = operationIn(tracker, 'attach');
  await findReferences(session, attach);
  expect((await session.call(await session.source.base(attach))).response.status).toBe(204);
});

test.each<[what: string, property: string]>([
  ['by its name', 'message_id'],
  ['by what the server takes', 'last_read_id'],
])('what an action names %s is beneath the same thing as the action', async (_, property) => {
  const inPath = (name: string) => `parameters: [{ name: ${name}, in: path, required: true, schema: ${uuid} }]`;
  const sent = json(`{ type: object, required: [${property}], properties: { ${property}: ${uuid} } }`);
  const threads = descriptionOf(`${collection('thread', '')}
/threads/{thread_id}/messages:
  ${inPath('thread_id')}
  post: { operationId: send, requestBody: { ${item} }, responses: { '201': { description: '', ${item} } } }
/messages/{message_id}:
  ${inPath('message_id')}
  get: { operationId: read, responses: { '200': { description: '', ${item} } } }
/threads/{thread_id}/read:
  ${inPath('thread_id')}
  post:
    operationId: mark
    requestBody: { ${sent} }
    responses: { '200': { description: '' }, '422': { description: '' } }`);
  const threadOf = new Map<unknown, string>();
  const { session } = benchFor(threads, ({ target, body }) => {
    const [, , thread = '', part] = target.split('/');
    if (part === 'read') return { status: threadOf.get(within(jsonIn(body), [property])) === thread ? 200 : 422 };
    const id = `11111111-1111-4111-8111-${String(session.values.next()).padStart(12, '0')}`;
    if (part === 'messages') threadOf.set(id, thread);
    return { status: 201, body: { id } };
  });
  const mark = operationIn(threads, 'mark');
  await findReferences(session, mark);
  const statuses: number[] = [];
  for (let count = 0; count < 3; count += 1)
    statuses.push((await session.call(await session.source.base(mark))).response.status);
  expect(statuses).toEqual([200, 200, 200]);
});
