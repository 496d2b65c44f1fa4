import { expect, test } from 'vitest';
import { type ExactObject, isExactObject, parseExact, within } from '../../../http/exact-json.ts';
import { type HttpRequest, headerOf } from '../../../http/exchange.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const meta = '{ type: object, properties: { request: { type: integer } } }';
const inData = (schema: string) => `{ type: object, properties: { data: ${schema}, meta: ${meta} } }`;
const object = (properties: string, required: string) =>
  `{ type: object, required: [${required}], properties: { ${properties} } }`;
const watts = '{ type: integer, minimum: 0, maximum: 999 }';
const byServer = '{ type: string, readOnly: true }';
const lamp = object(`gid: ${byServer}, name: { type: string }, watts: ${watts}, state: ${byServer}`, 'gid');
const text = '{ type: string, minLength: 1 }';
const sent = object(`name: ${text}, watts: ${watts}, state: { type: string }`, 'name');
const body = (required: string) => `requestBody: { required: true, ${json(object(`data: ${sent}`, required))} }`;
const refusals = "'400': { description: '' }, '404': { description: '' }";
const answer = (status: number, schema: string) =>
  `responses: { '${status}': { description: '', ${json(inData(schema))} }, ${refusals} }`;
const pretty = '{ name: pretty, in: query, allowEmptyValue: true, schema: { type: boolean } }';

/** Lamps that requests and responses have in the property `data`; only responses say what the server alone sets. */
const paths = `
/lamps:
  get: { operationId: listLamps, parameters: [${pretty}], ${answer(200, `{ type: array, items: ${lamp} }`)} }
  post: { operationId: addLamp, ${body('data')}, ${answer(201, lamp)} }
/lamps/{lampGid}:
  parameters: [{ name: lampGid, in: path, required: true, schema: { type: string } }]
  get: { operationId: readLamp, ${answer(200, lamp)} }
  put: { operationId: putLamp, ${body('')}, ${answer(200, lamp)} }
  delete: { operationId: removeLamp, ${answer(200, '{ type: object }')} }`;

type Fault = 'none' | 'loses watts' | 'lists other watts' | 'reads other watts';

class LampServer {
  readonly #lamps = new Map<string, ExactObject>();
  readonly #fault: Fault;
  #last = 0;
  #requests = 0;

  constructor(fault: Fault = 'none') {
    this.#fault = fault;
  }

