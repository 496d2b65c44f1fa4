import { describe, expect, test } from 'vitest';
import type { Credential } from '../../openapi/credentials.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import { securityCases, unauthorized } from './security-cases.ts';

const refused = `'401': { description: '' }`;
const answers = (statuses = refused) => `responses: { '200': { description: '' }, ${statuses} }`;
const description = descriptionOf(
  `
/tools:
  get: { operationId: listTools, parameters: [{ name: count, in: query, schema: { type: integer } }], ${answers()} }
  post: { operationId: addTool, requestBody: { content: { application/json: { schema: { type: object } } } }, ${answers()} }
  put: { operationId: bothWays, security: [{ token: [] }, { door: [] }, { stamp: [] }], ${answers()} }
  patch: { operationId: together, security: [{ door: [], badge: [] }], ${answers()} }
  delete: { operationId: basic, security: [{ login: [] }], ${answers()} }
  head: { operationId: enough, security: [{ door: [], badge: [] }, { door: [] }], ${answers()} }
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
const { session } = benchFor(description, () => ({}), { key, limitedKey: undefined });

const written = ({ headers, query }: Credential) =>
  [...headers.map((pair) => pair.join(': ')), ...query.map(([name, value]) => `?${name}=${value}`)].join(' and ') ||
  'nothing';

/** What is tried, as [what of security, what goes over the network, what is wanted]. */
async function tried(id: string) {
  const cases = securityCases(session, operationIn(description, id));
  return Promise.all(
    cases.map(async ({ requirement, build, expectation, title }) => {
      const parts = await build(session, false);
      return {
        aspect: requirement.id.replace(`${id}.security.`, ''),
        title,
        sent: written(parts.credential),
        kind: expectation.kind,
        parts,
      };
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
    const own = (await tried(id)).filter(({ kind }) => kind === 'accepted');
    expect(own.map(({ sent }) => sent)).toEqual(accepted);
    if (accepted[0] === 'nothing') expect(await tried(id)).toHaveLength(1);
  });
});

describe('what must be refused', () => {
  test('no credential, and none of several that are needed together', async () => {
    const sent = async (id: string) => [...new Set(await sentFor(id, 'none'))].toSorted();
    expect(await sent('listTools')).toEqual(['nothing']);
    expect(await sent('together')).toEqual([`Cookie: badge=${key}`, `X-API-Key: ${key}`, 'nothing']);
    expect(await sent('enough')).toEqual([`Cookie: badge=${key}`, 'nothing']);
  });

  test.each<[aspect: string, sent: string[]]>([
    ['unknown', ['Authorization: Bearer unknown']],
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
        'Ab1-key9 Ab1-key9',
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
    ['nothing', '{'],
    ['nothing', 'x'],
  ]);
});

test.each<[id: string, allowed: number[]]>([
  ['listTools', [401]],
  ['forbidden', [403]],
  ['anything', [400, 401, 403, 422]],
])('%s may refuse with %j', (id, allowed) => {
  const found = unauthorized(operationIn(description, id));
  expect([200, 400, 401, 403, 404, 422, 429, 500].filter((status) => found?.has(status))).toEqual(allowed);
});

test('where no refusal is documented, nothing is wanted', async () => expect(await tried('silent')).toEqual([]));
