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
const account = `username: ${word}, password: ${word}`;
const newAccount = `{ type: object, required: [username, password], properties: { ${account} } }`;
const token = '{ type: object, required: [access_token], properties: { access_token: { type: string } } }';
const optional = "grant_type: { type: string, pattern: '^password$' }, scope: { type: string, default: '' }";
const description = descriptionOf(`
/accounts:
  post:
    operationId: addAccount
    requestBody: { required: true, ${json(newAccount)} }
    responses: { '201': { description: '' }, ${refused(400, 409)} }
/token:
  post:
    operationId: takeToken
    requestBody:
      required: true
      content:
        application/x-www-form-urlencoded:
          schema: { type: object, required: [username, password], properties: { ${account}, ${optional} } }
    responses: { '200': { description: '', ${json(token)} }, ${refused(400)} }`);

/** Lets in who has the password of an account; or, by mistake, whoever has any. */
function tokenServer(isAnyTaken: boolean) {
  const passwords = new Map<string, string>();
  const isWord = (value: unknown): value is string =>
    typeof value === 'string' && value !== '' && [...value].length <= 30;
  const signUp = (request: HttpRequest): ResponseParts => {
    const value = jsonIn(request.body) ?? null;
    const { username, password } = isExactObject(value) ? value : {};
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 400 };
    if (!isWord(username) || !isWord(password)) return { status: 400 };
    if (passwords.has(username)) return { status: 409 };
    passwords.set(username, password);
    return { status: 201 };
  };
  return {
    respond(request: HttpRequest): ResponseParts {
      if (!['/accounts', '/token'].includes(request.target.replace(/\?.*/, ''))) return { status: 404 };
      if (request.method !== 'POST') return { status: 405 };
      if (request.target.startsWith('/accounts')) return signUp(request);
      const isForm = /^application\/x-www-form-urlencoded *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '');
      const form = new URLSearchParams(String(request.body ?? ''));
      const [username, password] = [form.get('username'), form.get('password')];
      if (!isForm || !isWord(username) || !isWord(password) || (form.get('grant_type') ?? 'password') !== 'password')
        return { status: 400 };
      const isRight = passwords.get(username) === password || (isAnyTaken && passwords.has(username));
      return isRight ? { body: { access_token: 'a' } } : { status: 400 };
    },
  };
}

const byQuery = descriptionOf(`
/accounts:
  post:
    operationId: addAccount
    requestBody: { required: true, ${json(newAccount)} }
    responses: { '201': { description: '' }, ${refused(400, 409)} }
/token:
  get:
    operationId: takeToken
    parameters:
      - { name: username, in: query, schema: ${word} }
      - { name: password, in: query, schema: ${word} }
    responses: { '200': { description: '', ${json(token)} }, ${refused(400)} }`);

/** The same, which takes what lets in from the query. */
function queryServer(isAnyTaken: boolean) {
  const inner = tokenServer(isAnyTaken);
  return {
    respond(request: HttpRequest): ResponseParts {
      const [path = '', query = ''] = request.target.split('?');
      if (path !== '/token') return inner.respond(request);
      if (request.method !== 'GET') return { status: 405 };
      const headers = [['Content-Type', 'application/x-www-form-urlencoded'] as const];
      return inner.respond({ ...request, method: 'POST', target: path, headers, body: Buffer.from(query) });
    },
  };
}

test.each([false, true])('a login by the query with another password is refused, or is not: %s', async (isAnyTaken) => {
  const ids = await notKeptBy(queryServer(isAnyTaken), withoutWorkflows(byQuery), '', 1, false);
  expect(ids).toEqual(isAnyTaken ? ['takeToken.security.password'] : []);
});

const notKept = (isAnyTaken: boolean) =>
  notKeptBy(tokenServer(isAnyTaken), withoutWorkflows(description), '', 1, false);

test('a login by form is served with the password of an account', async () => {
  expect(await notKept(false)).toEqual([]);
});

test('a login by form with another password is refused', async () => {
  expect(await notKept(true)).toContain('takeToken.security.password');
});
