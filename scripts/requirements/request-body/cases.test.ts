import { describe, expect, test } from 'vitest';
import { type Exact, parseExact, within } from '../../http/exact-json.ts';
import { requestOf, responseOf } from '../../http/test/messages.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { planCases } from '../planned-cases.ts';
import { offlineContext } from '../planning-context.ts';
import { encodeBody, type RequestBodyBytes, sentBody } from '../request/request-parts.ts';
import { withoutWorkflows } from '../test/without-workflows.ts';

const done = `'201': { description: '' }`;
const searchForm = (required: string) =>
  `content: { application/x-www-form-urlencoded: { schema: { type: object, ${required}properties: { text: {} } } } }`;
const description = descriptionOf(
  `
/tools:
  post:
    operationId: addTool
    requestBody:
      required: true
      content:
        application/json: { schema: { $ref: '#/components/schemas/Tool' } }
        application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Tool' } }
    responses: { ${done}, '400': { description: '' }, '415': { description: '' } }
  put:
    operationId: replaceTools
    requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Tool' } } } }
    responses: { ${done} }
  get: { operationId: listTools, responses: { '200': { description: '' } } }
/settings:
  patch:
    operationId: changeSettings
    requestBody: { content: { application/json: { schema: { properties: { note: { type: string } } } } } }
    responses: { '200': { description: '' }, '400': { description: '' } }
/parts:
  post:
    operationId: addPart
    requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Part' } } } }
    responses: { ${done}, '422': { description: '' } }
/handles:
  post:
    operationId: addHandle
    requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Handle' } } } }
    responses: { ${done}, '400': { description: '' } }
/notes:
  post:
    operationId: addNote
    requestBody:
      required: true
      content:
        application/x-www-form-urlencoded:
          schema:
            type: object
            required: [text]
            properties: { text: { type: string, minLength: 2 }, stars: { type: integer } }
    responses: { ${done}, '400': { description: '' } }
/searches:
  post:
    operationId: search
    requestBody: { required: true, ${searchForm('')} }
    responses: { ${done}, '400': { description: '' } }
  put:
    operationId: searchAgain
    requestBody: { ${searchForm('required: [text], ')} }
    responses: { ${done}, '400': { description: '' } }
`,
  `components:
  schemas:
    Tool:
      type: object
      required: [name, weight]
      additionalProperties: false
      properties:
        id: { type: integer, readOnly: true }
        state: { enum: [new, worn, spent], readOnly: true }
        name: { type: string, minLength: 2, maxLength: 30 }
        weight: { type: integer, minimum: 1, format: int64 }
        kind: { enum: [saw, drill] }
        note: { type: [string, 'null'] }
        code: { type: integer }
        price: { type: integer }
        password: { type: string }
        tags: { type: array, maxItems: 2, items: { type: string, pattern: '^[a-z]{2,5}$' } }
        maker: { type: object, required: [city], properties: { city: { type: string } } }
    Handle:
      unevaluatedProperties: false
      oneOf:
        - { type: object, required: [wood], properties: { wood: { type: string } } }
        - { type: object, required: [steel], properties: { steel: { type: string } } }
    Part:
      oneOf: [{ $ref: '#/components/schemas/Screw' }, { $ref: '#/components/schemas/Board' }]
      discriminator: { propertyName: type }
    Screw:
      type: object
      required: [type, length]
      properties: { type: { const: screw }, length: { type: integer, minimum: 1 } }
    Board: { type: object, required: [type], properties: { type: { const: board } } }`,
);
const context = offlineContext(withoutWorkflows(description));
const made = Map.groupBy(
  planCases(context, 'server').cases.filter(({ operation, requirement: { id } }) =>
    id.startsWith(`${operation.id}.requestBody`),
  ),
  ({ operation }) => operation.id,
);
const casesOf = (id: string) => made.get(id) ?? [];

/** What is wanted of the cases of one requirement. */
const kinds = (id: string, requirement: string) =>
  casesOf(id)
    .filter((one) => one.requirement.id === `${id}.requestBody${requirement}`)
    .map(({ expectation }) => expectation.kind);

