import { describe, expect, test } from 'vitest';
import { resourcesOf } from '../../openapi/resources/resources.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { accountSource, isLogin } from './logins.ts';

const credentials = '{ type: object, properties: { name: { type: string }, password: { type: string } } }';
const post = (operationId: string) =>
  `post: { operationId: ${operationId}, requestBody: { content: { application/json: { schema: ${credentials} } } }, ` +
  `responses: { '200': { description: '' } } }`;

test.each([
  ['/login', 'start', true],
  ['/users/register', 'start', false],
  ['/sign-up', 'start', false],
  ['/regis', 'start', false],
  ['/people', 'createUser', false],
  ['/session', 'newSession', true],
])('%s, %s is a login: %s', (path, name, isKnown) => {
  const description = descriptionOf(`\n${path}:\n  ${post(name)}`);
  expect(isLogin(description, resourcesOf(description), operationIn(description, name))).toBe(isKnown);
});

test('two logins that take the same wait for nobody', async () => {
  const description = descriptionOf(`\n/login:\n  ${post('logIn')}\n/token:\n  ${post('takeToken')}`);
  const { session } = benchFor(description);
  const parts = session.source.base(operationIn(description, 'logIn'));
  // Nothing here takes more than the promises that are due.
  const idle = new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)));
  expect(await Promise.race([parts, idle])).toBeDefined();
});

describe('who is made known with what a login takes is asked for its password', () => {
  const posting = (operationId: string, names: readonly string[]) => {
    const properties = names.map((name) => `${name}: { type: string }`).join(', ');
    const schema = `{ type: object, required: [${names.join(', ')}], properties: { ${properties} } }`;
    const body = `requestBody: { content: { application/json: { schema: ${schema} } } }`;
    const rest = `security: [{ token: [] }], responses: { '200': { description: '' } }`;
    return `post: { operationId: ${operationId}, ${body}, ${rest} }`;
  };
  const token = 'components: { securitySchemes: { token: { type: http, scheme: bearer } } }';

  test.each([
    [['password'], false],
    [['name', 'password'], true],
    [['host', 'port', 'name', 'password'], false],
  ] as const)('%s: %s', (names, isKnown) => {
    const paths = `\n/accounts:\n  ${posting('createAccount', names)}\n/check:\n  ${posting('check', names)}`;
    const description = descriptionOf(paths, token);
    const source = accountSource(description, resourcesOf(description), operationIn(description, 'check'));
    expect(source !== undefined).toBe(isKnown);
  });
});

test('whether an operation is a login is found once: it is asked at every response', () => {
  const description = descriptionOf(`\n/login:\n  ${post('logIn')}`);
  const resources = resourcesOf(description);
  let read = 0;
  const watched = {
    ...description,
    get contract() {
      read += 1;
      return description.contract;
    },
  };
  const ask = () => isLogin(watched, resources, operationIn(description, 'logIn'));
  expect(ask()).toBe(true);
  const before = read;
  expect([ask(), read]).toEqual([true, before]);
});

test.each([
  ['grant_type', 'access_token', true],
  ['kind', 'access_token', false],
  ['grant_type', 'user', false],
])('what is sent %s, answers with %s and gives back the scope is a login: %s', (sent, answered, isKnown) => {
  const own = `${sent}: { type: string }, secret: { type: string, format: password }, scope: { type: string }`;
  const given = `${answered}: { type: string }, scope: { type: string }`;
  const json = (properties: string) => `content: { application/json: { schema: { properties: { ${properties} } } } }`;
  const description = descriptionOf(`
/token:
  post:
    operationId: start
    requestBody: { ${json(own)} }
    responses: { '200': { ${json(given)} } }`);
  expect(isLogin(description, resourcesOf(description), operationIn(description, 'start'))).toBe(isKnown);
});
