import { describe, expect, test } from 'vitest';
import { type Exact, type ExactObject, isExactObject, parseExact } from '../../../http/exact-json.ts';
import type { HttpRequest } from '../../../http/exchange.ts';
import { jsonIn } from '../../../http/message-changes.ts';
import { type ResponseParts, responseOf } from '../../../http/test/messages.ts';
import { StillClock } from '../../../http/test/still-clock.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { verify } from '../run.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const parameter = (name: string, schema: string, place = 'path') =>
  `parameters: [{ name: ${name}, in: ${place}, required: true, schema: ${schema} }]`;
const uuid = '{ type: string, format: uuid }';

/** Ids of the requirements of a contract by what became of them at a server. */
async function verdictsAt(
  paths: string,
  others: string,
  respond: (request: HttpRequest) => ResponseParts,
  key = '',
  selection?: ReadonlySet<string>,
) {
  const clock = new StillClock();
  const { requirements } = await verify(withoutWorkflows(descriptionOf(paths, others)), {
    baseUrl: 'http://localhost',
    keys: { key, limitedKey: undefined },
    send: async (request) => responseOf(respond(request), clock.now()),
    clock,
    seed: 7,
    selection,
  });
  const of = (verdict: string) =>
    requirements.filter((result) => result.verdict === verdict).map(({ requirement }) => requirement.id);
  return { violated: of('violated'), unproven: of('unproven'), kept: of('kept'), waived: of('waived') };
}

const isUuid = (text: unknown) => typeof text === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
const nothing = { status: 404 };
let made = 0;
const newUuid = () => `3f2504e0-4f89-41d3-9a0c-${String((made += 1)).padStart(12, '0')}`;

