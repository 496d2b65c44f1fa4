import { expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { actionCreatedAt } from './action-created-at.ts';

const json = 'content: { application/json: { schema: { $ref: "#/components/schemas/Door" } } }';
const at = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const described = (time = 'createdAt', action = 'lock', status = 200) =>
  descriptionOf(
    `
/doors:
  post: { operationId: add, responses: { '201': { description: '', ${json} } } }
/doors/{id}:
  ${at}
  get: { operationId: read, responses: { '200': { description: '', ${json} } } }
/doors/{id}/${action}:
  ${at}
  post: { operationId: act, responses: { '${status}': { description: '', ${json} } } }
`,
    `
components:
  schemas:
    Door:
      type: object
      properties: { id: { type: integer }, ${time}: { type: string, format: date-time } }`,
  );

const [was, later] = ['2026-03-01T10:00:00Z', '2026-03-01T10:00:02Z'];

/** What is seen of an action that changes a door so. */
function judged(change: ExactObject, status = 200) {
  let door: ExactObject = {};
  const { session } = benchFor(described(), ({ method, target }): ResponseParts => {
    if (target === '/doors') door = { id: 1, createdAt: was };
    else if (method === 'POST') door = { ...door, ...change };
    return { status: target === '/doors' ? 201 : method === 'POST' ? status : 200, body: door };
  });
  return probedJudgements(actionCreatedAt, session, 'act');
}

const moved = { documented: `createdAt as before: "${was}"`, received: `createdAt: "${later}"` };

test.each<[what: string, judgements: Promise<unknown>, expected: unknown]>([
  ['leaves the time', judged({}), 'kept'],
  ['moves the time', judged({ createdAt: later }), moved],
  ['refuses it', judged({}, 409), { outOfReach: 'No item has been seen before and after an action.' }],
])('a server that %s', async (_, judgements, expected) => expect(await judgements).toEqual([expected]));

test.each([
  ['createdAt', 'lock', 200, 1],
  ['openedAt', 'lock', 200, 0],
  ['createdAt', 'restore', 200, 0],
  ['createdAt', 'copy', 201, 0],
])('%s, of %s, answered with %i', (time, action, status, count) => {
  const description = described(time, action, status);
  const { session } = benchFor(description);
  const all = description.operations.flatMap((operation) => actionCreatedAt.list(session, operation, 'server'));
  expect(all).toHaveLength(count);
});

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described()), ({ kind }) => kind === actionCreatedAt.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['is that of the last reading']);
});
