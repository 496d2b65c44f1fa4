import { expect, test } from 'vitest';
import { isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { catalogueOf } from '../../../requirements/catalogue.ts';
import { MessageContext } from '../../../requirements/message-context.ts';
import { kindOf } from '../../../requirements/registry.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const word = '{ type: string, minLength: 1, maxLength: 30 }';
const entry = json(`{ type: object, required: [name, password], properties: { name: ${word}, password: ${word} } }`);
const session = '{ type: object, properties: { session: { type: object, properties: { token: { type: string } } } } }';
const user = `{ type: object, required: [name], properties: { name: ${word}, since: { type: string } } }`;
const paths = (end: string) => `
/accounts:
  post:
    operationId: signUp
    security: []
    requestBody: { required: true, ${entry} }
    responses: { '201': { description: '' }, ${refused(400, 409)} }
/login:
  post:
    operationId: logIn
    security: []
    requestBody: { required: true, ${entry} }
    responses: { '200': { description: '', ${json(session)} }, ${refused(400, 401)} }
/me:
  get: { operationId: readMe, responses: { '200': { description: '', ${json(user)} }, ${refused(401)} } }
/logout:
  post: { operationId: logOut, description: "${end}", responses: { '204': { description: '' }, ${refused(401)} } }`;
const secured = `security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }`;

/** What a server does wrong with sessions. */
type Fault = 'keeps none' | 'ends none' | 'shows the first' | 'shows the last';

/** Accounts by name, and their sessions; the key is that of somebody whom nobody has made. */
function accountServer(fault?: Fault) {
  const passwords = new Map<string, string>();
  const sessions = new Map([['key', 'keeper']]);
  let begun = 0;
  const isWord = (value: unknown): value is string =>
    typeof value === 'string' && value !== '' && [...value].length <= 30;
  const enter = (path: string, request: HttpRequest): ResponseParts => {
    const value = jsonIn(request.body) ?? null;
    const { name, password } = isExactObject(value) ? value : {};
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 400 };
    if (!isWord(name) || !isWord(password)) return { status: 400 };
    if (path === '/login') {
      if (passwords.get(name) !== password) return { status: 401 };
      begun += 1;
      if (fault !== 'keeps none') sessions.set(`t${begun}`, name);
      return { body: { session: { token: `t${begun}` } } };
    }
    if (passwords.has(name)) return { status: 409 };
    passwords.set(name, password);
    return { status: 201 };
  };
  const shownTo = (name: string) => {
    const others = [...sessions.values()].slice(1);
    return name === 'keeper' ? name : fault === 'shows the first' ? others[0] : others.at(-1);
  };
  return {
    respond(request: HttpRequest): ResponseParts {
      const path = request.target.replace(/\?.*/, '');
      if (!['/accounts', '/login', '/logout', '/me'].includes(path)) return { status: 404 };
      if (request.method !== (path === '/me' ? 'GET' : 'POST')) return { status: 405 };
      if (path === '/accounts' || path === '/login') return enter(path, request);
      const [, sent = ''] = /^bearer +(\S+)$/i.exec(headerIn(request, 'Authorization') ?? '') ?? [];
      const by = sessions.get(sent);
      if (by === undefined) return { status: 401 };
      if (path === '/logout' && fault !== 'ends none') sessions.delete(sent);
      if (path === '/logout') return { status: 204 };
      return { body: { name: fault?.startsWith('shows') ? shownTo(by) : by } };
    },
  };
}

const notKept = (fault?: Fault, end = 'Ends the session; its token is no longer valid.') =>
  notKeptBy(accountServer(fault), withoutWorkflows(descriptionOf(paths(end), secured)), 'key', 1, false);

test('a login whose token is taken, shows its account and is forgotten keeps the contract', async () => {
  expect(await notKept()).toEqual([]);
});

test('a login must answer with a token that is taken', async () => {
  expect(await notKept('keeps none')).toEqual(['logIn.security.token']);
});

test.each<Fault>(['shows the first', 'shows the last'])('who asks is shown to himself: a server %s', async (fault) => {
  expect(await notKept(fault)).toEqual(['readMe.security.account']);
});

test('a token is refused once its session was ended, where a description says so', async () => {
  expect(await notKept('ends none')).toEqual(['logOut.security.ended']);
});

test.each(['Logs out.', 'Tells the client to forget its token, which is no longer valid then.'])(
  'a session that goes on is no violation of: %s',
  async (end) => {
    expect(await notKept('ends none', end)).toEqual([]);
  },
);

test.each(['logIn.security.token', 'readMe.security.account', 'logOut.security.ended'])(
  'a fault of %s is seen',
  async (id) => {
    const specification = withoutWorkflows(descriptionOf(paths('Ends the session.'), secured));
    const requirement = catalogueOf(specification, 'server').find((one) => one.id === id);
    if (requirement === undefined) throw new Error(`There is no requirement ${id}.`);
    const [fault] = kindOf(requirement).server?.faults(new MessageContext(specification), requirement) ?? [];
    expect(await notKeptBy(accountServer(), specification, 'key', 1, false, fault?.wrap)).toContain(id);
  },
);

const tokenIdsOf = (more: string, others = secured) => {
  const specification = withoutWorkflows(descriptionOf(paths('') + more, others));
  return catalogueOf(specification, 'server')
    .map(({ id }) => id)
    .filter((id) => id.endsWith('.security.token'));
};

test('of several schemes, the token of a login may be for another one', () => {
  const both = secured.replace('schemes: { ', 'schemes: { other: { type: apiKey, in: header, name: X-Key }, ');
  const byOther = `
/loans:
  get: { operationId: listLoans, security: [{ other: [] }], responses: { '204': { description: '' } } }`;
  expect([tokenIdsOf('', both), tokenIdsOf(byOther, both)]).toEqual([['logIn.security.token'], []]);
});

test('a token shows nothing where another request that is for anybody is not served with the key either', async () => {
  const server = accountServer('keeps none');
  const loans = `
/loans:
  get: { operationId: listLoans, responses: { '204': { description: '' }, ${refused(401, 409)} } }`;
  const respond = (request: HttpRequest): ResponseParts =>
    /^\/loans(\?|$)/.test(request.target) ? { status: 409 } : server.respond(request);
  const specification = withoutWorkflows(descriptionOf(paths('') + loans, secured));
  expect(await notKeptBy({ respond }, specification, 'key', 1, false)).not.toContain('logIn.security.token');
});
