import { expect, test } from 'vitest';
import { resourcesOf } from '../../openapi/resources.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { isLogin } from './logins.ts';

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
