import { expect, test } from 'vitest';
import { type ExactObject, isExactObject, parseExact, writeExact } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { type ResponseParts, responseOf } from '../../../http/test/messages.ts';
import { StillClock } from '../../../http/test/still-clock.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { verify } from '../run.ts';

const settings =
  '{ type: object, required: [name], additionalProperties: false, ' +
  'properties: { name: { type: string, minLength: 1 }, note: { type: string, minLength: 1 } } }';
const body = `content: { application/json: { schema: ${settings} } }`;
const paths = `
/settings:
  get: { operationId: readSettings, responses: { '200': { description: '', ${body} } } }
  put:
    operationId: putSettings
    requestBody: { required: true, ${body} }
    responses: { '200': { description: '', ${body} }, '400': { description: '' } }`;

interface Faults {
  stored?(sent: ExactObject, before: ExactObject): ExactObject;
  answered?(sent: ExactObject): ExactObject;
}

function server({ stored = (sent) => sent, answered = (sent) => sent }: Faults) {
  let now: ExactObject = { name: 'at first' };
  return ({ target, method, body: bytes }: HttpRequest): ResponseParts => {
    if (target.split('?')[0] !== '/settings') return { status: 404 };
    if (method === 'GET') return { body: now };
    if (method !== 'PUT') return { status: 405 };
    const sent = sentIn(bytes);
    if (sent === undefined) return { status: 400 };
    now = stored(sent, now);
    return { body: answered(sent) };
  };
}

function objectIn(bytes: Buffer | null): ExactObject | undefined {
  try {
    const sent = bytes === null ? null : parseExact(bytes);
    return isExactObject(sent) ? sent : undefined;
  } catch {
    return undefined;
  }
}

function sentIn(bytes: Buffer | null): ExactObject | undefined {
  const sent = objectIn(bytes);
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  const isAllowed = sent !== undefined && Object.values(sent).every(isText) && isText(sent['name']);
  return isAllowed && Object.keys(sent).every((name) => ['name', 'note'].includes(name)) ? sent : undefined;
}

async function verdictsAt(faults: Faults) {
  return verdictsOf(paths, server(faults));
}

async function verdictsOf(described: string, respond: (request: HttpRequest) => ResponseParts) {
  const clock = new StillClock();
  const { requirements } = await verify(withoutWorkflows(descriptionOf(described, '')), {
    baseUrl: 'http://localhost',
    keys: { key: '', limitedKey: undefined },
    send: async (request) => responseOf(respond(request), clock.now()),
    clock,
    seed: 7,
  });
  return new Map(requirements.map(({ requirement: { id }, verdict }) => [id, verdict]));
}

const stored = ['readSettings.returns.putSettings', 'putSettings.kept.name', 'putSettings.kept.note'];

test('what there is one of is read as it was put there', async () => {
  const verdicts = await verdictsAt({});
  expect(stored.map((id) => verdicts.get(id))).toEqual(['kept', 'kept', 'kept']);
  expect([...verdicts].filter(([id, verdict]) => verdict === 'violated' && !/contentType/.test(id))).toEqual([]);
});

test.each<[what: string, faults: Faults, violated: string[]]>([
  ['not stored', { stored: (_, before) => before }, ['readSettings.returns.putSettings']],
  ['merged', { stored: (sent, before) => ({ ...before, ...sent }) }, ['readSettings.returns.putSettings']],
  [
    'answered otherwise',
    { answered: (sent) => ({ ...sent, name: 'another' }) },
    ['readSettings.returns.putSettings', 'putSettings.kept.name'],
  ],
])('what is %s is a violation', async (_, faults, violated) => {
  const verdicts = await verdictsAt(faults);
  expect(stored.filter((id) => verdicts.get(id) === 'violated')).toEqual(violated);
});

const merged =
  '{ type: object, minProperties: 1, additionalProperties: false, ' +
  'properties: { level: { type: integer, minimum: 0 }, note: { type: [string, "null"], minLength: 1 } } }';
const whole = '{ type: object, required: [level, note], properties: { level: { type: integer }, note: {} } }';
const mergedPaths = `
/settings:
  get: { operationId: readSettings, responses: { '200': { content: { application/json: { schema: ${whole} } } } } }
  patch:
    operationId: changeSettings
    requestBody: { required: true, content: { application/merge-patch+json: { schema: ${merged} } } }
    responses: { '200': { content: { application/json: { schema: ${whole} } } }, '400': { description: '' } }`;

type Merge = (sent: ExactObject, before: ExactObject) => ExactObject;

