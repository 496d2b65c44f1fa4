import { expect, test } from 'vitest';
import { type ExactObject, within } from '../../http/exact-json.ts';
import { jsonIn } from '../../http/message-changes.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { benchFor } from '../../verify/test/bench.ts';
import type { Keys } from '../planning-context.ts';
import { sentBody } from './request-parts.ts';

const responses = "responses: { '204': { description: '' } }";
const twoLetters = '{ type: string, pattern: "^[ab]{2}$" }';

const byPath = descriptionOf(`
/codes/{codeId}:
  parameters: [{ name: codeId, in: path, required: true, schema: ${twoLetters} }]
  put: { operationId: setCode, ${responses} }
  delete: { operationId: removeCode, ${responses} }
`);
const byBody = descriptionOf(`
/codes:
  post:
    operationId: addCode
    requestBody:
      content:
        application/json:
          schema: { type: object, required: [codeId], properties: { codeId: ${twoLetters} } }
    responses:
      '201':
        description: ''
        content: { application/json: { schema: { type: object, properties: { codeId: ${twoLetters} } } } }
/codes/{codeId}:
  parameters: [{ name: codeId, in: path, required: true, schema: ${twoLetters} }]
  get:
    operationId: readCode
    responses:
      '200':
        description: ''
        content: { application/json: { schema: { type: object, properties: { codeId: ${twoLetters} } } } }
  delete: { operationId: removeCode, ${responses} }
`);

test('a credential that need not be there is sent where it is given by name, or where it shows more', async () => {
  const owner = '{ type: string, description: Only shown when logged in. }';
  const code = `{ type: object, properties: { owner: ${owner} } }`;
  const shown = `responses: { '200': { description: '', content: { application/json: { schema: ${code} } } } }`;
  const description = descriptionOf(
    `
/codes:
  get: { operationId: listCodes, security: [{ token: [] }, {}], ${responses} }
/code:
  get: { operationId: readCode, security: [{ token: [] }, {}], ${shown} }`,
    'components: { securitySchemes: { token: { type: http, scheme: bearer } } }',
  );
  const credentialWith = async (keys: Keys, id = 'listCodes') => {
    const { source } = benchFor(description, undefined, keys).session;
    return (await source.base(operationIn(description, id))).credential.headers;
  };
  const keys = { key: 'any-key', limitedKey: undefined };
  expect(await credentialWith(keys)).toEqual([]);
  expect(await credentialWith(keys, 'readCode')).toEqual([['Authorization', 'Bearer any-key']]);
  expect(await credentialWith({ ...keys, credentials: { token: 'own' } })).toEqual([['Authorization', 'Bearer own']]);
});

test('a parameter that is called a URL has one', async () => {
  const description = descriptionOf(`
/codes:
  parameters: [{ name: callback_url, in: query, required: true, schema: { type: string } }]
  get: { operationId: listCodes, ${responses} }`);
  const { query } = await benchFor(description).session.source.base(operationIn(description, 'listCodes'));
  expect(query).toEqual([['callback_url', expect.stringMatching(/^https%3A%2F%2Fexample\.com%2F/)]]);
});

test.each([
  ['in the path', byPath],
  ['in the body', byBody],
])('what is removed has an identifier of its own, where the client gives it %s', async (_, description) => {
  const { session } = benchFor(description, ({ method, body }) =>
    method === 'POST' ? { status: 201, body: body?.toString() ?? '' } : { status: 204 },
  );
  const remove = operationIn(description, 'removeCode');
  const kept = await session.source.base(remove, 'all', false);
  const removed = [await session.source.base(remove), await session.source.base(remove)];
  const identifiers = [kept, ...removed].map(({ path }) => path['codeId']);
  expect(new Set(identifiers).size).toBe(3);
});

const listedAlone = descriptionOf(`
/marks:
  get:
    operationId: listMarks
    responses:
      '200':
        description: ''
        content:
          application/json:
            schema: { type: array, items: { type: object, properties: { markId: { type: string } } } }
/marks/{markId}:
  parameters: [{ name: markId, in: path, required: true, schema: { type: string } }]
  delete: { operationId: removeMark, ${responses} }
`);

