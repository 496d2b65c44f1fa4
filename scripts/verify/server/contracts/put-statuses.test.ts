import { describe, expect, test } from 'vitest';
import { type ExactObject, isExactObject } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { headerIn, jsonIn } from '../../../http/message-changes.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const properties = 'text: { type: string, minLength: 1, maxLength: 40 }';
const sent = `{ type: object, required: [text], properties: { ${properties} } }`;
const shown = `{ type: object, required: [name, text], properties: { name: { type: string }, ${properties} } }`;
const answer = (status: number, schema = shown) => `'${status}': { description: '', ${json(schema)} }`;
const refused = (...statuses: number[]) => statuses.map((status) => `'${status}': { description: '' }`).join(', ');
const signsNamed = (name: string) =>
  descriptionOf(`
/signs:
  get: { operationId: listSigns, responses: { ${answer(200, `{ type: array, items: ${shown} }`)} } }
/signs/{name}:
  parameters: [{ name: name, in: path, required: true, schema: ${name} }]
  get: { operationId: readSign, responses: { ${answer(200)}, ${refused(400, 404)} } }
  put:
    operationId: putSign
    requestBody: { required: true, ${json(sent)} }
    responses: { ${answer(200)}, ${answer(201)}, ${refused(400, 404, 415)} }`);
const signs = signsNamed("{ type: string, pattern: '^[a-z]{5,20}$' }");

interface Statuses {
  made: number;
  replaced: number;
}

function signServer({ made, replaced }: Statuses, names?: readonly string[], form = /^[a-z]{5,20}$/) {
  const kept = new Map<string, ExactObject>((names ?? []).map((name) => [name, { name, text: name }]));
  const put = (request: HttpRequest, name: string): ResponseParts => {
    const before = kept.get(name);
    if (names !== undefined && before === undefined) return { status: 404 };
    if (!/^application\/json *(;|$)/i.test(headerIn(request, 'Content-Type') ?? '')) return { status: 415 };
    const value = jsonIn(request.body) ?? null;
    const { text = null } = isExactObject(value) ? value : {};
    if (typeof text !== 'string' || text === '' || [...text].length > 40) return { status: 400 };
    kept.set(name, { name, text });
    return { status: before === undefined ? made : replaced, body: kept.get(name) };
  };
  return {
    respond(request: HttpRequest): ResponseParts {
      const [, asked] = /^\/signs(?:\/([^/?]+))?(?:\?|$)/.exec(request.target) ?? ['', ''];
      const name = asked?.toLowerCase();
      if (name === '') return { status: 404 };
      if (request.method !== 'GET' && (request.method !== 'PUT' || name === undefined)) return { status: 405 };
      if (name === undefined) return { body: [...kept.values()] };
      if (asked === undefined || !form.test(asked)) return { status: 400 };
      if (request.method === 'PUT') return put(request, name);
      const item = kept.get(name);
      return item === undefined ? { status: 404 } : { body: item };
    },
  };
}

const notKept = (statuses: Statuses, names?: readonly string[]) =>
  notKeptBy(signServer(statuses, names), withoutWorkflows(signs), '', 1, false);

test('PUT says whether it has made or replaced something', async () => {
  expect(await notKept({ made: 201, replaced: 200 })).toEqual([]);
  expect(await notKept({ made: 201, replaced: 201 })).toContain('putSign.responses.200');
  expect(await notKept({ made: 200, replaced: 200 })).toContain('putSign.responses.201');
});

test('where it makes nothing under another name, it need not say so', async () => {
  expect(await notKept({ made: 201, replaced: 200 }, ['entry', 'exits', 'stairs'])).toEqual([]);
});

describe('where POST makes such things as well', () => {
  const description = descriptionOf(`
/signs:
  post:
    operationId: addSign
    requestBody: { required: true, ${json(sent)} }
    responses: { ${answer(201)}, ${refused(400)} }
/signs/{name}:
  parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: '^[a-z]{5,20}$' } }]
  get: { operationId: readSign, responses: { ${answer(200)}, ${refused(404)} } }
  put:
    operationId: putSign
    requestBody: { required: true, ${json(sent)} }
    responses: { ${answer(200)}, ${answer(201)}, ${refused(400, 404)} }`);

  /** \`placed\`: the status of a PUT where nothing is; 404 where it makes nothing. \`replaced\`: where it has one. */
  const unprovenAt = async (placed: number, replaced = 200) => {
    const kept = new Map<string, ExactObject>();
    const respond = ({ method, target, body }: HttpRequest): ResponseParts => {
      const [, name = 'x'.repeat(5 + kept.size)] = /^\/signs\/(.*)/.exec(target) ?? [];
      const before = kept.get(name);
      if (method === 'GET') return before === undefined ? { status: 404 } : { body: before };
      if (method === 'PUT' && before === undefined && placed === 404) return { status: 404 };
      const content = jsonIn(body) ?? null;
      const { text = null } = isExactObject(content) ? content : {};
      if (typeof text !== 'string') return { status: 400 };
      kept.set(name, { name, text });
      return { status: method === 'POST' ? 201 : before === undefined ? placed : replaced, body: kept.get(name) };
    };
    const notKept = await notKeptBy({ respond }, withoutWorkflows(description), '', 1, false);
    return notKept.filter((one) => /^putSign\.responses\.20[01]$/.test(one));
  };

  test.each<[placed: number, unproven: string[]]>([
    [201, []],
    [404, []],
    [200, ['putSign.responses.201']],
  ])('PUT where nothing is, answered with %d, is not as documented: %j', async (placed, unproven) =>
    expect(await unprovenAt(placed)).toEqual(unproven),
  );

  test('PUT where something is, answered as if that were new, is not as documented', async () =>
    expect(await unprovenAt(201, 201)).toEqual(['putSign.responses.200']));
});

test('a UUID has no case: what was put under one in capitals may be listed in small letters', async () => {
  const description = signsNamed('{ type: string, format: uuid }');
  const server = signServer({ made: 201, replaced: 200 }, undefined, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i);
  expect(await notKeptBy(server, withoutWorkflows(description), '', 1, false)).toEqual([]);
});
