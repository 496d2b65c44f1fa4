import { expect, test } from 'vitest';
import { descriptionOf } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { beginSession } from './accounts.ts';

const word = '{ type: string }';
const credentials = `{ type: object, required: [name, password], properties: { name: ${word}, password: ${word} } }`;
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const answered = json(`{ type: object, properties: { token: ${word} } }`);
const post = (operationId: string) =>
  `post: { operationId: ${operationId}, security: [], requestBody: { ${json(credentials)} }, ` +
  `responses: { '200': { description: '', ${answered} } } }`;

test.each<[token: string, begun: string | undefined]>([
  ['eyJhbGciOiJub25lIn0.e30._-~+/==', 'eyJhbGciOiJub25lIn0.e30._-~+/=='],
  ['a token', undefined],
  ['', undefined],
])('a login that answers with %j begins a session that a request can carry: %s', async (token, begun) => {
  const description = descriptionOf(`\n/accounts: { ${post('signUp')} }\n/login: { ${post('logIn')} }`);
  const { session } = benchFor(description, () => ({ body: { token } }));
  expect(await beginSession(session, (parts) => session.call(parts))).toBe(begun);
});