  respond(request: HttpRequest): ResponseParts {
    this.#requests += 1;
    const { body, ...parts } = this.#answer(request);
    return isExactObject(body) ? { ...parts, body: { ...body, meta: { request: this.#requests } } } : parts;
  }

  #answer(request: HttpRequest): ResponseParts & { body?: ExactObject } {
    const [path = '', query = ''] = request.target.split('?');
    if (!/^$|^pretty=(true|false|)$/.test(query) && query.includes('pretty')) return { status: 400 };
    const gid = path.split('/')[2];
    const methods = gid === undefined ? ['GET', 'POST'] : ['GET', 'PUT', 'DELETE'];
    if (!methods.includes(request.method)) return { status: 405 };
    const isJson = /^application\/json *(;|$)/i.test(headerOf(request, 'Content-Type') ?? '');
    if (request.body !== null && !isJson) return { status: 400 };
    if (gid === undefined) {
      if (request.method === 'GET') return { body: { data: this.#listed() } };
      this.#last += 1;
      return this.#put(request, `L${this.#last}`, 201);
    }
    const lamp = this.#lamps.get(gid);
    if (lamp === undefined) return { status: 404 };
    if (request.method === 'PUT' && String(request.body) === '{}') return { body: { data: lamp } };
    if (request.method === 'PUT') return this.#put(request, gid, 200);
    if (request.method === 'DELETE') this.#lamps.delete(gid);
    const shown = this.#fault === 'reads other watts' ? withOtherWatts(lamp) : lamp;
    return { body: { data: request.method === 'GET' ? shown : {} } };
  }

  #listed(): ExactObject[] {
    const lamps = [...this.#lamps.values()].reverse();
    return this.#fault === 'lists other watts' ? lamps.map(withOtherWatts) : lamps;
  }

  #put({ body: bytes }: HttpRequest, gid: string, status: number): ResponseParts & { body?: ExactObject } {
    const data = bytes === null ? undefined : dataIn(bytes);
    if (data === undefined) return { status: 400 };
    const { name, watts } = data;
    const now = {
      gid,
      ...(name !== undefined && { name }),
      ...(watts !== undefined && this.#fault !== 'loses watts' && { watts }),
      state: 'off',
    };
    this.#lamps.set(gid, now);
    return { status, body: { data: now } };
  }
}

function withOtherWatts(lamp: ExactObject): ExactObject {
  return { ...lamp, watts: lamp['watts'] === 1 ? 2 : 1 };
}

function dataIn(bytes: Buffer): ExactObject | undefined {
  try {
    const data = within(parseExact(bytes), ['data']);
    if (!isExactObject(data) || typeof data['name'] !== 'string' || data['name'] === '') return undefined;
    const { watts = 0, state = '' } = data;
    const isNumber = typeof watts === 'number' && Number.isInteger(watts) && watts >= 0 && watts <= 999;
    return isNumber && typeof state === 'string' ? data : undefined;
  } catch {
    return undefined;
  }
}

const specification = withoutWorkflows(descriptionOf(paths));

test('a server with its items in a property keeps the contract', async () => {
  expect(await notKeptBy(new LampServer(), specification, 'key', 1, false)).toEqual([]);
});

test.each<[fault: Fault, requirements: string[]]>([
  ['loses watts', ['addLamp.kept.data']],
  ['lists other watts', ['listLamps.lists.addLamp', 'listLamps.agrees.readLamp']],
  ['reads other watts', ['readLamp.returns.addLamp']],
])('a server that %s does not', async (fault, requirements) => {
  const notKept = await notKeptBy(new LampServer(fault), specification, 'key', 1, false);
  expect(notKept).toEqual(expect.arrayContaining(requirements));
});

const report = object(`id: { type: string }, month: ${text}`, 'id, month');
const reports = descriptionOf(`
/reports:
  post:
    operationId: askForReport
    requestBody: { required: true, ${json(object(`month: ${text}`, 'month'))} }
    responses: { '202': { description: '', ${json(object(`data: ${report}`, 'data'))} }, '400': { description: '' } }
/reports/{reportId}:
  parameters: [{ name: reportId, in: path, required: true, schema: { type: string } }]
  get: { operationId: readReport, ${answer(200, report)} }`);

test('what is sent bare, accepted with 202 and read in a property is one thing', async () => {
  const known = new Map<string, ExactObject>();
  const respond = ({ method, target, headers, body }: HttpRequest): ResponseParts => {
    const data = known.get(target.replace(/^\/reports\/|\?.*/g, ''));
    if (method === 'GET' && target !== '/reports') return data === undefined ? { status: 404 } : { body: { data } };
    if (method !== 'POST' || !/^\/reports(\?|$)/.test(target)) return { status: method === 'POST' ? 404 : 405 };
    const isWritten = headers.some(([name, value]) => name === 'Content-Type' && /^application\/json\b/.test(value));
    const month = isWritten && body !== null ? monthIn(body) : undefined;
    if (month === undefined) return { status: 400 };
    const made = { id: `R${known.size}`, month };
    known.set(made.id, made);
    return { status: 202, body: { data: made } };
  };
  const specification = withoutWorkflows(reports);
  expect(await notKeptBy({ respond }, specification, 'key', 1, false)).toEqual([]);
});

function monthIn(bytes: Buffer): string | undefined {
  try {
    const month = within(parseExact(bytes), ['month']);
    return typeof month === 'string' && month !== '' ? month : undefined;
  } catch {
    return undefined;
  }
}

const shade = object(`id: ${byServer}, name: ${text}, color: { type: string }, size: { type: integer }`, 'id, name');
const sentShade = '{ type: string, minLength: 1 }, size: { type: integer, minimum: 1, maximum: 9, default: 4 }';
const shadeBody = (required: string) =>
  `requestBody: { required: true, ${json(object(`name: ${text}, color: ${sentShade}`, required))} }`;
const shades = descriptionOf(`
/shades:
  post: { operationId: addShade, ${shadeBody('name')}, ${answer(201, shade)} }
/shades/{shadeId}:
  parameters: [{ name: shadeId, in: path, required: true, schema: { type: string } }]
  get: { operationId: readShade, ${answer(200, shade)} }
  put: { operationId: putShade, ${shadeBody('name')}, ${answer(200, shade)} }
  patch: { operationId: changeShade, ${shadeBody('')}, ${answer(200, shade)} }`);

/** What a server that takes bodies bare, and answers in `data`, does with a shade. */
interface Shades {
  defaults: ExactObject;
  put(before: ExactObject, sent: ExactObject): ExactObject;
  patch(before: ExactObject, sent: ExactObject): ExactObject;
}

class ShadeServer {
  readonly #known = new Map<string, ExactObject>();
  readonly #shades: Shades;

  constructor(shades: Partial<Shades> = {}) {
    const usual: Shades = {
      defaults: { size: 4 },
      put: (_, sent) => ({ size: 4, ...sent }),
      patch: (before, sent) => ({ ...before, ...sent }),
    };
    this.#shades = { ...usual, ...shades };
  }

  respond({ method, target, headers, body }: HttpRequest): ResponseParts {
    const [, , id] = (target.split('?')[0] ?? '').split('/');
    const before = this.#known.get(id ?? '');
    if (id !== undefined && before === undefined) return { status: 404 };
    if (method === 'GET' && id !== undefined) return { body: { data: before ?? null } };
    const isJson = headers.some(([name, value]) => name === 'Content-Type' && /^application\/json\b/.test(value));
    const sent = isJson && body !== null ? shadeIn(body) : undefined;
    if (!(id === undefined ? ['POST'] : ['PUT', 'PATCH']).includes(method)) return { status: 405 };
    if (sent === undefined || (method !== 'PATCH' && sent['name'] === undefined)) return { status: 400 };
    const own = id ?? `s${this.#known.size + 1}`;
    const item = before ?? { id: own };
    const now =
      method === 'POST'
        ? { ...this.#shades.defaults, ...sent, id: own }
        : { ...(method === 'PUT' ? this.#shades.put(item, sent) : this.#shades.patch(item, sent)), id: own };
    this.#known.set(own, now);
    return { status: method === 'POST' ? 201 : 200, body: { data: now } };
  }
}

function shadeIn(bytes: Buffer): ExactObject | undefined {
  try {
    const sent = parseExact(bytes);
    if (!isExactObject(sent)) return undefined;
    const { name = 'x', color = 'x', size = 1 } = sent;
    const areTexts = [name, color].every((one) => typeof one === 'string' && one !== '');
    const isSize = typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= 9;
    return areTexts && isSize ? sent : undefined;
  } catch {
    return undefined;
  }
}

test.each<[what: string, shades: Partial<Shades>, requirements: string[]]>([
  ['keeps the contract', {}, []],
  ['sets another default', { defaults: { size: 5 } }, ['addShade.defaults.size']],
  [
    'takes a change in part for the whole',
    { patch: ({ name = '' }, sent) => ({ name, ...sent }) },
    ['changeShade.leaves.color', 'changeShade.leaves.size'],
  ],
  [
    'keeps what a replacement leaves out',
    { put: (before, sent) => ({ ...before, ...sent }) },
    ['putShade.kept.color', 'putShade.kept.size'],
  ],
])('a server that takes a body bare, answers in a property and %s', async (_, own, requirements) => {
  const specification = withoutWorkflows(shades);
  expect(await notKeptBy(new ShadeServer(own), specification, 'key', 1, false)).toEqual(requirements);
});
