import { array, integer } from 'fast-check';
import { expect, test } from 'vitest';
import { type HttpResponse, NoResponse } from '../../../http/exchange.ts';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import type { Case, GeneratedRequirement } from '../../../requirements/cases.ts';
import { descriptionOf, operationIn } from '../../../test/contracts.ts';
import { requirementWith } from '../../../test/requirement.ts';
import { benchFor, idsOf } from '../../test/bench.ts';
import { Interrupted } from '../session/request-sender.ts';
import { runCase, runGenerated } from './case-runner.ts';

const description = descriptionOf(
  "/lamps: { get: { operationId: listLamps, responses: { '200': { description: '' } } } }",
);
const operation = operationIn(description, 'listLamps');
const requirement = requirementWith({ id: 'listLamps.generated' });

/** Runs generated cases at a server, and gives how many were sent. */
async function sentTo(
  respond: (count: number) => HttpResponse,
  { runs, unsent = 0 }: { runs?: number; unsent?: number } = {},
): Promise<number> {
  let count = 0;
  let made = 0;
  const { session, ledger } = benchFor(description, undefined, undefined, () => async () => {
    count += 1;
    return respond(count);
  });
  ledger.add(requirement);
  const generated: GeneratedRequirement = {
    requirement,
    operation,
    values: array(integer(), { minLength: 300, maxLength: 300 }),
    caseFor: () => {
      made += 1;
      if (made <= unsent) return undefined;
      const build: Case['build'] = ({ source }) => source.base(operation);
      return { requirement, operation, title: 'generated', expectation: { kind: 'accepted' }, build };
    },
  };
  await runGenerated(session, [], generated, 7, runs);
  return count;
}

test('cases are sent until a count that no server makes larger', async () => {
  expect(await sentTo(() => responseOf({}))).toBe(15);
  expect(await sentTo((count) => responseOf({ status: count % 10 === 0 ? 400 : 200 }))).toBe(200);
});

test('of one run, the first value counts that can be sent', async () => {
  expect(await sentTo(() => responseOf({}), { runs: 1 })).toBe(1);
  expect(await sentTo(() => responseOf({}), { runs: 1, unsent: 3 })).toBe(1);
});

test.each<[status: number, verdict: 'kept' | 'waived' | 'violated']>([
  [200, 'kept'],
  [409, 'waived'],
  [400, 'violated'],
])('a request that is allowed and answered with %i: %s', async (status, verdict) => {
  const { session, ledger } = benchFor(description, () => ({ status }));
  ledger.add(requirement);
  const build: Parameters<typeof runCase>[2]['build'] = ({ source }) => source.base(operation);
  await runCase(session, [], { requirement, operation, title: '', expectation: { kind: 'accepted' }, build });
  expect(idsOf(ledger, verdict)).toContain(requirement.id);
});

test.each<[asked: string, verdict: 'violated' | 'waived']>([
  ['1', 'violated'],
  ['9', 'waived'],
])('a documented 404 for page %s: %s', async (asked, verdict) => {
  const items = '{ type: array, items: { type: object, properties: { id: { type: integer } } } }';
  const pages = descriptionOf(`
/lamps:
  get:
    operationId: listLamps
    parameters: [{ name: page, in: query, schema: { type: integer } }]
    responses: { '200': { content: { application/json: { schema: ${items} } } }, '404': { description: '' } }`);
  const { session, ledger } = benchFor(pages, () => ({ status: 404 }));
  ledger.add(requirement);
  const list = operationIn(pages, 'listLamps');
  const build: Parameters<typeof runCase>[2]['build'] = async ({ source }) => ({
    ...(await source.base(list)),
    query: [['page', asked]],
  });
  await runCase(session, [], { requirement, operation: list, title: '', expectation: { kind: 'accepted' }, build });
  expect(idsOf(ledger, verdict)).toContain(requirement.id);
});

test.each<[status: number, isShown: boolean]>([
  [200, false],
  [400, true],
])('what came with %i is made a text for people: %s', async (status, isShown) => {
  let isRead = false;
  const body = Object.assign(Buffer.from('{}'), {
    toString: () => {
      isRead = true;
      return '{}';
    },
  });
  const { session, ledger } = benchFor(description, () => ({ status, body }));
  ledger.add(requirement);
  const build: Parameters<typeof runCase>[2]['build'] = ({ source }) => source.base(operation);
  await runCase(session, [], { requirement, operation, title: '', expectation: { kind: 'accepted' }, build });
  expect(isRead).toBe(isShown);
});

