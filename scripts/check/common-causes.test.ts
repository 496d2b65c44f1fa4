import { expect, test } from 'vitest';
import type { Observations } from '../harness/server-methods.ts';
import { catalogueOf } from '../requirements/catalogue.ts';
import type { Side } from '../requirements/side.ts';
import { descriptionOf } from '../test/contracts.ts';
import type { RequirementResult } from '../verify/result.ts';
import { specificationOf } from '../verify/specification.ts';
import { violationFindings } from './violation-findings.ts';

const content = (schema: string) =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } }`;
const limits = ['Limit', 'Remaining', 'Reset']
  .map((name) => `X-RateLimit-${name}: { required: true, schema: { type: integer } }`)
  .join(',\n            ');
const refusals = ['400', '401', '404', '415', '429']
  .map((status) => `'${status}': { description: '', ${content('Error')} }`)
  .join(', ');
const responses = (status: string, schema: string) =>
  `responses: { '${status}': { description: '', headers: { ${limits} }, ${content(schema)} }, ${refusals} }`;
const { contract } = descriptionOf(
  `/lamps:
  get:
    operationId: listLamps
    parameters:
      - { name: colour, in: query, schema: { type: string } }
      - { name: limit, in: query, schema: { type: integer } }
    ${responses('200', 'Lamps')}
  post: { operationId: addLamp, requestBody: { required: true, ${content('NewLamp')} }, ${responses('201', 'Lamp')} }
/lamps/{id}:
  get:
    operationId: getLamp
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    ${responses('200', 'Lamp')}
`,
  `security: [{ key: [] }]