test('no two requests remove the same item of a list', async () => {
  const { session } = benchFor(listedAlone, () => ({ body: [{ markId: 'one' }, { markId: 'two' }] }));
  const remove = operationIn(listedAlone, 'removeMark');
  const sent = await Promise.all([1, 2, 3].map(() => session.source.base(remove)));
  expect(sent.map(({ path, isGuess }) => isGuess ?? path['markId'])).toEqual(['one', 'two', true]);
  // A value that is made up may be what other requests use.
  expect(sent.map((parts) => session.source.paths.isOfOwn(parts))).toEqual([true, true, false]);
});

const form = "{ type: string, pattern: '^[a-z]{3,9}$' }";
const listed = `{ type: array, items: { type: object, properties: { name: ${form} } } }`;
const kept = (properties: string) =>
  descriptionOf(`
/racks:
  get:
    operationId: listRacks
    responses: { '200': { description: '', content: { application/json: { schema: ${listed} } } } }
/racks/{rackName}:
  parameters: [{ name: rackName, in: path, required: true, schema: ${form} }]
  get: { operationId: readRack, ${responses} }
/bikes:
  post:
    operationId: addBike
    requestBody: { content: { application/json: { schema: { type: object, properties: { ${properties} } } } } }
    responses: { '201': { description: '' } }
`);

/** What a request has in a body that should have `low` there. */
async function sentIn(property: string, schema: string): Promise<string> {
  const description = kept(`${property}: ${schema}`);
  const { session } = benchFor(description, () => ({ body: [{ name: 'top' }] }));
  const parts = await session.source.base(operationIn(description, 'addBike'));
  const { body } = await session.source.withBody(parts, 'application/json', { [property]: 'low' });
  return String(body?.bytes);
}

test.each([
  ['the form of an identifier', form, 'top'],
  ['another form', "{ type: string, pattern: '^[a-z]{3,8}$' }", 'low'],
  ['no form', '{ type: string }', 'low'],
])('a property with the name of one thing and %s', async (_, schema, value) =>
  expect(await sentIn('rack', schema)).toBe(`{"rack":"${value}"}`),
);

test.each([
  ['the client', '{ type: string }', 'top'],
  ['the server', '{ type: string, readOnly: true }', 'low'],
])('a property with the name of an identifier that %s sets', async (_, schema, value) =>
  expect(await sentIn('rackName', schema)).toBe(`{"rackName":"${value}"}`),
);

const bodyOf = (properties: string) =>
  `content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`;
/** Things that are made and read, by an identifier that the server gives in a property. */
const made = (thing: string, property: string) => `
/${thing}s:
  post:
    operationId: add-${thing}
    requestBody: { ${bodyOf('name: { type: string }')} }
    responses: { '201': { description: '', ${bodyOf(`${property}: { type: integer }`)} } }
/${thing}s/{${thing}Id}:
  parameters: [{ name: ${thing}Id, in: path, required: true, schema: { type: integer } }]
  get: { operationId: read-${thing}, ${responses} }
`;
const rentalsWith = (properties: string) =>
  descriptionOf(`
${made('bike', 'bikeId')}/rentals:
  post:
    operationId: rent
    requestBody: { ${bodyOf(properties)} }
    responses: { '201': { description: '' }, '409': { description: '' } }
`);

test.each([
  ['in the body', 'bikeId: { type: integer }'],
  ['in a part of it', 'bike: { type: object, properties: { id: { type: integer } } }'],
])(
  'what is named %s, and there for one request alone, is made for each, once that has shown',
  async (_, properties) => {
    const rentals = rentalsWith(properties);
    const rented = new Set<string>();
    let bikes = 0;
    const { session } = benchFor(rentals, ({ target, body }) => {
      if (target === '/bikes') return { status: 201, body: { bikeId: (bikes += 1) } };
      const isFree = !rented.has(String(body));
      rented.add(String(body));
      return { status: isFree ? 201 : 409 };
    });
    const answers = [];
    for (let sent = 0; sent < 4; sent += 1) {
      const parts = await session.source.base(operationIn(rentals, 'rent'));
      const answer = await session.call(parts);
      answers.push([answer.response.status, session.isConflict(parts, answer)]);
    }
    expect(answers).toEqual([
      [201, false],
      [409, true],
      [201, false],
      [201, false],
    ]);
  },
);