describe('a server that keeps its contract is not blamed', () => {
  test('for parts of what is not there', async () => {
    const paths = `
/codes/{codeId}/image:
  ${parameter('codeId', uuid)}
  get:
    operationId: seeImage
    responses:
      '200': { description: '', ${json('{ type: string }')} }
      '400': { description: '' }
      '404': { description: '' }
/status: { get: { operationId: seeStatus, responses: { '200': { description: '' } } } }`;
    const { violated, unproven, waived } = await verdictsAt(paths, '', ({ target, method }) => {
      if (method !== 'GET') return { status: 405 };
      if (target === '/status') return { status: 200 };
      const [, id] = /^\/codes\/([^/?]*)\/image/.exec(target) ?? [];
      return isUuid(id) || id === undefined ? nothing : { status: 400 };
    });
    expect([violated, unproven]).toEqual([[], []]);
    expect(waived).toContain('seeImage.exists');
  });

  test('for what else an answer has beside an item', async () => {
    const held = '{ type: object, required: [id], properties: { id: { type: string }, name: { type: string } } }';
    const both = `{ type: object, required: [note, visitor], properties: { note: ${held}, visitor: ${held} } }`;
    const paths = `
/notes:
  get: { operationId: listNotes, responses: { '200': { description: '', ${json(`{ type: array, items: ${held} }`)} } } }
  post:
    operationId: addNote
    requestBody: { required: true, ${json('{ type: object, properties: { name: { type: string } } }')} }
    responses: { '201': { description: '', ${json(both)} }, '400': { description: '' } }
/notes/{noteId}:
  ${parameter('noteId', '{ type: string }')}
  get:
    operationId: readNote
    responses: { '200': { description: '', ${json(both)} }, '404': { description: '' } }
  put:
    operationId: replaceNote
    requestBody: { required: true, ${json('{ type: object, properties: { name: { type: string } } }')} }
    responses: { '200': { description: '', ${json(both)} }, '400': { description: '' }, '404': { description: '' } }`;
    const notes = new Map<string, ExactObject>();
    let count = 0;
    const answered = (id: string, status: number) => ({
      status,
      body: { note: { ...notes.get(id), id }, visitor: { id: 'somebody', name: `after ${(count += 1)}` } },
    });
    const { violated } = await verdictsAt(paths, '', ({ method, target, body }) => {
      const [, asked] = /^\/notes\/([^/?]+)/.exec(target) ?? [];
      if (method === 'GET' && asked === undefined)
        return { status: 200, body: [...notes].map(([id, note]) => ({ ...note, id })) };
      if (asked !== undefined && !notes.has(asked)) return nothing;
      if (method === 'GET') return answered(asked ?? '', 200);
      const sent = jsonIn(body) ?? null;
      if (!isExactObject(sent)) return { status: 400 };
      const id = asked ?? newUuid();
      notes.set(id, sent);
      return answered(id, asked === undefined ? 201 : 200);
    });
    expect(violated.filter((id) => id.includes('.returns.'))).toEqual([]);
  });

  test('for parts of what was created are there, and are proven', async () => {
    const ticket = `{ type: object, required: [ticketId], properties: { ticketId: ${uuid} } }`;
    const paths = `
/tickets:
  post:
    operationId: buyTicket
    requestBody: { required: true, ${json('{ type: object, properties: { name: { type: string } } }')} }
    responses: { '201': { description: '', ${json(ticket)} }, '400': { description: '' } }
/tickets/{ticketId}/code:
  ${parameter('ticketId', uuid)}
  get: { operationId: seeCode, responses: { '200': { description: '' }, '404': { description: '' } } }`;
    const tickets = new Set<string>();
    const { violated, unproven, kept } = await verdictsAt(paths, '', (request) => {
      if (request.method === 'GET') return tickets.has(request.target.split(/[/?]/)[2] ?? '') ? {} : nothing;
      if (request.method !== 'POST' || request.target.split('?')[0] !== '/tickets') return { status: 405 };
      const { name } = bodyOr(request) ?? { name: 1 };
      if (name !== undefined && typeof name !== 'string') return { status: 400 };
      const ticketId = newUuid();
      tickets.add(ticketId);
      return { status: 201, body: { ticketId } };
    });
    expect([violated.filter((id) => !/requestBody/.test(id)), unproven]).toEqual([[], []]);
    expect(kept).toContain('seeCode.parameters.path.ticketId.unknown');
  });

  test('for refusing what names something that is not there, and for a list that has one item', async () => {
    const thing = (more: string) =>
      `{ type: object, properties: { id: { type: string, format: uuid, readOnly: true }, ${more} } }`;
    const orders = thing(`lampId: ${uuid}, note: { type: string }`);
    const paths = `
/lamps:
  get:
    operationId: listLamps
    parameters: [{ name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }]
    responses: { '200': { description: '', ${json(`{ type: array, items: ${thing('name: { type: string }')} }`)} } }
/orders:
  post:
    operationId: addOrder
    requestBody: { required: true, ${json(orders)} }
    responses: { '201': { description: '', ${json(orders)} }, '400': { description: '' }, '404': { description: '' } }
/orders/{orderId}:
  ${parameter('orderId', uuid)}
  get:
    operationId: readOrder
    responses: { '200': { description: '', ${json(orders)} }, '404': { description: '' } }`;
    const stored = new Map<string, ExactObject>();
    const respond = (lamps: readonly ExactObject[]) => (request: HttpRequest) => {
      const [path] = request.target.split('?');
      if (path === '/lamps' && request.method === 'GET') return { body: lamps };
      if (request.method === 'GET') {
        const body = stored.get(path?.split('/')[2] ?? '');
        return body === undefined ? nothing : { body };
      }
      if (request.method !== 'POST' || path !== '/orders') return { status: 405 };
      const sent = bodyOr(request);
      const { lampId, note } = sent ?? { note: 1 };
      if ((lampId !== undefined && !isUuid(lampId)) || (note !== undefined && typeof note !== 'string'))
        return { status: 400 };
      if (lampId !== undefined && lamps.every(({ id }) => id !== lampId)) return nothing;
      const id = newUuid();
      const body = { ...(lampId !== undefined && { lampId }), ...(note !== undefined && { note }), id };
      stored.set(id, body);
      return { status: 201, body };
    };
    const served = await verdictsAt(paths, '', respond([{ id: newUuid(), name: 'Desk' }]));
    expect([served.violated.filter((id) => !/contentType/.test(id)), served.unproven]).toEqual([[], []]);
    expect(served.kept).toEqual(expect.arrayContaining(['addOrder.exists', 'addOrder.kept.lampId']));
    expect(served.waived).toContain('listLamps.once');
    const { violated, kept } = await verdictsAt(paths, '', respond([]));
    expect(violated.filter((id) => !/contentType/.test(id))).toEqual([]);
    expect(kept).toContain('readOrder.returns.addOrder');
  });

  test('for a parameter that can have no value, and for taking an empty form for no body', async () => {
    const form = '{ type: object, additionalProperties: { type: string } }';
    const paths = `
/lamps:
  get:
    operationId: listLamps
    parameters:
      - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 9 } }
      - { name: kind, in: query, schema: { type: string, enum: [] } }
    responses: { '200': { description: '' }, '400': { description: '' } }
  put:
    operationId: setLamps
    requestBody:
      required: true
      content: { application/json: { schema: ${form} }, application/x-www-form-urlencoded: { schema: ${form} } }
    responses: { '204': { description: '' }, '400': { description: '' } }`;
    const { violated, unproven, kept } = await verdictsAt(paths, '', ({ target, method, body }) => {
      const { pathname, searchParams } = new URL(target, 'http://localhost');
      if (pathname !== '/lamps' || (method !== 'GET' && method !== 'PUT')) return nothing;
      if (method === 'PUT') return { status: body === null || body.length === 0 ? 400 : 204 };
      const limits = searchParams.getAll('limit');
      return { status: searchParams.has('kind') || limits.some((limit) => !/^[1-9]$/.test(limit)) ? 400 : 200 };
    });
    expect([violated.filter((id) => !/^setLamps\.requestBody(?!\.content\.)/.test(id)), unproven]).toEqual([[], []]);
    expect(kept).toContain('listLamps.parameters.query.limit.minimum');
  });

  test('for identifiers that are unique beneath their owner alone', async () => {
    const text = '{ type: string, minLength: 1, maxLength: 60 }';
    const sent = `{ type: object, required: [text], properties: { text: ${text} } }`;
    const note = `{ type: object, required: [noteId, text], properties: { noteId: { type: integer }, text: ${text} } }`;
    const owner = '{ name: owner, in: path, required: true, schema: { type: string, enum: [ann, bob, eve] } }';
    const refused = "'400': { description: '' }, '404': { description: '' }";
    const paths = `
/owners/{owner}/notes:
  parameters: [${owner}]
  get:
    operationId: listNotes
    responses: { '200': { description: '', ${json(`{ type: array, items: ${note} }`)} }, ${refused} }
  post:
    operationId: addNote
    requestBody: { required: true, ${json(sent)} }
    responses: { '201': { description: '', ${json(note)} }, ${refused} }
/owners/{owner}/notes/{noteId}:
  parameters: [${owner}, { name: noteId, in: path, required: true, schema: { type: integer, minimum: 1 } }]
  get:
    operationId: readNote
    responses: { '200': { description: '', ${json(note)} }, ${refused} }
  put:
    operationId: changeNote
    requestBody: { required: true, ${json(sent)} }
    responses: { '200': { description: '', ${json(note)} }, ${refused} }`;
    const notes = new Map<string, ExactObject[]>(['ann', 'bob', 'eve'].map((name) => [name, []]));
    const { violated, unproven, kept } = await verdictsAt(paths, '', (request) => {
      const [, name = '', id] = /^\/owners\/([^/?]+)\/notes(?:\/([^/?]+))?(?:\?|$)/.exec(request.target) ?? [];
      const own = notes.get(name);
      if (own === undefined) return { status: name === '' ? 404 : 400 };
      if (id !== undefined && !/^[1-9]\d*$/.test(id)) return { status: 400 };
      const index = id === undefined ? own.length : Number(id) - 1;
      if (id !== undefined && own[index] === undefined) return nothing;
      if (request.method === 'GET') return { body: id === undefined ? own : own[index] };
      if (request.method !== (id === undefined ? 'POST' : 'PUT')) return { status: 405 };
      const { text: given } = bodyOr(request) ?? {};
      if (typeof given !== 'string' || given === '' || [...given].length > 60) return { status: 400 };
      own[index] = { noteId: index + 1, text: given };
      return { status: id === undefined ? 201 : 200, body: own[index] };
    });
    expect([violated.filter((one) => !/contentType/.test(one)), unproven]).toEqual([[], []]);
    const shown = ['addNote.unique', 'addNote.kept.text', 'readNote.returns.addNote', 'readNote.returns.changeNote'];
    expect(kept).toEqual(expect.arrayContaining(shown));
  });

  test('for statuses of which the contract does not say when they come', async () => {
    const others = ['403', '409', '500', '503'].map((status) => `'${status}': { description: '', ${json('{}')} }`);
    const responses = ["'200': { description: '' }", ...others].join(', ');
    const paths = `/lamps: { get: { operationId: listLamps, responses: { ${responses} } } }`;
    const { violated, unproven, waived } = await verdictsAt(paths, '', ({ method, target }) =>
      method === 'GET' && /^\/lamps(\?|$)/.test(target) ? {} : nothing,
    );
    expect([violated, unproven]).toEqual([[], []]);
    expect(waived).toContain('listLamps.responses.409');
  });

  test('for an operation that documents no success, nothing or a redirection, or takes what is not made', async () => {
    const wanted = 'parameters: [{ name: level, in: query, required: true, schema: { type: integer } }]';
    const upload = `requestBody: { required: true, content: { multipart/form-data: { schema: { type: object } } } },
      responses: { '201': { description: '' }, '400': { description: '' } }`;
    const paths = `
/lamps: { get: { operationId: listLamps, ${wanted}, responses: { '400': { description: '' } } } }
/doors: { get: { operationId: listDoors } }
/lifts: { get: { operationId: callLift, responses: { '400': { description: '' } } } }
/plans: { post: { operationId: addPlan, ${upload} } }
/films: { post: { operationId: addFilm, ${upload} } }
/walls: { get: { operationId: listWalls, responses: { '302': { description: '' } } } }`;
    const { violated, unproven, waived, kept } = await verdictsAt(paths, '', ({ method, target, headers, body }) => {
      const [path] = target.split('?');
      if (path === '/plans' && method === 'POST') return { status: 400 };
      const isMultipart = headers.some(([, value]) => /^multipart\/form-data\s*(;|$)/i.test(value));
      if (path === '/films' && method === 'POST') return { status: body !== null && isMultipart ? 201 : 400 };
      if (method !== 'GET' || path === '/plans' || path === '/films') return { status: 405 };
      if (path === '/lamps') return { status: 400 };
      return path === '/walls' ? { status: 302 } : { status: path === '/doors' || path === '/lifts' ? 200 : 404 };
    });
    expect([violated, unproven]).toEqual([[], []]);
    expect(waived).toEqual(
      expect.arrayContaining(['addPlan.exists', 'listLamps.exists', 'listLamps.parameters.query.level.required']),
    );
    expect(kept).toEqual(expect.arrayContaining(['addFilm.exists', 'listDoors.exists', 'listWalls.exists']));
  });

  test('for a text/plain, XML of which the contract has an example, and XML of which it has none', async () => {
    const taken = (type: string, more: string) => `requestBody: { required: true, content: { ${type}: { ${more} } } },
      responses: { '204': { description: '' }, '400': { description: '' } }`;
    const schema = 'schema: { type: object, required: [title], properties: { title: { type: string } } }';
    const text = 'schema: { type: string, minLength: 3, maxLength: 9 }';
    const paths = `
/mottos: { post: { operationId: addMotto, ${taken('text/plain', text)} } }
/plans: { post: { operationId: addPlan, ${taken('application/xml', `${schema}, example: <plan>A</plan>`)} } }
/films: { post: { operationId: addFilm, ${taken('application/xml', schema)} } }`;
    const serverOf = (most: number) =>
      verdictsAt(paths, '', ({ method, target, headers, body }) => {
        const [path = ''] = target.split('?');
        if (!['/mottos', '/plans', '/films'].includes(path)) return nothing;
        if (method !== 'POST') return { status: 405 };
        const own = body?.toString() ?? '';
        const isText = headers.some(([, value]) => /^text\/plain\s*(;|$)/i.test(value));
        const isXml = headers.some(([, value]) => /^application\/xml\s*(;|$)/i.test(value));
        if (path === '/mottos') return { status: isText && own.length > 2 && [...own].length <= most ? 204 : 400 };
        return { status: isXml && /^<plan>.*<\/plan>$/.test(own) && path === '/plans' ? 204 : 400 };
      });
    const { violated, unproven, kept, waived } = await serverOf(9);
    expect([violated, unproven]).toEqual([[], []]);
    expect(waived).toContain('addFilm.exists');
    const shown = ['addMotto.requestBody.maxLength', 'addMotto.requestBody.text', 'addPlan.exists'];
    expect(kept).toEqual(expect.arrayContaining(shown));
    expect((await serverOf(10)).violated).toEqual(['addMotto.requestBody.maxLength']);
  });

  test.each([
    [
      'for a map where the thing is meant, which cannot show it',
      '{ type: object, additionalProperties: { type: object } }',
      [],
    ],
    ['but for a thing that is not stored', '{ type: object }', ['readFilm.returns.changeFilm']],
  ])('%s', async (_, shown, expected) => {
    const of = (film: string) => json(`{ type: object, required: [film], properties: { film: ${film} } }`);
    const paths = `
/films/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readFilm, responses: { '200': { description: '', ${of(shown)} } } }
  patch:
    operationId: changeFilm
    requestBody: { required: true, ${of('{ type: object, properties: { title: { type: string } } }')} }
    responses: { '204': { description: '' } }`;
    const { violated } = await verdictsAt(paths, '', ({ method, target }) => {
      if (!/^\/films\/[^/]+$/.test(target.split('?')[0] ?? '')) return nothing;
      return method === 'GET' ? { body: { film: {} } } : { status: method === 'PATCH' ? 204 : 405 };
    });
    expect(violated).toEqual(expected);
  });

  test('for changes that are answered with a receipt', async () => {
    const title = 'title: { type: string, minLength: 1, maxLength: 60 }';
    const film = `{ type: object, required: [id, title], properties: { id: { type: integer }, ${title} } }`;
    const sent = `{ type: object, required: [title], properties: { ${title} } }`;
    const receipt = '{ type: object, required: [ok], properties: { ok: { const: true } } }';
    const refused = "'400': { description: '' }";
    const paths = `
/films:
  get: { operationId: listFilms, responses: { '200': { description: '', ${json(`{ type: array, items: ${film} }`)} } } }
  post:
    operationId: addFilm
    requestBody: { required: true, ${json(sent)} }
    responses: { '201': { description: '', ${json(film)} }, ${refused} }
/films/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readFilm, responses: { '200': { description: '', ${json(film)} }, '404': { description: '' } } }
  patch:
    operationId: changeFilm
    requestBody: { required: true, ${json(sent)} }
    responses: { '200': { description: '', ${json(receipt)} }, ${refused}, '404': { description: '' } }`;
    const films = new Map<number, ExactObject>();
    const { violated, unproven, kept } = await verdictsAt(paths, '', (request) => {
      const [, list, id] = /^\/(films)(?:\/([^/?]+))?(?:\?|$)/.exec(request.target) ?? [];
      if (list === undefined) return nothing;
      const film = films.get(Number(id));
      if (id !== undefined && film === undefined) return nothing;
      if (request.method === 'GET') return { body: film ?? [...films.values()] };
      if (request.method !== (id === undefined ? 'POST' : 'PATCH')) return { status: 405 };
      const { title: own } = bodyOr(request) ?? {};
      if (typeof own !== 'string' || own === '' || [...own].length > 60) return { status: 400 };
      const now = { id: Number(id ?? films.size + 1), title: own };
      films.set(now.id, now);
      return id === undefined ? { status: 201, body: now } : { body: { ok: true } };
    });
    expect([violated.filter((one) => !/contentType/.test(one)), unproven]).toEqual([[], []]);
    expect(kept).toEqual(expect.arrayContaining(['readFilm.returns.changeFilm', 'listFilms.lists.addFilm']));
  });

  test.each<[what: string, start: (page: number) => number, violated: string[]]>([
    ['for pages of which only the server knows the size', (page) => 3 * (page - 1), []],
    ['but for pages of that kind that overlap', (page) => 2 * (page - 1), ['listFilms.pages.page']],
    ['but for one page that is given again and again', () => 0, ['listFilms.lists.addFilm']],
  ])('%s', async (_, start, expected) => {
    const title = 'title: { type: string, minLength: 1, maxLength: 60 }';
    const film = `{ type: object, required: [id, title], properties: { id: { type: integer }, ${title} } }`;
    const sent = `{ type: object, required: [title], properties: { ${title} } }`;
    const paths = `
/films:
  get:
    operationId: listFilms
    parameters: [{ name: page, in: query, schema: { type: integer, minimum: 1, maximum: 1000, default: 1 } }]
    responses:
      '200': { description: '', ${json(`{ type: array, items: ${film} }`)} }
      '400': { description: '' }
  post:
    operationId: addFilm
    requestBody: { required: true, ${json(sent)} }
    responses: { '201': { description: '', ${json(film)} }, '400': { description: '' } }`;
    const films: ExactObject[] = [];
    const { violated, unproven } = await verdictsAt(paths, '', (request) => {
      const { pathname, searchParams } = new URL(request.target, 'http://localhost');
      if (pathname !== '/films') return nothing;
      const page = Number(searchParams.get('page') ?? 1);
      const isPage = [...searchParams.values()].every((value) => /^[1-9]\d*$/.test(value)) && page <= 1000;
      if (request.method === 'GET' && !isPage) return { status: 400 };
      if (request.method === 'GET') return { body: films.slice(start(page), start(page) + 3) };
      if (request.method !== 'POST') return { status: 405 };
      const { title: own } = bodyOr(request) ?? {};
      if (typeof own !== 'string' || own === '' || [...own].length > 60) return { status: 400 };
      films.push({ id: films.length + 1, title: own });
      return { status: 201, body: films.at(-1) };
    });
    expect([violated.filter((one) => !/contentType/.test(one)), unproven]).toEqual([expected, []]);
  });

  test('for a body that is left out where it may be', async () => {
    const body = `requestBody: { ${json('{ type: object, properties: { level: { type: integer } } }')} }`;
    const responses = "responses: { '204': { description: '' }, '400': { description: '' } }";
    const paths = `/lamps: { put: { operationId: setLamps, ${body}, ${responses} } }`;
    const { violated, unproven, kept } = await verdictsAt(paths, '', (request) => {
      if (request.target.split('?')[0] !== '/lamps') return nothing;
      if (request.method !== 'PUT') return { status: 405 };
      if (request.body === null || request.body.length === 0) return { status: 204 };
      const { level = 1 } = bodyOr(request) ?? { level: 'none' };
      return { status: Number.isInteger(level) || typeof level === 'bigint' ? 204 : 400 };
    });
    expect([violated, unproven]).toEqual([[], []]);
    expect(kept).toContain('setLamps.requestBody.wellFormed');
  });

  test('for what is documented of nothing but failures, and of what comes before another response', async () => {
    const paths = [100, 503]
      .map(
        (status) =>
          `/${status}: { get: { operationId: see${status}, responses: { '${status}': { description: '' } } } }`,
      )
      .join('\n');
    const respond = (other: number) => (request: HttpRequest) => {
      const [, status] = /^\/(100|503)(?:\?|$)/.exec(request.target) ?? [];
      if (status === undefined) return nothing;
      return { status: request.method !== 'GET' ? 405 : status === '503' ? other : 204 };
    };
    const { violated, unproven } = await verdictsAt(paths, '', respond(503));
    expect([violated, unproven]).toEqual([[], []]);
    expect((await verdictsAt(paths, '', respond(500))).violated).toEqual(['see503.responses.failure']);
  });

  test('for refusing a body of which no alternative is the only one', async () => {
    const alike = (name: string) => `{ type: object, properties: { ${name}: { type: string } } }`;
    const paths = `
/lamps:
  put:
    operationId: setLamp
    requestBody: { required: true, ${json(`{ oneOf: [${alike('name')}, ${alike('title')}] }`)} }
    responses: { '204': { description: '' }, '400': { description: '' } }`;
    const { violated, unproven, waived } = await verdictsAt(paths, '', (request) => {
      if (!/^\/lamps(\?|$)/.test(request.target)) return nothing;
      if (request.method !== 'PUT') return { status: 405 };
      const sent = bodyOr(request);
      const fits = ['name', 'title'].filter((name) => ['string', 'undefined'].includes(typeof sent?.[name]));
      return { status: sent !== undefined && fits.length === 1 ? 204 : 400 };
    });
    expect([violated.filter((id) => !/contentType/.test(id)), unproven]).toEqual([[], []]);
    expect(waived).toContain('setLamp.exists');
  });

  test('for what is read without a body, and for what is removed of which no identifier is known', async () => {
    const paths = `
/lamps:
  post:
    operationId: addLamp
    requestBody: { required: true, ${json('{ type: object, properties: { title: { type: string } } }')} }
    responses: { '201': { description: '' }, '400': { description: '' } }
/lamps/{slug}:
  parameters: [{ name: slug, in: path, required: true, example: desk, schema: { type: string } }]
  get: { operationId: seeLamp, responses: { '200': { description: '' }, '404': { description: '' } } }
  put:
    operationId: setLamp
    requestBody: { required: true, ${json('{ type: object, properties: { title: { type: string } } }')} }
    responses: { '200': { description: '' }, '400': { description: '' }, '404': { description: '' } }
  delete: { operationId: removeLamp, responses: { '204': { description: '' }, '404': { description: '' } } }`;
    const lamps = new Set(['desk']);
    const { violated, unproven, waived } = await verdictsAt(paths, '', (request) => {
      const [, collection, slug, more] = (request.target.split('?')[0] ?? '').split('/');
      if (collection !== 'lamps' || more !== undefined) return nothing;
      if (slug !== undefined && request.method === 'DELETE') return lamps.delete(slug) ? { status: 204 } : nothing;
      if (slug !== undefined && request.method === 'GET') return lamps.has(slug) ? {} : nothing;
      if (request.method !== (slug === undefined ? 'POST' : 'PUT')) return { status: 405 };
      const { title } = bodyOr(request) ?? { title: 1 };
      if (title !== undefined && typeof title !== 'string') return { status: 400 };
      if (slug !== undefined) return lamps.has(slug) ? {} : nothing;
      return { status: 201 };
    });
    expect([violated.filter((id) => !/contentType/.test(id)), unproven]).toEqual([[], []]);
    expect(waived).toContain('removeLamp.removed.seeLamp');
  });

  test('for a path that may be taken for another one', async () => {
    const file = parameter('name', '{ type: string }');
    const responses = "responses: { '200': { description: '' } }";
    const paths = `
/files/{name}:
  ${file}
  get: { operationId: readFile, ${responses} }
/files/{name}.json:
  ${file}
  put: { operationId: putJson, ${responses} }`;
    const { violated, kept } = await verdictsAt(paths, '', ({ method, target }) => {
      const [, name] = /^\/files\/([^/?]+)(\?|$)/.exec(target) ?? [];
      if (name === undefined) return nothing;
      return { status: method === 'GET' || (method === 'PUT' && name.endsWith('.json')) ? 200 : 405 };
    });
    expect(violated).toEqual([]);
    expect(kept).toContain('paths./files/{name}.json.DELETE');
  });

  test('for things that hold each other: neither can be made first', async () => {
    const thing = (id: string, other: string) =>
      `{ type: object, required: [${other}], properties: { ${id}: ${uuid}, ${other}: ${uuid} } }`;
    const path = (name: string, id: string, other: string) => `
/${name}:
  post:
    operationId: make_${name}
    requestBody: { required: true, ${json(thing(id, other))} }
    responses: { '201': { description: '', ${json(thing(id, other))} }, '400': { description: '' } }
/${name}/{${id}}:
  ${parameter(id, uuid)}
  get:
    operationId: read_${name}
    responses: { '200': { description: '', ${json(thing(id, other))} }, '404': { description: '' } }`;
    const things = new Map<string, ExactObject>();
    const paths = path('cats', 'cat_id', 'dog_id') + path('dogs', 'dog_id', 'cat_id');
    const { violated, unproven, kept } = await verdictsAt(paths, '', (request) => {
      const [, name = '', id] = (request.target.split('?')[0] ?? '').split('/');
      const [own, other] = name === 'cats' ? ['cat_id', 'dog_id'] : ['dog_id', 'cat_id'];
      if (!['cats', 'dogs'].includes(name)) return nothing;
      if (id !== undefined)
        return request.method === 'GET' && things.has(id) ? { body: things.get(id) ?? {} } : nothing;
      if (request.method !== 'POST') return { status: 405 };
      const sent = bodyOr(request);
      if (!isUuid(sent?.[other]) || !isUuid(sent?.[own] ?? newUuid())) return { status: 400 };
      const thingId = newUuid();
      const thing = { ...sent, [own]: thingId };
      things.set(thingId, thing);
      return { status: 201, body: thing };
    });
    expect([violated.filter((one) => !/requestBody|parameters/.test(one)), unproven]).toEqual([[], []]);
    expect(kept).toEqual(expect.arrayContaining(['read_cats.exists', 'read_dogs.exists']));
  });

  test('for a limit that nothing announces', async () => {
    const schemes = 'components: { securitySchemes: { Key: { type: http, scheme: bearer } } }';
    const security = `${schemes}\nsecurity: [{ Key: [] }]`;
    const refused = `'401': { description: '' }, '429': { description: '' }`;
    const paths = `/lamps: { get: { operationId: listLamps, responses: { '200': { description: '' }, ${refused} } } }`;
    let requests = 0;
    const { violated, unproven } = await verdictsAt(
      paths,
      security,
      ({ method, target, headers }) => {
        requests += 1;
        if (
          !headers.some(
            ([name, value]) => name === 'Authorization' && /^[Bb][Ee][Aa][Rr][Ee][Rr] right-key$/.test(value),
          )
        )
          return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
        return method === 'GET' && /^\/lamps(\?|$)/.test(target) ? {} : nothing;
      },
      'right-key',
    );
    expect([violated, unproven]).toEqual([[], []]);
    expect(requests).toBeLessThan(500);
  });
});