x-rate-limit-plans: { free: { requestsPerMinute: 60, requestsPerDay: 1000 } }
x-unmatched-responses: { '401': { description: '' }, '404': { description: '' }, '405': { description: '' } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    Lamps: { type: array, items: { $ref: '#/components/schemas/Lamp' } }
    Lamp:
      type: object
      required: [id, colour]
      properties:
        id: { type: integer }
        colour: { type: string, maxLength: 9 }
    NewLamp: { type: object, additionalProperties: false, required: [colour], properties: { colour: { type: string } } }
    Error:
      type: object
      required: [code]
      properties:
        code: { type: string }
        text: { type: string }
`,
);
const specification = specificationOf(contract);
const catalogues = { server: catalogueOf(specification, 'server'), client: catalogueOf(specification, 'client') };

interface Shown {
  id: string;
  documented: string;
  received: string;
  /** Method and target of the request, and the status of the response. */
  by?: [method: string, target: string, status: number];
  requestId?: string;
  key?: boolean;
}

function violated({ id, documented, received, by, requestId = '', key = true }: Shown, side: Side): RequirementResult {
  const found = catalogues[side].find((one) => one.id === id);
  const requirement = found ?? expect.fail(`There is no requirement ${id}.`);
  const [method, target, status] = by ?? ['GET', '/lamps', 200];
  const violation = {
    documented,
    received,
    request: { method, target, headers: key ? ([['Authorization', 'Bearer k']] as const) : [], body: null },
    response: { status, headers: [], body: Buffer.from(requestId), receivedAt: 0 },
    curl: '',
    advice: { server: '', contract: '' },
    count: 1,
  };
  return { requirement, cases: 1, samples: [], verdict: 'violated', violation };
}

/** The ids of what has one cause, for each. */
function causes(shown: Shown[], breaches: Observations['breaches'] = [], side: Side = 'server'): string[][] {
  const results = shown.map((one) => violated(one, side));
  return violationFindings(contract, side, { requirements: results }, breaches).map(
    ({ requirementId = '', dependents = [] }) => [requirementId, ...dependents],
  );
}

const refused = (id: string, documented: number, status: number, target = '/lamps'): Shown => ({
  id,
  documented: `${documented}. It must be refused.`,
  received: `${status}, {"code":"c"}`,
  by: ['GET', target, status],
});

const open: Shown = { ...refused('listLamps.security.none', 401, 200), received: '200, [{"id":1}]', key: false };
const method: Shown = { ...refused('paths./lamps.order', 401, 405), documented: '401: Not the methods.', key: false };
const revoked: Shown = {
  ...refused('listLamps.security.revoked', 401, 200),
  documented: '401. A key that was revoked.',
};
const media = refused('addLamp.requestBody.contentType', 415, 400);
const unknown = refused('getLamp.parameters.path.id.unknown', 404, 400, '/lamps/9');
const spent: Shown = {
  ...refused('listLamps.rateLimit.enforced', 429, 400),
  documented: '429, once none is left.',
  received: '400, {"wait":"9 seconds"}',
};
const most: Shown = { id: 'rateLimit.limit', documented: '50 more, as announced.', received: '54 of 54 were served' };
const resets: Shown = {
  id: 'rateLimit.resets',
  documented: '429 until the reset, 9 seconds later.',
  received: '200, before the announced reset',
};
const header = (name: string, said: string): Shown => ({
  id: `listLamps.responses.200.headers.X-RateLimit-${name}.meaning`,
  documented: said,
  received: `X-RateLimit-${name}: 1`,
});
const remaining = header('Remaining', 'One less is left after each.');
const reset = header('Reset', 'X-RateLimit-Reset must be a timestamp.');
const listed: Shown = {
  id: 'listLamps.lists.addLamp',
  documented: 'What was answered to its creation: {"id":1,"colour":"red"}',
  received: 'no colour: {"id":1}',
};
const returned: Shown = {
  id: 'getLamp.returns.addLamp',
  documented: 'What addLamp answered: {"id":1,"colour":"red"}',
  received: 'no colour: {"id":1}',
  by: ['GET', '/lamps/1', 200],
};
const kept: Shown = {
  id: 'addLamp.kept.colour',
  documented: 'colour as it was sent: " red"',
  received: 'colour: "red"',
  by: ['POST', '/lamps', 201],
};
const type = (id: string, documented: string): Shown => ({
  id,
  documented,
  received: '[]',
  by: ['GET', id.startsWith('get') ? '/lamps/1' : '/lamps', 200],
});

const long: Shown = {
  id: 'listLamps.responses.200.body[].colour.maxLength',
  documented: '[0].colour must have 9 characters at most.',
  received: '{"colour":"ultramarine"}',
};
const sized: Shown = { id: 'listLamps.atMost.limit', documented: 'At most 1 item.', received: '[{"id":1},{"id":2}]' };

test.each<[what: string, shown: Shown[], count: number]>([
  ['requests without a credential that are not refused', [open, method], 1],
  ['a key that is not refused, and requests without any', [method, revoked], 2],
  ['one status in the place of three', [media, unknown, refused('listLamps.security.none', 401, 400)], 1],
  ['one status in the place of two', [media, unknown], 2],
  [
    'one status in the place of another, of several operations',
    [refused('listLamps.security.none', 401, 403), refused('addLamp.security.none', 401, 403)],
    1,
  ],
  ['numbers of requests', [remaining, spent, most], 1],
  ['one status in the place of three, and what is seen of limits then', [media, unknown, spent, most], 1],
  ['moments', [reset, resets], 1],
  ['numbers of requests, and moments', [remaining, most, reset, resets], 2],
  ['the same of a thing, wherever that is shown', [listed, returned], 1],
  ['a value that is answered otherwise than it is shown', [kept, { ...listed, received: 'another colour: {}' }], 1],
  ['two things of a thing', [listed, { ...returned, received: 'no id: {"colour":"red"}' }], 2],
  [
    'bodies that are something else',
    [
      type('listLamps.responses.200.body[].type', '[0] must be object.'),
      type('getLamp.responses.200.body.type', 'The body must be object.'),
    ],
    1,
  ],
  [
    'two properties that are something else',
    [
      type('listLamps.responses.200.body[].colour.type', '[0].colour must be string.'),
      type('getLamp.responses.200.body.id.type', 'id must be integer.'),
    ],
    2,
  ],
  [
    'a body, and what is said of its contents',
    [type('getLamp.responses.200.body.type', 'The body must be object.'), returned],
    1,
  ],
  [
    'a body of a list, and what is said of its items',
    [
      type('listLamps.responses.200.body[].type', '[0] must be object.'),
      { id: 'listLamps.only.colour', documented: 'Only items with colour red.', received: '[]' },
    ],
    1,
  ],
  ['a body without its shape, and how long a list is', [type('listLamps.responses.200.body[].type', ''), sized], 1],
  ['a value that is too long, and how long a list is', [long, sized], 2],
  ['a value that is too long, and which items are listed by it', [long, { ...sized, id: 'listLamps.only.colour' }], 1],
  ['a value that is too long, and what is not there', [long, { ...returned, documented: '404 for what is gone.' }], 2],
])('%s', (_, shown, count) => {
  expect(causes(shown)).toHaveLength(count);
});

const arrives = (id: string, value: string): Shown => ({
  id,
  documented: `The value arrives as the caller gave it: ${value}`,
  received: 'nothing',
});
const instead = (response: string, field: string): Shown => ({
  id: `${response}.body.${field}.type`,
  documented: `error.${field} as it was sent: "a"`,
  received: '"unexpected_response"',
});
const dropped: Shown = {
  id: 'addLamp.responses.201.body.type',
  documented: 'data as it was sent: {"id":1}',
  received: 'nothing',
};
const undocumented: Shown = {
  id: 'addLamp.responses.undocumented',
  documented: 'An undocumented response is given as an error, or the call rejects.',
  received: '201 as data undefined',
};
const rejects = (id: string, operation: string, why: string): Shown => ({
  id,
  documented: 'A 200 is handed to the caller.',
  received: `the call rejects: Error: ${operation} answered 200, ${why}.`,
});

test.each<[what: string, shown: Shown[], count: number]>([
  [
    'values of a client that do not arrive',
    [arrives('listLamps.parameters.query.colour.type', '"red"'), arrives('listLamps.parameters.query.limit.type', '1')],
    1,
  ],
  [
    'the fields of one error that is not handed on',
    [instead('listLamps.responses.400', 'code'), instead('listLamps.responses.400', 'text')],
    1,
  ],
  [
    'fields of two errors that are not handed on',
    [instead('listLamps.responses.400', 'code'), instead('listLamps.responses.415', 'text')],
    2,
  ],
  [
    'a success whose data are dropped, and one that is undocumented and then like it',
    [dropped, { ...undocumented, received: '201 as data undefined' }],
    1,
  ],
  [
    'a success whose data are dropped, and another one that is undocumented',
    [dropped, { ...undocumented, received: '202 as data undefined' }],
    2,
  ],
  [
    'calls of a client that reject for one reason',
    [
      rejects('listLamps.responses.200', 'GET /lamps', 'which is not documented'),
      rejects('getLamp.responses.200', 'GET /lamps/{id}', 'which is not documented'),
    ],
    1,
  ],
  [
    'calls of a client that reject for two reasons',
    [
      rejects('listLamps.responses.200', 'GET /lamps', 'which is not documented'),
      rejects('getLamp.responses.200', 'GET /lamps/{id}', 'with a body that is not JSON'),
    ],
    2,
  ],
])('%s', (_, shown, count) => {
  expect(causes(shown, [], 'client')).toHaveLength(count);
});

const breach = (requestId: string, operationId: string, pointer: string, message: string) => ({
  requestId,
  operationId,
  pointer,
  message: `the response violates the contract: ${message} (#${pointer})`,
});
const schemaOf = (operation: string, status: string) =>
  `/paths/${operation}/responses/${status}/content/application~1json/schema`;