const offers = descriptionOf(`
/coupons/{code}:
  parameters: [{ name: code, in: path, required: true, schema: ${twoLetters} }]
  get: { operationId: readCoupon, responses: { '200': { description: '', ${bodyOf('code: { type: string }')} } } }
  put: { operationId: putCoupon, responses: { '201': { description: '' } } }
/orders:
  post:
    operationId: order
    requestBody: { ${bodyOf(`couponCode: ${twoLetters}`)} }
    responses: { '201': { description: '' } }
`);

test('what is put where nothing was can be named in a body', async () => {
  const put: string[] = [];
  const { session } = benchFor(offers, ({ target }) => {
    put.push(target);
    return { status: 201 };
  });
  const { body } = await session.source.base(operationIn(offers, 'order'));
  const { couponCode } = JSON.parse(String(body?.bytes)) as { couponCode: string };
  expect(put).toEqual([`/coupons/${couponCode}`]);
});

const flights = descriptionOf(`
${made('flight', 'id')}/flights/{flightId}/offers:
  parameters: [{ name: flightId, in: path, required: true, schema: { type: integer } }]
  post:
    operationId: offer
    requestBody: { ${bodyOf('seats: { type: integer }')} }
    responses: { '201': { description: '', ${bodyOf('id: { type: integer }')} }, '409': { description: '' } }
/bookings:
  post:
    operationId: book
    requestBody: { ${bodyOf('offerId: { type: integer }')} }
    responses: { '201': { description: '' } }
`);

test('what has no room for more, or for this much, is no reason why what is to be beneath it is missing', async () => {
  let last = 0;
  const { session } = benchFor(flights, ({ target }) => {
    if (target === '/bookings') return { status: 201 };
    const isFull = ['/flights/1/offers', '/flights/4/offers'].includes(target);
    return isFull ? { status: 409 } : { status: 201, body: { id: (last += 1) } };
  });
  const book = operationIn(flights, 'book');
  const bodies = [await session.source.base(book), await session.source.base(book)].map((parts) =>
    String(parts.body?.bytes),
  );
  expect(bodies).toEqual(['{"offerId":3}', '{"offerId":3}']);
});

const tours = descriptionOf(`
${made('bike', 'bikeId')}/tours:
  post:
    operationId: plan
    requestBody:
      ${bodyOf(`
        bikeId: { type: [integer, 'null'] },
        riders: { type: array, items: { type: object, properties: { bikeId: { type: integer } } } },
        guide: { type: object, properties: { bikeId: { type: [integer, 'null'], minimum: 3 } } },
        bike: { type: object, properties: { id: { type: integer } } },
        relationships: {
          type: object,
          properties: {
            bike: { type: object, properties: { data: { type: object, properties: { id: { type: integer } } } } }
          }
        },
        shop: { type: object, properties: { id: { type: integer } } },
        found: { type: object, readOnly: true, properties: { bikeId: { type: integer } } }
      `)}
    responses: { '201': { description: '' } }
`);

