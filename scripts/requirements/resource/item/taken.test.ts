import { expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { runProbes } from '../../../verify/server/cases/probes.ts';
import { addReachedBy, benchFor, idsOf } from '../../../verify/test/bench.ts';

const json = (properties: string) =>
  `content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`;
const user = 'id: { type: integer, readOnly: true }, name: { type: string }, email: { type: string }';
const described = (change: string) =>
  descriptionOf(`
/users:
  post:
    operationId: addUser
    requestBody: { required: true, ${json(user)} }
    responses: { '201': { description: '', ${json(user)} }, '409': { description: '' } }
/users/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  ${change}
    operationId: changeUser
    requestBody: { required: true, ${json(user)} }
    responses: { '200': { description: '', ${json(user)} }, '204': { description: '' }, '409': { description: '' } }
`);
const description = described('patch:');

/** What becomes of it at a server that refuses the creations of these numbers with 409, and no change. */
async function verdictWith(isRefused: (created: number) => boolean): Promise<string | undefined> {
  let created = 0;
  const { session, ledger } = benchFor(description, ({ method, body }) => {
    const sent = jsonIn(body) ?? null;
    const item = { ...(isExactObject(sent) ? sent : {}), id: 1 };
    if (method === 'PATCH') return { body: item };
    created += 1;
    return isRefused(created) ? { status: 409 } : { status: 201, body: item };
  });
  addReachedBy('probes', description, ledger);
  await runProbes(session, operationIn(description, 'changeUser'), 'probes');
  const verdicts = ['kept', 'violated', 'waived'] as const;
  return verdicts.find((one) => idsOf(ledger, one).includes('changeUser.taken.addUser'));
}

test('what a creation refuses alone for one text is not to be had by a change', async () =>
  expect(await verdictWith((created) => created === 2)).toBe('violated'));

test.each([
  ['The email must be unique.', 'violated'],
  ['Invalid.', undefined],
])('so it is with a 422, where a description says what only one may have: %s', async (text, verdict) => {
  const path = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
  const refused = `'422': { description: ${text} }`;
  const unprocessable = descriptionOf(`
/users:
  post:
    operationId: addUser
    requestBody: { required: true, ${json(user)} }
    responses: { '201': { description: A user., ${json(user)} }, ${refused.replace('email', 'user email')} }
/users/{id}:
  ${path}
  patch:
    operationId: changeUser
    requestBody: { required: true, ${json(user)} }
    responses: { '200': { description: '', ${json(user)} }, '422': { description: Invalid. } }
`);
  const emails: (Exact | undefined)[] = [];
  const { session, ledger } = benchFor(unprocessable, ({ method, body }) => {
    const sent = jsonIn(body) ?? null;
    const item: ExactObject = { ...(isExactObject(sent) ? sent : {}), id: emails.length + 1 };
    if (method === 'PATCH') return { body: item };
    if (emails.includes(item['email'])) return { status: 422 };
    emails.push(item['email']);
    return { status: 201, body: item };
  });
  addReachedBy('probes', unprocessable, ledger);
  await runProbes(session, operationIn(unprocessable, 'changeUser'), 'probes');
  const verdicts = ['kept', 'violated', 'waived'] as const;
  expect(verdicts.find((one) => idsOf(ledger, one).includes('changeUser.taken.addUser'))).toBe(verdict);
});

test('where a change is answered without a body, what reads the item shows that it has the text', async () => {
  const read = `get: { operationId: readUser, responses: { '200': { description: '', ${json(user)} } } }`;
  const quiet = described(`${read}\n  put:`);
  let [created, item]: [number, ExactObject] = [0, {}];
  const { session, ledger } = benchFor(quiet, ({ method, body }) => {
    if (method === 'GET') return { body: item };
    const sent = jsonIn(body) ?? null;
    if (method === 'POST') created += 1;
    if (method === 'POST' && created === 2) return { status: 409 };
    item = { ...(isExactObject(sent) ? sent : {}), id: 1 };
    return method === 'PUT' ? { status: 204 } : { status: 201, body: item };
  });
  addReachedBy('probes', quiet, ledger);
  await runProbes(session, operationIn(quiet, 'changeUser'), 'probes');
  expect(idsOf(ledger, 'violated')).toContain('changeUser.taken.addUser');
});

test('a creation that is refused with another text as well shows nothing', async () =>
  expect(await verdictWith((created) => [2, 3].includes(created))).toBe('waived'));

test('a change gives the text to what has all else of what was refused: it may be unique with that alone', async () => {
  const created: ExactObject[] = [];
  const changed: (readonly [target: string, sent: Exact])[] = [];
  const { session, ledger } = benchFor(description, ({ method, target, body }) => {
    const sent = jsonIn(body) ?? null;
    const item: ExactObject = isExactObject(sent) ? sent : {};
    if (method === 'PATCH') changed.push([target, item]);
    if (method === 'PATCH') return { body: item };
    created.push(item);
    return created.length === 2 ? { status: 409 } : { status: 201, body: { ...item, id: created.length } };
  });
  addReachedBy('probes', description, ledger);
  await runProbes(session, operationIn(description, 'changeUser'), 'probes');
  expect(changed).toEqual([['/users/3', created[1]]]);
});

test('a name that is unique in its building is given to another room of that building, not of a new one', async () => {
  const room = 'id: { type: integer, readOnly: true }, name: { type: string }, buildingId: { type: integer }';
  const named = (schema: string) => `requestBody: { required: true, ${json(schema)} }`;
  const answer = (status: number, schema: string) =>
    `responses: { '${status}': { description: '', ${json(schema)} }, '409': { description: '' } }`;
  const rooms = descriptionOf(`
/buildings:
  post: { operationId: addBuilding, ${named('street: { type: string }')}, ${answer(201, 'id: { type: integer }')} }
/buildings/{buildingId}:
  parameters: [{ name: buildingId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readBuilding, ${answer(200, 'id: { type: integer }')} }
/rooms: { post: { operationId: addRoom, ${named(room)}, ${answer(201, room)} } }
/rooms/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  patch: { operationId: changeRoom, ${named(room)}, ${answer(200, room)} }`);
  const known = new Map<number, ExactObject>();
  const { session, ledger } = benchFor(rooms, ({ method, target, body }) => {
    const sent = jsonIn(body) ?? null;
    const id = Number(/\d+$/.exec(target)?.[0] ?? known.size + 1);
    const now: ExactObject = { ...known.get(id), ...(isExactObject(sent) ? sent : {}), id };
    const isTaken = [...known.values()].some(
      (one) => one['id'] !== id && one['name'] === now['name'] && one['buildingId'] === now['buildingId'],
    );
    if (target.startsWith('/rooms') && isTaken) return { status: 409 };
    known.set(id, now);
    return { status: method === 'POST' ? 201 : 200, body: now };
  });
  const change = operationIn(rooms, 'changeRoom');
  session.source.bodyReferences.noteConflict(await session.source.base(change));
  addReachedBy('probes', rooms, ledger);
  await runProbes(session, change, 'probes');
  expect(idsOf(ledger, 'violated')).toEqual([]);
});
