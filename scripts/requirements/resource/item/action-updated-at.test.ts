import { expect, test } from 'vitest';
import type { ExactObject } from '../../../http/exact-json.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { benchFor } from '../../../verify/test/bench.ts';
import { serverFaultsOf } from '../../test/fault-detection.ts';
import { probedJudgements } from '../../test/probed-judgements.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { actionUpdatedAt } from './action-updated-at.ts';

const json = 'content: { application/json: { schema: { $ref: "#/components/schemas/Door" } } }';
const at = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const described = (text = 'When the door was last changed.', action = 'lock') =>
  descriptionOf(
    `
/doors:
  post: { operationId: add, responses: { '201': { description: '', ${json} } } }
/doors/{id}:
  ${at}
  get: { operationId: read, responses: { '200': { description: '', ${json} } } }
/doors/{id}/${action}:
  ${at}
  post: { operationId: act, responses: { '200': { description: '', ${json} } } }
`,
    `
components:
  schemas:
    Door:
      type: object
      properties:
        id: { type: integer }
        status: { enum: [open, closed] }
        isLocked: { type: boolean }
        isStarred: { type: boolean }
        reads: { type: integer }
        updatedAt: { type: string, format: date-time, description: '${text}' }`,
  );

const [was, later] = ['2026-03-01T10:00:00Z', '2026-03-01T10:00:02Z'];

/** What is seen of an action that changes a door so, and of one that is read otherwise each time. */
function judged(change: ExactObject, { status = 200, isCounted = false, now = later } = {}) {
  let door: ExactObject = {};
  let reads = 0;
  const { session } = benchFor(described(), ({ method, target }): ResponseParts => {
    if (target === '/doors') door = { id: 1, status: 'open', isLocked: false, isStarred: false, updatedAt: was };
    else if (method === 'POST') door = { ...door, ...change };
    reads += isCounted ? 1 : 0;
    const headers = { Date: new Date(now).toUTCString() };
    return { status: target === '/doors' ? 201 : method === 'POST' ? status : 200, body: { ...door, reads }, headers };
  });
  return probedJudgements(actionUpdatedAt, session, 'act');
}

const stays = { documented: expect.stringMatching(/^another updatedAt /), received: `updatedAt: "${was}"` };
const unchanged = { outOfReach: 'No action has brought an item into another state at once.' };
const unseen = { outOfReach: 'No item has been seen before and after an action.' };

test.each<[what: string, judgements: Promise<unknown>, expected: unknown]>([
  ['moves the time', judged({ isLocked: true, updatedAt: later }), 'kept'],
  ['leaves the time, of a switch', judged({ isLocked: true }), stays],
  ['leaves the time, of a state', judged({ status: 'closed' }), stays],
  ['changes nothing', judged({}), unchanged],
  ['changes what is of whoever looks at it', judged({ isStarred: true }), unchanged],
  [
    'does it within a second',
    judged({ isLocked: true }, { now: was }),
    {
      outOfReach: 'No change was a second later than updatedAt.',
    },
  ],
  ['does it later', judged({ isLocked: true }, { status: 202 }), unseen],
  ['shows another number at each reading', judged({ isLocked: true }, { isCounted: true }), unseen],
])('a server that %s', async (_, judgements, expected) => expect(await judgements).toEqual([expected]));

test.each([
  ['When the door was last changed.', 'lock', 1],
  ['Time of the latest update.', 'lock', 1],
  ['When the door was updated.', 'lock', 0],
  ['When the status was last changed.', 'lock', 0],
  ['When the door was last changed.', 'restore', 0],
])('%s, of %s', (text, action, count) => {
  const description = described(text, action);
  const { session } = benchFor(description);
  const all = description.operations.flatMap((operation) => actionUpdatedAt.list(session, operation, 'server'));
  expect(all).toHaveLength(count);
});

test('faults', () => {
  const faults = serverFaultsOf(withoutWorkflows(described()), ({ kind }) => kind === actionUpdatedAt.id);
  expect(faults.map(({ fault }) => fault.what)).toEqual(['is always the same']);
});
