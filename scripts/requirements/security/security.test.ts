import { describe, expect, test } from 'vitest';
import type { Credential } from '../../openapi/credentials.ts';
import { describe as describeContract } from '../../openapi/description.ts';
import { contractOf, descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { catalogueOf } from '../catalogue.ts';
import { keySentElsewhere } from '../client/key-sent-elsewhere.ts';
import { kinds } from '../registry.ts';
import { type Requirement, requirementId } from '../requirement.ts';
import {
  clientFaultsOf,
  isDetectedOnServer,
  serverFaultsOf,
  serverOf,
  tried as triedOn,
  violatedByClient,
} from '../test/fault-detection.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';
import { securityAsked } from './asked.ts';
import { securityNone } from './none.ts';
import { unauthorized } from './operation-security.ts';

const refused = `'401': { description: '' }`;
const answers = (statuses = refused) => `responses: { '200': { description: '' }, ${statuses} }`;
const description = descriptionOf(
  `
/tools:
  get:
    operationId: listTools
    parameters: [{ name: count, in: query, schema: { type: integer } }]
    ${answers(`${refused}, '400': { description: '' }`)}
  post:
    operationId: addTool
    requestBody: { content: { application/json: { schema: { type: object } } } }
    ${answers()}
  put: { operationId: bothWays, security: [{ token: [] }, { door: [] }, { stamp: [] }], ${answers()} }
  patch: { operationId: together, security: [{ door: [], badge: [] }], ${answers()} }
  delete: { operationId: basic, security: [{ login: [] }], ${answers()} }
  head: { operationId: enough, security: [{ door: [], badge: [] }, { door: [] }], ${answers()} }
/rooms/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: getRoom, ${answers(`${refused}, '400': { description: '' }`)} }
/door:
  get: { operationId: open, security: [], ${answers()} }
  post: { operationId: optional, security: [{ token: [] }, {}], ${answers()} }
  put: { operationId: silent, responses: { '200': { description: '' } } }
  patch: { operationId: forbidden, ${answers(`'403': { description: '' }`)} }
  delete: { operationId: anything, ${answers('4XX: { description: "" }')} }
`,
  `security: [{ token: [] }]
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    login: { type: http, scheme: basic }
    door: { type: apiKey, in: header, name: X-API-Key }
    stamp: { type: apiKey, in: query, name: api_key }
    badge: { type: apiKey, in: cookie, name: badge }`,
);

const key = 'Ab1-key9';
const { session } = benchFor(description, () => ({}), { key, limitedKey: undefined, revokedKey: 'Ab1-key1' });

const written = ({ headers, query }: Credential) =>
  [...headers.map((pair) => pair.join(': ')), ...query.map(([name, value]) => `?${name}=${value}`)].join(' and ') ||
  'nothing';

// What a client does with its key on other servers, and what a server does elsewhere, have tests of their own.
const others: readonly string[] = [keySentElsewhere.id, securityAsked.id];
const securityKinds = kinds.filter(({ id }) => id.startsWith('{operationId}.security.') && !others.includes(id));

/** The cases of all kinds for an operation: what of security, what goes over the network, what is expected. */
async function tried(id: string) {
  const operation = operationIn(description, id);
  const cases = securityKinds.flatMap(({ id: kind, server }) =>
    server?.reach.by === 'cases'
      ? server.reach.cases(session, operation).map((one) => ({ ...one, id: requirementId(kind, one.subject) }))
      : [],
  );
  return Promise.all(
    cases.map(async ({ id: requirement, build, expectation, title }) => {
      const parts = await build(session, false);
      const aspect = requirement.replace(`${id}.security.`, '');
      return { aspect, title, sent: written(parts.credential), kind: expectation.kind, expectation, parts };
    }),
  );
}

const sentFor = async (id: string, aspect: string) =>
  (await tried(id)).filter((one) => one.aspect === aspect).map(({ sent }) => sent);

describe('what must be accepted', () => {
  test.each<[id: string, accepted: string[]]>([
    ['listTools', [`Authorization: Bearer ${key}`]],
    ['bothWays', [`Authorization: Bearer ${key}`, `X-API-Key: ${key}`, `?api_key=${key}`]],
    ['together', [`X-API-Key: ${key} and Cookie: badge=${key}`]],
    ['basic', [`Authorization: Basic ${btoa(`${key}:`)}`]],
    ['open', ['nothing']],
    ['optional', ['nothing']],
  ])('%s', async (id, accepted) => {
    const own = (await tried(id)).filter(({ kind, aspect }) => kind === 'accepted' && aspect !== 'schemeCase');
    expect(own.map(({ sent }) => sent)).toEqual(accepted);
    if (accepted[0] === 'nothing') expect(await tried(id)).toHaveLength(1);
  });
});

test.each<[id: string, spelled: string[]]>([
  ['listTools', [`Authorization: bearer ${key}`, `Authorization: BEARER ${key}`]],
  ['bothWays', [`Authorization: bearer ${key}`, `Authorization: BEARER ${key}`]],
  ['basic', [`Authorization: basic ${btoa(`${key}:`)}`, `Authorization: BASIC ${btoa(`${key}:`)}`]],
  ['together', []],
  ['silent', []],
])('the scheme of %s is accepted in any letter case', async (id, spelled) => {
  expect(await sentFor(id, 'schemeCase')).toEqual(spelled);
});

describe('what must be refused', () => {
  test('no credential, and not all of several that are needed together', async () => {
    const unknown = 'xa2-xax0';
    const sent = async (id: string) => [...new Set(await sentFor(id, 'none'))].toSorted();
    expect(await sent('listTools')).toEqual(['nothing']);
    expect(await sent('together')).toEqual([
      `Cookie: badge=${key}`,
      `Cookie: badge=${key} and X-API-Key: ${unknown}`,
      `X-API-Key: ${key}`,
      `X-API-Key: ${key} and Cookie: badge=${unknown}`,
      'nothing',
    ]);
    expect(await sent('enough')).toEqual([
      `Cookie: badge=${key}`,
      `Cookie: badge=${key} and X-API-Key: ${unknown}`,
      'nothing',
    ]);
  });

  test('the credential of a scheme that others take, unless it is the same key in another place', async () => {
    const credentials = { token: key, stamp: key, badge: 'of-another' };
    const given = { key, limitedKey: undefined, revokedKey: undefined, credentials };
    const { session: own } = benchFor(description, () => ({}), given);
    const { server } = securityNone;
    const cases = server?.reach.by === 'cases' ? server.reach.cases(own, operationIn(description, 'listTools')) : [];
    const built = await Promise.all(cases.map(({ build }) => build(own, false)));
    expect(new Set(built.map(({ credential }) => written(credential)))).toEqual(
      new Set(['nothing', 'Cookie: badge=of-another']),
    );
  });

  test.each<[aspect: string, sent: string[]]>([
    ['unknown', ['Authorization: Bearer unknown', 'Authorization: Bearer constructor']],
    [
      'altered',
      [
        'Ab1-key0',
        'b1-key9',
        'Ab1-key',
        'Ab1-key9x',
        'xAb1-key9',
        'aB1-KEY9',
        'Ab1-',
        'Ab1-key9Ab1-key9',
        'Ab1-key9,',
      ].map((one) => `Authorization: Bearer ${one}`),
    ],
    ['empty', ['Authorization: ', 'Authorization: Bearer', 'Authorization: Bearer ']],
    [
      'scheme',
      [
        `Authorization: Basic ${key}`,
        `Authorization: Basic ${btoa(`${key}:`)}`,
        `Authorization: ${key}`,
        `Authorization: Token ${key}`,
        `Authorization: Bearer${key}`,
        `X-API-Key: ${key}`,
        `?api_key=${key}`,
        `?access_token=${key}`,
      ],
    ],
  ])('%s', async (aspect, sent) => {
    const own = await sentFor('listTools', aspect);
    for (const one of sent) expect(own).toContain(one);
    expect(own.every((one) => one !== `Authorization: Bearer ${key}`)).toBe(true);
  });

  test('an unknown key has the form of the right one', async () => {
    const [first] = await sentFor('listTools', 'unknown');
    expect(first).toMatch(/^Authorization: Bearer [A-Za-z]{2}\d-[a-z]{3}\d$/);
    expect(
      [...(first ?? '').slice('Authorization: Bearer '.length)].filter((letter, index) => letter === key[index]),
    ).toEqual(['-']);
  });

  test('a revoked key, in each place', async () =>
    expect(await sentFor('bothWays', 'revoked')).toEqual([
      'Authorization: Bearer Ab1-key1',
      'X-API-Key: Ab1-key1',
      '?api_key=Ab1-key1',
    ]));

  test('keys of other schemes in their own places', async () => {
    expect(await sentFor('together', 'unknown')).toEqual([]);
    expect(await sentFor('bothWays', 'empty')).toEqual(
      expect.arrayContaining(['Authorization: Bearer', 'X-API-Key: ', '?api_key=']),
    );
    expect(await sentFor('basic', 'scheme')).toContain(`Authorization: Bearer ${key}`);
  });
});

describe('nothing is to be refused that the contract takes after all', () => {
  test.each(['listTools', 'bothWays', 'together', 'basic'])('%s', async (id) => {
    const all = await tried(id);
    // The name of a header and of a scheme has no case, a key has.
    const plain = (sent: string) => sent.replace(/^[\w-]+: ((bearer|basic) )?/i, (start) => start.toLowerCase());
    const accepted = all.filter(({ kind }) => kind === 'accepted').map(({ sent }) => plain(sent));
    expect(
      all.filter(({ kind, sent }) => kind === 'refused' && accepted.includes(plain(sent))).map(({ sent }) => sent),
    ).toEqual([]);
  });

  test('a key of another place is refused only where that is no place', async () => {
    expect(await sentFor('listTools', 'scheme')).toContain(`X-API-Key: ${key}`);
    expect(await sentFor('bothWays', 'scheme')).not.toContain(`X-API-Key: ${key}`);
    expect(await sentFor('bothWays', 'scheme')).not.toContain(`?api_key=${key}`);
    expect(await sentFor('bothWays', 'scheme')).toContain(`?access_token=${key}`);
  });
});

test('requests that are wrong in another way as well are refused for the credential', async () => {
  const order = async (id: string) =>
    (await tried(id))
      .filter(({ aspect }) => aspect === 'order')
      .map(({ sent, parts }) => [sent, parts.query.at(-1)?.join('=') ?? String(parts.body?.bytes)]);
  expect(await order('listTools')).toEqual([['nothing', 'count=text']]);
  expect(await order('addTool')).toEqual([
    ['nothing', '[]'],
    ['nothing', 'x'],
  ]);
});

test('a path that fits no route may be unknown before anybody asks for the credential', async () => {
  const all = (await tried('getRoom')).filter(({ aspect }) => aspect === 'order');
  const statuses = [400, 401, 404];
  expect(
    all.map(({ parts, expectation }) => [
      parts.path['id'],
      statuses.filter((status) => expectation.kind === 'refused' && expectation.with.has(status)),
    ]),
  ).toEqual([
    ['987654321987', [401]],
    ['none-of-these', [401, 404]],
  ]);
});

test.each<[id: string, allowed: number[]]>([
  ['listTools', [401]],
  ['forbidden', []],
  ['anything', [400, 401, 403, 422]],
])('%s may refuse with %j', (id, allowed) => {
  const found = unauthorized(description, operationIn(description, id));
  expect([200, 400, 401, 403, 404, 422, 429, 500].filter((status) => found?.has(status))).toEqual(allowed);
});

test('a contract that never has 401 means whom the server does not know by 403', () => {
  const alone = descriptionOf(
    `/door: { get: { operationId: open, security: [{ key: [] }], ${answers(`'403': { description: '' }`)} } }`,
    'components: { securitySchemes: { key: { type: http, scheme: bearer } } }',
  );
  const found = unauthorized(alone, operationIn(alone, 'open'));
  expect([401, 403].filter((status) => found?.has(status))).toEqual([403]);
});

test.each<[description: string, allowed: number[]]>([
  ['Not authenticated. Send a valid token.', [401, 403]],
  ['The API key is missing.', [401, 403]],
  ['Authentication credentials were not provided.', [401, 403]],
  ['Forbidden', [401]],
  ['The key may not change it.', [401]],
])('beside 401, a 403 for "%s" refuses with %j', (text, allowed) => {
  const both = descriptionOf(
    `/door: { get: { operationId: open, ${answers(`${refused}, '403': { description: '${text}' }`)} } }`,
    'security: [{ key: [] }]\ncomponents: { securitySchemes: { key: { type: http, scheme: bearer } } }',
  );
  const found = unauthorized(both, operationIn(both, 'open'));
  expect([400, 401, 403, 404].filter((status) => found?.has(status))).toEqual(allowed);
});

test('where no refusal is documented, nothing is wanted', async () => expect(await tried('silent')).toEqual([]));

const specification = withoutWorkflows(description);
const isSecurity = ({ kind }: Requirement) => securityKinds.some(({ id }) => id === kind);
const listed = (id: string, side: 'server' | 'client') =>
  catalogueOf(specification, side)
    .filter((requirement) => requirement.operationId === id && isSecurity(requirement))
    .map((requirement) => requirement.id.replace(`${id}.security.`, ''));

describe('what is required', () => {
  const wrong = ['none', 'unknown', 'altered', 'empty'];
  const wrongOfServers = ['none', 'unknown', 'altered', 'revoked', 'empty'];
  test.each<[id: string, ofServers: string[], ofClients: string[]]>([
    [
      'listTools',
      ['accepts.token', 'schemeCase', ...wrongOfServers, 'scheme', 'order'],
      ['accepts.token', ...wrong, 'scheme', 'place'],
    ],
    ['together', ['accepts.door and badge', 'none'], ['accepts.door and badge', ...wrong, 'place']],
    ['open', ['open'], ['open', 'place']],
    ['optional', ['open'], ['open', 'place']],
    // Where no refusal is documented, the contract leaves open how a server refuses.
    ['silent', [], ['accepts.token', ...wrong, 'scheme', 'place']],
    // 403 is for whom the server knows, where the contract has 401 elsewhere.
    ['forbidden', [], ['accepts.token', ...wrong, 'scheme', 'place']],
  ])('of %s', (id, ofServers, ofClients) => {
    expect([listed(id, 'server'), listed(id, 'client')]).toEqual([ofServers, ofClients]);
  });

  test.each([
    ['open', '/paths/~1door/get/security'],
    ['listTools', '/security'],
  ])('of %s stands at %s, also in a document of one line', (id, pointer) => {
    const minified = describeContract(contractOf(JSON.stringify(description.contract.document)));
    const requirements = catalogueOf(withoutWorkflows(minified), 'client');
    const own = requirements.filter((requirement) => requirement.operationId === id && isSecurity(requirement));
    expect(new Set(own.map((requirement) => requirement.pointer))).toEqual(new Set([pointer]));
    expect(new Set(own.map(({ alsoAt }) => alsoAt[0]))).toEqual(new Set(['/components/securitySchemes']));
  });
});

test('a server that keeps the contract is accepted', async () => {
  const send = serverOf(specification);
  const all = await Promise.all(securityKinds.map((kind) => triedOn(specification, kind, send)));
  expect(all.flat().length).toBeGreaterThan(100);
  expect(all.flat().filter(({ isKept }) => !isKept)).toEqual([]);
});

describe('a server with a fault is detected', () => {
  test.each(serverFaultsOf(specification, isSecurity))('$name', async ({ requirement, fault }) => {
    expect(await isDetectedOnServer(specification, requirement, fault)).toBe(true);
  });
});

test('a client that keeps the contract violates nothing', async () =>
  expect(await violatedByClient(specification, { what: 'nothing' })).toEqual([]));

describe('a client with a fault is detected', () => {
  test.each(clientFaultsOf(specification, isSecurity))('$name', async ({ requirement, fault }) => {
    const violated = await violatedByClient(specification, fault);
    const isAccepts = requirement.kind.includes('.accepts.');
    // No wrong credential is a right one of another way: what is wrong with it is reported.
    expect(violated).toContainEqual(
      isAccepts ? expect.stringContaining(`${requirement.operationId}.security.`) : requirement.id,
    );
  });
});

test('a wrong password is asked for where the login documents a refusal', () => {
  const credentials = '{ type: object, properties: { name: { type: string }, password: { type: string } } }';
  const post = (id: string, statuses: string) =>
    `post: { operationId: ${id}, requestBody: { content: { application/json: { schema: ${credentials} } } }, ` +
    `responses: { '200': { description: '' }${statuses} } }`;
  const own = descriptionOf(`
/register:
  ${post('register', '')}
/login:
  ${post('logIn', `, ${refused}`)}
/enter:
  ${post('enter', '')}`);
  const twice = descriptionOf(`
/login:
  ${post('logIn', `, ${refused}`)}
/token:
  ${post('takeToken', `, ${refused}`)}`);
  const asked = (contract: typeof own) =>
    catalogueOf(withoutWorkflows(contract), 'server')
      .map(({ id }) => id)
      .filter((id) => id.endsWith('.security.password'));
  expect(asked(own)).toEqual(['logIn.security.password']);
  // Of two logins that take the same, neither makes anybody known.
  expect(asked(twice)).toEqual([]);
});
