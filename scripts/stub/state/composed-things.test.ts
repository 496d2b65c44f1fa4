import { expect, test } from 'vitest';
import { type Exact, within } from '../../http/exact-json.ts';
import { stubFor } from '../test/stub-bench.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const link = "{ $ref: '#/components/schemas/Link' }";
const answer = (status: number) => `'${status}': { description: '', ${json(link)} }`;
const body = json('{ type: object, properties: { name: { type: string }, claims: {}, mapping: { type: object } } }');

/** A link has one of two names, and shows more of its mapping than is sent. */
const document = `openapi: 3.1.0
info: { title: Links, version: 1.0.0 }
paths:
  /links:
    post: { operationId: addLink, requestBody: { ${body} }, responses: { ${answer(201)} } }
  /links/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readLink, responses: { ${answer(200)} } }
    patch: { operationId: changeLink, requestBody: { ${body} }, responses: { ${answer(200)} } }
components:
  schemas:
    Link:
      type: object
      required: [id, mapping]
      properties:
        id: { type: integer }
        name: { type: string }
        title: { type: string }
        claims: {}
        mapping: { type: object, required: [user], properties: { user: { type: string } } }
      anyOf: [{ required: [name] }, { required: [title] }]
`;

test('what was sent stays where one part of it does not fit what is shown', async () => {
  const { body: made } = await stubFor(document).ask('POST /links', { name: 'n', mapping: {} });
  expect(made).toMatchObject({ name: 'n', mapping: { user: expect.any(String) } });
});

test('null takes the place of what may be anything', async () => {
  const { ask } = stubFor(document);
  const { body: made } = await ask('POST /links', { name: 'n', claims: { a: 1 } });
  expect(made).toMatchObject({ claims: { a: 1 } });
  const { body: changed } = await ask(`PATCH /links/${within(made as Exact, ['id'])}`, { claims: null });
  expect(changed).toMatchObject({ name: 'n', claims: null });
});

const answerAs = (status: number, schema: string) => `'${status}': { description: '', ${json(schema)} }`;
const account = (roles: string) =>
  `{ type: object, required: [id, role], properties: { id: { type: integer }, role: { enum: [${roles}] } } }`;
const member = '{ type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }';
const receipt =
  '{ type: object, required: [object, user_id], properties: { object: { const: added }, user_id: { type: string } } }';

/** Accounts begin as members; who is added to a team is answered with a receipt. */
const ofTeams = `openapi: 3.1.0
info: { title: Teams, version: 1.0.0 }
paths:
  /accounts:
    post:
      operationId: addAccount
      requestBody: { ${json('{ type: object }')} }
      responses: { ${answerAs(201, account('member'))} }
  /accounts/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readAccount, responses: { ${answerAs(200, account('member, owner'))} } }
    patch:
      operationId: changeAccount
      requestBody: { ${json('{ type: object, properties: { role: { type: string } } }')} }
      responses: { ${answerAs(200, account('member, owner'))} }
  /members:
    get: { operationId: listMembers, responses: { ${answerAs(200, `{ type: array, items: ${member} }`)} } }
    post:
      operationId: addMember
      requestBody: { required: true, ${json('{ type: object, required: [user_id], properties: { user_id: {} } }')} }
      responses: { ${answerAs(201, receipt)} }
  /members/{user_id}:
    parameters: [{ name: user_id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readMember, responses: { ${answerAs(200, member)} } }
`;

test('what a creation never answers with, a change may lead to', async () => {
  const { ask } = stubFor(ofTeams);
  const { body: made } = await ask('POST /accounts', {});
  expect(made).toMatchObject({ role: 'member' });
  const path = `/accounts/${within(made as Exact, ['id'])}`;
  expect((await ask(`PATCH ${path}`, { role: 'owner' })).body).toMatchObject({ role: 'owner' });
  expect((await ask(`GET ${path}`)).body).toMatchObject({ role: 'owner' });
});

test('what is added with a receipt is listed, and read as it is listed', async () => {
  const { ask } = stubFor(ofTeams);
  expect((await ask('POST /members', { user_id: 'u1' })).body).toMatchObject({ object: 'added', user_id: 'u1' });
  await ask('POST /members', { user_id: 'u2' });
  const [one, other] = [(await ask('GET /members/u1')).body, (await ask('GET /members/u2')).body];
  expect(one).not.toEqual(other);
  expect((await ask('GET /members')).body).toEqual(expect.arrayContaining([one, other]));
});