test.each<[what: string, part: ExactObject, sent: ExactObject]>([
  ['at the top', { bikeId: 1 }, { bikeId: 7 }],
  ['at the top, where none need be', { bikeId: null }, { bikeId: null }],
  ['in the items of a list', { riders: [{ bikeId: 1 }] }, { riders: [{ bikeId: 7 }] }],
  ['in an object', { guide: { bikeId: 4 } }, { guide: { bikeId: 7 } }],
  ['where none need be', { guide: { bikeId: null } }, { guide: { bikeId: null } }],
  ['and is none that its schema allows', { guide: { bikeId: 2 } }, { guide: { bikeId: 2 } }],
  ['of the thing that an object is named after', { bike: { id: 1 } }, { bike: { id: 7 } }],
  [
    'of a thing as in JSON:API',
    { relationships: { bike: { data: { id: 1 } } } },
    { relationships: { bike: { data: { id: 7 } } } },
  ],
  ['of nothing that there is', { shop: { id: 1 } }, { shop: { id: 1 } }],
  ['where the server alone sets it', { found: { bikeId: 1 } }, { found: { bikeId: 1 } }],
])('an identifier %s', async (_, part, expected) => {
  const { session } = benchFor(tours, () => ({ status: 201, body: { bikeId: 7 } }));
  const plan = operationIn(tours, 'plan');
  const parts = await session.source.base(plan);
  const { body } = await session.source.withBody(parts, 'application/json', part);
  expect(jsonIn(body?.bytes ?? null)).toEqual(expected);
});

const renamed = descriptionOf(`
${made('bike', 'bikeId')}/bikes/{bike}:
  parameters: [{ name: bike, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readBike, ${responses} }
/bikes/{theBike}/lock:
  parameters: [{ name: theBike, in: path, required: true, schema: { type: integer } }]
  post: { operationId: lockBike, ${responses} }
`);

test('what is done to an item names it, whatever its path calls that', async () => {
  const { session } = benchFor(renamed, () => ({ status: 201, body: { bikeId: 7 } }));
  const [bikes = expect.fail('There is no resource.')] = session.resources;
  const { path } = await session.source.at(operationIn(renamed, 'lockBike'), bikes, 4);
  expect(path).toEqual({ theBike: '4' });
});

test('what can be put there or taken away need not be there, but what is beneath an item can be listed', async () => {
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const thing = '{ type: object, required: [id], properties: { id: { type: integer } } }';
  const sent = `requestBody: { ${json('{ type: object }')} }`;
  const made = `{ '201': { description: '', ${json(thing)} } }`;
  const boxes = descriptionOf(`
/boxes: { post: { operationId: addBox, ${sent}, responses: ${made} } }
/boxes/{boxId}/pens:
  parameters: [{ name: boxId, in: path, required: true, schema: { type: integer } }]
  get:
    operationId: listPens
    responses: { '200': { description: '', ${json(`{ type: array, items: ${thing} }`)} } }
  post: { operationId: addPen, ${sent}, responses: ${made} }
/boxes/{boxId}/label:
  parameters: [{ name: boxId, in: path, required: true, schema: { type: integer } }]
  get: { operationId: readLabel, responses: { '200': { description: '', ${json(thing)} } } }
  put: { operationId: putLabel, ${sent}, ${responses} }
/hook:
  get: { operationId: readHook, responses: { '200': { description: '', ${json(thing)} } } }
  delete: { operationId: dropHook, ${responses} }
/lid:
  get: { operationId: readLid, responses: { '200': { description: '', ${json(thing)} } } }
  put: { operationId: putLid, ${sent}, ${responses} }
`);
  const { session } = benchFor(boxes, () => ({ status: 201, body: { id: 7 } }));
  const isGuess = async (id: string) => (await session.source.base(operationIn(boxes, id))).isGuess === true;
  const guesses = ['listPens', 'readLabel', 'readHook', 'readLid'].map(isGuess);
  expect(await Promise.all(guesses)).toEqual([false, true, true, false]);
});

