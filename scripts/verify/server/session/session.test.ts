import { describe, expect, test } from 'vitest';
import type { Exact } from '../../../http/exact-json.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import type { Description } from '../../../openapi/description.ts';
import { writeQuery } from '../../../openapi/parameters/parameter-codec.ts';
import type { Resource } from '../../../openapi/resources/resource.ts';
import { encodeBody } from '../../../requirements/request/request-parts.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { type Bench, benchFor } from '../../test/bench.ts';
import { StoredItems } from '../items/stored-items.ts';

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

test('the identifier in a body before one in a Location of which nobody knows what it is', async () => {
  const held = 'type: object, properties: { data: { type: object, properties: { id: { type: integer } } } }';
  const content = `content: { application/json: { schema: { ${held} } } }`;
  const description = descriptionOf(`
/books:
  post:
    operationId: addBook
    requestBody: { content: { application/json: { schema: { type: object } } } }
    responses: { '201': { description: '', ${content} } }`);
  const answer = { status: 201, headers: { Location: '/books/7' }, body: { data: { id: 7 } } };
  const { session } = benchFor(description, () => answer);
  const [resource = expect.fail('There is no resource.')] = session.resources;
  const { create = expect.fail('Nothing creates an item.') } = resource;
  expect(session.idIn({ ...resource, idProperty: 'id' }, await session.call(await session.source.base(create)))).toBe(
    7,
  );
});

test('the identifier in a Location as the list shows it, where the path has it as a text', async () => {
  const list = '{ type: array, items: { type: object, properties: { id: { type: integer } } } }';
  const found = `'200': { description: '', content: { application/json: { schema: ${list} } } }`;
  const description = descriptionOf(`
/books:
  get: { operationId: listBooks, responses: { ${found} } }
  post:
    operationId: addBook
    requestBody: { content: { application/json: { schema: { type: object } } } }
    responses: { '201': { description: '' } }
/books/{bookId}:
  parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
  get: { operationId: readBook, responses: { '204': { description: '' } } }`);
  const { session } = benchFor(description, () => ({ status: 201, headers: { Location: '/books/7' } }));
  const [resource = expect.fail('There is no resource.')] = session.resources;
  const { create = expect.fail('Nothing creates an item.') } = resource;
  expect(session.idIn(resource, await session.call(await session.source.base(create)))).toBe(7);
});