/** The body of a request as JSON; undefined for what is none. */
function bodyOr({ body }: HttpRequest): ExactObject | undefined {
  try {
    const value = parseExact(body ?? Buffer.from(''));
    return isExactObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const bookSchema = (others: string) =>
  `{ type: object, required: [title], properties: { title: { type: string, minLength: 1 }, ${others} } }`;

/** A contract of books; `sent` and `shown`: their further properties, `read`: what else a reader is answered. */
const bookPaths = (
  sent: string,
  shown: string,
  read = `, '404': { description: '' }`,
  types = ['application/json'],
) => {
  const content = (schema: string) =>
    `content: { ${types.map((type) => `${type}: { schema: ${schema} }`).join(', ')} }`;
  const answered = bookSchema(shown);
  return `
/books:
  get:
    operationId: listBooks
    responses: { '200': { description: '', ${json(`{ type: array, items: ${answered} }`)} } }
  post:
    operationId: addBook
    requestBody: { required: true, ${content(bookSchema(sent))} }
    responses: { '201': { description: '', ${content(answered)} }, '400': { description: '' } }
/books/{id}:
  ${parameter('id', uuid)}
  get: { operationId: readBook, responses: { '200': { description: '', ${json(answered)} }${read} } }
  delete: { operationId: removeBook, responses: { '204': { description: '' }, '404': { description: '' } } }`;
};

/** A server of books that answers with what `show` makes of them, and with `gone` for what is not there. */
function bookServer(
  show: (book: ExactObject) => ExactObject,
  {
    gone = nothing,
    isUpsert = false,
    everyOther,
  }: { gone?: ResponseParts; isUpsert?: boolean; everyOther?: string } = {},
): (request: HttpRequest) => ResponseParts {
  const books = new Map<string, ExactObject>();
  return (request) => {
    const { method, headers } = request;
    const [path = ''] = request.target.split('?');
    const [, collection, id, more] = path.split('/');
    if (everyOther !== undefined && id !== undefined && !isUuid(id)) return { status: 400 };
    if (collection !== 'books' || more !== undefined) return nothing;
    const header = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
    if (id === undefined && method === 'GET') return { body: [...books.values()].map(show) };
    if (id === undefined && method === 'POST') {
      const isXml = /xml/.test(header('content-type'));
      const sent = isXml ? { title: 'from XML' } : bodyOr(request);
      if (
        typeof sent?.['title'] !== 'string' ||
        sent['title'] === '' ||
        ('note' in sent && typeof sent['note'] !== 'string')
      )
        return { status: 400 };
      const isOther = everyOther !== undefined && books.size % 2 === 1;
      const newId = isOther ? `${everyOther} ${newUuid()}` : newUuid();
      const own = isUpsert && isUuid(sent['id']) ? String(sent['id']) : newId;
      const book = { ...sent, id: own };
      books.set(own, book);
      if (/^application\/xml/.test(header('accept')))
        return { status: 201, headers: { 'Content-Type': 'application/xml' }, body: `<book><id>${own}</id></book>` };
      return { status: 201, body: show(book) };
    }
    const book = id === undefined ? undefined : books.get(id);
    if (method === 'GET') return book === undefined ? gone : { body: show(book) };
    if (method !== 'DELETE') return { status: 405 };
    return books.delete(id ?? '') ? { status: 204 } : nothing;
  };
}

describe('a server of books that keeps its contract is not blamed', () => {
  test.each<[what: string, paths: string, respond: (request: HttpRequest) => ResponseParts]>([
    [
      'for another answer than 404 to a reader of what was removed, where none is documented',
      bookPaths('note: { type: string }', `id: ${uuid}`, ''),
      bookServer((book) => book, { gone: { body: { title: 'gone', id: '3f2504e0-4f89-41d3-9a0c-000000000000' } } }),
    ],
    [
      'for a property that request and response describe by different types',
      bookPaths(`author: ${uuid}`, `id: ${uuid}, author: { type: object, properties: { name: { type: string } } }`),
      bookServer(({ author, ...book }) => ({ ...book, ...(author !== undefined && { author: { name: 'Ada' } }) })),
    ],
    [
      'for an identifier that the client gives twice',
      bookPaths(`id: ${uuid}`, `id: ${uuid}`),
      bookServer((book) => book, { isUpsert: true }),
    ],
    [
      'for an identifier of its own in place of that of the client',
      bookPaths(`id: ${uuid}`, `id: ${uuid}`),
      bookServer((book) => book),
    ],
    [
      'for identifiers that the path of one cannot have',
      bookPaths('note: { type: string }', 'id: { type: string }, note: { type: string }'),
      bookServer((book) => book, { everyOther: 'no UUID' }),
    ],
    [
      'for what no response may show',
      bookPaths('note: { type: string }', `id: ${uuid}, note: { type: string, maxLength: 3 }`),
      bookServer(({ note, ...book }) => ([...String(note)].length > 3 ? book : { ...book, note: note ?? '' })),
    ],
    [
      'for XML beside JSON',
      bookPaths('note: { type: string }', `id: ${uuid}, note: { type: string }`, undefined, [
        'application/json',
        'application/xml',
      ]),
      bookServer((book) => book),
    ],
  ])('%s', async (_, paths, respond) => {
    const { violated, kept } = await verdictsAt(paths, '', respond);
    // How strict it is with bodies is not what this is about.
    expect(violated.filter((id) => !/requestBody|parameters/.test(id))).toEqual([]);
    expect(kept).toContain('readBook.returns.addBook');
  });
});

const states = ['open', 'shut', 'lost'];
const jobFields = 'state: { enum: [open, shut, lost] }, urgent: { type: boolean }';
const sentJob = `{ type: object, required: [state, urgent], properties: { ${jobFields} } }`;
const job = `{ type: object, required: [id, state, urgent], properties: { id: ${uuid}, ${jobFields} } }`;
const jobPaths = `
/jobs:
  get:
    operationId: listJobs
    parameters:
      - { name: state, in: query, schema: { enum: [open, shut, lost], default: open } }
      - { name: urgent, in: query, schema: { type: boolean, default: false } }
      - { name: order, in: query, schema: { enum: [asc, desc], default: asc } }
      - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 9, default: 4 } }
    responses: { '200': { description: '', ${json(`{ type: array, items: ${job} }`)} }, '400': { description: '' } }
  post:
    operationId: addJob
    requestBody: { required: true, ${json(sentJob)} }
    responses: { '201': { description: '', ${json(job)} }, '400': { description: '' } }`;

/** A server of jobs, which lists them by these values where a request gives none; `shown` are those it may list. */
function jobServer(
  presets: { state: string; order: string },
  shown = (urgent: Exact | undefined, asked: string) => String(urgent) === asked,
) {
  const jobs: ExactObject[] = [];
  return (request: HttpRequest): ResponseParts => {
    const { pathname, searchParams } = new URL(request.target, 'http://localhost');
    if (pathname !== '/jobs') return nothing;
    if (request.method === 'POST') {
      const { state, urgent } = bodyOr(request) ?? {};
      if (typeof state !== 'string' || !states.includes(state) || typeof urgent !== 'boolean') return { status: 400 };
      jobs.push({ id: newUuid(), state, urgent });
      return { status: 201, body: jobs.at(-1) };
    }
    if (request.method !== 'GET') return { status: 405 };
    const given = { ...presets, urgent: 'false', limit: '4', ...Object.fromEntries(searchParams) };
    const isAllowed =
      states.includes(given.state) &&
      ['asc', 'desc'].includes(given.order) &&
      ['true', 'false'].includes(given.urgent) &&
      /^[1-9]$/.test(given.limit);
    if (!isAllowed) return { status: 400 };
    const own = jobs.filter(({ state, urgent }) => state === given.state && shown(urgent, given.urgent));
    return { body: (given.order === 'asc' ? own : own.toReversed()).slice(0, Number(given.limit)) };
  };
}

describe('a list whose parameters have defaults', () => {
  test('may leave out what has not the default of a filter', async () => {
    const { violated, unproven, kept } = await verdictsAt(jobPaths, '', jobServer({ state: 'open', order: 'asc' }));
    expect([violated.filter((id) => !/contentType/.test(id)), unproven]).toEqual([[], []]);
    const shown = ['parameters.query.state.default', 'parameters.query.order.default', 'lists.addJob', 'every.state'];
    expect(kept).toEqual(expect.arrayContaining(shown.map((id) => `listJobs.${id}`)));
  });

  test.each<[what: string, shown: (urgent: Exact | undefined, asked: string) => boolean, violated: string[]]>([
    ['may list both with true, where it lists one of them without it', (own, asked) => !own || asked === 'true', []],
    ['must not list both with false', () => true, ['listJobs.only.urgent']],
    ['must list what has the value', (own) => !own, ['listJobs.every.urgent']],
  ])('%s', async (_, shown, expected) => {
    const { violated } = await verdictsAt(jobPaths, '', jobServer({ state: 'open', order: 'asc' }, shown));
    expect(violated.filter((id) => /\.(?:only|every)\.urgent$/.test(id))).toEqual(expected);
  });

  test.each([
    ['state', { state: 'shut', order: 'asc' }],
    ['order', { state: 'open', order: 'desc' }],
  ])('must use that of %s', async (name, presets) => {
    const { violated } = await verdictsAt(jobPaths, '', jobServer(presets));
    expect(violated).toContain(`listJobs.parameters.query.${name}.default`);
  });
});

test('of a selection, nothing is sent to the other operations, and nothing is said of them', async () => {
  const headers = ['Limit', 'Remaining', 'Reset'].map((name) => `X-RateLimit-${name}: { schema: { type: integer } }`);
  const served = `'200': { description: '', headers: { ${headers.join(', ')} } }`;
  const responses = `responses: { ${served}, '429': { description: '' } }`;
  const paths = ['lamps', 'doors', 'walls']
    .map((name) => `/${name}: { get: { operationId: ${name}, ${responses} } }`)
    .join('\n');
  const sent: string[] = [];
  let left = 60;
  const respond = ({ method, target }: HttpRequest): ResponseParts => {
    sent.push(target);
    left -= 1;
    if (!/^\/(lamps|doors|walls)(\?|$)/.test(target) || method !== 'GET') return { status: 405 };
    const values = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': String(left), 'X-RateLimit-Reset': '60' };
    return { headers: values };
  };
  const bearer =
    'security: [{ bearer: [] }]\ncomponents: { securitySchemes: { bearer: { type: http, scheme: bearer } } }';
  const all = await verdictsAt(paths, bearer, respond, 'Ab1-key', new Set(['doors']));
  expect(
    Object.values(all)
      .flat()
      .filter((id) => !id.startsWith('doors.')),
  ).toEqual([]);
  expect(all.kept).toContain('doors.exists');
  // The first request asks whether the server is there.
  expect(sent.slice(1).filter((target) => !target.startsWith('/doors'))).toEqual([]);
});

test('a seed can be run again at a server that still has what the first run created', async () => {
  const fields = 'text: { type: string }';
  const note = `{ type: object, required: [id, text], properties: { id: ${uuid}, ${fields} } }`;
  const paths = `
/notes:
  get: { operationId: listNotes, responses: { '200': { description: '', ${json(`{ type: array, items: ${note} }`)} } } }
  post:
    operationId: addNote
    requestBody: { required: true, ${json(`{ type: object, required: [text], properties: { ${fields} } }`)} }
    responses: { '201': { description: '', ${json(note)} }, '400': { description: '' } }`;
  const notes: ExactObject[] = [];
  const respond = (request: HttpRequest): ResponseParts => {
    if (request.target.split('?')[0] !== '/notes') return nothing;
    if (request.method === 'GET') return { body: notes };
    if (request.method !== 'POST') return { status: 405 };
    const { text } = bodyOr(request) ?? {};
    if (typeof text !== 'string') return { status: 400 };
    notes.push({ id: newUuid(), text });
    return { status: 201, body: notes.at(-1) };
  };
  const first = await verdictsAt(paths, '', respond);
  const second = await verdictsAt(paths, '', respond);
  expect(second.violated).toEqual(first.violated);
  expect([first.kept, second.kept]).toEqual(Array(2).fill(expect.arrayContaining(['listNotes.refused.addNote'])));
});

test('a contract without an operation cannot be verified', () =>
  expect(verdictsAt('{}', '', () => nothing)).rejects.toThrow(/ has no operation: there is nothing to verify\.$/));