const served = (id: string, requestId: string): Shown => ({
  id,
  documented: 'A request that the contract allows is served.',
  received: '500',
  by: ['GET', '/lamps', 500],
  requestId,
});
test('what one operation fails at has one cause, whichever requirement it was called for', () => {
  const fails = (id: string, target: string): Shown => ({ ...served(id, ''), by: ['GET', target, 500] });
  expect(causes([fails('listLamps.agrees.getLamp', '/lamps/7'), fails('getLamp.exists', '/lamps/5')])).toHaveLength(1);
});

const both = [served('listLamps.exists', 'r-1'), served('getLamp.exists', 'r-2')];
const surplus = (place: string, name: string) => `The body${place} must NOT have additional properties '${name}'.`;

test.each<[what: string, breaches: Observations['breaches'], count: number]>([
  [
    'one schema, in a list and by itself',
    [
      breach('r-1', 'listLamps', schemaOf('~1lamps/get', '200'), surplus(' at /3', 'a')),
      breach('r-2', 'getLamp', schemaOf('~1lamps~1{id}/get', '200'), surplus('', 'a')),
    ],
    1,
  ],
  [
    'two properties of one schema',
    [
      breach('r-1', 'listLamps', schemaOf('~1lamps/get', '200'), surplus(' at /3', 'a')),
      breach('r-2', 'getLamp', schemaOf('~1lamps~1{id}/get', '200'), surplus('', 'b')),
    ],
    2,
  ],
  [
    'one refusal that is not documented',
    [
      breach('r-1', 'listLamps', '/paths/~1lamps/get/responses', 'The status 403 is not documented.'),
      breach('r-2', 'getLamp', '/paths/~1lamps~1{id}/get/responses', 'The status 403 is not documented.'),
    ],
    1,
  ],
  [
    'one success that is not documented, of two operations',
    [
      breach('r-1', 'listLamps', '/paths/~1lamps/get/responses', 'The status 204 is not documented.'),
      breach('r-2', 'getLamp', '/paths/~1lamps~1{id}/get/responses', 'The status 204 is not documented.'),
    ],
    2,
  ],
])('answers that were held back: %s', (_, breaches, count) => {
  expect(causes(both, breaches)).toHaveLength(count);
});