describe('cases that matter', () => {
  test.each<[requirement: string, kinds: string[]]>([
    ['.all', ['accepted']],
    ['.required', ['accepted']],
    ['.name.required', ['refused']],
    ['.weight.required', ['refused']],
    ['.note.optional', ['accepted']],
    ['.surplus', ['refused']],
    ['.name.minLength', ['accepted', 'refused']],
    ['.name.maxLength', ['accepted', 'refused']],
    ['.name.null', ['refused']],
    ['.note.null', ['accepted']],
    ['.weight.minimum', ['accepted', 'refused']],
    ['.weight.format', ['refused']],
    ['.weight.range', ['accepted', 'either', 'refused']],
    ['.weight.type', ['either', 'refused']],
    ['.kind.enum', ['accepted', 'refused']],
    ['.tags.maxItems', ['accepted', 'refused']],
    ['.tags[].pattern', ['accepted', 'refused']],
    ['.tags[].type', ['either', 'refused']],
    ['.maker.optional', ['accepted']],
    ['.maker.city.required', ['refused']],
    ['.maker.city.type', ['either', 'refused']],
    ['.given', ['refused']],
    ['.contentType', ['accepted', 'either', 'refused']],
    ['.code.range', ['accepted']],
    ['.price.range', ['either']],
    ['.password.text', ['either']],
    ['.note.text', ['accepted', 'either']],
    ['.content.application/x-www-form-urlencoded', ['accepted']],
    ['.wellFormed', ['either', 'refused']],
    ['.shape', ['refused']],
    ['.escapes', ['accepted']],
  ])('addTool%s: %j', (requirement, expected) =>
    expect([...new Set(kinds('addTool', requirement))].toSorted()).toEqual(expected),
  );

  test('a change of nothing may be refused', () => expect(kinds('changeSettings', '.required')).toEqual(['either']));

  test('a type that begins like the documented one is sent where 415 is documented', () => {
    const near = ['addTool', 'addPart'].map((id) => {
      const all = casesOf(id).filter(({ requirement }) => requirement.id === `${id}.requestBody.contentType`);
      return all.some(({ title }) => title === 'application/jsonx');
    });
    expect(near).toEqual([true, false]);
  });

  test.each<[requirement: string, kinds: string[]]>([
    ['(Screw).length.minimum', ['accepted', 'refused']],
    ['(Screw).length.required', ['refused']],
    ['(Screw).length.range', ['accepted', 'either', 'refused']],
    ['(Board).type.enum', ['accepted', 'refused']],
    ['.type.discriminator', ['refused']],
    ['.given', []],
  ])('addPart%s: %j', (requirement, expected) => {
    expect([...new Set(kinds('addPart', requirement))].toSorted()).toEqual(expected);
  });

  test.each([
    ['application/json', false],
    ['application/vnd.api+json', true],
  ])('in %s, a type that is not that of the path may be a conflict: %s', (mediaType, isConflict) => {
    const properties = 'properties: { type: { enum: [pens] }, attributes: { type: object } }';
    const data = `{ type: object, required: [type], ${properties} }`;
    const schema = `{ type: object, required: [data], properties: { data: ${data} } }`;
    const pens = descriptionOf(`
/pens:
  post:
    operationId: addPen
    requestBody: { required: true, content: { ${mediaType}: { schema: ${schema} } } }
    responses: { ${done}, '409': { description: '' }, '422': { description: '' } }`);
    const { cases } = planCases(offlineContext(withoutWorkflows(pens)), 'server');
    const mayConflict = (path: string) => {
      const refused = cases.flatMap(({ requirement, expectation }) =>
        requirement.id.startsWith(`addPen.requestBody.data.${path}`) && expectation.kind === 'refused'
          ? [expectation.with.has(409)]
          : [],
      );
      return [...new Set(refused)];
    };
    expect(mayConflict('type.enum')).toEqual([isConflict]);
    expect(mayConflict('attributes.type')).toEqual([false]);
  });

  test('what a condition of the schema asks for is as planned in each body that is sent', async () => {
    const conditions = `if: { properties: { land: { const: de } } },
          then: { properties: { code: { pattern: '^[0-9]{5}$' } } },
          else: { properties: { code: { pattern: '^[A-Z]{3}$' } } }`;
    const properties = 'properties: { land: { enum: [de, nl, at] }, code: { type: string } }';
    const schema = `{ type: object, required: [land, code], ${properties}, ${conditions} }`;
    const addresses = descriptionOf(`
/addresses:
  post:
    operationId: addAddress
    requestBody: { required: true, content: { application/json: { schema: ${schema} } } }
    responses: { ${done}, '400': { description: '' } }`);
    const own = offlineContext(withoutWorkflows(addresses));
    const cases = planCases(own, 'server').cases.filter(({ requirement }) => requirement.id.includes('.land.enum'));
    const [operation] = addresses.operations;
    const pointer = `${operation?.pointer}/requestBody/content/application~1json/schema`;
    for (let times = 0; times < 6; times += 1)
      for (const { build, expectation } of cases) {
        const body = sentBody(await build(own, false)) ?? null;
        expect(own.isValid('request', pointer, body)).toBe(expectation.kind === 'accepted');
      }
    expect(cases.length).toBeGreaterThan(1);
  });

  test.each([
    ['post', 'accepted'],
    ['patch', 'either'],
  ])('as many labels as there may be, sent by %s, are %s: a change may add them to others', (method, expected) => {
    const labels = '{ type: object, maxProperties: 3, additionalProperties: { type: string } }';
    const body = `{ type: object, properties: { labels: ${labels} } }`;
    const shelves = descriptionOf(`
/shelves/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  ${method}:
    operationId: setLabels
    requestBody: { content: { application/json: { schema: ${body} } } }
    responses: { '200': { description: '' }, '400': { description: '' } }`);
    const { cases } = planCases(offlineContext(withoutWorkflows(shelves)), 'server');
    const own = cases.filter(({ requirement: { id } }) => id === 'setLabels.requestBody.labels.maxProperties');
    expect([...new Set(own.map(({ expectation }) => expectation.kind))].toSorted()).toEqual([expected, 'refused']);
  });

  test('a property that only the answer has is one more than the body may have', () => {
    const item = 'required: [id], properties: { id: { type: integer }, name: { type: string } }';
    const answer = `content: { application/json: { schema: { type: object, ${item} } } }`;
    const body = '{ type: object, additionalProperties: false, properties: { name: { type: string } } }';
    const shelves = descriptionOf(`
/shelves:
  post:
    operationId: addShelf
    requestBody: { content: { application/json: { schema: ${body} } } }
    responses: { '201': { description: '', ${answer} }, '400': { description: '' } }`);
    const { cases } = planCases(offlineContext(withoutWorkflows(shelves)), 'server');
    const surplus = cases.filter(({ requirement: { id } }) => id === 'addShelf.requestBody.surplus');
    expect(surplus.map(({ title }) => Object.keys(JSON.parse(title)).at(-1))).toEqual(['undescribed', 'id']);
    expect(surplus.map(({ expectation }) => expectation.kind)).toEqual(['refused', 'refused']);
  });

  test('each alternative of what is closed is tried with a property more', () => {
    const titles = casesOf('addHandle')
      .filter(({ requirement: { id } }) => id === 'addHandle.requestBody.surplus')
      .map(({ title }) => Object.keys(JSON.parse(title)));
    expect(titles).toEqual([
      ['wood', 'undescribed'],
      ['steel', 'undescribed'],
    ]);
  });

  test('the discriminator is tried with what names nothing', () => {
    const titles = casesOf('addPart')
      .filter(({ requirement }) => requirement.id === 'addPart.requestBody.type.discriminator')
      .map(({ title }) => title);
    for (const text of ['"type":"none-of-these"', '"type":""', '"type":7', '"type":null'])
      expect(
        titles.filter((title) => title.includes(text)),
        text,
      ).not.toEqual([]);
    expect(titles.filter((title) => !title.includes('"type"'))).not.toEqual([]);
  });

  test('a discriminator that may be left out is sent: what a body without it is, the contract leaves open', () => {
    const kind = (name: string) =>
      `{ type: object, required: [${name}], properties: { ${name}: {}, kind: { enum: [${name}] }, more: {} } }`;
    const things = descriptionOf(`
/things:
  post:
    operationId: addThing
    requestBody:
      content:
        application/json:
          schema: { oneOf: [${kind('a')}, ${kind('b')}], discriminator: { propertyName: kind } }
    responses: { '201': { description: '' }, '400': { description: '' } }`);
    const { cases, generated } = planCases(offlineContext(withoutWorkflows(things)), 'server');
    const own = cases.filter(({ expectation: { kind: is }, title }) => is === 'accepted' && title.startsWith('{'));
    expect(own.map(({ requirement: { id } }) => id)).toContain('addThing.requestBody.required');
    expect(own.filter(({ title }) => !title.includes('"kind"'))).toEqual([]);
    expect(cases.filter(({ requirement: { id } }) => id.endsWith('.kind.optional'))).toEqual([]);
    const any = generated.find(({ requirement: { id } }) => id === 'addThing.requestBody.any');
    expect([{ a: '' }, { a: '', kind: 'a' }].map((body) => any?.caseFor(body) !== undefined)).toEqual([false, true]);
  });

  test('a login may say of a text that has not its form, that nobody is known by it', () => {
    const bad = "'400': { description: '' }";
    const body =
      '{ type: object, required: [email, password], properties: { email: { format: email }, password: {} } }';
    const login = (documented: string) =>
      descriptionOf(`
/login:
  post:
    operationId: logIn
    requestBody: { content: { application/json: { schema: ${body.replaceAll('{ format', '{ type: string, format')} } } }
    responses: { '200': { description: '' }, '401': { description: '' }, ${documented} }`);
    const allowed = (name: string, documented = bad) =>
      planCases(offlineContext(withoutWorkflows(login(documented))), 'server')
        .cases.filter(({ requirement: { id } }) => id === `logIn.requestBody.email.${name}`)
        .flatMap(({ expectation }) => (expectation.kind === 'refused' ? [expectation.with.has(401)] : []));
    expect(new Set(allowed('format'))).toEqual(new Set([true]));
    expect(new Set(allowed('required'))).toEqual(new Set([false]));
    // Where no other refusal is documented, none is required.
    expect(allowed('format', '')).toEqual([]);
  });

  test('a form has texts alone: its types are not tried', () => {
    expect(kinds('addNote', '.stars.type')).toEqual([]);
    expect([...new Set(kinds('addNote', '.text.minLength'))].toSorted()).toEqual(['accepted', 'refused']);
    expect(kinds('addNote', '.wellFormed')).toEqual([]);
  });

  test('any text is to be taken', () => {
    expect(kinds('addTool', '.note.text')).toContain('accepted');
    expect(kinds('addTool', '.note.text')).not.toContain('refused');
  });

  test('what is read-only is sent only to see it ignored or refused', () => {
    const own = casesOf('addTool').filter(({ requirement }) => requirement.id.includes('.id.'));
    expect(own.map(({ requirement, expectation }) => [requirement.id, expectation.kind])).toEqual([
      ['addTool.requestBody.id.readOnly', 'either'],
    ]);
  });

  test('an identifier that only the server sets is sent as none that it numbers a new thing with', async () => {
    const [own] = casesOf('addTool').filter(({ requirement }) => requirement.id.endsWith('.id.readOnly'));
    expect(within(sentBody((await own?.build(context, true)) ?? expect.fail()), ['id'])).toBeGreaterThan(1e6);
  });

  test('one of few read-only values may be what the server sets', async () => {
    const own = casesOf('addTool').filter(({ requirement }) => requirement.id.endsWith('.state.readOnly'));
    const received = own.map(async (one) => {
      const parts = await one.build(context, true);
      const of = (state: Exact | undefined) =>
        one.check?.(parts, {
          request: requestOf('POST', '/tools'),
          response: responseOf({}),
          body: { state: state ?? null },
        })?.received;
      return [of('new'), of(within(sentBody(parts), ['state']))];
    });
    expect(await Promise.all(received)).toEqual([
      [undefined, undefined],
      [undefined, 'state: "spent", as it was sent'],
    ]);
  });

  test('one number of a narrow range may be what is there: each that is sent must come back', async () => {
    const level = 'level: { type: integer, minimum: 0, maximum: 100, readOnly: true }';
    const json = `content: { application/json: { schema: { type: object, properties: { ${level} } } } }`;
    const own = descriptionOf(`
/tanks:
  post: { operationId: addTank, requestBody: { ${json} }, responses: { '201': { ${json} }, '400': {} } }`);
    const at = offlineContext(withoutWorkflows(own));
    const trials = planCases(at, 'server').cases.filter(({ requirement }) => requirement.id.endsWith('level.readOnly'));
    const shown: boolean[] = [];
    for (const one of trials) {
      const parts = await one.build(at, true);
      const body = sentBody(parts) ?? null;
      shown.push(
        one.check?.(parts, { request: requestOf('POST', '/tanks'), response: responseOf({}), body }) !== undefined,
      );
    }
    expect(shown).toEqual([false, false, true]);
  });

  test.each<[what: string, price: (sent: Exact | undefined) => Exact, received: (string | undefined)[]]>([
    ['as it was sent', (sent) => sent ?? null, [undefined, 'lines[].price: PRICE, as it was sent']],
    ['as the server sets it', () => 5, [undefined, undefined]],
  ])('what is read-only in a list comes back %s', async (_, price, received) => {
    const line = 'type: object, required: [size], properties: { size: {}, price: { type: integer, readOnly: true } }';
    const order = `{ type: object, properties: { lines: { type: array, items: { ${line} } } } }`;
    const own = descriptionOf(`
/orders:
  post:
    operationId: addOrder
    requestBody: { content: { application/json: { schema: ${order} } } }
    responses: { '201': { content: { application/json: { schema: ${order} } } }, '400': {} }`);
    const at = offlineContext(withoutWorkflows(own));
    const { cases } = planCases(at, 'server');
    const shown: (string | undefined)[] = [];
    for (const one of cases.filter(({ requirement: { id } }) => id === 'addOrder.requestBody.lines[].price.readOnly')) {
      const parts = await one.build(at, true);
      const sent = within(sentBody(parts), ['lines', '0', 'price']);
      const body = { lines: [{ size: 1, price: price(sent) }] };
      const answer = { request: requestOf('POST', '/orders'), response: responseOf({ status: 201 }), body };
      shown.push(one.check?.(parts, answer)?.received.replace(String(sent), 'PRICE'));
    }
    expect(shown).toEqual(received);
  });

  test('what is read-only is never sent empty: the server may have nothing there, too', async () => {
    const version = '{ type: object, readOnly: true, properties: { name: { type: string, readOnly: true } } }';
    const size = '{ type: object, readOnly: true, properties: { width: { type: integer } } }';
    const own = descriptionOf(`
/boxes:
  post:
    operationId: addBox
    requestBody:
      content:
        application/json: { schema: { type: object, properties: { version: ${version}, size: ${size} } } }
    responses: { '201': { description: '' }, '400': { description: '' } }`);
    const { cases } = planCases(offlineContext(withoutWorkflows(own)), 'server');
    const ids = cases.map(({ requirement: { id } }) => id).filter((id) => id.endsWith('.readOnly'));
    expect(new Set(ids)).toEqual(new Set(['addBox.requestBody.size.readOnly']));
  });

  test('where no refusal is documented, only what is accepted is tried', () => {
    const own = casesOf('replaceTools');
    expect([...new Set(own.map(({ expectation }) => expectation.kind))]).toEqual(['accepted']);
    expect(own.map(({ requirement }) => requirement.id)).toContain('replaceTools.requestBody.name.minLength');
  });

  test('without a body there is nothing', () => expect(casesOf('listTools')).toEqual([]));
});

