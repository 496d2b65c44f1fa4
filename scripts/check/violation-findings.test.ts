import { expect, test } from 'vitest';
import { catalogueOf } from '../requirements/catalogue.ts';
import { descriptionOf } from '../test/contracts.ts';
import type { RequirementResult, Violation } from '../verify/result.ts';
import { specificationOf } from '../verify/specification.ts';
import { violationFindings } from './violation-findings.ts';

const body =
  'content: { application/json: { schema: { type: object, required: [a], properties: { a: { type: string } } } } }';
const { contract } = descriptionOf(`/lamps:
  get: { operationId: listLamps, responses: { '200': { description: '', ${body} } } }
  post: { operationId: addLamp, requestBody: { ${body} }, responses: { '201': { description: '', ${body} } } }
`);
const specification = specificationOf(contract);
const requirements = catalogueOf(specification, 'server');

/** What is violated by a response with this body; by none at all where there is no text. */
function violated(id: string, text: string | undefined): RequirementResult {
  const requirement = requirements.find((one) => one.id === id) ?? expect.fail(`There is no requirement ${id}.`);
  const violation: Violation = {
    documented: `${id} is as documented.`,
    received: 'something else',
    request: { method: 'GET', target: '/lamps', headers: [], body: null },
    response: text === undefined ? null : { status: 500, headers: [], body: Buffer.from(text), receivedAt: 0 },
    curl: '',
    advice: { server: '', contract: '' },
    count: 1,
  };
  return { requirement, cases: 1, samples: [], verdict: 'violated', violation };
}

const findingsOf = (
  results: RequirementResult[],
  breaches: { requestId: string; pointer: string; message: string }[] = [],
) =>
  violationFindings(contract, 'server', { requirements: results }, breaches).map(
    ({ pointer, message, requirementId, dependents = [] }) => [pointer, message, requirementId, ...dependents],
  );

const breach = {
  requestId: 'r-1',
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
    ['/paths/~1lamps/get', 'listLamps.exists is as documented. Received: something else', 'listLamps.exists'],
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

test('without a breach, what is about one line has one cause', () => {
  expect(findingsOf([violated('addLamp.exists', '-'), violated('listLamps.exists', '-')])).toHaveLength(2);
  expect(findingsOf([violated('addLamp.exists', '-'), violated('addLamp.exists', '-')])).toHaveLength(1);
});
