import { describe, expect, test } from 'vitest';
import type { ResponseParts } from '../../http/test/messages.ts';
import type { Description } from '../../openapi/description.ts';
import type { Resource } from '../../openapi/resources.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { type Bench, benchFor } from '../test/bench.ts';

/** A session for a contract of books whose identifiers stand in a path in one of the styles. */
function sessionFor(style: string, answer: () => ResponseParts): Bench & { resource: Resource } {
  const bench = benchFor(bookPaths(style), answer);
  const [resource] = bench.session.resources;
  if (resource === undefined) throw new Error('There is no resource.');
  return { ...bench, resource };
}

function bookPaths(style: string): Description {
  return descriptionOf(`
/books:
  post:
    operationId: addBook
    requestBody: { content: { application/json: { schema: { type: object } } } }
    responses: { '201': { description: '' } }
/books/{bookId}:
  parameters: [{ name: bookId, in: path, required: true, style: ${style}, schema: { type: [integer, string] } }]
  get: { operationId: readBook, responses: { '200': { description: '' } } }
  put:
    operationId: replaceBook
    requestBody: { content: { application/json: { schema: { type: object } } } }
    responses: { '204': { description: '' } }
  delete: { operationId: removeBook, responses: { '204': { description: '' } } }`);
}

test.each([
  ['its last segment', 'simple', '/books/7', 7],
  ['without query and fragment', 'simple', 'https://books.example/books/a%2Fb?x=1/2#/3', 'a/b'],
  ['a broken escape as it is', 'simple', '/books/50%', '50%'],
  ['as a label', 'label', '/books/.7', 7],
  ['as a matrix', 'matrix', '/books/;bookId=a%20b', 'a b'],
  ['in another style as it is', 'matrix', '/books/7', '7'],
])('the identifier in a Location: %s', async (_, style, location, id) => {
  const { session, resource } = sessionFor(style, () => ({ status: 201, headers: { Location: location } }));
  const { create } = resource;
  if (create === undefined) throw new Error('Nothing creates an item.');
  expect(session.idIn(resource, await session.call(await session.source.base(create)))).toBe(id);
});

describe('what is removed is altered, whatever the style of its identifier', () => {
  test.each(['simple', 'label', 'matrix'])('%s', async (style) => {
    const { session, resource } = sessionFor(style, () => ({ status: 204 }));
    const { remove } = resource;
    if (remove === undefined) throw new Error('Nothing removes an item.');
    await session.call(await session.source.at(remove, resource, 7));
    expect(session.isAltered(resource, 7)).toBe(true);
    expect(session.isAltered(resource, 8)).toBe(false);
  });
});

test.each<[status: number, ids: string[]]>([
  [204, ['7']],
  [400, []],
])('an item whose replacement was answered %d is acknowledged: %j', async (status, ids) => {
  const { session, resource } = sessionFor('simple', () => ({ status }));
  const { replace } = resource;
  if (replace === undefined) throw new Error('Nothing replaces an item.');
  await session.call(await session.source.at(replace, resource, 7));
  expect([...session.acknowledged]).toEqual(ids);
});

test.each<[status: number, ids: string[]]>([
  [207, ['7', '8']],
  [400, []],
])('what another operation has created, answered with %d, is acknowledged: %j', async (status, ids) => {
  const things =
    '{ type: array, items: { type: object, properties: { thing: { $ref: "#/components/schemas/Thing" } } } }';
  const thing = (of: string) => `content: { application/json: { schema: ${of} } }`;
  const one = '{ $ref: "#/components/schemas/Thing" }';
  const description = descriptionOf(
    `
/things:
  post:
    operationId: add
    requestBody: { ${thing(one)} }
    responses: { '201': { description: '', ${thing(one)} } }
/things/many: { post: { operationId: addMany, responses: { '207': { description: '', ${thing(things)} } } } }
/things/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read, responses: { '200': { description: '', ${thing(one)} } } }`,
    'components: { schemas: { Thing: { type: object, properties: { id: { type: integer } } } } }',
  );
  const body = [{ thing: { id: 7 } }, { error: 'No.' }, { thing: { id: 8 } }];
  const { session } = benchFor(description, () => ({ status, body }));
  await session.call(await session.source.base(operationIn(description, 'addMany')));
  expect([...session.acknowledged]).toEqual(ids);
});