test.each<[requirement: string, allowed: number[]]>([
  ['name.minLength', [400]],
  ['contentType', [415]],
  ['wellFormed', [400]],
  ['given', [400, 415]],
])('%s may be refused with %j', (requirement, allowed) => {
  const found = casesOf('addTool')
    .filter((one) => one.requirement.id === `addTool.requestBody.${requirement}`)
    .flatMap(({ expectation }) =>
      expectation.kind === 'refused'
        ? [200, 400, 409, 415, 422, 500].filter((status) => expectation.with.has(status))
        : [],
    );
  expect([...new Set(found)].toSorted()).toEqual(allowed);
});

test('a media type may be refused with a 415 that is not documented', () => {
  const own = casesOf('addHandle').filter(({ requirement }) => /\.(contentType|given)$/.test(requirement.id));
  const statuses = own.flatMap(({ expectation }) =>
    expectation.kind === 'refused' || expectation.kind === 'either'
      ? [[200, 400, 409, 415, 422].filter((status) => expectation.with.has(status))]
      : [],
  );
  expect(new Set(statuses.map(String))).toEqual(new Set(['400,415']));
});

test.each([
  ['addTool', 'application/vnd.example+json', 'either'],
  ['addTool', 'text/json', 'refused'],
  // Where no 415 is documented, whatever comes may be read as JSON.
  ['addPart', 'text/json', 'either'],
  ['addPart', 'text/plain', 'either'],
])('%s as %s is %s', (id, type, kind) =>
  expect(casesOf(id).find(({ title }) => title === type)?.expectation.kind).toBe(kind),
);

