import { describe, expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject, writeExact } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import { type ResponseParts, responseOf } from '../../../http/test/messages.ts';
import { StillClock } from '../../../http/test/still-clock.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { verify } from '../run.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const crate = "{ $ref: '#/components/schemas/Crate' }";
const member = "{ $ref: '#/components/schemas/Member' }";
const ok = (schema: string) => `'200': { description: '', ${json(schema)} }`;
const refusals = "'400': { description: '' }, default: { description: '' }";
const inPath = (name: string, schema: string) =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: ${schema} }]`;
const bodyOf = (schema: string) => `requestBody: { required: true, ${json(schema)} }`;
const text = '{ type: string }';

const paths = `
/crates:
  post: { operationId: addCrate, security: [token: []], ${bodyOf(crate)}, responses: { ${ok(crate)}, ${refusals} } }
  put:
    operationId: changeCrate
    security: [token: []]
    ${bodyOf(crate)}
    responses: { ${ok(crate)}, '404': { description: '' }, ${refusals} }
/crates/findByState:
  get:
    operationId: findCrates
    parameters: [{ name: state, in: query, schema: { type: string, enum: [open, shut], default: open } }]
    responses: { ${ok(`{ type: array, items: ${crate} }`)}, ${refusals} }
/crates/weight:
  get:
    operationId: weighCrates
    security: [machine: []]
    responses: { ${ok('{ type: object, properties: { weight: { type: integer } } }')}, '401': { description: '' } }
/crates/{crateId}:
  ${inPath('crateId', '{ type: integer, format: int64 }')}
  get: { operationId: readCrate, responses: { ${ok(crate)}, '404': { description: '' }, ${refusals} } }
  post:
    operationId: labelCrate
    parameters: [{ name: label, in: query, schema: ${text} }]
    responses: { ${ok(crate)}, '404': { description: '' }, ${refusals} }
  delete: { operationId: removeCrate, responses: { '200': { description: '' }, '404': { description: '' } } }
/members:
  post: { operationId: addMember, ${bodyOf(member)}, responses: { ${ok(member)}, ${refusals} } }
/members/list:
  post:
    operationId: addMembers
    ${bodyOf(`{ type: array, items: ${member} }`)}
    responses: { ${ok(member)}, ${refusals} }
/members/login:
  get:
    operationId: logIn
    parameters:
      - { name: nickname, in: query, schema: ${text} }
      - { name: password, in: query, schema: ${text} }
    responses: { ${ok(text)}, '400': { description: '' } }