test('a case without a response is no end', async () => {
  const lost = new NoResponse(requestOf('GET', '/lamps'), 'socket hang up');
  const losing = (count: number) => {
    if (count === 3) throw lost;
    return responseOf({});
  };
  expect(await sentTo(losing)).toBeGreaterThanOrEqual(15);
});

test.each([
  ['the end of a run', new Interrupted('The server no longer answers.')],
  ['a defect of the verifier', new TypeError('It is undefined.')],
])('%s is not taken for a violation', async (_, error) => {
  const failing = (count: number): HttpResponse => {
    if (count > 1) throw error;
    return responseOf({});
  };
  await expect(sentTo(failing)).rejects.toBe(error);
});

test('a refusal shows nothing of an operation that refuses everything', async () => {
  let status = 400;
  const { session, ledger } = benchFor(description, () => ({ status }));
  ledger.add(requirement);
  const refused = { text: '400', has: (own: number) => own === 400 };
  const send = (kind: 'refused' | 'either') =>
    runCase(session, [], {
      requirement,
      operation,
      title: 'refused',
      expectation: { kind, with: refused },
      build: ({ source }) => source.base(operation),
    });
  await send('refused');
  await send('either');
  expect(idsOf(ledger, 'unproven')).toContain(requirement.id);
  status = 200;
  await session.call(await session.source.base(operation));
  status = 400;
  await send('refused');
  expect(idsOf(ledger, 'kept')).toContain(requirement.id);
});

test('a redirection serves a request that a server may refuse as well', async () => {
  const { session, ledger } = benchFor(description, () => ({ status: 307 }));
  ledger.add(requirement);
  const refused = { text: '400', has: (status: number) => status === 400 };
  const build: Parameters<typeof runCase>[2]['build'] = ({ source }) => source.base(operation);
  await runCase(session, [], {
    requirement,
    operation,
    title: '',
    expectation: { kind: 'either', with: refused },
    build,
  });
  expect(idsOf(ledger, 'kept')).toContain(requirement.id);
});

test('of one run, the first value counts that can be sent', async () => {
  expect(await sentTo(() => responseOf({}), { runs: 1 })).toBe(1);
  expect(await sentTo(() => responseOf({}), { runs: 1, unsent: 3 })).toBe(1);
});

test.each<[status: number, verdict: 'kept' | 'violated']>([
  [422, 'kept'],
  [201, 'violated'],
])('an entry that must be refused has the status %i within a 207: %s', async (status, verdict) => {
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const list = (entry: string) => `{ type: array, items: { type: object, properties: { ${entry} } } }`;
  const bulk = descriptionOf(`
/lamps:
  post:
    operationId: addLamps
    requestBody: { ${json(list('colour: { type: string }'))} }
    responses: { '207': { description: '', ${json(list('status: { type: integer }'))} }, '400': { description: '' } }`);
  const { session, ledger } = benchFor(bulk, () => ({ status: 207, body: [{ status }] }));
  ledger.add(requirement);
  const addLamps = operationIn(bulk, 'addLamps');
  await runCase(session, [], {
    requirement,
    operation: addLamps,
    title: '',
    expectation: { kind: 'refused', with: { text: '400', has: (own) => own === 400 } },
    build: ({ source }) => source.base(addLamps),
  });
  expect(idsOf(ledger, verdict)).toContain(requirement.id);
});

const dimming = (others: string) =>
  descriptionOf(`
/lamps/{lampId}/dim:
  parameters: [{ name: lampId, in: path, required: true, schema: { type: string } }]
  post: { operationId: dimLamp, responses: { '204': { description: '' }, '400': { description: '' }${others} } }`);

test.each<[what: string, others: string, statuses: number[], verdict: 'kept' | 'waived' | 'violated']>([
  ['where no 404 is documented', '', [400], 'waived'],
  ['where a 404 is documented', ", '404': { description: '' }", [400], 'violated'],
  ['after it has served one', '', [204, 400, 204], 'violated'],
  ['where what it has served is refused by now', '', [204, 400, 400], 'kept'],
])('a 400 to a path that was guessed, %s', async (_, others, statuses, verdict) => {
  const own = dimming(others);
  const dim = operationIn(own, 'dimLamp');
  const { session, ledger } = benchFor(own, () => ({ status: statuses.shift() ?? 400 }));
  ledger.add(requirement);
  const build: Parameters<typeof runCase>[2]['build'] = ({ source }) => source.base(dim);
  for (const title of ['first', 'second'])
    await runCase(session, [], { requirement, operation: dim, title, expectation: { kind: 'accepted' }, build });
  expect(idsOf(ledger, verdict)).toContain(requirement.id);
});