test('a merge patch may come as the JSON that it is written in', () => {
  const patched = descriptionOf(`
/pens:
  patch:
    operationId: changePen
    requestBody: { required: true, content: { application/merge-patch+json: { schema: { type: object } } } }
    responses: { ${done}, '415': { description: '' } }`);
  const { cases } = planCases(offlineContext(withoutWorkflows(patched)), 'server');
  const kindOf = (type: string) => cases.find(({ title }) => title === type)?.expectation.kind;
  expect([kindOf('application/json'), kindOf('text/plain')]).toEqual(['either', 'refused']);
});

test.each([
  ['application/json', 'accepted'],
  ['application/vnd.api+json', 'either'],
])('%s with a charset is %s', (type, kind) => {
  const typed = descriptionOf(`
/pens:
  post:
    operationId: addPen
    requestBody: { required: true, content: { ${type}: { schema: { type: object } } } }
    responses: { ${done}, '415': { description: '' } }`);
  const { cases } = planCases(offlineContext(withoutWorkflows(typed)), 'server');
  expect(cases.find(({ title }) => title === 'with a charset')?.expectation.kind).toBe(kind);
});

describe('no body that is allowed is to be refused', () => {
  const types: Record<string, string> = { addTool: 'Tool', replaceTools: 'Tool', addPart: 'Part' };

  function isAllowed(id: string, body: RequestBodyBytes | null): boolean {
    if (body === null) return operationIn(description, id).requestBody?.required !== true;
    if (/^application\/x-www-form/.test(body.mediaType ?? '')) return body.bytes.toString().includes('=');
    if (!/^application\/json(; charset=utf-8)?$/i.test(body.mediaType ?? '')) return false;
    try {
      return context.isValid('request', `/components/schemas/${types[id]}`, parseExact(body.bytes));
    } catch {
      return false;
    }
  }

  test.each(['addTool', 'replaceTools', 'addPart'])('%s', async (id) => {
    const wrong: string[] = [];
    for (const one of casesOf(id)) {
      const { body } = await one.build(context, true);
      const isForeign = one.title.startsWith('application/x-www-form') && one.expectation.kind === 'refused';
      const allowed = !isForeign && isAllowed(id, body);
      if (allowed ? one.expectation.kind === 'refused' : one.expectation.kind === 'accepted')
        wrong.push(`${one.requirement.id}: ${one.title}: ${body?.bytes.toString()}`);
    }
    expect(wrong).toEqual([]);
  });
});