describe('what is removed is altered, whatever the style of its identifier', () => {
  test.each(['simple', 'label', 'matrix'])('%s', async (style) => {
    const { session, resource } = sessionFor(style, () => ({ status: 204 }));
    const { remove } = resource;
    if (remove === undefined) throw new Error('Nothing removes an item.');
    await session.call(await session.source.at(remove, resource, 7));
    expect(session.journal.isAltered(resource, 7)).toBe(true);
    expect(session.journal.isAltered(resource, 8)).toBe(false);
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
  expect([...session.journal.acknowledged]).toEqual(ids);
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
  expect([...session.journal.acknowledged]).toEqual(ids);
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
  expect([7, 8].map((id) => session.journal.isAltered(team, id))).toEqual([true, false]);
});

test('what is beneath something is gone with it, wherever it is', async () => {
  const body = 'requestBody: { content: { application/json: { schema: { type: object } } } }';
  const inPath = (name: string) =>
    `parameters: [{ name: ${name}, in: path, required: true, schema: { type: integer } }]`;
  const answer = (name: string) =>
    `description: '', content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
  const made = (id: string, name: string) =>
    `post: { operationId: ${id}, ${body}, responses: { '201': { ${answer(name)} } } }`;
  const schema = '{ type: object, properties: { id: { type: integer } } }';
  const description = descriptionOf(
    `
/teams:
  ${made('addTeam', 'Team')}
/teams/{teamId}:
  ${inPath('teamId')}
  delete: { operationId: removeTeam, responses: { '204': { description: '' } } }
/teams/{teamId}/members:
  ${inPath('teamId')}
  ${made('addMember', 'Member')}
/members/{memberId}:
  ${inPath('memberId')}
  get: { operationId: readMember, responses: { '200': { ${answer('Member')} } } }
/members/{memberId}/badges:
  ${inPath('memberId')}
  ${made('addBadge', 'Badge')}`,
    `components: { schemas: { Team: ${schema}, Member: ${schema}, Badge: ${schema} } }`,
  );
  let last = 0;
  const { session } = benchFor(description, ({ method }) =>
    method === 'POST' ? { status: 201, body: { id: (last += 1) } } : { status: method === 'DELETE' ? 204 : 200 },
  );
  const [addBadge, addMember, removeTeam] = ['addBadge', 'addMember', 'removeTeam'].map((id) =>
    operationIn(description, id),
  );
  const badges = session.resources.find(({ create }) => create === addBadge);
  if (!addBadge || !addMember || !removeTeam || !badges) throw new Error('There are no badges.');
  const stored = new StoredItems(session, badges);
  const removed = async (teamId: string) => {
    const parts = { ...(await session.source.base(removeTeam)), path: { teamId } };
    await session.call(parts);
    stored.noteRemoval(parts);
  };
  const parts = await session.source.base(addBadge);
  await stored.accept(parts, await session.call(parts));
  const { teamId = '' } = (await session.source.base(addMember)).path;
  await removed(`${teamId}0`);
  expect(stored.created).toHaveLength(1);
  expect((await session.source.base(addBadge)).path).toEqual(parts.path);
  await removed(teamId);
  expect(stored.created).toEqual([]);
  expect((await session.source.base(addBadge)).path).not.toEqual(parts.path);
});

test('what refers to something is gone with what that is beneath', async () => {
  const inPath = (name: string) =>
    `parameters: [{ name: ${name}, in: path, required: true, schema: { type: integer } }]`;
  const json = (properties: string) =>
    `content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`;
  const made = (id: string, more = '') =>
    `post: { operationId: ${id}, requestBody: { ${json(more)} }, ` +
    `responses: { '201': { description: '', ${json(`id: { type: integer }, ${more}`)} } } }`;
  const description = descriptionOf(`
/teams:
  ${made('addTeam')}
/teams/{teamId}:
  ${inPath('teamId')}
  delete: { operationId: removeTeam, responses: { '204': { description: '' } } }
/teams/{teamId}/members:
  ${inPath('teamId')}
  ${made('addMember')}
/teams/{teamId}/members/{memberId}:
  ${inPath('teamId').replace(/]$/, ', ')}${inPath('memberId').replace(/^.*\[/, '')}
  get: { operationId: readMember, responses: { '200': { description: '', ${json('id: { type: integer }')} } } }
/badges:
  ${made('addBadge', 'memberId: { type: integer }')}`);
  let last = 0;
  const { session } = benchFor(description, ({ method, body }) =>
    method === 'POST'
      ? { status: 201, body: { ...JSON.parse(String(body)), id: (last += 1) } }
      : { status: method === 'DELETE' ? 204 : 200 },
  );
  const [addBadge, addMember, removeTeam] = ['addBadge', 'addMember', 'removeTeam'].map((id) =>
    operationIn(description, id),
  );
  const badges = session.resources.find(({ create }) => create === addBadge);
  if (!addBadge || !addMember || !removeTeam || !badges) throw new Error('There are no badges.');
  const stored = new StoredItems(session, badges);
  const parts = await session.source.base(addBadge);
  await stored.accept(parts, await session.call(parts));
  const { teamId = '' } = (await session.source.base(addMember)).path;
  const presentWithout = async (id: string) => {
    const removal = { ...(await session.source.base(removeTeam)), path: { teamId: id } };
    await session.call(removal);
    stored.noteRemoval(removal);
    return stored.present.length;
  };
  expect([await presentWithout(`${teamId}0`), await presentWithout(teamId)]).toEqual([1, 0]);
});

test('what is refused beyond the schema is so whatever parameters the media type of its body has', async () => {
  const schema = '{ type: object, required: [pages], properties: { pages: { type: integer } } }';
  const refusals = "'400': { description: '' }, '422': { description: '' }";
  const description = descriptionOf(`
/books:
  post:
    operationId: addBook
    requestBody: { content: { application/json: { schema: ${schema} } } }
    responses: { '201': { description: '' }, ${refusals} }`);
  const { session } = benchFor(description, ({ body }) => ({ status: /"pages":\d/.test(String(body)) ? 422 : 400 }));
  const usual = await session.source.base(operationIn(description, 'addBook'));
  const body = usual.body ?? expect.fail('No body was made.');
  const parts = { ...usual, body: { ...body, mediaType: 'application/json; charset=utf-8' } };
  expect(await session.whyRefused(parts, await session.call(parts))).toMatch(/schema/);
});

test('a change of one end of a range may be refused where the item would end before it begins', async () => {
  const schema = '{ type: object, properties: { hours: { type: object } } }';
  const json = `content: { application/json: { schema: ${schema} } }`;
  const description = descriptionOf(`
/rooms/{roomId}:
  parameters: [{ name: roomId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readRoom, responses: { '200': { description: '', ${json} } } }
  put: { operationId: putRoom, requestBody: { ${json} }, responses: { '204': { description: '' } } }
  patch:
    operationId: changeRoom
    requestBody: { ${json} }
    responses: { '200': { description: '', ${json} }, '422': { description: '' } }`);
  const { session } = benchFor(description, ({ method }) => ({
    status: method === 'PATCH' ? 422 : 200,
    body: { hours: { from: '09:00', to: '17:00' } },
  }));
  const parts = await session.source.base(operationIn(description, 'changeRoom'));
  const refusalOf = async (body: Exact) => {
    const changed = await session.source.withBody(parts, 'application/json', body);
    return session.whyRefused(changed, await session.call(changed));
  };
  expect(await refusalOf({ hours: { to: '08:00' } })).toMatch(/range/);
  expect(await refusalOf({ hours: { to: '18:00' } })).toBeUndefined();
  expect(await refusalOf({ hours: { from: '08:00' } })).toBeUndefined();
});

test.each([
  ['At most 90 days after `startDate`.', /range/],
  ['The last day.', undefined],
])('a range of many years may be refused where a description bounds it: %s', async (text, reason) => {
  const ends = `startDate: { type: string }, endDate: { type: string, description: '${text}' }`;
  const description = descriptionOf(`
/stays:
  post:
    operationId: addStay
    requestBody: { content: { application/json: { schema: { type: object, properties: { ${ends} } } } } }
    responses: { '201': { description: '' }, '400': { description: '' } }`);
  const { session } = benchFor(description, () => ({ status: 400 }));
  const usual = await session.source.base(operationIn(description, 'addStay'));
  const body = { startDate: '2030-01-02', endDate: '2096-02-29' };
  const parts = await session.source.withBody(usual, 'application/json', body);
  const why = await session.whyRefused(parts, await session.call(parts));
  if (reason === undefined) expect(why).toBeUndefined();
  else expect(why).toMatch(reason);
});

test.each([
  ['each time', true],
  ['once', false],
])('what was done with an item is refused with 400 %s: a conflict, %s', async (_, isConflict) => {
  const description = descriptionOf(`
/bills/{billId}/void:
  post:
    operationId: voidBill
    parameters: [{ name: billId, in: path, required: true, schema: { type: string } }]
    responses: { '200': { description: '' }, '400': { description: '' } }`);
  let calls = 0;
  const { session } = benchFor(description, () => {
    calls += 1;
    return { status: calls === 2 || (isConflict && calls > 1) ? 400 : 200 };
  });
  const parts = { ...(await session.source.base(operationIn(description, 'voidBill'))), isGuess: false };
  await session.call(parts);
  const again = { ...parts };
  const reason = await session.whyRefused(again, await session.call(again));
  expect(reason !== undefined).toBe(isConflict);
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
  await expect(calls()).rejects.toThrow('still refuses requests');
  expect(sent).toBe(71);
});

test.each([
  [1, true],
  [9, false],
])('two requests that take away what is set of %i others: one may find it gone: %s', async (count, isMissing) => {
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const page = '{ type: object, required: [id], properties: { id: { type: integer } } }';
  const pages = `'200': { description: '', ${json(`{ type: array, items: ${page} }`)} }`;
  const inPath = 'parameters: [{ name: pageId, in: path, required: true, schema: { type: integer } }]';
  const description = descriptionOf(`
/pages: { get: { operationId: listPages, responses: { ${pages} } } }
/pages/{pageId}:
  ${inPath}
  get: { operationId: readPage, responses: { '200': { description: '', ${json(page)} } } }
/marked: { get: { operationId: listMarked, responses: { ${pages} } } }
/marked/{pageId}:
  ${inPath}
  put: { operationId: mark, responses: { '204': { description: '' } } }
  delete: { operationId: unmark, responses: { '204': { description: '' }, '404': { description: '' } } }`);
  const all = Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
  const { session } = benchFor(description, ({ method, target }) =>
    method === 'GET' && /^\/pages\b/.test(target) ? { body: all } : { status: method === 'DELETE' ? 404 : 204 },
  );
  const requests = [1, 2].map(() => session.source.base(operationIn(description, 'unmark')));
  const answers = (await Promise.all(requests)).map(async (parts) =>
    session.isMissing(parts, await session.call(parts)),
  );
  expect(await Promise.all(answers)).toEqual([isMissing, isMissing]);
});

test.each([
  ['of which a description says how it is written', 'Sorted by property,(asc|desc)', ['id,asc']],
  ['of which nothing is said', 'Sorted by this', undefined],
])('an order %s may be refused where it names no property', async (_, said, value) => {
  const item = '{ type: object, properties: { id: { type: integer, readOnly: true }, name: { type: string } } }';
  const sort = `{ name: sort, in: query, description: '${said}', schema: { type: array, items: { type: string } } }`;
  const description = descriptionOf(`
/books:
  get:
    operationId: listBooks
    parameters: [${sort}]
    responses:
      '200': { description: '', content: { application/json: { schema: { type: array, items: ${item} } } } }
      '400': { description: '' }
  post:
    operationId: addBook
    requestBody: { content: { application/json: { schema: ${item} } } }
    responses: { '201': { description: '', content: { application/json: { schema: ${item} } } } }
/books/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get:
    operationId: readBook
    responses: { '200': { description: '', content: { application/json: { schema: ${item} } } } }`);
  const { session } = benchFor(description, () => ({ status: 400 }));
  const operation = operationIn(description, 'listBooks');
  const [parameter = expect.fail('There is no parameter.')] = operation.parameters;
  const own = session.source.parameters.valueOf(parameter);
  expect(value === undefined || String(own) === String(value)).toBe(true);
  const base = await session.source.base(operation);
  const refusalOf = async (asked: Exact) => {
    const parts = { ...base, query: writeQuery(parameter, asked) };
    return session.whyRefused(parts, await session.call(parts));
  };
  expect(await refusalOf(['anything'])).toMatch(/may have to name/);
  expect((await refusalOf(own)) === undefined).toBe(value !== undefined);
  expect(await session.whyRefused(base, await session.call(base))).toBeUndefined();
});

test('what a description says must be given in some cases may be refused where it is not', async () => {
  const body = '{ type: object, properties: { name: { type: string }, uris: { type: array, items: {} } } }';
  const description = descriptionOf(`
/clients:
  post:
    operationId: register
    description: When using a code, \`uris\` must be provided.
    requestBody: { content: { application/json: { schema: ${body} } } }
    responses: { '201': { description: '' }, '400': { description: '' } }`);
  const { session } = benchFor(description, () => ({ status: 400 }));
  const operation = operationIn(description, 'register');
  const base = await session.source.base(operation);
  const refusalOf = async (sent: Exact) => {
    const parts = { ...base, body: encodeBody('application/json', sent) };
    return session.whyRefused(parts, await session.call(parts));
  };
  expect(await refusalOf({ name: 'one' })).toMatch(/lacks what a description says/);
  expect(await refusalOf({ name: 'one', uris: [] })).toMatch(/lacks what a description says/);
  expect(await refusalOf({ name: 'one', uris: ['a'] })).toBeUndefined();
});

test.each<[description: string, sent: string, reason: RegExp | undefined]>([
  ['Filtered by pairs, as `noteId:1`', 'filter=x', /filtered/],
  ['Filtered by pairs, as `noteId:1`', '', /filtered/],
  ['By text', 'filter=x', undefined],
  ['By text', 'startDate=2999-01-01T00:00:00Z', /may be now/],
  ['By text', 'startDate=1999-01-01T00:00:00Z', undefined],
])('%s: %s may be refused: %s', async (said, sent, reason) => {
  const times = ['startDate', 'endDate'].map(
    (name) => `{ name: ${name}, in: query, schema: { type: string, format: date-time } }`,
  );
  const description = descriptionOf(`
/lines:
  get:
    operationId: listLines
    description: Use \`filter\` to choose.
    parameters: [{ name: filter, in: query, schema: { type: string }, description: '${said}' }, ${times.join(', ')}]
    responses: { '200': { description: '' }, '400': { description: '' } }`);
  const { session } = benchFor(description, () => ({ status: 400 }));
  const operation = operationIn(description, 'listLines');
  const query = sent === '' ? [] : [sent.split('=') as [string, string]];
  const parts = { ...(await session.source.base(operation)), query };
  const found = await session.whyRefused(parts, await session.call(parts));
  if (reason === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(reason);
  expect(session.whyUnserved(operation) !== undefined).toBe(reason?.source === 'filtered');
});