test.each<[place: string, others: string, verdict: 'kept' | 'violated']>([
  ['path', ", '403': { description: '' }", 'kept'],
  ['path', '', 'violated'],
  ['query', ", '403': { description: '' }", 'violated'],
])('a 403 to a %s that need not be served, of an operation with "%s", is %s', async (place, others, verdict) => {
  const own = dimming(others);
  const dim = operationIn(own, 'dimLamp');
  const statuses = [204, 403];
  const { session, ledger } = benchFor(own, () => ({ status: statuses.shift() ?? 403 }));
  const named = requirementWith({ id: 'of a parameter', subject: { in: place } });
  ledger.add(named);
  const build: Parameters<typeof runCase>[2]['build'] = ({ source }) => source.base(dim);
  await session.call(await session.source.base(dim));
  const expectation: Case['expectation'] = { kind: 'either', with: { text: '404', has: (status) => status === 404 } };
  await runCase(session, [], { requirement: named, operation: dim, title: '', expectation, build });
  expect(idsOf(ledger, verdict)).toContain(named.id);
});

const placing = descriptionOf(`
/lamps/{lampId}:
  parameters: [{ name: lampId, in: path, required: true, schema: { type: string } }]
  put:
    operationId: putLamp
    requestBody:
      required: true
      content: { application/json: { schema: { type: object, properties: { colour: { type: string } } } } }
    responses: { '200': { description: '' }, '400': { description: '' } }`);

test.each<[what: string, places: string[], verdict: 'waived' | 'violated']>([
  ['at one place', ['1', '1'], 'waived'],
  ['at two places', ['1', '2'], 'violated'],
])('a text that PUT was served with %s before is refused', async (_, places, verdict) => {
  const put = operationIn(placing, 'putLamp');
  const statuses = [200, 200];
  const { session, ledger } = benchFor(placing, () => ({ status: statuses.shift() ?? 400 }));
  ledger.add(requirement);
  const red = Buffer.from('{"colour":"red"}');
  const at = async (lampId: string) => ({
    ...(await session.source.base(put, 'all', true, { lampId })),
    body: { mediaType: 'application/json', bytes: red },
  });
  for (const place of places) await session.call(await at(place));
  const build = () => at('3');
  await runCase(session, [], { requirement, operation: put, title: '', expectation: { kind: 'accepted' }, build });
  expect(idsOf(ledger, verdict)).toContain(requirement.id);
});

const tagged = descriptionOf(`
/lamps/{lampId}:
  parameters: [{ name: lampId, in: path, required: true, schema: { type: string } }]
  get:
    operationId: getLamp
    responses:
      '200': { description: '', headers: { ETag: { required: true, schema: { type: string } } } }
  patch:
    operationId: dimLamp
    parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }]
    requestBody: { content: { application/json: { schema: { type: object } } } }
    responses: { '200': { description: '' }, '412': { description: '' } }
`);

test.each<[what: string, isServed: boolean, verdict: 'kept' | 'violated']>([
  ['is sent again with the tag of now', true, 'kept'],
  ['is refused for good', false, 'violated'],
])('a request whose item another one has changed meanwhile %s', async (_, isServed, verdict) => {
  let version = 0;
  const { session, ledger } = benchFor(tagged, ({ method, headers }) => {
    if (method === 'GET') return { headers: { ETag: `"${version}"` } };
    const isCurrent = headers.some(([, value]) => value === `"${version}"`);
    return { status: isCurrent && isServed ? 200 : 412 };
  });
  ledger.add(requirement);
  const operation = operationIn(tagged, 'dimLamp');
  await runCase(session, [], {
    requirement,
    operation,
    title: '',
    expectation: { kind: 'accepted' },
    build: async ({ source }) => {
      const parts = await source.base(operation);
      version += 1;
      return parts;
    },
  });
  expect(idsOf(ledger, verdict)).toContain(requirement.id);
});