test('what is built is another body each time', async () => {
  const bodies = await Promise.all(
    ['all', 'required'].flatMap((extent) =>
      casesOf('addTool')
        .filter(({ requirement }) => requirement.id.endsWith(`requestBody.${extent}`))
        .flatMap((one) => [one.build(context, true), one.build(context, true)]),
    ),
  );
  const texts = bodies.map(({ body }) => String(body?.bytes));
  expect(new Set(texts).size).toBe(4);
});

test('what is no JSON for a comma alone is refused', async () => {
  const wellFormed = casesOf('addTool').filter(({ requirement }) => requirement.id.endsWith('.wellFormed'));
  const texts = await Promise.all(wellFormed.map(async (one) => String((await one.build(context, true)).body?.bytes)));
  const [withComma = '', ...others] = texts.filter((text) => /"name".*,\}$/.test(text));
  expect(others).toEqual([]);
  expect(
    context.isValid('request', '/components/schemas/Tool', parseExact(Buffer.from(withComma.replace(/,\}$/, '}')))),
  ).toBe(true);
});

test('a body written with escapes says the same', async () => {
  const one = casesOf('addTool').find(({ requirement }) => requirement.id === 'addTool.requestBody.escapes');
  const parts = await one?.build(context, true);
  const body = parseExact(parts?.body?.bytes ?? Buffer.from(''));
  expect(context.isValid('request', '/components/schemas/Tool', body)).toBe(true);
  expect(parts?.body?.bytes.equals(encodeBody('application/json', body).bytes)).toBe(false);
});