function mergingServer(merge: Merge) {
  let now: ExactObject = { level: 0, note: null };
  return ({ method, body: bytes }: HttpRequest): ResponseParts => {
    if (method === 'GET') return { body: writeExact(now) };
    const sent = objectIn(bytes);
    if (sent === undefined) return { status: 400 };
    now = merge(sent, now);
    return { body: writeExact({ ...now, ...sent }) };
  };
}

const ofMerge = [
  'changeSettings.kept.level',
  'changeSettings.kept.note',
  'changeSettings.leaves.level',
  'changeSettings.leaves.note',
  'readSettings.returns.changeSettings',
];

test.each<[what: string, merge: Merge, violated: string[]]>([
  ['merged', (sent, before) => ({ ...before, ...sent }), []],
  ['not stored', (_, before) => before, ['readSettings.returns.changeSettings']],
  ['put in its place', (sent) => ({ level: 0, note: null, ...sent }), ofMerge.slice(2, 4)],
  [
    'merged but for null',
    (sent, before) => ({ ...before, ...sent, note: sent['note'] ?? before['note'] ?? null }),
    ['readSettings.returns.changeSettings'],
  ],
])('what there is one of, and is %s', async (_, merge, violated) => {
  const verdicts = await verdictsOf(mergedPaths, mergingServer(merge));
  expect(ofMerge.filter((id) => verdicts.get(id) === 'violated')).toEqual(violated);
  expect(ofMerge.filter((id) => verdicts.get(id) === 'unproven')).toEqual([]);
});

test.each<[what: string, preset: ExactObject, isMerged: boolean, verdict: string]>([
  ['is gone', {}, false, 'kept'],
  ['stays as it was before', {}, true, 'violated'],
  ['has its default', { level: 3 }, false, 'kept'],
  ['stays as it was before, where it has a default', { level: 3 }, true, 'violated'],
])('a number that a replacement leaves out, and %s', async (_, preset, isMerged, verdict) => {
  const level = `{ type: integer${Object.entries(preset).map(([, value]) => `, default: ${value}`)} }`;
  const own = `name: { type: string, minLength: 1 }, level: ${level}`;
  const json = `content: { application/json: { schema: { type: object, required: [name], properties: { ${own} } } } }`;
  const described = `
/settings:
  get: { operationId: readSettings, responses: { '200': { description: '', ${json} } } }
  put:
    operationId: putSettings
    requestBody: { required: true, ${json} }
    responses: { '200': { description: '', ${json} }, '400': { description: '' } }`;
  let now: ExactObject = { name: 'at first', ...preset };
  const verdicts = await verdictsOf(described, ({ method, body: bytes }) => {
    const sent = method === 'PUT' ? objectIn(bytes) : {};
    const { name = now['name'], level: own = 0 } = sent ?? {};
    if (sent === undefined || typeof name !== 'string' || name === '' || typeof own !== 'number')
      return { status: 400 };
    if (method === 'PUT') now = { ...(isMerged ? now : preset), name, ...('level' in sent && { level: own }) };
    return { body: now };
  });
  const ofLevel = ['putSettings.kept.level', 'readSettings.returns.putSettings'].map((id) => verdicts.get(id));
  expect(ofLevel.includes('violated') ? 'violated' : ofLevel[0]).toBe(verdict);
});

test.each<[what: string, isStored: boolean, verdict: string]>([
  ['stored', true, 'kept'],
  ['not stored', false, 'violated'],
])('what there is one of, answered with what the contract says nothing of, and %s', async (_, isStored, verdict) => {
  const described = paths.replace(
    `responses: { '200': { description: '', ${body} }, '400'`,
    "responses: { '200': { description: '', content: { '*/*': {} } }, '400'",
  );
  expect(described).not.toBe(paths);
  const respond = server({ answered: () => ({ value: 1 }), stored: (sent, before) => (isStored ? sent : before) });
  const verdicts = await verdictsOf(described, respond);
  expect(verdicts.get('readSettings.returns.putSettings')).toBe(verdict);
});

test.each<[what: string, faults: Faults, verdict: string]>([
  ['as it was sent', {}, 'kept'],
  ['otherwise', { answered: (sent) => ({ ...sent, name: 'other' }) }, 'violated'],
])('a property that comes back in a default response %s', async (_, faults, verdict) => {
  const described = paths.replaceAll("'200':", 'default:').replace(", '400': { description: '' }", '');
  const verdicts = await verdictsOf(described, server(faults));
  expect(verdicts.get('putSettings.kept.name')).toBe(verdict);
});