test('so is one that is to be refused for another reason', async () => {
  let version = 0;
  const { session, ledger } = benchFor(tagged, ({ method, headers, body }) => {
    if (method === 'GET') return { headers: { ETag: `"${version}"` } };
    if (!headers.some(([, value]) => value === `"${version}"`)) return { status: 412 };
    return { status: String(body) === '[]' ? 400 : 200 };
  });
  ledger.add(requirement);
  const operation = operationIn(tagged, 'dimLamp');
  await session.call(await session.source.base(operation));
  await runCase(session, [], {
    requirement,
    operation,
    title: '',
    expectation: { kind: 'refused', with: { text: '400', has: (status) => status === 400 } },
    build: async ({ source }) => {
      const parts = await source.withBody(await source.base(operation), 'application/json', []);
      version += 1;
      return parts;
    },
  });
  expect(idsOf(ledger, 'kept')).toContain(requirement.id);
});

test('of requests to what there is one of beneath an item, each has the tag that the one before has left', async () => {
  const settings = descriptionOf(`
/lamps/{lampId}/settings:
  parameters: [{ name: lampId, in: path, required: true, schema: { type: string } }]
  get:
    operationId: getSettings
    responses:
      '200': { description: '', headers: { ETag: { required: true, schema: { type: string } } } }
  patch:
    operationId: changeSettings
    parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }]
    requestBody: { content: { application/json: { schema: { type: object } } } }
    responses: { '200': { description: '' }, '412': { description: '' } }
`);
  let version = 0;
  const { session, ledger } = benchFor(settings, ({ method, headers }) => {
    if (method === 'GET') return { headers: { ETag: `"${version}"` } };
    if (!headers.some(([, value]) => value === `"${version}"`)) return { status: 412 };
    version += 1;
    return { status: 200 };
  });
  ledger.add(requirement);
  const operation = operationIn(settings, 'changeSettings');
  const one: Case = {
    requirement,
    operation,
    title: '',
    expectation: { kind: 'accepted' },
    build: ({ source }) => source.base(operation, 'all', true, { lampId: '1' }),
  };
  await Promise.all([one, one, one].map((own) => runCase(session, [], own)));
  expect(idsOf(ledger, 'kept')).toContain(requirement.id);
});

test.each<[body: string, verdict: 'waived' | 'violated']>([
  ['{ "from": "2030-10-27", "to": "2030-01-01" }', 'waived'],
  ['{ "from": "2030-01-01", "to": "2030-10-27" }', 'violated'],
])('a server that refuses the range %s: %s', async (body, verdict) => {
  const reports = descriptionOf(`
/reports:
  post:
    operationId: requestReport
    requestBody: { content: { application/json: { schema: { type: object } } } }
    responses: { '201': { description: '' }, '422': { description: '' } }
`);
  const { session, ledger } = benchFor(reports, () => ({ status: 422 }));
  ledger.add(requirement);
  const operation = operationIn(reports, 'requestReport');
  await runCase(session, [], {
    requirement,
    operation,
    title: '',
    expectation: { kind: 'accepted' },
    build: async ({ source }) => source.withBody(await source.base(operation), 'application/json', JSON.parse(body)),
  });
  expect(idsOf(ledger, verdict)).toContain(requirement.id);
});

test.each<[query: [string, string][], verdict: 'waived' | 'violated']>([
  [
    [
      ['minPrice', '100'],
      ['maxPrice', '20'],
    ],
    'waived',
  ],
  [
    [
      ['minPrice', '20'],
      ['maxPrice', '100'],
    ],
    'violated',
  ],
  [[['minPrice', '100']], 'violated'],
])('a server that refuses the query %j: %s', async (query, verdict) => {
  const price = (name: string) => `{ name: ${name}, in: query, schema: { type: integer } }`;
  const offers = descriptionOf(`
/offers:
  get:
    operationId: findOffers
    parameters: [${price('minPrice')}, ${price('maxPrice')}]
    responses: { '200': { description: '' }, '400': { description: '' } }
`);
  const { session, ledger } = benchFor(offers, () => ({ status: 400 }));
  ledger.add(requirement);
  const operation = operationIn(offers, 'findOffers');
  await runCase(session, [], {
    requirement,
    operation,
    title: '',
    expectation: { kind: 'accepted' },
    build: async ({ source }) => ({ ...(await source.base(operation)), query }),
  });
  expect(idsOf(ledger, verdict)).toContain(requirement.id);
});