test('a form without any field is no body', () => {
  expect([kinds('search', '.required'), kinds('search', '.text.optional')]).toEqual([[], []]);
  expect(kinds('searchAgain', '.text.required')).toEqual([]);
  expect(kinds('searchAgain', '.all')).toEqual(['accepted']);
});

test('what is to be refused is wrong whatever the body may be: a number, or a form without a field', async () => {
  const own = descriptionOf(`
/sums:
  post:
    operationId: sum
    requestBody: { required: true, content: { application/json: { schema: { type: number } } } }
    responses: { ${done}, '400': { description: '' } }
/searches:
  get:
    operationId: searchAll
    requestBody: { ${searchForm('')} }
    responses: { '200': { description: '' }, '415': { description: '' } }`);
  const at = offlineContext(withoutWorkflows(own));
  const refusedBodies = async (id: string) => {
    const cases = planCases(at, 'server').cases.filter(
      ({ requirement, expectation }) => requirement.id === id && expectation.kind === 'refused',
    );
    return Promise.all(cases.map(async (one) => String((await one.build(at, true)).body?.bytes)));
  };
  const broken = await refusedBodies('sum.requestBody.wellFormed');
  expect(broken).not.toEqual([]);
  for (const text of broken) expect(() => JSON.parse(text), text).toThrow();
  expect(await refusedBodies('searchAll.requestBody.contentType')).not.toContain('');
});