test('one refusal in the place of another one is the same where it is documented', () => {
  const held = { ...served('getLamp.exists', 'r-1'), documented: '404. No such lamp.' };
  const breaches = [
    breach('r-1', 'getLamp', '/paths/~1lamps~1{id}/get/responses', 'The status 410 is not documented.'),
  ];
  expect(causes([held, refused('paths.unknown', 404, 410)], breaches)).toHaveLength(1);
  expect(causes([held, refused('paths.unknown', 404, 400)], breaches)).toHaveLength(2);
  const either = { ...held, documented: '404 or 400. No such lamp.' };
  expect(causes([either, refused('paths.unknown', 404, 410)], breaches)).toHaveLength(1);
});

test('what an operation answers otherwise than others show it is said of that operation', () => {
  const shown = { ...listed, received: 'another colour: {"id":1}' };
  expect(causes([shown, kept])).toEqual([[kept.id, shown.id]]);
  const exists = violated({ ...open, id: 'addLamp.exists' }, 'server').requirement;
  const proven: RequirementResult = { requirement: exists, cases: 1, samples: [], verdict: 'kept' };
  const placeOf = (all: Shown[]) => {
    const requirements = [...all.map((one) => violated(one, 'server')), proven];
    return violationFindings(contract, 'server', { requirements }, []).map((finding) => finding.operationId);
  };
  expect(placeOf([listed, returned])).toEqual(['addLamp']);
  expect(placeOf([listed])).toEqual(['listLamps']);
});

test('what comes in the place of many statuses is said, and where a schema of several responses stands', () => {
  const [many] = violationFindings(
    contract,
    'server',
    {
      requirements: [media, unknown, refused('listLamps.security.none', 401, 400)].map((one) =>
        violated(one, 'server'),
      ),
    },
    [],
  );
  expect(many?.message).toBe('400 is answered where 401, 404 and 415 are documented.');
  const [schema] = violationFindings(contract, 'server', { requirements: both.map((one) => violated(one, 'server')) }, [
    breach('r-1', 'listLamps', schemaOf('~1lamps/get', '400'), surplus('', 'a')),
    breach('r-2', 'getLamp', schemaOf('~1lamps~1{id}/get', '404'), surplus('', 'a')),
  ]);
  expect(schema?.pointer).toBe('/components/schemas/Error');
});