const sized = '{ type: object, required: [size], properties: { size: { type: integer } } }';

test.each<[what: string, schema: string, wrong: number, verdict: 'waived' | 'violated']>([
  ['refuses what the schema does not allow with 400, and this with 422', sized, 400, 'waived'],
  ['refuses both with 422', sized, 422, 'violated'],
  ['refuses such a list with 400, and this with 422', `{ type: array, minItems: 1, items: ${sized} }`, 400, 'waived'],
  ['refuses both lists with 422', `{ type: array, minItems: 1, items: ${sized} }`, 422, 'violated'],
])('a server that %s', async (_, schema, wrong, verdict) => {
  const parcels = descriptionOf(`
/parcels:
  post:
    operationId: send
    requestBody:
      content: { application/json: { schema: ${schema} } }
    responses: { '201': { description: '' }, '400': { description: '' }, '422': { description: '' } }
`);
  const { session, ledger } = benchFor(parcels, ({ body }) => ({
    status: /"size":\d+/.test(String(body)) ? 422 : wrong,
  }));
  ledger.add(requirement);
  const operation = operationIn(parcels, 'send');
  await runCase(session, [], {
    requirement,
    operation,
    title: '',
    expectation: { kind: 'accepted' },
    build: ({ source }) => source.base(operation),
  });
  expect(idsOf(ledger, verdict)).toContain(requirement.id);
});

test.each<[what: string, served: number, verdict: 'waived' | 'violated']>([
  ['now and then', 3, 'waived'],
  ['always', Number.POSITIVE_INFINITY, 'violated'],
])('a server that is in conflict with what names nothing, %s', async (_, served, verdict) => {
  const movements = descriptionOf(`
/movements:
  post:
    operationId: move
    requestBody:
      content: { application/json: { schema: { type: object, properties: { change: { type: integer } } } } }
    responses: { '201': { description: '' }, '409': { description: 'There is not so much in stock.' } }
`);
  let count = 0;
  const { session, ledger } = benchFor(movements, () => {
    count += 1;
    return { status: count < served ? 409 : 201 };
  });
  ledger.add(requirement);
  const operation = operationIn(movements, 'move');
  await runCase(session, [], {
    requirement,
    operation,
    title: '',
    expectation: { kind: 'checked' },
    build: ({ source }) => source.base(operation),
    check: (_parts, { response: { status } }) =>
      status === 201 ? undefined : { documented: '201', received: String(status) },
  });
  expect(idsOf(ledger, verdict)).toContain(requirement.id);
});

test.each<[what: string, wrong: string, verdict: 'kept' | 'waived']>([
  ['as what is allowed is, since something is there', 'taken', 'waived'],
  ['for a reason of its own', 'wrong', 'kept'],
])('a body that is refused %s: %s', async (_, wrong, verdict) => {
  const seats = descriptionOf(`
/seats/{row}:
  put:
    operationId: takeSeat
    parameters: [{ name: row, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 2 } }]
    requestBody: { required: true, content: { application/json: { schema: { enum: [A, B] } } } }
    responses: { '200': { description: '' }, '400': { description: '' } }`);
  const take = operationIn(seats, 'takeSeat');
  const taken = new Set<string>();
  const { session, ledger } = benchFor(seats, ({ target, body }) => {
    if (!/"[AB]"/.test(String(body))) return { status: 400, body: { reason: wrong } };
    if (taken.has(target)) return { status: 400, body: { reason: 'taken' } };
    taken.add(target);
    return { status: 200 };
  });
  ledger.add(requirement);
  const caseOf = (kind: 'accepted' | 'refused', body: string): Case => ({
    requirement,
    operation: take,
    title: '',
    expectation: kind === 'accepted' ? { kind } : { kind, with: { text: '400', has: (status) => status === 400 } },
    build: async ({ source }) => ({
      ...(await source.base(take)),
      body: { mediaType: 'application/json', bytes: Buffer.from(body) },
    }),
  });
  const other = requirementWith({ id: 'takeSeat.allowed' });
  ledger.add(other);
  for (const mark of ['"A"', '"B"', '"A"', '"B"'])
    await runCase(session, [], { ...caseOf('accepted', mark), requirement: other });
  await runCase(session, [], caseOf('refused', '"C"'));
  expect(idsOf(ledger, verdict)).toContain(requirement.id);
});