/members/{nickname}:
  ${inPath('nickname', text)}
  get: { operationId: readMember, responses: { ${ok(member)}, '404': { description: '' } } }
  put:
    operationId: changeMember
    ${bodyOf(member)}
    responses: { '200': { description: '' }, '404': { description: '' }, ${refusals} }
  delete: { operationId: removeMember, responses: { '200': { description: '' }, '404': { description: '' } } }`;

const others = `
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    machine: { type: apiKey, in: header, name: machine }
  schemas:
    Crate:
      type: object
      required: [label]
      properties:
        id: { type: integer, format: int64 }
        label: { type: string }
        state: { type: string, enum: [open, shut] }
        size: { type: object, properties: { width: { type: integer } } }
    Member:
      type: object
      properties:
        id: { type: integer, format: int64 }
        nickname: { type: string }
        password: { type: string }
        level: { type: integer }`;

type Habit = 'gives every identifier itself' | 'refuses an identifier that is taken' | 'answers refusals with a body';
type Mistake =
  | 'changes what is not there'
  | 'stores no change'
  | 'finds crates of any state'
  | 'finds all crates but the last'
  | 'takes the credential of another scheme'
  | 'lets everybody in with a number'
  | 'stores no change of a member';

const description = descriptionOf(paths, others);

/** A server of crates and members that keeps the contract, but for its mistakes. */
function storeOf(habits: readonly Habit[], mistake?: Mistake): (request: HttpRequest) => Written {
  const crates = new Map<string, ExactObject>();
  const members = new Map<string, ExactObject>();
  const is = (habit: Habit) => habits.includes(habit);
  let made = 0;
  const refused = (status: number): Written =>
    is('answers refusals with a body') ? { status, body: { message: 'No.' } } : { status };
  const valid = (schema: string, value: Exact | undefined): value is ExactObject =>
    isExactObject(value) && description.schemas.isValid('request', `/components/schemas/${schema}`, value);
  const crateOf = ({ id = null, label = null, state, size }: ExactObject): ExactObject => ({
    id,
    label,
    ...(state !== undefined && { state }),
    ...(isExactObject(size) && { size: size['width'] === undefined ? {} : { width: size['width'] } }),
  });

  const change = (method: string, sent: Exact | undefined): Written => {
    if (!valid('Crate', sent)) return refused(400);
    const isNew = method === 'POST';
    const given = isNew && is('gives every identifier itself') ? undefined : sent['id'];
    if (!isNew && given === undefined) return refused(400);
    const isThere = crates.has(String(given));
    if (!isNew && !isThere && mistake !== 'changes what is not there') return refused(404);
    if (isNew && isThere && is('refuses an identifier that is taken')) return refused(409);
    if (given === undefined)
      do made += 1;
      while (crates.has(String(made)));
    const item = crateOf({ ...sent, id: given ?? made });
    if (isNew || mistake !== 'stores no change') crates.set(String(item['id']), item);
    return { body: item };
  };

  const find = (query: URLSearchParams): Written => {
    const state = query.get('state') ?? 'open';
    if (state !== 'open' && state !== 'shut') return refused(400);
    const found = [...crates.values()].filter((one) => one['state'] === state);
    if (mistake === 'finds crates of any state') return { body: [...crates.values()] };
    return { body: mistake === 'finds all crates but the last' ? found.slice(0, -1) : found };
  };

  const atCrate = (method: string, asked: string, query: URLSearchParams): Written => {
    if (!/^-?\d{1,19}$/.test(asked)) return refused(400);
    const item = crates.get(String(BigInt(asked)));
    if (item === undefined) return refused(404);
    if (method === 'DELETE') return crates.delete(String(item['id'])) ? { status: 200 } : refused(404);
    if (method === 'POST') item['label'] = query.get('label') ?? item['label'] ?? null;
    return { body: item };
  };

  const join = (sent: readonly (Exact | undefined)[]): Written => {
    const all = sent.filter((one) => valid('Member', one) && one['nickname'] !== undefined);
    if (all.length < sent.length || sent.length === 0) return refused(400);
    const shown = all.filter(isExactObject).map((one) => {
      const item = { id: (made += 1), ...one };
      members.set(String(one['nickname']), item);
      return item;
    });
    return { body: shown.at(-1) ?? null };
  };

  const atMember = (method: string, nickname: string, sent: Exact | undefined): Written => {
    const item = members.get(nickname);
    if (item === undefined) return refused(404);
    if (method === 'GET') return { body: item };
    if (method === 'DELETE') return members.delete(nickname) ? { status: 200 } : refused(404);
    if (!valid('Member', sent)) return refused(400);
    const now = { id: item['id'] ?? null, nickname, ...sent };
    if (mistake === 'stores no change of a member') return { status: 200 };
    members.delete(nickname);
    members.set(String(now['nickname']), now);
    return { status: 200 };
  };

  const logIn = (query: URLSearchParams): Written => {
    const known = members.get(query.get('nickname') ?? '');
    if (known === undefined || known['password'] !== query.get('password')) return refused(400);
    return { body: mistake === 'lets everybody in with a number' ? 7 : 'welcome' };
  };

  return (request) => {
    const { pathname, searchParams: query } = new URL(request.target, 'http://localhost');
    const [, kind = '', last] = pathname.split('/').map(decodeURIComponent);
    const { method } = request;
    const [, path] = Object.entries(methodsAt).find(([pattern]) => new RegExp(`^${pattern}$`).test(pathname)) ?? [];
    if (path?.includes(method) !== true) return refused(path === undefined ? 404 : 405);
    const sent = jsonIn(request.body);
    const [mediaType] = (headerIn(request, 'Content-Type') ?? '').split(';');
    const [scheme, token] = (headerIn(request, 'Authorization') ?? '').split(' ');
    const hasToken = scheme?.toLowerCase() === 'bearer' && token === 'a-token';
    const isMachine = headerIn(request, 'machine') === 'a-key';
    const mayWeigh = isMachine || (hasToken && mistake === 'takes the credential of another scheme');
    if (pathname === '/crates' && !hasToken) return refused(401);
    if (request.body !== null && mediaType?.toLowerCase() !== 'application/json') return refused(415);
    if (pathname === '/crates') return change(method, sent);
    if (pathname === '/crates/findByState') return find(query);
    if (pathname === '/crates/weight') return mayWeigh ? { body: { weight: 3 } } : refused(401);
    if (pathname === '/members') return join([sent]);
    if (pathname === '/members/list') return Array.isArray(sent) ? join(sent) : refused(400);
    if (pathname === '/members/login') return logIn(query);
    return kind === 'crates' ? atCrate(method, last ?? '', query) : atMember(method, last ?? '', sent);
  };
}

const methodsAt = {
  '/crates': ['POST', 'PUT'],
  '/crates/(findByState|weight)': ['GET'],
  '/crates/[^/]+': ['GET', 'POST', 'DELETE'],
  '/members(/list)?': ['POST'],
  '/members/login': ['GET'],
  '/members/[^/]*': ['GET', 'PUT', 'DELETE'],
};

type Written = Omit<ResponseParts, 'body'> & { body?: Exact };

/** Integers of any size, and texts as JSON. */
function written({ body, ...others }: Written): ResponseParts {
  if (body === undefined) return others;
  return { ...others, body: Buffer.from(writeExact(body)), headers: { 'Content-Type': 'application/json' } };
}

async function verdictsOf(respond: (request: HttpRequest) => Written, seed: number) {
  const clock = new StillClock();
  const { requirements } = await verify(withoutWorkflows(description), {
    baseUrl: 'http://localhost',
    keys: { key: '', limitedKey: undefined, credentials: { token: 'a-token', machine: 'a-key' } },
    send: async (request) => responseOf(written(respond(request)), clock.now()),
    clock,
    seed,
  });
  const of = (verdict: string) =>
    requirements.filter((one) => one.verdict === verdict).map(({ requirement }) => requirement.id);
  return { violated: of('violated'), unproven: of('unproven'), kept: of('kept') };
}

describe('things that bodies name, and people whom clients name', () => {
  test.each<[Habit[], seed: number]>([
    [[], 1],
    [['gives every identifier itself', 'answers refusals with a body'], 2],
    [['refuses an identifier that is taken'], 3],
  ])('a server that keeps the contract and %s is not blamed', async (habits, seed) => {
    const { violated, unproven, kept } = await verdictsOf(storeOf(habits), seed);
    expect([violated, unproven]).toEqual([[], []]);
    expect(kept).toEqual(
      expect.arrayContaining(['logIn.exists', 'changeCrate.kept.label', 'findCrates.lists.addCrate']),
    );
  });

  test.each<[Mistake, requirement: string]>([
    ['changes what is not there', 'changeCrate.requestBody.id.unknown'],
    ['stores no change', 'readCrate.returns.changeCrate'],
    ['finds crates of any state', 'findCrates.only.state'],
    ['finds all crates but the last', 'findCrates.every.state'],
    ['takes the credential of another scheme', 'weighCrates.security.none'],
    ['lets everybody in with a number', 'logIn.responses.200.body.type'],
    ['stores no change of a member', 'readMember.returns.changeMember'],
  ])('a server that %s is', async (mistake, requirement) => {
    const { violated } = await verdictsOf(storeOf([], mistake), 1);
    expect(violated).toContain(requirement);
  });
});