test('what is no UTF-8 is in a text of any form, if there is one: a server might take it for an address', async () => {
  const properties = 'mail: { type: string, format: email }, note: { type: string }';
  const own = descriptionOf(`
/people:
  post:
    operationId: addPerson
    requestBody: { content: { application/json: { schema: { type: object, properties: { ${properties} } } } } }
    responses: { ${done}, '400': { description: '' } }`);
  const at = offlineContext(withoutWorkflows(own));
  const [broken] = planCases(at, 'server').cases.filter(({ title }) => title === 'no UTF-8');
  const body = (await broken?.build(at, true))?.body?.bytes.toString() ?? '{}';
  expect(body).toContain('\u{fffd}');
  expect(JSON.parse(body)).toEqual({
    mail: expect.not.stringContaining('\u{fffd}'),
    note: expect.stringContaining('\u{fffd}'),
  });
  // The text may name something that is not there.
  const { expectation } = broken ?? expect.fail('There is no such case.');
  const allowed = expectation.kind === 'either' ? [400, 404, 413, 500].filter((one) => expectation.with.has(one)) : [];
  expect(allowed).toEqual([400, 404]);
});

test('an identifier that only the server sets is not taken from a body that the answer does not show', async () => {
  const jar = '{ type: object, properties: { id: { type: string, format: uuid, readOnly: true } } }';
  const content = `content: { application/json: { schema: ${jar} } }`;
  const own = descriptionOf(`
/jars:
  post:
    operationId: addJar
    requestBody: { ${content} }
    responses: { ${done}, '400': { description: '' } }
/jars/{id}:
  get:
    operationId: readJar
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    responses: { '200': { description: '', ${content} } }`);
  const at = offlineContext(withoutWorkflows(own));
  const id = 'addJar.requestBody.id.readOnly';
  const [trial = expect.fail()] = planCases(at, 'server').cases.filter(({ requirement }) => requirement.id === id);
  const parts = await trial.build(at, true);
  const sent = within(sentBody(parts), ['id']);
  const answered = (jar: string) => {
    const response = responseOf({ status: 201, headers: { Location: `/jars/${jar}` } });
    return trial.check?.(parts, { request: requestOf('POST', '/jars'), response, body: undefined })?.received;
  };
  expect(answered('another')).toBeUndefined();
  expect(answered(String(sent))).toBe(`a new item with "${sent}", as it was sent`);
});