test('a property with the schema of an identifier names a thing, and another one than that of the path', async () => {
  const number = "{ $ref: '#/components/schemas/IssueNumber' }";
  const inPath = `parameters: [{ name: issueNumber, in: path, required: true, schema: ${number} }]`;
  const json = (properties: string) =>
    `content: { application/json: { schema: { type: object, properties: { ${properties} } } } }`;
  const description = descriptionOf(
    `
/issues:
  post:
    operationId: addIssue
    requestBody: { ${json('title: { type: string }')} }
    responses: { '201': { description: '', ${json(`number: ${number}`)} } }
/issues/{issueNumber}:
  ${inPath}
  get: { operationId: readIssue, responses: { '200': { description: '', ${json(`number: ${number}`)} } } }
/issues/{issueNumber}/links:
  ${inPath}
  post:
    operationId: link
    requestBody: { ${json(`target: { description: '', allOf: [${number}] }, weight: { type: integer }`)} }
    ${responses}`,
    'components: { schemas: { IssueNumber: { type: integer, minimum: 1 } } }',
  );
  let last = 0;
  const { session } = benchFor(description, ({ target }) => {
    if (target !== '/issues') return { status: 204 };
    last += 1;
    return { status: 201, body: { number: last } };
  });
  const parts = await session.source.base(operationIn(description, 'link'), 'all', false);
  const { body } = await session.source.withBody(parts, 'application/json', { target: 77, weight: 77 });
  expect([parts.path, jsonIn(body?.bytes ?? null)]).toEqual([{ issueNumber: '1' }, { target: 3, weight: 77 }]);
});

test('a note beneath a claim of its own replies to another one there, which replies to none', async () => {
  const inPath = (name: string) =>
    `parameters: [{ name: ${name}, in: path, required: true, schema: { type: integer } }]`;
  const json = (...properties: string[]) =>
    `content: { application/json: { schema: { type: object, properties: { ${properties.join(', ')} } } } }`;
  const note = 'id: { type: integer }';
  const reply = 'replyTo: { type: integer }';
  const made = `responses: { '201': { description: '', ${json(note, reply)} } }`;
  const description = descriptionOf(`
/claims:
  post: { operationId: addClaim, ${made} }
/claims/{claimId}:
  ${inPath('claimId')}
  get: { operationId: readClaim, ${responses} }
/claims/{claimId}/notes:
  ${inPath('claimId')}
  post: { operationId: addNote, requestBody: { ${json(reply)} }, ${made} }
/notes/{noteId}:
  ${inPath('noteId')}
  get: { operationId: readNote, responses: { '200': { description: '', ${json(note, reply)} } } }`);
  const notes: ExactObject[] = [];
  const { session } = benchFor(description, ({ target, body }) => {
    const claim = /^\/claims\/(\d+)\/notes$/.exec(target)?.[1];
    if (claim === undefined) return { status: 201, body: { id: 1 } };
    const other = within(jsonIn(body), ['replyTo']);
    if (other !== undefined && !notes.some((note) => note['id'] === other && note['claim'] === claim))
      return { status: 422 };
    notes.push({ id: notes.length + 1, claim });
    return { status: 201, body: { id: notes.length } };
  });
  const addNote = operationIn(description, 'addNote');
  const resource = session.resources.find(({ create }) => create === addNote) ?? expect.fail('Nothing makes notes.');
  session.source.references.noteReference('replyTo', resource);
  const parts = await session.source.base(addNote, 'all', false, { claimId: '7' }, resource);
  expect([jsonIn(parts.body?.bytes ?? null), notes]).toEqual([{ replyTo: 1 }, [{ id: 1, claim: '7' }]]);
});

test('what puts an item back has one that was removed', async () => {
  const json = 'content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } }';
  const inPath = 'parameters: [{ name: noteId, in: path, required: true, schema: { type: integer } }]';
  const description = descriptionOf(`
/notes:
  post: { operationId: addNote, requestBody: { ${json} }, responses: { '201': { description: '', ${json} } } }
/notes/{noteId}:
  ${inPath}
  get: { operationId: readNote, responses: { '200': { description: '', ${json} } } }
  delete: { operationId: removeNote, ${responses} }
/notes/{noteId}/restore:
  ${inPath}
  post: { operationId: restoreNote, responses: { '200': { description: '', ${json} }, '409': { description: '' } } }`);
  const removed = new Set<string>();
  let made = 0;
  const { session } = benchFor(description, ({ method, target }) => {
    const id = target.split('/')[2];
    if (id === undefined) return { status: 201, body: { id: (made += 1) } };
    if (method === 'DELETE') removed.add(id);
    if (method === 'DELETE') return { status: 204 };
    return { status: method === 'GET' || removed.delete(id) ? 200 : 409, body: { id: Number(id) } };
  });
  const [resource = expect.fail('There is no resource.')] = session.resources;
  const id = await session.source.items.newFor(operationIn(description, 'restoreNote'), resource);
  expect([...removed]).toEqual([String(id)]);
});

