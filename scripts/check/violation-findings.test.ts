import { expect, test } from 'vitest';
import type { Observations } from '../harness/server-methods.ts';
import { catalogueOf } from '../requirements/catalogue.ts';
import { descriptionOf } from '../test/contracts.ts';
import type { RequirementResult, Violation } from '../verify/result.ts';
import { specificationOf } from '../verify/specification.ts';
import { violationFindings } from './violation-findings.ts';

const body =
  'content: { application/json: { schema: { type: object, required: [a], properties: { a: { type: string } } } } }';
const headers = "headers: { X-Count: { $ref: '#/components/headers/X-Count' } }";
const { contract } = descriptionOf(
  `/lamps:
  get: { operationId: listLamps, responses: { '200': { description: '', ${headers}, ${body} } } }
  post: { operationId: addLamp, requestBody: { ${body} },
    responses: { '201': { description: '', ${headers}, ${body} } } }
`,
  'components: { headers: { X-Count: { required: true, schema: { type: integer } } } }',
);
const specification = specificationOf(contract);
const requirements = catalogueOf(specification, 'server');

/** What is violated by a response with this body; by none at all where there is no text. */
function violated(id: string, text: string | undefined): RequirementResult {
  const requirement = requirements.find((one) => one.id === id) ?? expect.fail(`There is no requirement ${id}.`);
  const violation: Violation = {
    documented: `${id} is as documented.`,
    received: 'something else',
    request: { method: id.startsWith('add') ? 'POST' : 'GET', target: '/lamps', headers: [], body: null },
    response: text === undefined ? null : { status: 500, headers: [], body: Buffer.from(text), receivedAt: 0 },
    curl: '',
    advice: { server: '', contract: '' },
    count: 1,
  };
  return { requirement, cases: 1, samples: [], verdict: 'violated', violation };
}

const findingsOf = (results: RequirementResult[], breaches: Observations['breaches'] = []) =>
  violationFindings(contract, 'server', { requirements: results }, breaches).map(
    ({ pointer, message, requirementId, dependents = [] }) => [pointer, message, requirementId, ...dependents],
  );

const breach = {
  requestId: 'r-1',
  operationId: 'addLamp',
  pointer: '/paths/~1lamps/post/responses/201',
  message: 'the response violates the contract: There is no body. (#/paths/~1lamps/post/responses/201)',
};
const breachMessage = 'the response violates the contract: There is no body.';

test('what is answered by a response that the server held back comes from the breach that it names', () => {
  expect(
    findingsOf([violated('addLamp.exists', 'r-1'), violated('addLamp.requestBody.all', 'no r-1')], [breach]),
  ).toEqual([[breach.pointer, breachMessage, 'addLamp.exists', 'addLamp.requestBody.all']]);
});

test('what else is violated of the same operation depends on the breach, what is of another one does not', () => {
  expect(
    findingsOf(
      [
        violated('listLamps.exists', undefined),
        violated('addLamp.exists', 'r-1'),
        violated('addLamp.requestBody.all', 'something else'),
      ],
      [breach],
    ),
  ).toEqual([
    [breach.pointer, breachMessage, 'addLamp.exists', 'addLamp.requestBody.all'],
    [
      '/paths/~1lamps/get',
      expect.stringMatching(/^Documented: listLamps\.exists .*Received: something else$/),
      'listLamps.exists',
    ],
  ]);
});

test('the same breach in several requests is one', () => {
  expect(
    findingsOf(
      [violated('addLamp.exists', 'r-1'), violated('addLamp.requestBody.all', 'r-2')],
      [breach, { ...breach, requestId: 'r-2' }],
    ),
  ).toHaveLength(1);
});

test('a request without a response comes from a breach of its operation that no response names', () => {
  const both = [violated('addLamp.exists', undefined), violated('listLamps.exists', undefined)];
  expect(findingsOf(both, [breach]).map(([pointer, , id]) => [pointer, id])).toEqual([
    [breach.pointer, 'addLamp.exists'],
    ['/paths/~1lamps/get', 'listLamps.exists'],
  ]);
  const named = violated('addLamp.requestBody.all', 'r-1');
  expect(findingsOf([...both, named], [breach]).map(([pointer, , id]) => [pointer, id])).toEqual([
    [breach.pointer, 'addLamp.requestBody.all'],
    ['/paths/~1lamps/get', 'listLamps.exists'],
  ]);
});

