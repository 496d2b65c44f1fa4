import { expect, test } from 'vitest';
import { isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const word = '{ type: string, minLength: 1, maxLength: 30 }';
const role = 'role: { type: string, enum: [keeper, member] }';
const token = '{ type: object, required: [token], properties: { token: { type: string } } }';
const logins = `
/accounts:
  post:
    operationId: signUp
    security: []
    requestBody:
      required: true
      ${json(`{ type: object, required: [name, password], properties: { name: ${word}, password: ${word}, ${role} } }`)}
    responses: { '201': { description: '' }, ${refused(400, 409)} }
/login:
  post:
    operationId: logIn
    security: []
    requestBody:
      required: true
      ${json(`{ type: object, required: [name, password], properties: { name: ${word}, password: ${word} } }`)}
    responses: { '200': { description: '', ${json(token)} }, ${refused(400, 401)} }`;
const rest = `
/logout:
  post: { operationId: logOut, responses: { '204': { description: '' }, ${refused(401)} } }
/shelves:
  get: { operationId: listShelves, responses: { '204': { description: '' }, ${refused(401)} } }
/loans:
  get:
    operationId: listLoans
    summary: The loans of a member
    responses: { '204': { description: '' }, ${refused(401, 403)} }`;
const secured = `security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }`;

/** The key is that of a keeper; loans are for members, or by mistake for nobody. A session ends where it is ended. */
function accountServer(isForMembers = true) {
  const accounts = new Map<string, { password: string; role: string }>();
  const sessions = new Map([['key', 'keeper']]);
  let begun = 0;
  const isWord = (value: unknown): value is string =>
    typeof value === 'string' && value !== '' && [...value].length <= 30;
  const enter = (path: string, request: HttpRequest): ResponseParts => {
    const value = jsonIn(request.body) ?? null;
    const { name, password, role: own = 'member' } = isExactObject(value) ? value : {};
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 400 };
    if (!isWord(name) || !isWord(password)) return { status: 400 };
    const known = accounts.get(name);
    if (path === '/login') {
      if (known?.password !== password) return { status: 401 };
      begun += 1;
      sessions.set(`t${begun}`, known.role);
      return { body: { token: `t${begun}` } };
    }
    if (own !== 'keeper' && own !== 'member') return { status: 400 };
    if (known !== undefined) return { status: 409 };
    accounts.set(name, { password, role: own });
    return { status: 201 };
  };
  return {
    respond(request: HttpRequest): ResponseParts {
      const path = request.target.replace(/\?.*/, '');
      const isEntry = ['/accounts', '/login'].includes(path);
      if (!isEntry && !['/logout', '/shelves', '/loans'].includes(path)) return { status: 404 };
      if (request.method !== (['/shelves', '/loans'].includes(path) ? 'GET' : 'POST')) return { status: 405 };
      if (isEntry) return enter(path, request);
      const [, sent = ''] = /^bearer +(\S+)$/i.exec(headerIn(request, 'Authorization') ?? '') ?? [];
      const by = sessions.get(sent);
      if (by === undefined) return { status: 401 };
      if (path === '/logout') sessions.delete(sent);
      return { status: path === '/loans' && (by !== 'member' || !isForMembers) ? 403 : 204 };
    },
  };
}

const notKept = (paths: string, isForMembers = true) =>
  notKeptBy(accountServer(isForMembers), withoutWorkflows(descriptionOf(paths, secured)), 'key', 1, false);

test('what logs out ends a session of its own, and what is for another role is sent in that role', async () => {
  expect(await notKept(logins + rest)).toEqual([]);
});

test('what logs out is not sent the key where no session can be begun, and a role may be had by nobody', async () => {
  expect(await notKept(rest.replace('The loans of a member', 'The loans (members only)'))).toEqual([]);
});

test('what serves nobody may be for a role that no account has been given', async () => {
  expect(await notKept(logins + rest, false)).toEqual([]);
});

test('what logs out must be served', async () => {
  const server = accountServer();
  const respond = (request: HttpRequest) =>
    request.target === '/logout' && server.respond(request).status === 204 ? { status: 409 } : server.respond(request);
  const specification = withoutWorkflows(descriptionOf(logins + rest, secured));
  expect(await notKeptBy({ respond }, specification, 'key', 1, false)).toContain('logOut.exists');
});

/** The same, where shelves are for keepers. */
const forKeepers = withoutWorkflows(
  descriptionOf(
    `${logins}${rest}`
      .replace('operationId: listShelves,', 'operationId: listShelves, summary: "(keeper only)",')
      .replace(
        `'204': { description: '' }, ${refused(401)} } }\n/loans`,
        `'204': { description: '' }, ${refused(401, 403)} } }\n/loans`,
      ),
    secured,
  ),
);

test.each([true, false])(
  'what is for keepers alone refuses another account, or is seen to serve it: %s',
  async (isRefused) => {
    const server = accountServer();
    const respond = (request: HttpRequest): ResponseParts => {
      const response = server.respond(request);
      const isShelves = request.target.startsWith('/shelves') && response.status === 204;
      return isShelves && isRefused && !/ key$/.test(headerIn(request, 'Authorization') ?? '')
        ? { status: 403 }
        : response;
    };
    const ids = await notKeptBy({ respond }, forKeepers, 'key', 1, false);
    expect(ids).toEqual(isRefused ? [] : ['listShelves.security.role']);
  },
);

test('nothing shows who is refused where a login gives no token that a request can carry', async () => {
  const server = accountServer();
  const respond = (request: HttpRequest): ResponseParts => {
    const response = server.respond(request);
    const isLogin = request.target === '/login' && response.status === undefined;
    return isLogin ? { body: { token: 'not a token' } } : response;
  };
  expect(await notKeptBy({ respond }, forKeepers, 'key', 1, false)).toEqual([]);
});