test.each([
  [404, 'a refusal'],
  [405, 'a refusal'],
  [501, 'a refusal'],
  [500, 'a failure'],
])('HEAD answered with %d is %s', async (status, meaning) => {
  const { session, resource, ledger } = sessionFor('simple', () => ({ status }));
  const { read } = resource;
  if (read === undefined) throw new Error('Nothing reads an item.');
  await session.call({ ...(await session.source.at(read, resource, 7)), method: 'HEAD' });
  expect(ledger.violations > 0).toBe(meaning === 'a failure');
});

test('what is done to a thing at one path is done to it at each other one', async () => {
  const json = `content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } }`;
  const inPath = (name: string) =>
    `parameters: [{ name: ${name}, in: path, required: true, schema: { type: integer } }]`;
  const description = descriptionOf(
    `
/teams/{teamId}/members:
  ${inPath('teamId')}
  post:
    operationId: addMember
    requestBody: { ${json} }
    responses: { '201': { description: '', ${json} } }
/members/{memberId}:
  ${inPath('memberId')}
  get: { operationId: readMember, responses: { '200': { description: '', ${json} } } }
/members/{memberId}/role:
  ${inPath('memberId')}
  put: { operationId: giveRole, responses: { '204': { description: '' } } }`,
    'components: { schemas: { Member: { type: object, properties: { id: { type: integer } } } } }',
  );
  const { session } = benchFor(description, ({ method }) => ({ status: method === 'PUT' ? 204 : 200 }));
  const team = session.resources.find(({ create }) => create !== undefined) ?? expect.fail('Nothing adds members.');
  const giveRole = operationIn(description, 'giveRole');
  await session.call({ ...(await session.source.base(giveRole)), path: { memberId: '7' } });
  expect([7, 8].map((id) => session.isAltered(team, id))).toEqual([true, false]);
});

test('nothing else is made beneath what is not there any more', async () => {
  const body = 'requestBody: { content: { application/json: { schema: { type: object } } } }';
  const thing = 'content: { application/json: { schema: { properties: { id: { type: integer } } } } }';
  const description = descriptionOf(`
/teams:
  post: { operationId: addTeam, ${body}, responses: { '201': { description: '', ${thing} } } }
/teams/{teamId}:
  parameters: [{ name: teamId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readTeam, responses: { '200': { description: '', ${thing} } } }
/teams/{teamId}/members:
  parameters: [{ name: teamId, in: path, required: true, schema: { type: integer } }]
  post: { operationId: addMember, ${body}, responses: { '201': { description: '', ${thing} } } }`);
  let teams = 0;
  const { session } = benchFor(description, ({ target }) =>
    target === '/teams' ? { status: 201, body: { id: (teams += 1) } } : { status: 404 },
  );
  const addMember = operationIn(description, 'addMember');
  const parts = await session.source.base(addMember);
  expect((await session.source.base(addMember)).path).toEqual(parts.path);
  await session.call(parts);
  expect((await session.source.base(addMember)).path).not.toEqual(parts.path);
});

test('a server that goes on refusing for the limit ends a run', async () => {
  let sent = 0;
  const { session, resource } = sessionFor('simple', () => {
    sent += 1;
    return { status: sent === 30 ? 200 : 429, headers: { 'Retry-After': '1' } };
  });
  const { read } = resource;
  if (read === undefined) throw new Error('Nothing reads an item.');
  const parts = await session.source.at(read, resource, 7);
  const calls = async () => {
    for (let count = 0; count < 100; count += 1) await session.call(parts);
  };
  await expect(calls()).rejects.toThrow('goes on refusing');
  expect(sent).toBe(71);
});
