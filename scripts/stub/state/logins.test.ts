import { expect, test } from 'vitest';
import type { ExactObject } from '../../http/exact-json.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { Logins } from './logins.ts';

const account = '{ type: object, required: [name, password], properties: { name: {}, password: { type: string } } }';
const body = `requestBody: { required: true, content: { application/json: { schema: ${account} } } }`;
const description = descriptionOf(`
/accounts:
  post: { operationId: addAccount, ${body}, responses: { '201': { description: '' } } }
/login:
  post: { operationId: logIn, ${body}, responses: { '200': { description: '' }, '401': { description: '' } } }`);

const sent = (own: ExactObject) => ({ parameters: new Map(), mediaType: 'application/json', body: own });

test('what was made known twice is let in with either password, and with no other', () => {
  const logins = new Logins(description);
  for (const password of ['one', 'two'])
    logins.note(operationIn(description, 'addAccount'), sent({ name: 'Ada', password }));
  const isWrong = (password: string) =>
    logins.isWrong(operationIn(description, 'logIn'), sent({ name: 'Ada', password }));
  expect(['one', 'two', 'three'].map(isWrong)).toEqual([false, false, true]);
});

test.each([
  ['Name is taken', true],
  ['', false],
])('another account with a name is one too many, where the refusal says %j: %s', (text, isRefused) => {
  const refusing = descriptionOf(`
/accounts:
  post:
    operationId: addAccount
    ${body}
    responses: { '201': { description: '' }, '409': { description: '${text}' } }
/login:
  post: { operationId: logIn, ${body}, responses: { '200': { description: '' }, '401': { description: '' } } }`);
  const logins = new Logins(refusing);
  const operation = operationIn(refusing, 'addAccount');
  logins.note(operation, sent({ name: 'Ada', password: 'one' }));
  const isTaken = (name: string) => logins.isTaken(operation, sent({ name, password: 'two' }));
  expect([isTaken('Ada'), isTaken('Eve')]).toEqual([isRefused, false]);
});