test('a body that must be refused and is accepted explains what its answer, and others, show of it', () => {
  const pointer = '/paths/~1lamps/post/responses/201/content/application~1json/schema';
  const at = (requestId: string, message: string) => ({ ...breach, requestId, pointer, message });
  const refused = ['addLamp.requestBody.required', 'addLamp.requestBody.a.type'].map((id, index) => {
    const result = violated(id, `r-${index + 1}`);
    if (result.verdict !== 'violated') return result;
    return { ...result, violation: { ...result.violation, documented: '400. The body has no a.' } };
  });
  const breaches = [at('r-1', 'The body must have a.'), at('r-2', 'The body at /0/a must be string.')];
  const listed = { ...at('r-3', 'The body at /9/a must be string.'), operationId: 'listLamps' };
  const [first, ...others] = findingsOf([violated('listLamps.exists', 'r-3'), ...refused], [...breaches, listed]);
  expect(others).toEqual([]);
  const [place, message, ...ids] = first ?? [];
  expect(place).toMatch(/^\/paths\/~1lamps\/post\/requestBody\//);
  expect(message).toBe('Documented: 400. The body has no a. Received: The body must have a.');
  expect(ids).toEqual(['addLamp.requestBody.required', 'addLamp.requestBody.a.type', 'listLamps.exists']);
});

test('of an answer that was held back it is said that this hides others', () => {
  const details = (breaches: Observations['breaches']) =>
    violationFindings(contract, 'server', { requirements: [violated('addLamp.exists', 'r-1')] }, breaches).map(
      ({ detail }) => detail,
    );
  const held = 'held back by the server: other violations of addLamp may show once this is mended';
  expect(details([breach])).toEqual([expect.stringMatching(new RegExp(`^by \\S+ \\S+; ${held}$`))]);
  expect(details([])).toEqual([expect.not.stringContaining('held back')]);
});

test('a breach by several items of a list is one', () => {
  const at = (requestId: string, place: string) => ({
    ...breach,
    requestId,
    message: `The body at ${place} is short.`,
  });
  const both = [violated('addLamp.exists', 'r-1'), violated('addLamp.requestBody.all', 'r-2')];
  expect(findingsOf(both, [at('r-1', '/0'), at('r-2', '/12/a')])).toHaveLength(2);
  expect(findingsOf(both, [at('r-1', '/0/a'), at('r-2', '/12/a')])).toHaveLength(1);
});

test('a breach by one header of several responses is one', () => {
  const at = (requestId: string, pointer: string) => ({
    ...breach,
    requestId,
    pointer,
    message: `the response violates the contract: The header X-Count is missing. (#${pointer})`,
  });
  const both = [violated('addLamp.exists', 'r-1'), violated('listLamps.exists', 'r-2')];
  const [one, other] = ['/paths/~1lamps/post/responses/201', '/paths/~1lamps/get/responses/200'];
  expect(findingsOf(both, [at('r-1', one), at('r-2', other)])).toEqual([
    [one, 'the response violates the contract: The header X-Count is missing.', 'addLamp.exists', 'listLamps.exists'],
  ]);
});

test('without a breach, what is about one line has one cause', () => {
  expect(findingsOf([violated('addLamp.exists', '-'), violated('listLamps.exists', '-')])).toHaveLength(2);
  expect(findingsOf([violated('addLamp.exists', '-'), violated('addLamp.exists', '-')])).toHaveLength(1);
});

test('without a breach, what is about one component has one cause', () => {
  const ids = ['listLamps.responses.200.headers.X-Count.present', 'addLamp.responses.201.headers.X-Count.present'];
  const findings = findingsOf(ids.map((id) => violated(id, '-')));
  expect(findings.map(([, , ...all]) => all)).toEqual([ids]);
});

/** Two requirements of one operation, violated by responses with a status, as one sentence says of both. */
function said(status: number, sentences: readonly string[]): RequirementResult[] {
  return ['addLamp.exists', 'addLamp.responses.201.body.schema'].map((id, index) => {
    const result = violated(id, '-');
    if (result.verdict !== 'violated') return result;
    const { violation } = result;
    const response = violation.response && { ...violation.response, status };
    return { ...result, violation: { ...violation, response, documented: sentences[index] ?? '' } };
  });
}

test('without a breach, the failures of an operation have one cause', () => {
  const sentences = ['It is served.', 'What is no text is refused.'];
  expect(findingsOf(said(500, sentences))).toHaveLength(1);
  expect(findingsOf(said(200, sentences))).toHaveLength(2);
});

test('without a breach, what is said of an operation in the same words of other values has one cause', () => {
  expect(findingsOf(said(200, ['It arrives: {"a":"b"}', 'It arrives: {"a":{"c":[1]}}']))).toHaveLength(1);
  expect(findingsOf(said(200, ['It arrives: {"a":"b"}', 'It is kept: {"a":"b"}']))).toHaveLength(2);
});

const shared = descriptionOf(
  `/lamps:
  get:
    operationId: listLamps
    responses:
      '200':
        description: ''
        content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Lamp' } } } }`,
  `components:
  schemas:
    Lamp: { type: object, required: [size], properties: { size: { $ref: '#/components/schemas/Size' } } }
    Size: { type: object, properties: { width: { type: integer } } }`,
).contract;

test.each([
  [`The body at /0 must have required property 'size'.`, '/components/schemas/Lamp/properties/size'],
  ['The body at /12/size must be object.', '/components/schemas/Lamp/properties/size'],
  ['The body at /12/size/width must be integer.', '/components/schemas/Size/properties/width'],
  ['The body at /12/size/depth must be integer.', '/components/schemas/Lamp/properties/size'],
  ['The body must be array.', undefined],
  ['There is no body.', undefined],
])('the schema of a body has a part that the server held it back for: %s', (message, schemaPointer) => {
  const requirement = catalogueOf(specificationOf(shared), 'server').find(({ id }) => id === 'listLamps.exists');
  const result = violated('listLamps.exists', 'r-1');
  const pointer = '/paths/~1lamps/get/responses/200/content/application~1json/schema';
  const held = { ...breach, pointer, operationId: 'listLamps', message: `listLamps: ${message} (#${pointer})` };
  const [found] = violationFindings(
    shared,
    'server',
    { requirements: [{ ...result, requirement: requirement ?? result.requirement }] },
    [held],
  );
  expect(found?.schemaPointer).toBe(schemaPointer);
});