test('no body is made for a request that is given another, but where it says which item that is about', async () => {
  const description = descriptionOf(`
/notes:
  post:
    operationId: addNote
    requestBody:
      content: { application/json: { schema: { type: object, properties: { text: { type: string } } } } }
    ${responses}
`);
  const { session } = benchFor(description, () => ({ status: 204 }));
  const bare = await session.source.base(operationIn(description, 'addNote'), 'none');
  expect(bare.body).toBeNull();
  const given = await session.source.withBody(bare, 'application/json', { text: 'own' });
  expect(sentBody(given)).toEqual({ text: 'own' });
  expect(sentBody(given)).toBe(sentBody(given));

  const byOwn = benchFor(byBody, () => ({ status: 201 })).session;
  expect(sentBody(await byOwn.source.base(operationIn(byBody, 'addCode'), 'none'))).toHaveProperty('codeId');
});

test.each([
  [', maximum: 900', 450],
  ['', 1e9],
])('a bid is higher than each before, and than half of what is allowed { type: integer%s }', async (bound, least) => {
  const bid = `{ type: object, required: [amount], properties: { amount: { type: integer, minimum: 1${bound} } } }`;
  const description = descriptionOf(`
/lots/{id}/bids:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  post:
    operationId: addBid
    description: A bid must be higher than the current price.
    requestBody: { required: true, content: { application/json: { schema: ${bid} } } }
    responses: { '201': { description: '' } }`);
  const { session } = benchFor(description);
  const operation = operationIn(description, 'addBid');
  const amountIn = (parts: Parameters<typeof sentBody>[0]) => Number(within(sentBody(parts), ['amount']));
  const [first, second] = [await session.source.base(operation), await session.source.base(operation)];
  expect(amountIn(first)).toBeGreaterThan(least);
  expect(amountIn(second)).toBeGreaterThan(amountIn(first));
  const tried = await session.source.withBody(second, 'application/json', { amount: 1 }, { tried: 'amount' });
  expect(amountIn(tried)).toBe(1);
});

test('a number that no change may lower is a higher one each time, but where it is tried itself', async () => {
  const mileage = 'mileage: { type: integer, description: It cannot be lower than the current one. }';
  const car = `{ type: object, required: [mileage], properties: { ${mileage} } }`;
  const { session } = benchFor(
    descriptionOf(`
/cars/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
  put:
    operationId: putCar
    requestBody:
      content: { application/json: { schema: ${car} } }
    ${responses}`),
  );
  const put = operationIn(session.description, 'putCar');
  const mileageIn = (parts: Parameters<typeof sentBody>[0]) => Number(within(sentBody(parts), ['mileage']));
  const [first, second] = [await session.source.base(put), await session.source.base(put)];
  expect(mileageIn(second)).toBeGreaterThan(mileageIn(first));
  const usual = await session.source.withBody(second, 'application/json', { mileage: 0 });
  expect(mileageIn(usual)).toBeGreaterThan(mileageIn(second));
  const tried = await session.source.withBody(second, 'application/json', { mileage: 0 }, { tried: 'mileage' });
  expect(mileageIn(tried)).toBe(0);
});

test.each<[what: string, content: string, sent: unknown]>([
  [
    'its first example',
    'examples: { one: { value: { query: "{ codes }" } }, two: { value: {} } }',
    { query: '{ codes }' },
  ],
  ['nothing, where it has none', '', {}],
])('a body without a schema has %s', async (_, content, sent) => {
  const description = descriptionOf(`
/query:
  post:
    operationId: ask
    requestBody: { content: { application/json: { ${content} } } }
    ${responses}`);
  expect(sentBody(await benchFor(description).session.source.base(operationIn(description, 'ask')))).toEqual(sent);
});
