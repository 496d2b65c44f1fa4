import { expect, test } from 'vitest';
import { isExactObject } from '../http/exact-json.ts';
import { jsonIn } from '../http/message-changes.ts';
import { withoutWorkflows } from '../requirements/test/without-workflows.ts';
import { descriptionOf } from '../test/contracts.ts';
import { Stub } from './stub.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const role = 'role: { type: string, enum: [keeper, member] }';
const sent = (more: string) =>
  json(
    `{ type: object, required: [name, password], ` +
      `properties: { name: { type: string }, password: { type: string }${more} } }`,
  );
const givenToken = (token: string) => `{ type: object, required: [token], properties: { token: ${token} } }`;
const paths = (token: string) => `
/accounts:
  post:
    operationId: signUp
    security: []
    requestBody: { required: true, ${sent(`, ${role}`)} }
    responses: { '201': { description: '' }, ${refused(400, 409)} }
/login:
  post:
    operationId: logIn
    security: []
    requestBody: { required: true, ${sent('')} }
    responses: { '200': { description: '', ${json(givenToken(token))} }, ${refused(400, 401)} }
/me:
  get:
    operationId: readMe
    responses:
      '200': { description: '', ${json('{ type: object, required: [name], properties: { name: { type: string } } }')} }
      '401': { description: '' }
/shelves:
  post:
    operationId: addShelf
    description: (keepers only)
    responses: { '204': { description: '' }, ${refused(401, 403)} }
/logout:
  post:
    operationId: logOut
    description: Ends the session.
    responses: { '204': { description: '' }, ${refused(401)} }`;
const secured = `security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }`;

function stubOf(token = '{ type: string }') {
  const specification = withoutWorkflows(descriptionOf(paths(token), secured));
  const stub = new Stub(specification, { now: () => 0, seed: 1, key: 'the-key', choice: { kind: 'state' } });
  const call = async (method: string, target: string, body?: object, key?: string) => {
    const response = await stub.respond({
      method,
      target,
      headers: [
        ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
        ...(key === undefined ? [] : [['Authorization', `Bearer ${key}`] as const]),
      ],
      body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
    });
    const value = jsonIn(response.body) ?? null;
    return { status: response.status, body: isExactObject(value) ? value : {} };
  };
  const logIn = async (name: string, own = {}) => {
    const account = { name, password: `${name} 1` };
    await call('POST', '/accounts', { ...account, ...own });
    return String((await call('POST', '/login', account)).body['token']);
  };
  return { call, logIn };
}

test('each login gives a token of its own, which is taken, and shows whose it is', async () => {
  const { call, logIn } = stubOf();
  const tokens = [await logIn('Ada'), await logIn('Eve')];
  const shown = await Promise.all(tokens.map((token) => call('GET', '/me', undefined, token)));
  expect(new Set(tokens).size).toBe(2);
  expect(shown.map(({ status, body }) => [status, body['name']])).toEqual([
    [200, 'Ada'],
    [200, 'Eve'],
  ]);
});

test('the key goes on, and what nobody was given is refused', async () => {
  const { call, logIn } = stubOf();
  await logIn('Ada');
  const statuses = ['the-key', 'another', undefined].map(
    async (key) => (await call('GET', '/me', undefined, key)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 401, 401]);
});

test('a token is refused once its session has ended, and another one is not', async () => {
  const { call, logIn } = stubOf();
  const [ended, other] = [await logIn('Ada'), await logIn('Eve')];
  expect((await call('POST', '/logout', undefined, ended)).status).toBe(204);
  const statuses = [ended, other].map(async (token) => (await call('GET', '/me', undefined, token)).status);
  expect(await Promise.all(statuses)).toEqual([401, 200]);
});

test('what is for a role is refused to an account in another one', async () => {
  const { call, logIn } = stubOf();
  const tokens = [await logIn('Ada', { role: 'keeper' }), await logIn('Eve', { role: 'member' }), 'the-key'];
  const statuses = tokens.map(async (token) => (await call('POST', '/shelves', undefined, token)).status);
  expect(await Promise.all(statuses)).toEqual([204, 403, 204]);
});

test('a token that the contract has the form of is taken as it is', async () => {
  const { call, logIn } = stubOf("{ type: string, enum: ['eyJhbGciOiJIUzI1NiJ9'] }");
  const token = await logIn('Ada');
  expect(token).toBe('eyJhbGciOiJIUzI1NiJ9');
  expect((await call('GET', '/me', undefined, token)).body).toEqual({ name: 'Ada' });
});
